/**
 * Clients of one process that book, cancel, hold, change prices and read, each one request after the other: the load of a rolling upgrade. What
 * was acknowledged, by whatever process, is in one ledger.
 */
import { expect } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import { bookingsByNote } from '../booking/booking-records.ts';
import { until } from '../requests/until.ts';
import { dateFromNow, nightBody, nightCalendar, type ServedClient, servedClient } from './served-gateway.ts';

/** The rooms of each night. */
export const UNITS = 20;
/** Each night is tried more often than it has rooms, and then the next one: there is always something to book, and all contest the last rooms. */
const TRIES = 60;
const NIGHTS = 390;
const CLIENTS = 4;
/** How many answers each phase waits for. */
const ANSWERS = 300;

/** What each sort comes to, first of all its success. */
const OUTCOMES = {
  book: ['201', '422'],
  cancel: ['BookingCancelled', 'nothing'],
  hold: ['StayHeld', 'NoCapacity', 'TooManyHolds'],
  release: ['HoldReleased', 'nothing'],
  price: ['RatesUpdated'],
  read: ['200'],
} as const;
export type Sort = keyof typeof OUTCOMES;

/** What all processes have answered. */
export interface Ledger {
  /** How many answers there were, under who gave them, what was asked and what came of it. */
  readonly answers: Map<string, number>;
  /** ObjectIds of acknowledged bookings, by note. */
  readonly booked: Map<string, string>;
  /** ObjectIds of acknowledged cancellations. */
  readonly cancelled: Set<string>;
  tries: number;
}

export function openLedger(): Ledger {
  return { answers: new Map(), booked: new Map(), cancelled: new Set(), tries: 0 };
}

interface Options {
  readonly url: string;
  readonly key: string;
  readonly sorts: readonly Sort[];
  /** Whether the process is of release 0.2.0, which names the argument of `releaseHold` otherwise. */
  readonly isFormer: boolean;
  readonly ledger: Ledger;
}

/** Asks until it is stopped. */
export function startLoad(who: string, { url, key, sorts, isFormer, ledger }: Options) {
  const client = servedClient({ url, key });
  const ask = asker(client, { isFormer, ledger });
  const count = (sort: Sort, came: string) => ledger.answers.get(`${who}: ${sort} ${came}`) ?? 0;
  let answered = 0;
  let isOver = false;
  let turn = 0;
  const goOn = async () => {
    while (!isOver) {
      const sort = sorts[turn++ % sorts.length]!;
      const came = await ask(sort).catch((error: Error) => error.message);
      ledger.answers.set(`${who}: ${sort} ${came}`, count(sort, came) + 1);
      answered += 1;
    }
  };
  const ended = Promise.all(Array.from({ length: CLIENTS }, goOn));
  return {
    /** Waits for more answers; each sort of request must succeed among them. */
    async expectMore() {
      const successes = () => new Map(sorts.map((sort) => [sort, count(sort, OUTCOMES[sort][0])]));
      const [before, already] = [successes(), answered];
      await until(
        async () => answered - already,
        (more) => more >= ANSWERS,
      );
      const after = successes();
      expect(
        sorts.filter((sort) => after.get(sort) === before.get(sort)),
        `${who} never does`,
      ).toEqual([]);
    },
    async stop() {
      isOver = true;
      await ended;
    },
  };
}

/** Sends a request of a sort, and says what came of it. */
function asker(client: ServedClient, { isFormer, ledger }: Pick<Options, 'isFormer' | 'ledger'>) {
  const [booked, held]: [string[], string[]] = [[], []];
  const run = async (mutation: string) => {
    const { status, text, json } = await client.graphql(`mutation { result: ${mutation} }`);
    const result = json<{ data?: { result?: { __typename: string; hold?: { id: string } } } }>().data?.result;
    return { came: status === 200 ? (result?.__typename ?? text) : `${status}`, hold: result?.hold?.id };
  };
  return async (sort: Sort): Promise<string> => {
    const days = 1 + (Math.floor(ledger.tries / TRIES) % NIGHTS);
    const [arrival, departure] = [dateFromNow(days), dateFromNow(days + 1)];
    if (sort === 'read') return `${(await client.get(nightCalendar(days))).status}`;
    if (sort === 'hold') {
      const stay = `visitType: "101", roomType: "11", arrival: "${arrival}", departure: "${departure}", currency: CZK`;
      const { came, hold } = await run(
        `holdStay(input: {${stay}, minutes: 1}) { __typename ... on StayHeld { hold { id } } }`,
      );
      if (hold !== undefined) held.push(hold);
      return came;
    }
    if (sort === 'release') {
      const id = held.shift();
      const given = isFormer ? `id: "${id}"` : `input: {id: "${id}"}`;
      return id === undefined ? 'nothing' : (await run(`releaseHold(${given}) { __typename }`)).came;
    }
    if (sort === 'price') {
      const amountMinor = 100_000 + (ledger.tries % 7);
      const change = `roomType: "11", from: "${arrival}", to: "${arrival}", amountMinor: ${amountMinor}`;
      const input = `visitType: "101", priceList: 1, changes: [{${change}}]`;
      return (await run(`updateRates(input: {${input}}) { __typename }`)).came;
    }
    if (sort === 'cancel') {
      const id = booked.shift();
      if (id === undefined) return 'nothing';
      const { came } = await run(`cancelBooking(input: {id: "${id}"}) { __typename }`);
      if (came === 'BookingCancelled') ledger.cancelled.add(id);
      return came;
    }
    const note = `booking-${ledger.tries++}`;
    const answer = await client.book({ ...nightBody(days), customer_note: note });
    if (answer.status === 201) {
      const { id } = answer.json<{ id: string }>();
      ledger.booked.set(note, id);
      booked.push(id);
    }
    return `${answer.status}`;
  };
}

/** No answer was another than it may be, and some were refused the last room. */
export function expectNoErrors({ answers }: Ledger): void {
  const may = new Set(Object.entries(OUTCOMES).flatMap(([sort, all]) => all.map((came) => `${sort} ${came}`)));
  expect([...answers].filter(([name]) => !may.has(name.split(': ')[1]!))).toEqual([]);
  expect([...answers.keys()].some((name) => name.endsWith('book 422'))).toBe(true);
}

/** The database has exactly the bookings and cancellations that were acknowledged, and the feed of events tells of each once, in order. */
export async function expectNothingLost(
  { booked, cancelled }: Ledger,
  { database, client }: { database: Database; client: ServedClient },
): Promise<void> {
  const stored = await bookingsByNote(database);
  const ids = [...stored].map(([note, all]) => [note, ...all.map(({ id }) => id)]);
  expect(ids.sort()).toEqual([...booked].sort());
  const off = await database.prisma.booking.findMany({ where: { status: 'CANCELLED' }, select: { id: true } });
  expect(off.map(({ id }) => id).sort()).toEqual([...cancelled].sort());
  const told = new Map<string, string[]>();
  const expected = new Map(
    [...booked.values()].map((id) => [id, cancelled.has(id) ? ['CONFIRMED', 'CANCELLED'] : ['CONFIRMED']]),
  );
  let [after, count] = ['null', 0];
  await until(
    async () => {
      const query = `{ events(first: 500, after: ${after}) { nodes { bookingId type } pageInfo { endCursor } } }`;
      const { events } = (await client.graphql(query)).json<{ data: { events: Feed } }>().data;
      for (const { bookingId, type } of events.nodes) told.set(bookingId, [...(told.get(bookingId) ?? []), type]);
      count += events.nodes.length;
      if (events.pageInfo.endCursor !== null) after = JSON.stringify(events.pageInfo.endCursor);
      return count;
    },
    (shown) => shown >= booked.size + cancelled.size,
  );
  expect(told).toEqual(expected);
}

interface Feed {
  readonly nodes: readonly { readonly bookingId: string; readonly type: string }[];
  readonly pageInfo: { readonly endCursor: string | null };
}
