/**
 * Measures what each mechanism buys: the gateway as it is and one without the mechanism, in turn, round after round. Their answers
 * must be equal before anything is measured, and afterwards. What is measured is processor time for a number of requests, so that
 * other work on the machine matters little.
 */

import { formatDay, parseDay } from '../../src/domain/time/civil-date.ts';
import type { PreparedDatabase } from '../catalogues/databases.ts';
import { calendarVariables, type Subject, subjectsOf } from '../catalogues/subjects.ts';
import { livingReads } from '../living/reads.ts';
import { livingSubjects } from '../living/subjects.ts';
import { inventoryUpdates, rateUpdates, type Updates, update } from '../living/updates.ts';
import { type Ask, contentOf, get, operation, send, withHeaders } from '../races/ask.ts';
import type { Contestant } from '../races/contestant.ts';
import { median } from '../races/medians.ts';
import { differenceOf } from '../races/same-content.ts';
import { pagesAfterUpdates } from '../races/updated-pages.ts';
import { isWanted, type Settings } from '../settings.ts';
import { CALENDAR } from '../workloads/operations.ts';
import { type Workload, workloadsOf } from '../workloads/workloads.ts';
import { type Group, MECHANISMS, type Mechanism } from './mechanisms.ts';
import { startAblated } from './start.ts';

const SUBJECTS = 8;
/** The size of the response cache, as `npm start` sets it. */
const STORE_MB = 64;
/** Who ask at the same time after an update. */
const CROWD = 16;
/** Fewer than of a page by itself: a crowd takes longer. */
const UPDATES_PER_ROUND = { alone: 15, crowd: 8 };

const HITS = ['G1', 'G3', 'R1', 'R3', 'R4', 'R6'];
const COMPUTED = ['G0', 'G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'R1', 'R2', 'R3', 'R4'];
const PAGES: Readonly<Record<string, string>> = { R1a: '/api/v1/visit-types', R4a: '/api/v2/hotels' };
const PAGE_IDS = ['G1', 'R1', 'R4', ...Object.keys(PAGES)];
const CROWDED = ['G1', 'R4a', 'C'];

/** Requests that compile what is compiled, and fill the caches. */
const WARM_UPS = 30;
/** Processor time of one measurement, about. */
const MEASUREMENT_MICROS = 150_000;
const LEAST_REQUESTS = 10;
const MOST_REQUESTS = 2_000;
/** Reads of a living catalogue in each measurement, each of them several times. */
const READS = 300;
const TIMES = 6;
/** So many at the same time. */
const AT_ONCE = 10;
/** After how many reads something changes. */
const LIVING: readonly {
  readonly says: string;
  readonly changes: 'rates' | 'inventory' | null;
  readonly every: number;
}[] = [
  { says: 'quiet', changes: null, every: 0 },
  { says: 'prices, every 100 reads', changes: 'rates', every: 100 },
  { says: 'rooms, every 20 reads', changes: 'inventory', every: 20 },
];

/** A gain: processor time without the mechanism, as a multiple of that with it; null: not known. */
export interface Gain {
  readonly group: Group;
  readonly workload: string;
  readonly gain: number | null;
}

/** The gains of mechanisms, by their names. */
export type Gains = Readonly<Record<string, readonly Gain[]>>;

type Measured = Omit<Gain, 'group'>[];

interface Parts {
  readonly database: PreparedDatabase;
  readonly settings: Settings;
  readonly mechanism: Mechanism;
  readonly workloads: readonly Workload[];
  /** The gateway as it is, and the one without. */
  readonly pair: readonly [Contestant, Contestant];
}

/**
 * Measures the mechanisms one by one, on one database; `keep` gets the gains of each.
 * @throws Error when an ablated gateway answers differently
 */
export async function ablate(
  database: PreparedDatabase,
  {
    settings,
    say,
    keep,
  }: { settings: Settings; say: (line: string) => void; keep: (gains: Gains) => Promise<unknown> },
): Promise<void> {
  const asked = MECHANISMS.map((mechanism) => ({
    mechanism,
    groups: isAsked(settings, mechanism.id) ? mechanism.groups.filter((one) => isWanted(settings, one)) : [],
  })).filter(({ groups }) => groups.length > 0);
  if (asked.length === 0) return;
  const running = new Set<Contestant>();
  const start = async (mechanism: Mechanism | null, storeMb: number) => {
    const gateway = await startAblated(database, mechanism, { storeMb });
    running.add(gateway);
    return gateway;
  };
  try {
    const whole = { off: await start(null, 0), on: await start(null, STORE_MB) };
    const { url } = whole.off;
    const subjects = await subjectsOf(database, { url, most: SUBJECTS });
    const workloads = [
      ...(await workloadsOf(database, { url, subjects })),
      ...pageWorkloads(database),
      crowdOf(database, subjects[0]!),
    ];
    for (const { mechanism, groups } of asked) {
      const started: Partial<Record<'off' | 'on', Contestant>> = {};
      const gains: Gain[] = [];
      for (const group of groups) {
        const store = group === 'computed' ? 'off' : 'on';
        started[store] ??= await start(mechanism, store === 'off' ? 0 : (mechanism.storeMb ?? STORE_MB));
        const pair = [whole[store], started[store]] as const;
        const measured = await MEASURES[group]({ database, settings, mechanism, workloads, pair });
        gains.push(...measured.map((one) => ({ ...one, group })));
        const told = measured.map(({ workload, gain }) => `${workload} ${gain?.toFixed(2)}`);
        say(`without ${mechanism.id}, ${group}: ${told.join(', ')}`);
      }
      await keep({ [mechanism.id]: gains });
      for (const gateway of Object.values(started)) {
        running.delete(gateway);
        await gateway.stop();
      }
    }
  } finally {
    await Promise.all([...running].map((gateway) => gateway.stop()));
  }
}

function isAsked({ without }: Settings, id: string): boolean {
  return without.length === 0 || without.some((prefix) => id.startsWith(prefix));
}

const MEASURES: Readonly<Record<Group, (parts: Parts) => Promise<Measured>>> = {
  hits: (parts) => raceAll(parts, HITS),
  computed: (parts) => raceAll(parts, COMPUTED),
  living: raceReads,
  pages: (parts) => racePages(parts, { pages: PAGE_IDS, clients: 1, updatesPerRound: UPDATES_PER_ROUND.alone }),
  crowds: (parts) => racePages(parts, { pages: CROWDED, clients: CROWD, updatesPerRound: UPDATES_PER_ROUND.crowd }),
};

async function raceAll({ mechanism, workloads, pair, settings }: Parts, ids: readonly string[]): Promise<Measured> {
  const measured: Measured = [];
  const wanted = ids.filter((id) => mechanism.workloads?.includes(id) ?? true);
  for (const { id, asks } of workloads.filter((one) => wanted.includes(one.id))) {
    const work = async ({ url }: Contestant, requests: number) => {
      for (let index = 0; index < requests; index++) await send(url, asks[index % asks.length]!);
    };
    await refuseDifferent(pair, asks);
    const counts = new Map<Contestant, number>();
    for (const gateway of pair) {
      await work(gateway, WARM_UPS);
      const micros = (await cpuOf(gateway, () => work(gateway, LEAST_REQUESTS))) ?? 0;
      const fitting = Math.round((MEASUREMENT_MICROS * LEAST_REQUESTS) / Math.max(1, micros));
      counts.set(gateway, Math.min(MOST_REQUESTS, Math.max(LEAST_REQUESTS, fitting)));
    }
    const countOf = (gateway: Contestant) => counts.get(gateway) ?? LEAST_REQUESTS;
    const gain = await gainOf(pair, settings, (gateway) => work(gateway, countOf(gateway)));
    // Each has answered as many requests as fit into the same time.
    const share = countOf(pair[0]) / countOf(pair[1]);
    measured.push({ workload: id, gain: gain === null ? null : gain * share });
    await refuseDifferent(pair, asks);
  }
  return measured;
}

/** Reads of calendars and pages, while something changes after each so many of them. */
async function raceReads({ database, settings, pair }: Parts): Promise<Measured> {
  const subjects = await livingSubjects(database);
  const asks = livingReads(database, subjects)
    .slice(0, READS)
    .map(({ ask }) => ask);
  const updates: Record<'rates' | 'inventory', Updates> = {
    rates: rateUpdates(database, subjects),
    inventory: inventoryUpdates(database, subjects),
  };
  const readAll = async ({ url }: Contestant, change: (read: number) => Promise<void> = async () => {}) => {
    for (let first = 0; first < asks.length; first += AT_ONCE) {
      await change(first);
      await Promise.all(asks.slice(first, first + AT_ONCE).map((ask) => send(url, ask)));
    }
  };
  await refuseDifferent(pair, asks);
  const measured: Measured = [];
  for (const { says, changes, every } of LIVING) {
    const gain = await gainOf(
      pair,
      settings,
      async (gateway) => {
        const change = async (read: number) => {
          if (changes && read % every === 0) await update(gateway.url, updates[changes]());
        };
        for (let time = 0; time < TIMES; time++) await readAll(gateway, change);
      },
      // What the other one has changed is read again before.
      (gateway) => readAll(gateway),
    );
    measured.push({ workload: `L1: ${says}`, gain });
  }
  await refuseDifferent(pair, asks);
  return measured;
}

async function racePages(
  { database, settings, mechanism, workloads, pair }: Parts,
  how: { pages: readonly string[]; clients: number; updatesPerRound: number },
): Promise<Measured> {
  const pages = how.pages.filter((id) => mechanism.workloads?.includes(id) ?? true);
  const measured = await pagesAfterUpdates({ database, workloads, gateways: pair }, settings, { ...how, pages });
  return measured.map(({ workload, ms: [whole, without] }) => ({ workload, gain: ratio(without, whole) }));
}

/** The ratio of the medians of several rounds, in which both do the same work in turn. */
async function gainOf(
  pair: Parts['pair'],
  { rounds }: Settings,
  work: (gateway: Contestant) => Promise<void>,
  before: (gateway: Contestant) => Promise<void> = async () => {},
): Promise<number | null> {
  const micros = pair.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, gateway] of pair.entries()) {
      await before(gateway);
      const spent = await cpuOf(gateway, () => work(gateway));
      if (spent !== null) micros[index]!.push(spent);
    }
  }
  const [whole, without] = micros.map((all) => (all.length === 0 ? null : median(all)));
  return ratio(without, whole);
}

/** Processor time of a gateway while something runs, in microseconds; null: not known. */
async function cpuOf(gateway: Contestant, run: () => Promise<void>): Promise<number | null> {
  const before = await gateway.cpuMicros();
  await run();
  const after = await gateway.cpuMicros();
  return before === null || after === null ? null : after - before;
}

/** @throws Error when two answers differ */
async function refuseDifferent([whole, without]: Parts['pair'], asks: readonly Ask[]): Promise<void> {
  for (const ask of asks) {
    const [one, other] = [contentOf(ask, await send(whole.url, ask)), contentOf(ask, await send(without.url, ask))];
    const difference = differenceOf(one, other);
    if (difference) throw new Error(`${ask.method} ${ask.path}: ${without.name} differs at ${difference}`);
  }
}

/** Pages as they are when nobody says how long. */
function pageWorkloads({ key }: PreparedDatabase): Workload[] {
  return Object.entries(PAGES).map(([id, path]) => ({
    id,
    title: `GET ${path}`,
    asks: [withHeaders(get(path), { authorization: `Bearer ${key}` })],
    rivals: [],
  }));
}

/** Different calendars of one visit type, all asked for at the same time. */
function crowdOf({ key }: PreparedDatabase, subject: Subject): Workload {
  const last = parseDay(subject.calendarTo)!;
  const asks = Array.from({ length: CROWD }, (_, days) =>
    operation(CALENDAR, calendarVariables({ ...subject, calendarTo: formatDay(last - days) })),
  );
  return {
    id: 'C',
    title: 'calendars of one room that end on different days',
    asks: asks.map((ask) => withHeaders(ask, { authorization: `Bearer ${key}` })),
    shows: [subject.visitType],
    rivals: [],
  };
}

function ratio(without: number | null | undefined, whole: number | null | undefined): number | null {
  return without == null || whole == null || whole === 0 ? null : without / whole;
}
