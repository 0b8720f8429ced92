import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import { disagreementsOf, wrongNights } from '../../support/booking/booking-records.ts';
import {
  BOOKING,
  type BookingScene,
  CALLERS,
  fillScene,
  openScene,
  soldNights,
} from '../../support/booking/booking-scene.ts';
import { readBookings } from '../../support/booking/read-bookings.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { between, drawFromSeed, oneIn, pick } from '../../support/catalogue/random/random-draw.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { amount, say } from '../../support/gateway/soak.ts';

const SEED = newSeed();
/** Rounds of acts at the same time. */
const ROUNDS = amount({ short: 40, long: 2_000 });
const LANES = 6;
const MINUTE_MS = 60_000;
const USUAL = [
  ...['booking: created', 'booking: noCapacity', 'party: created', 'party: noCapacity', 'bookingCancelled'],
  ...['hold: held', 'hold: noCapacity', 'use: created', 'release: released'],
];

let database: Database;
let scene: BookingScene;
beforeAll(async () => {
  database = await freshEmbedded();
  await fillScene(database);
  await database.prisma.inventoryNight.updateMany({ where: { roomTypeNumber: 12 }, data: { units: 3 } });
  scene = await openScene(database);
});
afterAll(async () => {
  await scene.close();
  await database.close();
});

test('on the embedded database, 20 bookings at the same time of 3 rooms give exactly 3', async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => scene.book({ input: { roomType: '12' } })));
  expect(outcomes.filter(({ kind }) => kind === 'created')).toHaveLength(3);
  expect(outcomes.filter(({ kind }) => kind === 'noCapacity')).toHaveLength(17);
  expect(await soldNights(database, { ...BOOKING, roomType: 12 })).toEqual([3, 3, 3]);
});

test('on the embedded database, parties and rooms by themselves that are booked, held, given back and cancelled at random never share a room (Y4)', async () => {
  const draw = drawFromSeed(SEED);
  const bookings: string[] = [];
  const holds: { id: string; input: Parameters<BookingScene['bookParty']>[0]['input'] }[] = [];
  const counts: Record<string, number> = {};
  const act = async (): Promise<string> => {
    const arrival = BOOKING.arrival + 30 + draw(8);
    const dates = { arrival, departure: arrival + between(draw, 1, 3) };
    const rooms = Array.from({ length: between(draw, 2, 3) }, () => ({ roomType: pick(draw, ['11', '12']) }));
    const bookedTogether = async (input: Parameters<BookingScene['bookParty']>[0]['input'], name: string) => {
      const booked = await scene.bookParty({ input });
      if (booked.kind === 'created') bookings.push(...booked.bookingIds);
      return `${name}: ${booked.kind}`;
    };
    const kind = draw(6);
    if (kind === 0) {
      const booked = await scene.book({ input: { ...dates, ...rooms[0] } });
      if (booked.kind === 'created') bookings.push(booked.bookingId);
      return `booking: ${booked.kind}`;
    }
    if (kind === 1) return bookedTogether({ ...dates, rooms }, 'party');
    if (kind === 2) {
      const minutes = between(draw, 1, 30);
      const asked = { ...dates, minutes, rooms: rooms.map((room) => ({ ...room, programs: [] })) };
      const held = await scene.holdParty({ input: asked });
      if (held.kind === 'held') holds.push({ id: held.id, input: { ...dates, rooms } });
      return `hold: ${held.kind}`;
    }
    if (kind === 3) {
      // Some are asked for again, or have expired.
      const hold = holds.length === 0 ? null : holds[draw(holds.length)]!;
      if (hold === null) return 'no hold';
      if (!oneIn(draw, 4)) holds.splice(holds.indexOf(hold), 1);
      if (oneIn(draw, 3)) return `release: ${(await scene.release(hold.id)).kind}`;
      return bookedTogether({ ...hold.input, hold: hold.id }, 'use');
    }
    const id = bookings.length === 0 ? null : pick(draw, bookings);
    if (id === null) return 'no booking';
    if (!oneIn(draw, 4)) bookings.splice(bookings.indexOf(id), 1);
    return (await scene.cancel(id, { isParty: oneIn(draw, 2) })).kind;
  };
  // What is rare may not have happened yet.
  for (let round = 0; round < ROUNDS || (round < 5 * ROUNDS && USUAL.some((kind) => !counts[kind])); round++) {
    for (const kind of await Promise.all(Array.from({ length: LANES }, act))) counts[kind] = (counts[kind] ?? 0) + 1;
    expect(await wrongNights(database, scene.clock.now())).toEqual([]);
    scene.clock.millis += draw(3) * MINUTE_MS;
  }
  say('embedded database, parties', { seed: SEED, rounds: ROUNDS, counts });
  expect(USUAL.filter((kind) => !counts[kind])).toEqual([]);
  expect(await disagreementsOf(database, null)).toEqual([]);
});

test('on the embedded database, a booking is read back whole, and its idempotency key answers again', async () => {
  const first = await scene.book({ input: { idempotencyKey: 'embedded' }, language: 'ru' });
  if (first.kind !== 'created') throw new Error(first.kind);
  expect(await scene.book({ input: { idempotencyKey: 'embedded' }, language: 'ru' })).toEqual({
    ...first,
    replayed: true,
  });
  const bookings = await readBookings(database.prisma, [first.bookingId], CALLERS.everywhere.apiKeyId);
  expect(bookings.get(first.bookingId)).toMatchObject({
    arrival: BOOKING.arrival,
    departure: BOOKING.departure,
    language: 'ru',
    createdAt: new Date(scene.clock.now()),
    billedTo: BOOKING.billedTo,
    price: { amountMinor: 300_000, currency: 'CZK' },
  });
});

test('on the embedded database, an unexpected error carries nothing of the row either', async () => {
  await database.prisma
    .$executeRaw`ALTER TABLE booking_contact ADD CONSTRAINT nobody CHECK (email LIKE 'nobody%') NOT VALID`;
  const failed = await scene.book().then(
    () => null,
    (error: unknown) => error,
  );
  await database.prisma.$executeRaw`ALTER TABLE booking_contact DROP CONSTRAINT nobody`;
  expect(failed).toMatchObject({ message: expect.stringMatching(/^the database refused a query: 23514 .*nobody/) });
  expect(JSON.stringify(failed, Object.getOwnPropertyNames(failed))).not.toMatch(/Hildegard|Vonderbingen|rupertsberg/);
  expect(await scene.book()).toMatchObject({ kind: 'created' });
});
