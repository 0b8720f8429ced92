/** Holds, bookings and releases at the same time on a real PostgreSQL (S13). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/data/keys/api-keys.ts';
import { BOOKING, type BookingScene, CALLERS, day, fillScene, openScene } from '../../support/booking/booking-scene.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { deadlocksOf, openRivalPool } from '../../support/database/rival-transactions.ts';
import { retryRequest } from '../../support/requests/retry-request.ts';

const PUBLISHABLE: Caller = { ...CALLERS.everywhere, isPublishable: true };
const GUESTS = BOOKING.guests.slice(0, 1);

let database: FreshDatabase;
let scene: BookingScene;
beforeAll(async () => {
  database = await freshDatabase({ poolSize: 12 });
  await fillScene(database);
  scene = await openScene(database);
});
afterAll(async () => {
  await scene.close();
  await database.close();
});

function countKinds(outcomes: readonly { readonly kind: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of outcomes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function times<T>(count: number, ask: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => retryRequest(() => ask(index))));
}

/** What is taken of a room type on three nights. */
async function takenOf(roomType: number, from: string): Promise<{ sold: number; held: number; units: number }[]> {
  return database.prisma.$queryRaw`
    SELECT units, sold, (SELECT count(*)::int FROM jsonb_object_keys(coalesce(held, '{}'))) AS held FROM inventory_night
    WHERE room_type_number = ${roomType} AND night >= ${from}::date AND night < ${from}::date + 3`;
}

describe('S13: at the same time', () => {
  test('200 holds of 5 rooms give exactly 5', async () => {
    const outcomes = await times(200, (index) => scene.hold({ caller: PUBLISHABLE, network: `192.0.2.${index}` }));
    expect(countKinds(outcomes)).toEqual({ held: 5, noCapacity: 195 });
    expect(await takenOf(11, '2026-05-04')).toEqual(Array(3).fill({ units: 5, sold: 0, held: 5 }));
  });

  test('100 holds and 100 bookings of 5 rooms give exactly 5 of both together', async () => {
    const stay = { arrival: day('2026-06-01'), departure: day('2026-06-04') };
    const outcomes = await times(
      200,
      (index): Promise<{ kind: string }> =>
        index % 2 === 0
          ? scene.hold({ input: stay, caller: PUBLISHABLE, network: `198.51.100.${index}` })
          : scene.book({ input: stay }),
    );
    const { held = 0, created = 0, ...others } = countKinds(outcomes);
    expect([held + created, others]).toEqual([5, { noCapacity: 195 }]);
    expect(await takenOf(11, '2026-06-01')).toEqual(Array(3).fill({ units: 5, sold: created, held }));
  });

  test('40 bookings with one hold make one, on the last room', async () => {
    const stay = { roomType: '13', arrival: day('2026-06-01'), departure: day('2026-06-04') };
    const held = await scene.hold({ input: stay });
    const id = held.kind === 'held' ? held.id : '';
    const outcomes = await times(40, () => scene.book({ input: { ...stay, guests: GUESTS, hold: id } }));
    expect(countKinds(outcomes)).toEqual({ created: 1, notFound: 39 });
    expect(await takenOf(13, '2026-06-01')).toEqual(Array(3).fill({ units: 1, sold: 1, held: 0 }));
  });

  test('a hold is either booked or released, and its room is never lost', async () => {
    const before = await database.prisma.booking.count({ where: { roomTypeNumber: 13 } });
    for (let round = 0; round < 20; round++) {
      const stay = { roomType: '13', arrival: day('2026-07-01') + 3 * round, departure: day('2026-07-04') + 3 * round };
      const held = await scene.hold({ input: stay });
      const id = held.kind === 'held' ? held.id : '';
      const book = () => retryRequest(() => scene.book({ input: { ...stay, guests: GUESTS, hold: id } }));
      const release = () => retryRequest(() => scene.release(id));
      const [one, other] = await Promise.all(round % 2 === 0 ? [book(), release()] : [release(), book()]);
      expect([
        ['created', 'notFound'],
        ['notFound', 'released'],
      ]).toContainEqual([one!.kind, other!.kind].sort());
      const isBooked = one!.kind === 'created' || other!.kind === 'created';
      const after = await scene.book({ input: { ...stay, guests: GUESTS } });
      expect(after.kind).toBe(isBooked ? 'noCapacity' : 'created');
    }
    expect(await database.prisma.booking.count({ where: { roomTypeNumber: 13 } })).toBe(before + 20);
  });

  test('60 holds of a client leave 20 open, and 10 from one address of a publishable key 5', async () => {
    const nights = (index: number) => ({ arrival: day('2026-09-01') + index, departure: day('2026-09-02') + index });
    const caller = CALLERS.partner;
    const outcomes = await times(60, (index) => scene.hold({ input: nights(index), caller }));
    expect(countKinds(outcomes)).toEqual({ held: 20, tooManyHolds: 40 });
    const fromOne = { caller: { ...caller, isPublishable: true }, network: '203.0.113.7' };
    const publishable = await times(10, (index) => scene.hold({ input: nights(index), ...fromOne }));
    expect(countKinds(publishable)).toEqual({ held: 5, tooManyHolds: 5 });
  });
});

test('S13: a booking that began before its hold expired takes no room that another process has held since', async () => {
  const stay = { roomType: '13', arrival: day('2026-09-21'), departure: day('2026-09-24') };
  const late = await openScene(database);
  const first = await scene.hold({ input: { ...stay, minutes: 1 }, caller: PUBLISHABLE, network: '192.0.2.1' });
  late.clock.millis = scene.clock.millis + 2 * 60_000;
  const second = await late.hold({ input: stay, caller: PUBLISHABLE, network: '192.0.2.2' });
  const book = (at: BookingScene, hold: typeof first) =>
    at.book({ input: { ...stay, guests: GUESTS, hold: hold.kind === 'held' ? hold.id : '' } });
  expect([first.kind, second.kind, (await book(scene, first)).kind]).toEqual(['held', 'held', 'noCapacity']);
  expect((await book(late, second)).kind).toBe('created');
  await late.close();
});

test('S13: 300 random holds, uses, releases and bookings from two pools never exceed capacity, and nothing deadlocks', async () => {
  const [one, other] = await Promise.all([openRivalPool(database.url, 8), openRivalPool(database.url, 8)]);
  const scenes = await Promise.all([openScene(one), openScene(other)]);
  let state = 20_260_302;
  const below = (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
  const plans = Array.from({ length: 300 }, (_, index) => {
    const arrival = day('2026-10-05') + below(15);
    const roomType = ['11', '12', '13', '21'][below(4)]!;
    const stay = { arrival, departure: arrival + 1 + below(7), roomType, hotel: roomType === '21' ? '2' : '1' };
    return {
      stay,
      act: below(3),
      network: `2001:db8::${index}`,
      scene: scenes[index % 2]!,
      rival: scenes[(index + 1) % 2]!,
    };
  });
  const kinds = await Promise.all(
    plans.map(async ({ stay, act, network, scene: here, rival }) => {
      if (act === 0) return (await retryRequest(() => here.book({ input: { ...stay, guests: GUESTS } }))).kind;
      const held = await retryRequest(() => here.hold({ input: stay, caller: PUBLISHABLE, network }));
      if (held.kind !== 'held') return held.kind;
      if (act === 1) return (await retryRequest(() => rival.release(held.id))).kind;
      const used = await retryRequest(() => rival.book({ input: { ...stay, guests: GUESTS, hold: held.id } }));
      return used.kind === 'created' ? 'used' : `hold refused: ${used.kind}`;
    }),
  );
  for (const each of scenes) await each.close();
  await Promise.all([one.close(), other.close()]);

  expect([...new Set(kinds)].sort()).toEqual(['created', 'noCapacity', 'released', 'used']);
  const nights = await database.prisma.$queryRaw<{ units: number; sold: number; booked: number; held: number }[]>`
    SELECT units, sold, (SELECT count(*)::int FROM jsonb_object_keys(coalesce(held, '{}'))) AS held,
      (SELECT count(*)::int FROM booking WHERE booking.room_type_number = inventory_night.room_type_number
        AND arrival <= night AND night < departure) AS booked
    FROM inventory_night WHERE night >= DATE '2026-10-05'`;
  expect(nights.filter(({ units, sold, booked, held }) => sold !== booked || sold > units || held > 0)).toEqual([]);
  expect(nights.filter(({ units, sold }) => sold === units).length).toBeGreaterThan(10);
  expect(await deadlocksOf(database)).toBe(0);
});
