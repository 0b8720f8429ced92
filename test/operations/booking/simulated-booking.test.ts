/** A simulated case has the outcome of the real one (S8), with all its facts, and leaves nothing behind. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BookingInput } from '../../../src/operations/booking/booking-input.ts';
import {
  type Asked,
  BOOKING,
  CALLERS,
  type FreshScene,
  freshScene,
  objectId,
} from '../../support/booking/booking-scene.ts';

let scene: FreshScene;
let database: FreshScene['database'];
beforeAll(async () => {
  scene = await freshScene();
  ({ database } = scene);
});
afterEach(async () => {
  const { booking, bookingEvent, idempotencyRecord, inventoryNight, recentUse, stayHold } = database.prisma;
  expect(await Promise.all([booking.count(), bookingEvent.count(), idempotencyRecord.count()])).toEqual([0, 0, 0]);
  await inventoryNight.updateMany({ data: { sold: 0, closed: false } });
  await database.prisma.$executeRaw`UPDATE inventory_night SET held = NULL`;
  await stayHold.deleteMany();
  await recentUse.deleteMany();
});
afterAll(() => scene?.close());

const ROOM = { roomType: '13', guests: BOOKING.guests.slice(0, 1) };
const sellOut = () =>
  database.prisma.inventoryNight.updateMany({ where: { roomTypeNumber: 13 }, data: { closed: true } });
/** References, guests and rules in every state that refuses a booking before its rooms are looked at. */
const REFUSED: readonly (readonly [string, Partial<BookingInput>])[] = [
  ['an unknown visit type', { visitType: '999' }],
  ['an unknown room type', { roomType: objectId('r', 999) }],
  ['a hotel without the visit type', { visitType: '104' }],
  ['too many guests', { guests: [...BOOKING.guests, ...BOOKING.guests] }],
  ['a stay that is too long', { departure: BOOKING.arrival + 31 }],
  ['a currency without prices', { visitType: '103', currency: 'EUR' }],
  ['a visit type on demand', { visitType: '101' }],
  ['an unknown hold', { hold: objectId('q', 1) }],
];

describe('no-capacity', () => {
  test.each([
    ['a booking', {}],
    ['references by ObjectId', { visitType: objectId('v', 100), hotel: objectId('h', 1), roomType: objectId('r', 13) }],
    ['an expected total that is the price', { expectedTotal: 300_000 }],
    ['another expected total', { expectedTotal: 7 }],
  ] as const)('with %s is the refusal of a sold-out house', async (_, changes) => {
    const asked: Asked = { input: { ...ROOM, ...changes } };
    const simulated = await scene.simulate('no-capacity', asked);
    await sellOut();
    expect(simulated).toEqual(await scene.book(asked));
    expect(simulated).toEqual({ kind: 'noCapacity', firstNight: BOOKING.arrival, roomType: 13 });
  });

  test('refuses the first night where only a later one is full', async () => {
    const night = new Date((BOOKING.arrival + 1) * 86_400_000);
    await database.prisma.inventoryNight.updateMany({ where: { roomTypeNumber: 13, night }, data: { closed: true } });
    const asked: Asked = { input: ROOM };
    expect(await scene.book(asked)).toMatchObject({ firstNight: BOOKING.arrival + 1 });
    expect(await scene.simulate('no-capacity', asked)).toMatchObject({ firstNight: BOOKING.arrival });
  });
});

describe('price-changed', () => {
  test.each([
    ['none is expected', null, 300_001],
    ['the price is expected', 300_000, 300_001],
    ['another one is expected', 7, 7],
    ['nothing is expected to be paid', 0, 0],
  ])('where %s is the refusal of another expected total', async (_, sent, expected) => {
    const simulated = await scene.simulate('price-changed', { input: { ...ROOM, expectedTotal: sent } });
    expect(simulated).toEqual(await scene.book({ input: { ...ROOM, expectedTotal: expected } }));
    expect(simulated).toMatchObject({ kind: 'priceChanged', amountMinor: 300_000, expectedMinor: expected });
  });

  test('of a sold-out house is its refusal', async () => {
    await sellOut();
    expect(await scene.simulate('price-changed', { input: ROOM })).toEqual(await scene.book({ input: ROOM }));
  });

  test('with a hold is the price of the hold', async () => {
    const caller = { ...CALLERS.everywhere, isTest: true };
    const held = await scene.hold({ caller, input: { roomType: '13' } });
    if (held.kind !== 'held') throw new Error(`nothing is held: ${held.kind}`);
    const asked = (expectedTotal: number | null): Asked => ({
      input: { ...ROOM, hold: held.id, expectedTotal },
      caller,
    });
    expect(await scene.simulate('price-changed', asked(null))).toEqual(await scene.book(asked(300_001)));
  });
});

describe.each(['no-capacity', 'price-changed'] as const)('with %s', (simulation) => {
  test.each(REFUSED)('%s is refused as ever', async (_, changes) => {
    const asked: Asked = { input: { ...ROOM, ...changes } };
    const real = await scene.book(asked);
    expect(real.kind).not.toMatch(/created|noCapacity|priceChanged/);
    expect(await scene.simulate(simulation, asked)).toEqual(real);
  });
});

test.each(['no-capacity', 'price-changed'] as const)(
  '%s under the key of a booking that was made repeats it',
  async (simulation) => {
    const caller = { ...CALLERS.everywhere, isTest: true };
    const asked: Asked = { input: { ...ROOM, idempotencyKey: 'made before' }, caller };
    const bookingId = await scene.made(asked);
    expect(await scene.simulate(simulation, asked)).toEqual({ kind: 'created', bookingId, replayed: true });
    await database.prisma.idempotencyRecord.deleteMany();
    await database.prisma.booking.deleteMany();
  },
);

test('unavailable asks the database nothing', async () => {
  await expect(scene.simulate('unavailable')).rejects.toMatchObject({
    name: 'ServiceUnavailable',
    retryAfterSeconds: 5,
  });
});
