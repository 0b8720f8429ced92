/** Y3: all rooms of a party are cancelled at once, as far as they can be, on both databases. Issue 30, number 1. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/data/database/database.ts';
import type { Caller } from '../../../../src/data/keys/api-keys.ts';
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

const TERMS = [{ daysBeforeArrival: 400, basisPoints: 5_000 }];
const PUBLIC: Caller = { ...CALLERS.everywhere, isPublishable: true };
/** Two nights of each of three rooms, 1,000.00 CZK a night; the first and the last are of one type. */
const ROOMS = ['11', '12', '11'].map((roomType) => ({ roomType }));

describe.each([
  ['PostgreSQL', freshDatabase],
  ['the embedded database', freshEmbedded],
])('on %s', (_, open: () => Promise<Database>) => {
  let database: Database;
  let scene: BookingScene;
  let nights = 0;
  beforeAll(async () => {
    database = await open();
    await fillScene(database);
    scene = await openScene(database);
  });
  afterAll(async () => {
    expect(await disagreementsOf(database, null)).toEqual([]);
    await scene.close();
    await database.close();
  });

  /** A party for two nights that no other test takes. Cancelling costs half. */
  async function party(input: object = {}) {
    nights += 2;
    const dates = { arrival: day('2026-05-01') + nights, departure: day('2026-05-03') + nights };
    const ids = await scene.madeParty({ input: { ...dates, rooms: ROOMS, ...input } });
    await database.prisma.booking.updateMany({ where: { id: { in: [...ids] } }, data: { cancellationTerms: TERMS } });
    return { ids: [...ids] as [string, string, string], dates };
  }
  const sold = (dates: { arrival: number; departure: number }) =>
    Promise.all([11, 12].map((roomType) => soldNights(database, { roomType, ...dates })));
  const statuses = async (ids: readonly string[]) => {
    const found = await database.prisma.booking.findMany({
      where: { id: { in: [...ids] } },
      orderBy: { partyRoom: 'asc' },
    });
    return found.map(({ status }) => status);
  };
  const cancellations = async (ids: readonly string[]) => {
    const events = await database.prisma.bookingEvent.findMany({
      where: { bookingId: { in: [...ids] }, type: 'CANCELLED' },
      orderBy: { booking: { partyRoom: 'asc' } },
    });
    return events.map(({ id, mailedWith, feeMinor }) => ({ id, mailedWith, feeMinor: Number(feeMinor) }));
  };

  test('whichever is named: every room is for sale again, the fee is that of all, one event brings the mails; again it is the same', async () => {
    const { ids, dates } = await party();
    expect(await sold(dates)).toEqual([
      [2, 2],
      [1, 1],
    ]);
    const outcome = await scene.cancel(ids[1], { isParty: true });
    expect(outcome).toMatchObject({
      ...{ kind: 'bookingCancelled', bookingId: ids[1], feeMinor: 300_000, alreadyCancelled: false },
    });
    expect('bookingIds' in outcome && outcome.bookingIds.toSorted()).toEqual(ids.toSorted());
    expect(await sold(dates)).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const events = await cancellations(ids);
    expect(events.map(({ feeMinor }) => feeMinor)).toEqual([100_000, 100_000, 100_000]);
    const mailed = events.filter(({ mailedWith }) => mailedWith === null);
    expect(mailed).toHaveLength(1);
    expect(new Set(events.map(({ mailedWith }) => mailedWith))).toEqual(new Set([null, mailed[0]!.id]));
    expect(await scene.cancel(ids[0], { isParty: true })).toMatchObject({ feeMinor: 300_000, alreadyCancelled: true });
    expect(await cancellations(ids)).toHaveLength(3);
  });

  test('without `party` it is the one that is named, and of a room that was booked alone nothing else', async () => {
    const { ids } = await party();
    expect(await scene.cancel(ids[0])).toMatchObject({ bookingIds: [ids[0]], feeMinor: 100_000 });
    expect(await statuses(ids)).toEqual(['CANCELLED', 'CONFIRMED', 'CONFIRMED']);
    const { ids: alone } = await party({ rooms: ROOMS.slice(0, 1) });
    expect(await scene.cancel(alone[0], { isParty: true })).toMatchObject({ bookingIds: alone });
  });

  test('what was cancelled before stays so and counts with its fee; what has begun is left out', async () => {
    const { ids, dates } = await party();
    await scene.cancel(ids[0], { by: 'HOTEL', caller: CALLERS.operator });
    const change = { stay: { arrival: dates.arrival - 1 } as never, expectedTotal: 300_000 };
    expect(await scene.alter(ids[2], change, { caller: CALLERS.operator })).toMatchObject({ kind: 'bookingChanged' });
    scene.clock.millis = NOON + (dates.arrival - 1 - day('2026-03-02')) * 86_400_000;
    expect(await scene.cancel(ids[2], { isParty: true })).toMatchObject({
      ...{ bookingIds: expect.arrayContaining([ids[0], ids[1]]), feeMinor: 100_000, alreadyCancelled: false },
    });
    expect(await statuses(ids)).toEqual(['CANCELLED', 'CANCELLED', 'CONFIRMED']);
    expect((await cancellations(ids)).map(({ mailedWith }) => mailedWith)).toEqual([null, null]);
    scene.clock.millis = NOON;
  });

  test('where none can be cancelled, the one that is named says why, and nothing changes', async () => {
    const { ids, dates } = await party();
    scene.clock.millis = NOON + (dates.arrival - day('2026-03-02')) * 86_400_000;
    expect(await scene.cancel(ids[0], { isParty: true })).toEqual({ kind: 'notCancellable', code: 'ARRIVED' });
    expect(await statuses(ids)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
    scene.clock.millis = NOON;
  });

  test('all or none: one room whose limit of changes is reached keeps all of them (A4)', async () => {
    const { ids, dates } = await party();
    let limited: string = 'bookingChanged';
    for (let turn = 0; turn < 20 && limited === 'bookingChanged'; turn++) {
      limited = (await scene.alter(ids[1], { customerNote: `note ${turn}` }, { caller: PUBLIC })).kind;
    }
    expect(limited).toBe('tooManyRequests');
    expect(await scene.cancel(ids[0], { isParty: true, caller: PUBLIC })).toMatchObject({ kind: 'tooManyRequests' });
    expect(await statuses(ids)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
    expect(await sold(dates)).toEqual([
      [2, 2],
      [1, 1],
    ]);
  });

  test('a room whose contact has another address has a mail of its own', async () => {
    const { ids } = await party();
    await scene.alter(ids[1], { billedTo: { email: 'friend@rupertsberg.example' } as never });
    await scene.cancel(ids[0], { isParty: true });
    const [first, friends, third] = await cancellations(ids);
    expect([first!.mailedWith, friends!.mailedWith, third!.mailedWith]).toEqual([null, null, first!.id]);
  });

  test('a room that stays on other days has a mail of its own, those with the same days one together (Y2)', async () => {
    const { ids, dates } = await party();
    for (const id of ids.slice(1)) {
      const stay = { departure: dates.departure + 1 } as never;
      const changed = await scene.alter(id, { stay, expectedTotal: 300_000 }, { caller: CALLERS.operator });
      expect(changed).toMatchObject({ kind: 'bookingChanged' });
    }
    await scene.cancel(ids[0], { isParty: true });
    const [first, second, third] = await cancellations(ids);
    expect([first!.mailedWith, second!.mailedWith, third!.mailedWith]).toEqual([null, null, second!.id]);
  });

  test('a key that does not reach the party finds nothing to cancel', async () => {
    const { ids } = await party();
    const stranger = { ...CALLERS.everywhere, clientId: 'f'.repeat(24) };
    expect(await scene.cancel(ids[0], { isParty: true, caller: stranger })).toMatchObject({ kind: 'notFound' });
    expect(await statuses(ids)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
  });

  test('reinstating is no way back for a booking whose guests were erased', async () => {
    const id = await scene.made({ input: { ...BOOKING, arrival: day('2026-06-20'), departure: day('2026-06-22') } });
    await scene.cancel(id);
    await database.prisma.booking.update({ where: { id }, data: { erasedAt: new Date(NOON) } });
    expect(await scene.reinstate(id)).toEqual({ kind: 'notReinstatable', code: 'ERASED' });
  });
});
