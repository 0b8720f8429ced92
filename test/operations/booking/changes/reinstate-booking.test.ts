/** Cancellations by the hotel, no-shows, and what takes them back (M4, M6). Issue 29, numbers 1 and 2. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cacheTag } from '../../../../src/data/cache/cache-tags.ts';
import type { Database } from '../../../../src/data/database/database.ts';
import { expireRequests } from '../../../../src/operations/booking/changes/expire-requests.ts';
import { disagreementsOf } from '../../../support/booking/booking-records.ts';
import {
  BOOKING,
  type BookingScene,
  CALLERS,
  day,
  fillScene,
  NOON,
  openScene,
  soldNights,
} from '../../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../../support/database/embedded-database.ts';
import { freshDatabase } from '../../../support/database/fresh-database.ts';

async function memoryDatabase(): Promise<Database> {
  const database = await freshEmbedded();
  return database;
}

const TERMS = [{ daysBeforeArrival: 400, basisPoints: 5_000 }];
const HOUR = 3_600_000;
/** Everybody has bookings in a month of their own. */
const STAY = { arrival: day('2026-06-10'), departure: day('2026-06-13') };
const EVENING = Date.parse('2026-06-10T16:00:00Z');

describe.each([
  ['PostgreSQL', freshDatabase],
  ['the embedded database', memoryDatabase],
])('on %s', (_, open: () => Promise<Database>) => {
  let database: Database;
  let scene: BookingScene;
  beforeAll(async () => {
    database = await open();
    await fillScene(database);
    const roomTypeNumber = 11;
    await database.prisma.inventoryNight.updateMany({ where: { roomTypeNumber }, data: { units: 50 } });
    scene = await openScene(database);
  });
  afterAll(async () => {
    expect(await disagreementsOf(database, null)).toEqual([]);
    await scene.close();
    await database.close();
  });

  /** Does it with the clock elsewhere. */
  async function at<T>(millis: number, act: () => Promise<T>): Promise<T> {
    scene.clock.millis = millis;
    const done = await act();
    scene.clock.millis = NOON;
    return done;
  }

  async function made(input: Parameters<BookingScene['made']>[0] = {}): Promise<string> {
    const id = await scene.made({ ...input, input: { ...STAY, ...input?.input } });
    await database.prisma.booking.update({ where: { id }, data: { cancellationTerms: TERMS } });
    return id;
  }

  const sold = () => soldNights(database, { roomType: 11, ...STAY });
  const stored = (id: string) =>
    database.prisma.booking.findUniqueOrThrow({
      where: { id },
      select: {
        ...{ status: true, hasRooms: true, cancellationFeeMinor: true },
        events: {
          orderBy: { sequence: 'asc' },
          select: { type: true, status: true, by: true, feeMinor: true, cancelledBy: true },
        },
      },
    });
  const { operator, operatorOfFirst } = CALLERS;

  test('the house sets the fee of a cancellation, from 0 to the total; the hotel cancels for nothing unless it says so (M6)', async () => {
    const fees = async (asked: Parameters<BookingScene['cancel']>[1]) => {
      const outcome = await scene.cancel(await made(), { caller: operator, ...asked });
      return 'feeMinor' in outcome ? outcome.feeMinor : outcome;
    };
    expect(await fees({})).toBe(150_000);
    expect(await fees({ fee: 0 })).toBe(0);
    expect(await fees({ fee: 300_000 })).toBe(300_000);
    expect(await fees({ by: 'HOTEL' })).toBe(0);
    expect(await fees({ by: 'HOTEL', fee: 1 })).toBe(1);
    expect(await fees({ fee: 300_001 })).toMatchObject({
      kind: 'invalidInput',
      problems: [{ path: 'fee', reason: 'outOfRange', facts: { minimum: 0, maximum: 300_000, value: 300_001 } }],
    });
  });

  test('nobody else sets it, nor cancels in the name of the hotel (M6)', async () => {
    const id = await made();
    const elsewhere = {
      ...CALLERS.everywhere,
      scopes: new Set(['book', 'operate'] as const),
      destinations: new Set([2]),
    };
    for (const caller of [CALLERS.everywhere, elsewhere]) {
      for (const [path, asked] of [
        ['fee', { fee: 0 }],
        ['by', { by: 'HOTEL' }],
      ] as const) {
        expect(await scene.cancel(id, { caller, ...asked })).toMatchObject({
          ...{ kind: 'invalidInput', problems: [{ path, reason: 'onlyWithRight' }] },
        });
      }
    }
    expect((await stored(id)).status).toBe('CONFIRMED');
  });

  test('a no-show is marked from 18:00 on the day of arrival, gives back every night, and costs what its terms say (M4)', async () => {
    const before = await sold();
    const id = await made();
    const early = { kind: 'notMarkable', code: 'TOO_EARLY' };
    expect(await scene.markNoShow(id)).toMatchObject(early);
    expect(await at(EVENING - 1, () => scene.markNoShow(id))).toMatchObject(early);
    const epoch = scene.epochs.of(cacheTag('inventory', 1));
    const marked = await at(EVENING, () => scene.markNoShow(id, { caller: operatorOfFirst }));
    expect(marked).toEqual({
      ...{ kind: 'noShowMarked', bookingId: id, feeMinor: 150_000, currency: 'CZK', alreadyMarked: false },
    });
    expect(scene.epochs.of(cacheTag('inventory', 1))).toBe(epoch + 1);
    expect(await sold()).toEqual(before);
    expect(await at(EVENING, () => scene.markNoShow(id, { fee: 7 }))).toEqual({ ...marked, alreadyMarked: true });
    expect(await stored(id)).toMatchObject({
      ...{ status: 'NO_SHOW', hasRooms: false, cancellationFeeMinor: 150_000n },
      events: [{ type: 'CONFIRMED' }, { type: 'NO_SHOW', status: 'NO_SHOW', feeMinor: 150_000n, cancelledBy: null }],
    });
    expect(await at(EVENING, () => scene.cancel(id, { caller: operator }))).toMatchObject({
      ...{ kind: 'notCancellable', code: 'NO_SHOW' },
    });
  });

  test('the fee of a no-show is at most the total: one beyond it marks nothing (M4)', async () => {
    const id = await made();
    expect(await at(EVENING, () => scene.markNoShow(id, { fee: 300_001 }))).toMatchObject({
      kind: 'invalidInput',
      problems: [{ path: 'fee', reason: 'outOfRange', facts: { minimum: 0, maximum: 300_000, value: 300_001 } }],
    });
    expect(await stored(id)).toMatchObject({ status: 'CONFIRMED', hasRooms: true, events: [{ type: 'CONFIRMED' }] });
    expect(await at(EVENING, () => scene.markNoShow(id, { fee: 300_000 }))).toMatchObject({ feeMinor: 300_000 });
  });

  test('a no-show is none from the day of departure on, of a request, or for who does not operate the hotel (M4)', async () => {
    const id = await made();
    const request = await made({ input: { kind: 'REQUEST' } });
    expect(await at(Date.parse('2026-06-12T22:00:00Z'), () => scene.markNoShow(id))).toMatchObject({
      code: 'DEPARTED',
    });
    expect(await at(EVENING, () => scene.markNoShow(request))).toMatchObject({ code: 'REQUESTED' });
    const elsewhere = { ...operator, destinations: new Set([2]) };
    const booker = { ...CALLERS.everywhere, scopes: new Set(['book', 'bookings'] as const) };
    for (const caller of [elsewhere, booker]) {
      expect(await at(EVENING, () => scene.markNoShow(id, { caller }))).toMatchObject({ kind: 'notFound' });
      expect(await scene.reinstate(id, { caller })).toMatchObject({ kind: 'notFound' });
    }
  });

  test('a reinstated booking is what it was, with its rooms, its price and no fee; asked again, nothing changes (M6)', async () => {
    const id = await made();
    const before = [await stored(id), await sold()] as const;
    await scene.cancel(id, { caller: operator, by: 'HOTEL' });
    const reinstated = await at(NOON + 24 * HOUR - 1, () => scene.reinstate(id));
    expect(reinstated).toEqual({ kind: 'bookingReinstated', bookingId: id, alreadyReinstated: false });
    const after = await stored(id);
    expect([{ ...after, events: after.events.slice(0, 1) }, await sold()]).toEqual(before);
    expect(after.events).toMatchObject([
      { type: 'CONFIRMED' },
      { type: 'CANCELLED', status: 'CANCELLED', feeMinor: 0n, cancelledBy: 'HOTEL', by: operator.name },
      { type: 'REINSTATED', status: 'CONFIRMED', feeMinor: null, cancelledBy: null },
    ]);
    expect(await scene.reinstate(id)).toEqual({ ...reinstated, alreadyReinstated: true });
    expect((await stored(id)).events).toHaveLength(3);
    // It can be cancelled again, by its terms of that day.
    expect(await scene.cancel(id)).toMatchObject({ feeMinor: 150_000, alreadyCancelled: false });
  });

  test('a request goes back to waiting, one that was confirmed without rooms stays without, and a no-show is expected again (M6)', async () => {
    const [cancelled, declined, confirmed, missed] = [
      await made({ input: { kind: 'REQUEST' } }),
      await made({ input: { kind: 'REQUEST' } }),
      await made({ input: { kind: 'REQUEST' } }),
      await made(),
    ];
    const before = await sold();
    await scene.cancel(cancelled);
    await scene.decline(declined);
    await scene.confirm(confirmed, { takeRooms: false });
    await scene.cancel(confirmed);
    await at(EVENING, () => scene.markNoShow(missed));
    for (const id of [cancelled, declined, confirmed]) await scene.reinstate(id);
    await at(EVENING + HOUR, () => scene.reinstate(missed));
    const states = await Promise.all([cancelled, declined, confirmed, missed].map(stored));
    expect(states).toMatchObject([
      { status: 'REQUESTED', hasRooms: false },
      { status: 'REQUESTED', hasRooms: false },
      { status: 'CONFIRMED', hasRooms: false },
      { status: 'CONFIRMED', hasRooms: true },
    ]);
    expect(await sold()).toEqual(before);
    expect(await scene.confirm(declined)).toMatchObject({ kind: 'bookingConfirmed', isRepeated: false });
  });

  test('after 24 hours, or what never ended, is not reinstated; a request that would have expired is not either (M6)', async () => {
    const [id, request] = [await made(), await made({ input: { kind: 'REQUEST' } })];
    expect(await scene.reinstate(id)).toEqual({ kind: 'notReinstatable', code: 'CONFIRMED' });
    expect(await scene.reinstate(request)).toEqual({ kind: 'notReinstatable', code: 'REQUESTED' });
    await scene.cancel(id);
    expect(await at(NOON + 24 * HOUR, () => scene.reinstate(id))).toMatchObject({ code: 'TOO_LATE' });
    await at(EVENING, () => scene.decline(request));
    expect(await at(EVENING + 7 * HOUR, () => scene.reinstate(request))).toMatchObject({ code: 'EXPIRED' });
  });

  test('a reinstated request that nobody answers expires as others do (M6, S1)', async () => {
    const id = await made({ input: { kind: 'REQUEST', arrival: day('2026-03-03'), departure: day('2026-03-04') } });
    await scene.decline(id);
    await scene.reinstate(id);
    const now = Date.parse('2026-03-04T10:00:00Z');
    expect(await at(now, () => scene.confirm(id))).toMatchObject({ code: 'EXPIRED' });
    await expireRequests(database, { now, businessTimeZone: 'Europe/Prague' });
    expect((await stored(id)).events.map(({ type }) => type)).toEqual([
      'REQUESTED',
      'DECLINED',
      'REINSTATED',
      'EXPIRED',
    ]);
    expect(await at(now, () => scene.reinstate(id))).toMatchObject({ kind: 'notReinstatable', code: 'EXPIRED' });
  });

  test('NoCapacity when the room was sold meanwhile, and nothing has changed (M6)', async () => {
    const input = { roomType: '13', guests: BOOKING.guests.slice(0, 1) };
    const id = await made({ input });
    await scene.cancel(id);
    const other = await made({ input: { ...input, arrival: STAY.departure - 1, departure: STAY.departure } });
    expect(await scene.reinstate(id)).toEqual({
      ...{ kind: 'noCapacity', firstNight: STAY.departure - 1, roomType: 13 },
    });
    expect(await stored(id)).toMatchObject({ status: 'CANCELLED', events: [{}, { type: 'CANCELLED' }] });
    await scene.cancel(other);
    expect(await scene.reinstate(id)).toMatchObject({ kind: 'bookingReinstated' });
  });
});
