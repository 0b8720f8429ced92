import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cacheTag } from '../../../../src/data/cache/cache-tags.ts';
import type { Database } from '../../../../src/data/database/database.ts';
import {
  type BookingScene,
  CALLERS,
  day,
  fillScene,
  openScene,
  soldNights,
} from '../../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../../support/database/embedded-database.ts';
import { freshDatabase } from '../../../support/database/fresh-database.ts';

async function memoryDatabase(): Promise<Database> {
  const database = await freshEmbedded();
  return database;
}

describe.each([
  ['PostgreSQL', freshDatabase],
  ['the embedded database', memoryDatabase],
])('cancelBooking on %s', (_, open: () => Promise<Database>) => {
  let database: Database;
  let scene: BookingScene;
  beforeAll(async () => {
    database = await open();
    await fillScene(database);
    scene = await openScene(database);
  });
  afterAll(async () => {
    await scene.close();
    await database.close();
  });

  const sold = (arrival: string, departure: string) =>
    soldNights(database, { roomType: 11, arrival: day(arrival), departure: day(departure) });
  const stored = (id: string) =>
    database.prisma.booking.findUniqueOrThrow({
      where: { id },
      select: {
        status: true,
        hasRooms: true,
        cancellationFeeMinor: true,
        events: { orderBy: { sequence: 'asc' }, select: { type: true, clientId: true, note: true, at: true } },
      },
    });

  test('gives back one room of every night and no other, raises the epoch before the answer, and writes one event (S10)', async () => {
    const input = { arrival: day('2026-06-01'), departure: day('2026-06-04') };
    const id = await scene.made({ input });
    await scene.made({ input: { ...input, arrival: day('2026-06-03') } });
    expect(await sold('2026-05-31', '2026-06-05')).toEqual([0, 1, 1, 2, 0]);
    const before = scene.epochs.of(cacheTag('inventory', 1));
    scene.clock.millis += 60_000;
    const outcome = await scene.cancel(id, { note: 'Bronchitis' });
    expect(outcome).toEqual({
      kind: 'bookingCancelled',
      bookingId: id,
      bookingIds: [id],
      feeMinor: 0,
      currency: 'CZK',
      alreadyCancelled: false,
    });
    expect(scene.epochs.of(cacheTag('inventory', 1))).toBe(before + 1);
    expect(await sold('2026-05-31', '2026-06-05')).toEqual([0, 0, 0, 1, 0]);
    const at = new Date(scene.clock.millis);
    expect(await stored(id)).toMatchObject({
      status: 'CANCELLED',
      hasRooms: false,
      cancellationFeeMinor: 0n,
      events: [
        { type: 'CONFIRMED' },
        { type: 'CANCELLED', clientId: CALLERS.everywhere.clientId, note: 'Bronchitis', at },
      ],
    });
  });

  test('is known to the process with the answer, though no notification has come yet (S10)', async () => {
    const listen: Database['listen'] = (channel, heard) => database.listen(channel, { ...heard, onPayload() {} });
    const deaf = await openScene({ ...database, listen });
    const id = await deaf.made({ input: { arrival: day('2026-06-20'), departure: day('2026-06-21') } });
    const before = deaf.epochs.of(cacheTag('inventory', 1));
    await deaf.cancel(id);
    expect(deaf.epochs.of(cacheTag('inventory', 1))).toBe(before + 1);
    await deaf.close();
  });

  test('asked again, answers the same and changes nothing, whatever day it is (S10)', async () => {
    const id = await scene.made({ input: { arrival: day('2026-06-10'), departure: day('2026-06-12') } });
    await database.prisma.booking.update({
      where: { id },
      data: { cancellationTerms: [{ daysBeforeArrival: 200, basisPoints: 2_500 }] },
    });
    const first = await scene.cancel(id);
    expect(first).toMatchObject({ feeMinor: 50_000, alreadyCancelled: false });
    const before = [
      await stored(id),
      await sold('2026-06-10', '2026-06-12'),
      scene.epochs.of(cacheTag('inventory', 1)),
    ];
    const { millis } = scene.clock;
    for (const now of [millis, Date.parse('2026-06-11T10:00:00Z'), Date.parse('2027-06-11T10:00:00Z')]) {
      scene.clock.millis = now;
      expect(await scene.cancel(id)).toEqual({ ...first, alreadyCancelled: true });
    }
    scene.clock.millis = millis;
    expect([
      await stored(id),
      await sold('2026-06-10', '2026-06-12'),
      scene.epochs.of(cacheTag('inventory', 1)),
    ]).toEqual(before);
  });

  test('the fee is that of the terms that the booking was made under, on the day in the business time zone; a request has none (S12)', async () => {
    const terms = [
      { daysBeforeArrival: 14, basisPoints: 3_000 },
      { daysBeforeArrival: 3, basisPoints: 8_000 },
    ];
    const feeAt = async (instant: string, kind: 'BINDING' | 'REQUEST' = 'BINDING') => {
      const { millis } = scene.clock;
      const id = await scene.made({ input: { kind, arrival: day('2026-07-20'), departure: day('2026-07-22') } });
      await database.prisma.booking.update({ where: { id }, data: { cancellationTerms: terms } });
      scene.clock.millis = Date.parse(instant);
      const outcome = await scene.cancel(id);
      scene.clock.millis = millis;
      return 'feeMinor' in outcome ? outcome.feeMinor : outcome;
    };
    // Midnight in Prague is 22:00 in UTC.
    expect(await feeAt('2026-07-05T21:59:59Z')).toBe(0);
    expect(await feeAt('2026-07-05T22:00:00Z')).toBe(60_000);
    expect(await feeAt('2026-07-16T21:59:59Z')).toBe(60_000);
    expect(await feeAt('2026-07-16T22:00:00Z')).toBe(160_000);
    expect(await feeAt('2026-07-19T21:59:59Z')).toBe(160_000);
    expect(await feeAt('2026-07-19T21:59:59Z', 'REQUEST')).toBe(0);
    expect(await feeAt('2026-07-19T22:00:00Z')).toMatchObject({ kind: 'notCancellable', code: 'ARRIVED' });
  });

  test('from the day of arrival on only an operator of the hotel may, until the day before departure, and gets back past nights too (S10)', async () => {
    const input = { arrival: day('2026-08-03'), departure: day('2026-08-06') };
    const [id, other] = [await scene.made({ input }), await scene.made({ input })];
    const { millis } = scene.clock;
    scene.clock.millis = Date.parse('2026-08-05T10:00:00Z');
    expect(await scene.cancel(id)).toMatchObject({ kind: 'notCancellable', code: 'ARRIVED' });
    const bookedAndOperated = {
      ...CALLERS.everywhere,
      scopes: new Set(['book', 'operate'] as const),
      destinations: new Set([2]),
    };
    expect(await scene.cancel(id, { caller: bookedAndOperated })).toMatchObject({ code: 'ARRIVED' });
    expect(await scene.cancel(id, { caller: CALLERS.operatorOfFirst })).toMatchObject({ kind: 'bookingCancelled' });
    expect(await sold('2026-08-03', '2026-08-06')).toEqual([1, 1, 1]);
    scene.clock.millis = Date.parse('2026-08-06T10:00:00Z');
    expect(await scene.cancel(other, { caller: CALLERS.operator })).toMatchObject({
      kind: 'notCancellable',
      code: 'DEPARTED',
    });
    scene.clock.millis = millis;
    expect((await stored(other)).events).toHaveLength(1);
  });

  test('a booking that the caller does not reach does not exist for it, nor does text that is no id (S10)', async () => {
    const id = await scene.made({ input: { hotel: '2', roomType: '21' } });
    const { everywhere, partner, operatorOfFirst, operator } = CALLERS;
    const missing = { kind: 'notFound', subject: 'BOOKING' };
    const readOnly = { ...everywhere, scopes: new Set(['read', 'manage'] as const) };
    for (const caller of [partner, operatorOfFirst, readOnly]) {
      expect(await scene.cancel(id, { caller })).toEqual({ ...missing, id });
    }
    for (const odd of ['', '17', 'f'.repeat(24), '\u0000', id.slice(1)]) {
      expect(await scene.cancel(odd)).toEqual({ ...missing, id: odd });
    }
    expect((await stored(id)).status).toBe('CONFIRMED');
    const sameClient = { ...everywhere, apiKeyId: partner.apiKeyId, scopes: new Set(['bookings'] as const) };
    expect(await scene.cancel(id.toUpperCase(), { caller: sameClient })).toMatchObject({ alreadyCancelled: false });
    expect(await scene.cancel(id, { caller: operator })).toMatchObject({ alreadyCancelled: true });
  });

  test('a test booking has no rooms to give back', async () => {
    const caller = { ...CALLERS.everywhere, isTest: true };
    const input = { arrival: day('2026-09-01'), departure: day('2026-09-03') };
    const id = await scene.made({ caller, input });
    expect(await scene.cancel(id, { caller })).toMatchObject({ kind: 'bookingCancelled' });
    expect(await sold('2026-09-01', '2026-09-03')).toEqual([0, 0]);
  });
});
