/**
 * E1: how long after a booking was sent its webhook has arrived, while 16 clients book, at a steady rate and as fast as they can; and
 * what a process asks the database while nothing happens.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createKey } from '../../src/data/keys/api-keys.ts';
import { systemClock } from '../../src/domain/time/clock.ts';
import { PEPPER, type PreparedDatabase, withDatabase } from '../catalogues/databases.ts';
import { type Subject, subjectsOf } from '../catalogues/subjects.ts';
import { operation, send, withHeaders } from '../races/ask.ts';
import { type Contestant, startGateway } from '../races/contestant.ts';
import { percentile } from '../races/medians.ts';
import type { Settings } from '../settings.ts';
import { bookingAsk, refreshStatistics, stockUp } from './booking-targets.ts';

const ROOMS = 100;
export const CLIENTS = 16;
/** Bookings a second of all clients together: a tenth of what a process can make, and a thousand times what a large chain needs. */
export const STEADY_PER_SECOND = 50;
const WARM_UP_SECONDS = 5;
/** The steady rate lasts so long that its 99th percentile is that of a thousand bookings. */
const STEADY_SECONDS = 20;
/** Until everything that was booked has been delivered. */
const LAST_MS = 120_000;
export const IDLE_SECONDS = 60;
/** An idle connection reports what it has counted after at most ten seconds. */
const COUNTING_MS = 12_000;

export interface Delivered {
  readonly bookings: number;
  readonly perSecond: number;
  /** From sending a booking to the arrival of its webhook. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface DeliveryFigures {
  readonly database: PreparedDatabase['name'];
  readonly steady: Delivered;
  /** As fast as the clients can. */
  readonly full: Delivered;
  /** In a minute in which nothing happens. */
  readonly idle: {
    readonly transactions: number;
    /** Scans of the tables of events and deliveries. */
    readonly scans: number;
    /** Null: not known. */
    readonly cpuMs: number | null;
  };
}

interface Arrivals {
  readonly url: string;
  /** When the webhook of a booking has arrived, by the booking's id. */
  readonly times: Map<string, number>;
  close(): void;
}

/** @throws Error when a booking is refused, or a webhook does not arrive */
export async function measureDeliveries(database: PreparedDatabase, settings: Settings): Promise<DeliveryFigures> {
  const gateway = await startGateway(database, {
    ...{ name: 'delivering gateway', storeMb: 0, environment: { WEBHOOKS_ALLOW_PRIVATE: '1' } },
  });
  const arrivals = await receive();
  try {
    const subjects = await subjectsOf(database, { url: gateway.url, most: ROOMS });
    await stockUp(database, subjects);
    await createHook(database, { gateway: gateway.url, url: arrivals.url });
    const book = (seconds: number, perSecond: number) =>
      bookAndWait({ gateway, arrivals, subjects, key: database.key, seconds, perSecond });
    await book(WARM_UP_SECONDS, Number.POSITIVE_INFINITY);
    await refreshStatistics(database);
    const steady = await book(STEADY_SECONDS, STEADY_PER_SECOND);
    const full = await book(settings.seconds * settings.rounds, Number.POSITIVE_INFINITY);
    return { database: database.name, steady, full, idle: await idleCost(database, gateway) };
  } finally {
    arrivals.close();
    await gateway.stop();
  }
}

/** An endpoint that takes everything. */
async function receive(): Promise<Arrivals> {
  const times = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const now = performance.now();
    const { data } = JSON.parse(await text(request)) as { data: { bookingId: string } };
    if (!times.has(data.bookingId)) times.set(data.bookingId, now);
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, times, close: () => void server.close() };
}

async function createHook(prepared: PreparedDatabase, { gateway, url }: { gateway: string; url: string }) {
  const { key } = await withDatabase(prepared.url, (database) =>
    createKey({
      ...{ database, pepper: PEPPER, name: 'hotel system', channelCode: 'public', destinationNumbers: null },
      ...{ scopes: ['manage'], expiresAt: null, clock: systemClock },
    }),
  );
  const create = 'mutation ($url: String!) { createWebhook(input: { url: $url }) { __typename } }';
  const asked = withHeaders(operation(create, { url }), { authorization: `Bearer ${key}` });
  const { body } = await send(gateway, asked);
  if (!body.includes('"WebhookCreated"')) throw new Error(`refused: ${body}`);
}

/** Books over all clients together, `perSecond` at most, and waits for every webhook. */
async function bookAndWait({
  gateway,
  arrivals,
  subjects,
  key,
  seconds,
  perSecond,
}: {
  gateway: Contestant;
  arrivals: Arrivals;
  subjects: readonly Subject[];
  key: string;
  seconds: number;
  perSecond: number;
}): Promise<Delivered> {
  const asks = subjects.map((subject) => bookingAsk(subject, key));
  const sentAt = new Map<string, number>();
  const begun = performance.now();
  const endsAt = begun + seconds * 1_000;
  let asked = 0;
  const client = async (): Promise<void> => {
    for (;;) {
      const place = asked++;
      const due = begun + (perSecond === Number.POSITIVE_INFINITY ? 0 : (place * 1_000) / perSecond);
      if (Math.max(due, performance.now()) >= endsAt) return;
      if (due > performance.now()) await pause(due - performance.now());
      const now = performance.now();
      const { status, body } = await send(gateway.url, asks[place % asks.length]!);
      if (status !== 201) throw new Error(`a booking was answered ${status}: ${body}`);
      sentAt.set((JSON.parse(String(body)) as { _id: string })._id, now);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const took = performance.now() - begun;
  const latest = performance.now() + LAST_MS;
  while ([...sentAt.keys()].some((id) => !arrivals.times.has(id))) {
    if (performance.now() > latest) throw new Error('a webhook has not arrived');
    await pause(50);
  }
  const times = [...sentAt].map(([id, sent]) => arrivals.times.get(id)! - sent);
  return {
    bookings: times.length,
    perSecond: (times.length * 1_000) / took,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  };
}

async function idleCost({ url }: PreparedDatabase, gateway: Contestant): Promise<DeliveryFigures['idle']> {
  await pause(COUNTING_MS);
  const own = difference(await countersOf(url), await countersOf(url));
  const [before, cpuBefore] = [await countersOf(url), await gateway.cpuMicros()];
  await pause(IDLE_SECONDS * 1_000);
  const cpuAfter = await gateway.cpuMicros();
  await pause(COUNTING_MS);
  const counted = difference(before, await countersOf(url));
  // The counters were read, and counted for longer.
  const perMinute = (count: number, ofReading: number) =>
    ((count - ofReading) * 60_000) / (IDLE_SECONDS * 1_000 + COUNTING_MS);
  return {
    transactions: perMinute(counted.transactions, own.transactions),
    scans: perMinute(counted.scans, own.scans),
    cpuMs: cpuBefore === null || cpuAfter === null ? null : ((cpuAfter - cpuBefore) / 1_000) * (60 / IDLE_SECONDS),
  };
}

interface Counters {
  readonly transactions: number;
  readonly scans: number;
}

function difference(before: Counters, after: Counters): Counters {
  return { transactions: after.transactions - before.transactions, scans: after.scans - before.scans };
}

function countersOf(url: string): Promise<Counters> {
  return withDatabase(url, async ({ prisma }) => {
    const [row] = await prisma.$queryRawUnsafe<Counters[]>(
      `SELECT (SELECT xact_commit::float8 FROM pg_stat_database WHERE datname = current_database()) AS transactions,
        (SELECT sum(seq_scan + coalesce(idx_scan, 0))::float8 FROM pg_stat_user_tables
          WHERE relname IN ('booking_event', 'delivery')) AS scans`,
    );
    return row!;
  });
}
