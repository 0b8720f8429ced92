/** B2: stays that are moved by `changeBooking`, beside as many clients that book; a second time those clients book, too. */

import { type PreparedDatabase, withDatabase } from '../catalogues/databases.ts';
import { type Subject, subjectsOf } from '../catalogues/subjects.ts';
import { type Ask, operation, send, withHeaders } from '../races/ask.ts';
import type { Contestant } from '../races/contestant.ts';
import { type Measurement, putLoad } from '../races/load.ts';
import { medianMeasurement } from '../races/medians.ts';
import type { Settings } from '../settings.ts';
import { bookingAsk, refreshStatistics, stockUp } from './booking-targets.ts';

const CLIENTS = 16;
const MOST_ROOMS = 100;
const DAY_MS = 86_400_000;

const QUOTE = `query ($input: QuoteInput!) {
  quote(input: $input) { ... on StayQuotes { quotes(currency: CZK) { total { amountMinor } } } } }`;
const CHANGE = `mutation ($input: ChangeBookingInput!) { changeBooking(input: $input) { __typename } }`;

export interface ChangeFigures {
  /** Changes, beside bookings. */
  readonly changes: Measurement;
  /** Bookings, in their place. */
  readonly bookings: Measurement;
}

/** The dates of a stay, with what it costs on them. */
interface Priced {
  readonly arrival: string;
  readonly departure: string;
  readonly total: number;
}

/**
 * Moves stays a day and back, each by a client of its own.
 * @throws Error when a change was refused
 */
export async function raceChanges(
  database: PreparedDatabase,
  gateway: Contestant,
  settings: Settings,
): Promise<ChangeFigures> {
  const subjects = await subjectsOf(database, { url: gateway.url, most: MOST_ROOMS });
  // With the night after, to which they are moved.
  await stockUp(
    database,
    subjects.map((subject) => ({ ...subject, departure: dayAfter(subject.departure) })),
  );
  const authorized = (ask: Ask) => withHeaders(ask, { authorization: `Bearer ${database.key}` });
  const movable: { subject: Subject; dates: readonly [Priced, Priced] }[] = [];
  for (const subject of subjects) {
    const { arrival, departure } = subject;
    const moved = { arrival: dayAfter(arrival), departure: dayAfter(departure) };
    const [here, there] = [await priced({ arrival, departure }), await priced(moved)];
    if (here && there) movable.push({ subject, dates: [here, there] });

    async function priced(dates: Omit<Priced, 'total'>): Promise<Priced | null> {
      const input = { visitType: subject.visitType, roomType: subject.roomType, ...dates };
      const { body } = await send(gateway.url, authorized(operation(QUOTE, { input })));
      const total = JSON.parse(body.toString()).data.quote.quotes?.[0]?.total.amountMinor;
      return total === undefined ? null : { ...dates, total };
    }
  }
  if (movable.length === 0) throw new Error('no stay can be moved by a day');
  const bookings = movable.map(({ subject }) => bookingAsk(subject, database.key));
  const places = Array.from({ length: CLIENTS }, (_, place) => movable[place % movable.length]!);
  const ids: string[] = [];
  for (const { subject } of places) {
    const { body } = await send(gateway.url, bookingAsk(subject, database.key));
    ids.push(JSON.parse(body.toString())._id);
  }
  /** First to the day after, then back: each client has the requests of its place. */
  const changes = [1, 0].flatMap((way) =>
    places.map(({ dates }, place) => {
      const { total, ...stay } = dates[way]!;
      return authorized(operation(CHANGE, { input: { id: ids[place], stay, expectedTotal: total } }));
    }),
  );
  await refreshStatistics(database);
  const load = (asks: readonly Ask[], areDealt = false) =>
    putLoad(gateway, { asks, areDealt, seconds: settings.seconds, connections: CLIENTS });
  const measured: { changes: Measurement[]; bookings: Measurement[] } = { changes: [], bookings: [] };
  for (let round = 0; round <= settings.rounds; round++) {
    const before = await changesIn(database);
    const [changed] = await Promise.all([load(changes, true), load(bookings)]);
    const made = (await changesIn(database)) - before;
    // Each of them moves a stay, so one that was refused is missing.
    if (made < changed.perSecond * settings.seconds * 0.95) throw new Error(`of the changes only ${made} were made`);
    const [booked] = await Promise.all([load(bookings), load(bookings)]);
    if (round === 0) continue;
    measured.changes.push(changed);
    measured.bookings.push(booked);
  }
  return { changes: medianMeasurement(measured.changes), bookings: medianMeasurement(measured.bookings) };
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
}

function changesIn(database: PreparedDatabase): Promise<number> {
  return withDatabase(database.url, ({ prisma }) => prisma.bookingEvent.count({ where: { type: 'CHANGED' } }));
}
