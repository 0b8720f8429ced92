/** Capacity sold by two gateway processes on one PostgreSQL: sold equals booked, and never exceeds capacity. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import {
  type AskedStay,
  type BookingAnswer,
  book,
  bookUntilAnswered,
  withConcurrency,
} from '../../support/booking/booking-client.ts';
import { openSpa, ROOM_TYPES, type Spa } from '../../support/booking/booking-processes.ts';
import { bookingsByNote, disagreementsOf } from '../../support/booking/booking-records.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { between, drawFromSeed, pick } from '../../support/catalogue/random/random-draw.ts';
import { deadlocksOf } from '../../support/database/rival-transactions.ts';
import type { Serving } from '../../support/gateway/run-cli.ts';
import { amount, say } from '../../support/gateway/soak.ts';

const SEED = newSeed();
const ROUNDS = amount({ short: 1, long: 20 });
const STAYS = amount({ short: 150, long: 1_000 });
const LANES = 40;
const AT_ONCE = amount({ short: 300, long: 2_000 });
/** Requests per minute of one process: fewer than it gets when all are sent at once. */
const LIMIT = amount({ short: 100, long: 600 });
/** Each round has its own nights: arrivals on the first 15, stays of up to 7 nights. */
const NIGHTS_PER_ROUND = 22;

let spa: Spa & { readonly database: Database };
beforeAll(async () => {
  spa = await openSpa({ units: { 11: 6, 12: 3, 13: 1, 21: 4 }, nights: NIGHTS_PER_ROUND * (ROUNDS + 1) });
});
afterAll(() => spa?.close());
let servers: Serving[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
});

test(`${STAYS} random overlapping stays from two processes: sold is what the bookings say, never beyond capacity, and nothing deadlocks`, async () => {
  const before = await deadlocksOf(spa.database);
  servers = await Promise.all([spa.serve(), spa.serve()]);
  for (let round = 1; round <= ROUNDS; round++) {
    const stays = randomStays(round);
    const answers = await withConcurrency(stays, LANES, (stay, index) =>
      bookUntilAnswered(() => servers[index % 2]!.url, spa.key, stay),
    );
    say('capacity, two processes', { seed: SEED, round, stays: STAYS, statuses: statusesOf(answers) });
    expect(Object.keys(statusesOf(answers))).toEqual(['201', '422']);
    expect(await disagreementsOf(spa.database, spa.epochsBefore)).toEqual([]);
    expect(await idsOfNotes(stays)).toEqual(answers.map(({ bookingIds }) => bookingIds));
  }
  await stopServers();
  expect(await deadlocksOf(spa.database)).toBe(before);
});

test(`${AT_ONCE} bookings at once of a few rooms are answered 201, 422, or 429 and 503 with Retry-After, and the rooms sell out`, async () => {
  const before = await deadlocksOf(spa.database);
  servers = await Promise.all([spa.serve(), spa.serve({ RATE_LIMIT_PER_MINUTE: String(LIMIT) })]);
  const arrival = spa.firstNight + NIGHTS_PER_ROUND * ROUNDS;
  const stays = Array.from({ length: AT_ONCE }, (_, index): AskedStay => {
    return { roomType: index % 4 < 2 ? 11 : 12, arrival, departure: arrival + 3, note: `at-once-${index}` };
  });
  const answers = await Promise.all(stays.map((stay, index) => book(servers[index % 2]!.url, spa.key, stay)));
  const statuses = statusesOf(answers);
  say('capacity, at once', { requests: AT_ONCE, limit: LIMIT, statuses });
  expect(Object.keys(statuses).filter((status) => !['201', '422', '429', '503'].includes(status))).toEqual([]);
  const sentAway = answers.filter(({ status }) => status === 429 || status === 503);
  expect(sentAway.filter(({ retryAfter }) => !/^[1-9]\d*$/.test(retryAfter ?? ''))).toEqual([]);
  expect(statuses[429]).toBeGreaterThan(0);
  // The refused requests leave nothing behind, and others get the rooms.
  expect(statuses[201]).toBe(6 + 3);
  expect(await idsOfNotes(stays)).toEqual(answers.map(({ bookingIds }) => bookingIds));
  expect(await disagreementsOf(spa.database, spa.epochsBefore)).toEqual([]);
  await stopServers();
  expect(await deadlocksOf(spa.database)).toBe(before);
});

/** Stays within the nights of a round. */
function randomStays(round: number): AskedStay[] {
  const draw = drawFromSeed(SEED + round);
  return Array.from({ length: STAYS }, (_, index) => {
    const arrival = spa.firstNight + NIGHTS_PER_ROUND * (round - 1) + draw(15);
    const departure = arrival + between(draw, 1, 7);
    return { roomType: pick(draw, ROOM_TYPES), arrival, departure, note: `round-${round}-stay-${index}` };
  });
}

/** The number of answers by status. */
function statusesOf(answers: readonly BookingAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The ids of the bookings of each stay. */
async function idsOfNotes(stays: readonly AskedStay[]): Promise<string[][]> {
  const bookings = await bookingsByNote(spa.database);
  return stays.map(({ note }) => (bookings.get(note) ?? []).map(({ id }) => id));
}

async function stopServers(): Promise<void> {
  const ended = await Promise.all(servers.map((server) => server.stop()));
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
}
