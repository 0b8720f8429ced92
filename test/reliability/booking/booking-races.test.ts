import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnOfDay } from '../../../src/data/sql/column-types.ts';
import type { BookingOutcome } from '../../../src/operations/booking/booking-outcome.ts';
import {
  BOOKING,
  type BookingScene,
  day,
  fillScene,
  openScene,
  soldNights,
} from '../../support/booking/booking-scene.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { drawFromSeed } from '../../support/catalogue/random/random-draw.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { deadlocksOf, openRivalPool } from '../../support/database/rival-transactions.ts';
import { retryRequest } from '../../support/requests/retry-request.ts';

const SEED = newSeed();
let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase({ poolSize: 12 });
  await fillScene(database);
});
afterAll(() => database.close());

function countKinds(outcomes: readonly BookingOutcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of outcomes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

describe('bookings at the same time on a real PostgreSQL', () => {
  let scene: BookingScene;
  beforeAll(async () => {
    scene = await openScene(database);
  });
  afterAll(() => scene.close());

  test('200 of 5 rooms give exactly 5', async () => {
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => retryRequest(() => scene.book())));
    expect(countKinds(outcomes)).toEqual({ created: 5, noCapacity: 195 });
    expect(await soldNights(database, { ...BOOKING, roomType: 11 })).toEqual([5, 5, 5]);
    expect(await database.prisma.booking.count()).toBe(5);
  });

  test('100 with one idempotency key give one booking and one answer', async () => {
    const stay = { arrival: day('2026-07-06'), departure: day('2026-07-08') };
    const asked = { input: { ...stay, idempotencyKey: 'one of a hundred' } };
    const before = await database.prisma.booking.count();
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => retryRequest(() => scene.book(asked))));
    const made = outcomes.filter((outcome) => outcome.kind === 'created');
    expect(made).toHaveLength(100);
    expect(new Set(made.map(({ bookingId }) => bookingId)).size).toBe(1);
    expect(made.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await database.prisma.booking.count()).toBe(before + 1);
    expect(await soldNights(database, { roomType: 11, ...stay })).toEqual([1, 1]);
  });
});

test('300 random overlapping stays from two pools never exceed capacity, sold equals booked, and nothing deadlocks', async () => {
  const [one, other] = await Promise.all([openRivalPool(database.url, 8), openRivalPool(database.url, 8)]);
  const scenes = await Promise.all([openScene(one), openScene(other)]);
  const below = drawFromSeed(SEED);
  const guests = BOOKING.guests.slice(0, 1);
  const stays = Array.from({ length: 300 }, () => {
    const arrival = day('2026-10-05') + below(15);
    const roomType = ['11', '12', '13', '21'][below(4)]!;
    return { arrival, departure: arrival + 1 + below(7), roomType, hotel: roomType === '21' ? '2' : '1', guests };
  });
  const outcomes = await Promise.all(
    stays.map((input, index) => retryRequest(() => scenes[index % 2]!.book({ input }))),
  );
  for (const scene of scenes) await scene.close();
  await Promise.all([one.close(), other.close()]);

  expect(outcomes.map(({ kind }) => kind).filter((kind) => kind !== 'created' && kind !== 'noCapacity')).toEqual([]);
  expect(new Set(outcomes.map(({ kind }) => kind)).size).toBe(2);
  const nights = await database.prisma.$queryRaw<{ units: number; sold: number; booked: number }[]>`
    SELECT units, sold, (SELECT count(*)::int FROM booking
      WHERE kind = 'BINDING' AND booking.room_type_number = inventory_night.room_type_number
        AND arrival <= night AND night < departure) AS booked
    FROM inventory_night WHERE night >= ${columnOfDay(day('2026-10-05'))}::date`;
  expect(nights.filter(({ units, sold, booked }) => sold !== booked || sold > units)).toEqual([]);
  expect(nights.filter(({ units, sold }) => sold === units).length).toBeGreaterThan(20);
  expect(await deadlocksOf(database)).toBe(0);
});
