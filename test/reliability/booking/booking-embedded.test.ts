import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import { disagreementsOf } from '../../support/booking/booking-records.ts';
import {
  BOOKING,
  type BookingScene,
  CALLERS,
  fillScene,
  openScene,
  soldNights,
} from '../../support/booking/booking-scene.ts';
import { readBookings } from '../../support/booking/read-bookings.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';

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

test('on the embedded database, parties and rooms by themselves that are booked, held and cancelled at the same time never share a room (Y4)', async () => {
  const dates = { arrival: BOOKING.arrival + 30, departure: BOOKING.departure + 30 };
  const rooms = [{ roomType: '12' }, { roomType: '12' }];
  const turns = Array.from({ length: 24 }, (_, index) => index);
  const kinds = await Promise.all(
    turns.map(async (turn) => {
      if (turn % 3 === 0) return (await scene.book({ input: { ...dates, roomType: '12' } })).kind;
      const booked = await scene.bookParty({ input: { ...dates, rooms } });
      if (booked.kind === 'created' && turn % 2 === 0) await scene.cancel(booked.bookingIds[1]!, { isParty: true });
      return booked.kind;
    }),
  );
  expect(new Set(kinds)).toEqual(new Set(['created', 'noCapacity']));
  for (const sold of await soldNights(database, { ...dates, roomType: 12 })) expect(sold).toBeLessThanOrEqual(3);
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
