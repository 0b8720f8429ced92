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
])('the answer to a request on %s', (_, open: () => Promise<Database>) => {
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

  let months = 3;
  /** A request of two nights in room type 12, of which there are two, in a month of its own. */
  async function requested() {
    scene.clock.millis += 60_000;
    const arrival = day(`2026-${String(++months).padStart(2, '0')}-10`);
    const stay = { arrival, departure: arrival + 2 };
    const input = { ...stay, roomType: '12' };
    const id = await scene.made({ input: { ...input, kind: 'REQUEST' } });
    return {
      id,
      input,
      sold: () => soldNights(database, { roomType: 12, arrival: arrival - 1, departure: arrival + 3 }),
    };
  }
  const stored = (id: string) =>
    database.prisma.booking.findUniqueOrThrow({
      where: { id },
      select: {
        status: true,
        hasRooms: true,
        amountMinor: true,
        events: { orderBy: { sequence: 'asc' }, select: { type: true, clientId: true, note: true } },
      },
    });
  const inventoryEpoch = () => scene.epochs.of(cacheTag('inventory', 1));

  test('confirming takes a room on every night at the price of the request, raises the epoch and writes one event (S11)', async () => {
    const { id, sold } = await requested();
    await database.prisma.rate.updateMany({ where: { visitTypeNumber: 100 }, data: { amountMinor: 999_999 } });
    const before = inventoryEpoch();
    const answer = { kind: 'bookingConfirmed', bookingId: id, isRepeated: false };
    expect(await scene.confirm(id, { note: 'Room 4' })).toEqual(answer);
    expect(inventoryEpoch()).toBe(before + 1);
    expect(await sold()).toEqual([0, 1, 1, 0]);
    const after = await stored(id);
    expect(after).toEqual({
      status: 'CONFIRMED',
      hasRooms: true,
      amountMinor: 200_000n,
      events: [
        { type: 'REQUESTED', clientId: CALLERS.everywhere.clientId, note: null },
        { type: 'CONFIRMED', clientId: CALLERS.operator.clientId, note: 'Room 4' },
      ],
    });
    expect(await scene.confirm(id, { note: 'Room 5' })).toEqual({ ...answer, isRepeated: true });
    expect([await stored(id), await sold(), inventoryEpoch()]).toEqual([after, [0, 1, 1, 0], before + 1]);
    await database.prisma.rate.updateMany({ where: { visitTypeNumber: 100 }, data: { amountMinor: 100_000 } });
  });

  test('a confirmed request is cancelled like a binding booking, and declining it is refused (S10, S11)', async () => {
    const { id, sold } = await requested();
    await scene.confirm(id);
    expect(await scene.decline(id)).toEqual({
      kind: 'notDeclinable',
      code: 'CONFIRMED',
    });
    expect(await scene.cancel(id)).toMatchObject({ kind: 'bookingCancelled' });
    expect(await sold()).toEqual([0, 0, 0, 0]);
    expect(await scene.confirm(id)).toMatchObject({ kind: 'notConfirmable', code: 'CANCELLED' });
    expect((await stored(id)).events.map(({ type }) => type)).toEqual(['REQUESTED', 'CONFIRMED', 'CANCELLED']);
  });

  test.each([
    ['full', { sold: 2 }],
    ['closed', { closed: true }],
  ])(
    'a night that is %s forbids confirming, and nothing is changed, unless no rooms are taken (S11)',
    async (_why, night) => {
      const { id, input, sold } = await requested();
      const second = { roomTypeNumber: 12, night: new Date((input.arrival + 1) * 86_400_000) };
      await database.prisma.inventoryNight.update({ where: { roomTypeNumber_night: second }, data: night });
      const before = await sold();
      expect(await scene.confirm(id)).toMatchObject({ kind: 'noCapacity', firstNight: input.arrival + 1 });
      expect([(await stored(id)).status, await sold()]).toEqual(['REQUESTED', before]);
      const epoch = inventoryEpoch();
      expect(await scene.confirm(id, { takeRooms: false })).toMatchObject({ kind: 'bookingConfirmed' });
      expect(await stored(id)).toMatchObject({ status: 'CONFIRMED', hasRooms: false });
      expect([await sold(), inventoryEpoch()]).toEqual([before, epoch]);
      await scene.cancel(id);
      expect([await sold(), inventoryEpoch()]).toEqual([before, epoch]);
    },
  );

  test('declining writes one event, and the same answer again none (S11)', async () => {
    const { id } = await requested();
    const answer = { kind: 'bookingDeclined', bookingId: id, isRepeated: false };
    expect(await scene.decline(id, { note: 'Works in the house' })).toEqual(answer);
    expect(await scene.decline(id, { note: 'Again' })).toEqual({ ...answer, isRepeated: true });
    expect(await stored(id)).toMatchObject({
      status: 'DECLINED',
      events: [{ type: 'REQUESTED' }, { type: 'DECLINED', note: 'Works in the house' }],
    });
    expect(await scene.confirm(id)).toMatchObject({ kind: 'notConfirmable', code: 'DECLINED' });
    expect(await scene.cancel(id)).toMatchObject({ kind: 'notCancellable', code: 'DECLINED' });
  });

  test('a request is answered on the day of arrival, and withdrawn by its client, for nothing (S1, S10)', async () => {
    for (const [act, outcome] of [
      [scene.confirm, { kind: 'bookingConfirmed' }],
      [scene.decline, { kind: 'bookingDeclined' }],
      [scene.cancel, { kind: 'bookingCancelled', feeMinor: 0 }],
    ] as const) {
      scene.clock.millis += 60_000;
      const arrival = day('2026-12-20');
      const id = await scene.made({ input: { kind: 'REQUEST', roomType: '12', arrival, departure: arrival + 2 } });
      const { millis } = scene.clock;
      scene.clock.millis = (arrival + 1) * 86_400_000 - 2 * 3_600_000 - 1;
      expect(await act(id)).toMatchObject(outcome);
      scene.clock.millis = millis;
    }
  });

  test('an expired request is not answered, though nothing is recorded yet (S1)', async () => {
    const { id, input } = await requested();
    const { millis } = scene.clock;
    scene.clock.millis = (input.arrival + 1) * 86_400_000;
    expect(await scene.confirm(id)).toMatchObject({ kind: 'notConfirmable', code: 'EXPIRED' });
    expect(await scene.decline(id)).toMatchObject({ kind: 'notDeclinable', code: 'EXPIRED' });
    scene.clock.millis = millis;
    expect((await stored(id)).status).toBe('REQUESTED');
  });

  test('a request of a test key is confirmed without rooms', async () => {
    const arrival = day('2026-11-10');
    const input = { kind: 'REQUEST', arrival, departure: arrival + 2, roomType: '12' } as const;
    const id = await scene.made({ input, caller: { ...CALLERS.everywhere, isTest: true } });
    expect(await scene.confirm(id, { caller: { ...CALLERS.operator, isTest: true } })).toMatchObject({
      kind: 'bookingConfirmed',
    });
    expect(await stored(id)).toMatchObject({ status: 'CONFIRMED', hasRooms: false });
    expect(await soldNights(database, { roomType: 12, arrival, departure: arrival + 2 })).toEqual([0, 0]);
  });

  test('only operators of its destination reach it, whatever else their keys may do (S11)', async () => {
    const { id } = await requested();
    const own = { ...CALLERS.everywhere, scopes: new Set(['book', 'bookings'] as const) };
    const elsewhere = {
      ...CALLERS.everywhere,
      scopes: new Set(['book', 'bookings', 'operate'] as const),
      destinations: new Set([2]),
    };
    for (const caller of [own, elsewhere]) {
      expect(await scene.confirm(id, { caller })).toMatchObject({ kind: 'notFound' });
      expect(await scene.decline(id, { caller })).toMatchObject({ kind: 'notFound' });
    }
    expect(await scene.confirm(id, { caller: CALLERS.operatorOfFirst })).toMatchObject({ kind: 'bookingConfirmed' });
  });
});
