/** Bookings of test keys (S8): marked, without rooms, and never confused with real ones. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BOOKING, CALLERS, type FreshScene, freshScene, soldNights } from '../../support/booking/booking-scene.ts';

let scene: FreshScene;
let database: FreshScene['database'];
beforeAll(async () => {
  scene = await freshScene();
  ({ database } = scene);
});
afterEach(async () => {
  await database.prisma.booking.deleteMany();
  await database.prisma.inventoryNight.updateMany({ data: { sold: 0 } });
});
afterAll(() => scene?.close());

const TESTER = { ...CALLERS.everywhere, isTest: true };
/** The only room of its type. */
const LAST_ROOM = { roomType: '13', guests: BOOKING.guests.slice(0, 1) };
const sold = () => soldNights(database, { ...BOOKING, roomType: 13 });
const book = (caller: typeof TESTER, input: object = {}) => scene.book({ caller, input: { ...LAST_ROOM, ...input } });

describe('a binding booking of a test key', () => {
  test('is confirmed and marked, takes no room from others, and sees none taken by another test', async () => {
    expect(await book(TESTER)).toMatchObject({ kind: 'created' });
    expect(await book(TESTER)).toMatchObject({ kind: 'created' });
    expect(await sold()).toEqual([0, 0, 0]);
    expect(await database.prisma.booking.findMany({ select: { isTest: true, hasRooms: true, status: true } })).toEqual(
      Array.from({ length: 2 }, () => ({ isTest: true, hasRooms: false, status: 'CONFIRMED' })),
    );
    expect(await book(CALLERS.everywhere)).toMatchObject({ kind: 'created' });
    expect(await sold()).toEqual([1, 1, 1]);
  });

  test('needs the room that a real one would', async () => {
    expect(await book(CALLERS.everywhere)).toMatchObject({ kind: 'created' });
    expect(await book(TESTER)).toMatchObject({ kind: 'noCapacity', firstNight: BOOKING.arrival });
    expect(await database.prisma.booking.count({ where: { isTest: true } })).toBe(0);
  });

  test('raises no epoch of the inventory, which it leaves as it is', async () => {
    const read = () => database.prisma.epoch.findMany({ where: { scope: { startsWith: 'inventory' } } });
    const before = await read();
    await book(TESTER);
    expect(await read()).toEqual(before);
  });

  test('is in its history like any other', async () => {
    await book(TESTER);
    expect(await database.prisma.bookingEvent.findMany()).toMatchObject([
      { type: 'CONFIRMED', clientId: TESTER.clientId },
    ]);
  });
});

describe('an idempotency key of the client', () => {
  test('repeats a test for a test', async () => {
    const first = await book(TESTER, { idempotencyKey: 'one' });
    expect(await book(TESTER, { idempotencyKey: 'one' })).toEqual({ ...first, replayed: true });
  });

  test.each([
    ['a test in place of a booking', TESTER, CALLERS.everywhere],
    ['a booking in place of a test', CALLERS.everywhere, TESTER],
  ])('never gives %s', async (_, before, after) => {
    await book(before, { idempotencyKey: 'two' });
    expect(await book(after, { idempotencyKey: 'two' })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await database.prisma.booking.count()).toBe(1);
  });
});
