/**
 * L3: many subscribers to a hundred different calendars in one process. What each takes in memory, what the process asks the
 * database while nothing changes, and how long after an update was sent its subscribers have heard of it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { createKey } from '../../src/data/keys/api-keys.ts';
import { formatDay, parseDay } from '../../src/domain/time/civil-date.ts';
import { systemClock } from '../../src/domain/time/clock.ts';
import { PEPPER, type PreparedDatabase, withDatabase } from '../catalogues/databases.ts';
import { calendarVariables, type Subject, subjectsOf } from '../catalogues/subjects.ts';
import { operation, send, withHeaders } from '../races/ask.ts';
import { startGateway } from '../races/contestant.ts';
import { percentile } from '../races/medians.ts';
import { programPath, RUN_TYPESCRIPT } from '../run-typescript.ts';
import type { Command, Report } from './subscribers.ts';

export const SUBSCRIBERS = 5_000;
const CALENDARS = 100;
/** The most that one key may have open. */
const PER_KEY = 100;
const ROUNDS = 20;
/** Longer than changes are collected, so that each is told at once. */
const REST_MS = 400;
const SETTLING_MS = 3_000;
/** An idle connection reports what it has counted after at most ten seconds. */
const COUNTING_MS = 12_000;
export const IDLE_SECONDS = 10;

/** Milliseconds from sending an update to the arrival of its events. */
export interface Told {
  readonly events: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface SubscriptionFigures {
  readonly database: PreparedDatabase['name'];
  readonly calendars: number;
  /** Resident memory of the process for each subscriber; null: not known. */
  readonly kilobytesEach: number | null;
  /** Scans in the idle seconds of tables that no process polls. */
  readonly idleScans: number;
  /** An update of one room, and one of all rooms. */
  readonly one: Told;
  readonly all: Told;
}

const FOLLOW = `subscription ($filter: CalendarFilter!, $dateFrom: LocalDate, $dateTo: LocalDate) {
  calendar(filter: $filter, dateFrom: $dateFrom, dateTo: $dateTo) {
    days { date selectable availability reasons price { isFinal amounts { amount currency } } }
    removed
  }
}`;
const UPDATE = `mutation ($input: UpdateInventoryInput!) { updateInventory(input: $input) { __typename } }`;

/** @throws Error when a subscription or an update is refused */
export async function measureSubscriptions(database: PreparedDatabase): Promise<SubscriptionFigures> {
  const gateway = await startGateway(database, { name: 'followed gateway', storeMb: 0 });
  const child = fork(programPath('living/subscribers.ts'), { execArgv: [...RUN_TYPESCRIPT] });
  try {
    const { url } = gateway;
    const subjects = await subjectsOf(database, { url, most: CALENDARS });
    const keys = await makeKeys(database, SUBSCRIBERS / PER_KEY);
    const manager = await makeKey(database, ['read', 'manage']);
    const requests = Array.from({ length: SUBSCRIBERS }, (_, index) =>
      requestOf(variablesOf(subjects, index % CALENDARS), keys[Math.floor(index / PER_KEY)]!),
    );
    const port = Number(new URL(url).port);
    // Everything is compiled and loaded once.
    await command(child, { open: { port, requests: requests.slice(0, CALENDARS) } }, 'open');
    await command(child, 'close', 'closed');
    await pause(SETTLING_MS);
    const before = await gateway.memoryMb();
    await command(child, { open: { port, requests } }, 'open');
    await pause(SETTLING_MS);
    const after = await gateway.memoryMb();
    await pause(COUNTING_MS);
    const idleScans = await scansIn(database);

    const followers = (room: Subject) =>
      requests.filter((_, index) => subjects[(index % CALENDARS) % subjects.length] === room).length;
    const update = (rooms: readonly Subject[], isClosed: boolean) =>
      tell(child, { events: rooms.reduce((sum, room) => sum + followers(room), 0) }, async () => {
        const changes = rooms.map(({ roomType, arrival }) => {
          return { roomType: String(roomType), from: arrival, to: arrival, closed: isClosed };
        });
        const asked = withHeaders(operation(UPDATE, { input: { changes } }), { authorization: `Bearer ${manager}` });
        const { body } = await send(url, asked);
        if (!body.includes('"InventoryUpdated"')) throw new Error(`refused: ${body}`);
      });
    const rounds = async (rooms: readonly Subject[]): Promise<Told> => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) times.push(...(await update(rooms, round % 2 === 0)));
      return { events: times.length / ROUNDS, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
    };
    return {
      database: database.name,
      calendars: CALENDARS,
      kilobytesEach:
        before.endMb === null || after.endMb === null ? null : ((after.endMb - before.endMb) * 1_024) / SUBSCRIBERS,
      idleScans,
      one: await rounds(subjects.slice(0, 1)),
      all: await rounds(subjects),
    };
  } finally {
    child.kill();
    await gateway.stop();
  }
}

/** The calendar of an index: those of one room end on different days. */
function variablesOf(subjects: readonly Subject[], index: number): object {
  const subject = subjects[index % subjects.length]!;
  const later = Math.floor(index / subjects.length);
  return calendarVariables({ ...subject, calendarTo: formatDay(parseDay(subject.calendarTo)! + later) });
}

function requestOf(variables: object, key: string): string {
  const { path, body = '' } = operation(FOLLOW, variables);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: gateway',
    `Authorization: Bearer ${key}`,
    'Accept: text/event-stream',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** The milliseconds until each event, counted from before the update was sent. */
async function tell(
  child: ChildProcess,
  { events }: { events: number },
  update: () => Promise<void>,
): Promise<number[]> {
  await pause(REST_MS);
  child.send({ expect: events } satisfies Command);
  const heard = reported(
    child,
    (report): report is { times: number[] } => typeof report === 'object' && 'times' in report,
  );
  const begun = Date.now();
  await update();
  return (await heard).times.map((time) => time - begun);
}

async function command(child: ChildProcess, sent: Command, answer: Report): Promise<void> {
  const answered = reported(child, (report): report is Report => report === answer);
  child.send(sent);
  await answered;
}

function reported<Wanted extends Report>(
  child: ChildProcess,
  isWanted: (report: Report) => report is Wanted,
): Promise<Wanted> {
  return new Promise((resolve, reject) => {
    const hear = (report: Report) => {
      if (typeof report === 'object' && 'refused' in report) reject(new Error(`refused: ${report.refused}`));
      if (!isWanted(report)) return;
      child.off('message', hear);
      resolve(report);
    };
    child.on('message', hear);
  });
}

async function makeKeys(database: PreparedDatabase, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let index = 0; index < count; index++) keys.push(await makeKey(database, ['read']));
  return keys;
}

function makeKey(prepared: PreparedDatabase, scopes: readonly ('read' | 'manage')[]): Promise<string> {
  return withDatabase(prepared.url, async (database) => {
    const made = await createKey({
      ...{ database, pepper: PEPPER, name: 'bench', channelCode: 'public', destinationNumbers: null },
      ...{ scopes, expiresAt: null, clock: systemClock },
    });
    return made.key;
  });
}

/**
 * What every process polls, followed or not: counters, the queue of events and deliveries, whose cost E1 names, and bookings whose
 * request has expired. No calendar is made from these tables but the counters.
 */
const POLLED = ['epoch', 'catalogue_change', 'booking_event', 'delivery', 'booking'];

/** Scans of all other tables in the idle seconds. */
async function scansIn({ url }: PreparedDatabase): Promise<number> {
  const count = () =>
    withDatabase(url, async ({ prisma }) => {
      const [row] = await prisma.$queryRawUnsafe<{ scans: number }[]>(
        `SELECT sum(seq_scan + coalesce(idx_scan, 0))::float8 AS scans FROM pg_stat_user_tables
         WHERE relname <> ALL ($1::text[])`,
        POLLED,
      );
      return row!.scans;
    });
  const before = await count();
  await pause(IDLE_SECONDS * 1_000);
  return (await count()) - before;
}
