/** Holds one at a time (S13): what they take, keep and give back, and what stands in their way. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import type { Caller } from '../../../src/data/keys/api-keys.ts';
import { columnOfDay } from '../../../src/data/sql/column-types.ts';
import { DEFAULT_PUBLIC_LIMITS } from '../../../src/domain/limits/public-limits.ts';
import type { StayHeld } from '../../../src/operations/hold/hold-outcome.ts';
import { listHolds } from '../../../src/operations/hold/list-holds.ts';
import { deleteForgottenHolds } from '../../../src/operations/hold/release-hold.ts';
import { updateInventory } from '../../../src/operations/update/update-inventory.ts';
import { exportedCatalogue } from '../../catalogue/snapshot.ts';
import {
  BOOKING,
  type BookingScene,
  CALLERS,
  day,
  fillScene,
  freshScene,
  type HoldAsked,
  NOON,
  openScene,
  soldNights,
} from '../../support/booking/booking-scene.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { statementsOf, waitsDuring } from '../../support/database/query-count.ts';

const MINUTE = 60_000;
/** Room type 13 has one room, with one bed. */
const LAST_ROOM = { roomType: '13', guests: BOOKING.guests.slice(0, 1) };
const STAY = { roomType: 13, arrival: BOOKING.arrival, departure: BOOKING.departure };
const TEST_CALLER: Caller = { ...CALLERS.everywhere, isTest: true };
const PUBLISHABLE: Caller = { ...CALLERS.everywhere, isPublishable: true };

let database: FreshDatabase;
let scene: BookingScene;
beforeAll(async () => {
  database = await freshDatabase();
  await fillScene(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
});
afterEach(async () => {
  await scene.close();
  await database.prisma.booking.deleteMany();
  await database.prisma.stayHold.deleteMany();
  await database.prisma.recentUse.deleteMany();
  await database.prisma
    .$executeRaw`UPDATE inventory_night SET sold = 0, closed = false, held = NULL WHERE held IS NOT NULL OR sold > 0 OR closed`;
});

async function held(asked: HoldAsked = {}): Promise<StayHeld> {
  const outcome = await scene.hold({ ...asked, input: { roomType: '13', ...asked.input } });
  if (outcome.kind !== 'held') throw new Error(`nothing is held: ${outcome.kind}`);
  return outcome;
}

/** Nights of room type 13 with any hold on record, expired or not. */
async function nightsOnRecord(): Promise<number> {
  const [row] = await database.prisma.$queryRaw<{ nights: number }[]>`
    SELECT count(*)::int AS nights FROM inventory_night WHERE held IS NOT NULL`;
  return row!.nights;
}

describe('S13: a hold', () => {
  test('takes a room of every night from bookings and other holds until it expires, with nothing having run', async () => {
    const { expiresAt } = await held({ input: { minutes: 30 } });
    expect(expiresAt).toBe(NOON + 30 * MINUTE);
    const taken = { kind: 'noCapacity', firstNight: BOOKING.arrival };
    expect(await scene.book({ input: LAST_ROOM })).toMatchObject(taken);
    expect(await scene.hold({ input: { roomType: '13' } })).toMatchObject(taken);
    scene.clock.millis = expiresAt - 1;
    expect(await scene.book({ input: LAST_ROOM })).toMatchObject(taken);
    scene.clock.millis = expiresAt;
    expect(await scene.book({ input: LAST_ROOM })).toMatchObject({ kind: 'created' });
  });

  test('leaves the nights before and after it alone', async () => {
    await held();
    const before = { arrival: BOOKING.arrival - 2, departure: BOOKING.arrival };
    const after = { arrival: BOOKING.departure, departure: BOOKING.departure + 2 };
    expect(await scene.book({ input: { ...LAST_ROOM, ...before } })).toMatchObject({ kind: 'created' });
    expect(await scene.book({ input: { ...LAST_ROOM, ...after } })).toMatchObject({ kind: 'created' });
  });

  test('is used up by the booking of its room', async () => {
    const { id } = await held();
    expect(await scene.book({ input: { ...LAST_ROOM, hold: id } })).toMatchObject({ kind: 'created', replayed: false });
    expect(await soldNights(database, STAY)).toEqual([1, 1, 1]);
    expect(await nightsOnRecord()).toBe(0);
    expect(await database.prisma.stayHold.count()).toBe(0);
    const again = await scene.book({ input: { ...LAST_ROOM, hold: id } });
    expect(again).toMatchObject({ kind: 'notFound', subject: 'HOLD', id });
    expect(await scene.release(id)).toMatchObject({ kind: 'notFound', subject: 'HOLD' });
    expect(await soldNights(database, STAY)).toEqual([1, 1, 1]);
  });

  test('keeps its price, line by line, whatever became of prices and rules', async () => {
    const programs = [{ guest: 1, program: '1' }];
    const { id, quote } = await held({ input: { programs } });
    expect(quote).toMatchObject({ baseMinor: 300_000, discounts: [{ guest: 1, amountMinor: 15_000 }] });
    const { prisma } = database;
    await prisma.rate.updateMany({ where: { roomTypeNumber: 13 }, data: { amountMinor: 999_000 } });
    await prisma.visitType.update({ where: { number: 100 }, data: { onDemand: true, nightsMin: 9 } });
    await prisma.loyaltyProgram.update({ where: { number: 1 }, data: { basisPoints: 1 } });
    try {
      const guests = [{ ...BOOKING.guests[0]!, loyaltyProgram: '1' }];
      const asked = { ...LAST_ROOM, guests, hold: id };
      const dearer = await scene.book({ input: { ...asked, expectedTotal: 1 } });
      expect(dearer).toMatchObject({ kind: 'priceChanged', quote: { amountMinor: 285_000 } });
      const outcome = await scene.book({ input: { ...asked, expectedTotal: 285_000 } });
      expect(outcome).toMatchObject({ kind: 'created' });
      const [booking] = await prisma.booking.findMany({ include: { discounts: true } });
      expect(booking).toMatchObject({
        ...{ baseMinor: 300_000n, amountMinor: 285_000n },
        discounts: [{ basisPoints: 500, amountMinor: 15_000n }],
      });
    } finally {
      await prisma.rate.updateMany({
        where: { roomTypeNumber: 13, priceList: { currency: 'CZK' } },
        data: { amountMinor: 100_000 },
      });
      await prisma.rate.updateMany({
        where: { roomTypeNumber: 13, priceList: { currency: 'EUR' } },
        data: { amountMinor: 4_000 },
      });
      await prisma.visitType.update({ where: { number: 100 }, data: { onDemand: false, nightsMin: 1 } });
      await prisma.loyaltyProgram.update({ where: { number: 1 }, data: { basisPoints: 500 } });
    }
  });

  test('keeps its loyalty programme from an import that replaces without it, and is booked at its price', async () => {
    const spa = await freshScene();
    const held = await spa.hold({ input: { programs: [{ guest: 1, program: '1' }] } });
    if (held.kind !== 'held') throw new Error(`nothing is held: ${held.kind}`);
    // The import goes by the clock of the database, which is ahead of the one of the scene.
    await spa.database.prisma.stayHold.updateMany({ data: { expiresAt: new Date('9999-01-01') } });
    const { visitTypes = [], ...rest } = await exportedCatalogue(spa.database);
    const source: Catalogue = {
      ...{ ...rest, loyaltyPrograms: [] },
      visitTypes: visitTypes.map((visitType) => ({ ...visitType, loyaltyProgramIds: [] })),
    };
    expect(await importCatalogue({ database: spa.database, source, replace: true })).toMatchObject({
      ...{ ok: true, kept: { loyaltyPrograms: [1] }, counts: { loyaltyPrograms: { removed: 1 } } },
    });
    const guests = [{ ...BOOKING.guests[0]!, loyaltyProgram: '1' }];
    const booked = await spa.book({ input: { guests, hold: held.id, expectedTotal: held.quote.amountMinor } });
    expect(booked).toMatchObject({ kind: 'created' });
    await spa.close();
  });

  test('refuses a booking of anything else, and names every field', async () => {
    const { id } = await held({ input: { programs: [{ guest: 1, program: '1' }] } });
    const other = {
      ...{ kind: 'REQUEST' as const, currency: 'EUR' as const, visitType: '104', hotel: '2', roomType: '21' },
      ...{ arrival: BOOKING.arrival + 1, departure: BOOKING.departure + 1, hold: id },
    };
    const refused = await scene.book({ input: other });
    expect(refused).toMatchObject({ kind: 'invalidInput' });
    expect('problems' in refused && refused.problems.map(({ path, code }) => [path, code])).toEqual(
      ['kind', 'currency', 'visitType', 'hotel', 'roomType', 'arrival', 'departure', 'guests.0.loyaltyProgram'].map(
        (path) => [path, 'NOT_AS_HELD'],
      ),
    );
    expect('problems' in refused && refused.problems[5]!.facts).toEqual({ held: '2026-05-04' });
    expect(await database.prisma.stayHold.count()).toBe(1);
    expect(await database.prisma.booking.count()).toBe(0);
  });

  test('is there for its client alone, and for its test keys apart', async () => {
    const { id } = await held();
    for (const caller of [CALLERS.partner, TEST_CALLER]) {
      expect(await scene.book({ input: { ...LAST_ROOM, hold: id }, caller })).toMatchObject({ kind: 'notFound', id });
      expect(await scene.release(id, caller)).toMatchObject({ kind: 'notFound', id });
    }
    expect(await scene.book({ input: { ...LAST_ROOM, hold: 'no id' } })).toMatchObject({ kind: 'notFound' });
    expect(await scene.release('no id')).toMatchObject({ kind: 'notFound' });
    expect(await scene.book({ input: { ...LAST_ROOM, hold: id.toUpperCase() } })).toMatchObject({ kind: 'created' });
  });

  test('cannot be booked once it has expired, even while its room is free', async () => {
    const { id, expiresAt } = await held();
    scene.clock.millis = expiresAt;
    expect(await scene.book({ input: { ...LAST_ROOM, hold: id } })).toMatchObject({
      kind: 'notFound',
      subject: 'HOLD',
    });
  });

  test('is given back at once, and again with the same answer until a day after its end', async () => {
    const { id, expiresAt } = await held();
    const released = { kind: 'released', id };
    expect(await scene.release(id)).toEqual(released);
    expect(await nightsOnRecord()).toBe(0);
    expect(await scene.book({ input: { ...LAST_ROOM, hold: id } })).toMatchObject({ kind: 'notFound' });
    expect(await scene.book({ input: LAST_ROOM })).toMatchObject({ kind: 'created' });
    expect(await scene.release(id)).toEqual(released);
    scene.clock.millis = expiresAt + 24 * 60 * MINUTE - 1;
    await deleteForgottenHolds(database, scene.clock.millis);
    expect(await scene.release(id)).toEqual(released);
    expect(await deleteForgottenHolds(database, scene.clock.millis + 1)).toBe(1);
    expect(await scene.release(id)).toMatchObject({ kind: 'notFound' });
  });

  test('leaves nothing behind once it is swept', async () => {
    const { expiresAt } = await held();
    expect(await nightsOnRecord()).toBe(3);
    await deleteForgottenHolds(database, expiresAt + 24 * 60 * MINUTE);
    expect(await nightsOnRecord()).toBe(0);
  });

  test('of a test key takes no room, and can be booked', async () => {
    const { id } = await held({ caller: TEST_CALLER });
    expect(await nightsOnRecord()).toBe(0);
    expect(await scene.hold({ input: { roomType: '13' } })).toMatchObject({ kind: 'held' });
    expect(await scene.release(id, TEST_CALLER)).toMatchObject({ kind: 'released' });
  });

  test('of a test key meets what the key simulates (S8)', async () => {
    const { id, quote } = await held({ caller: TEST_CALLER });
    const simulate = (simulation: 'no-capacity' | 'price-changed') =>
      scene.simulate(simulation, { input: { ...LAST_ROOM, hold: id, expectedTotal: quote.amountMinor } });
    expect(await simulate('no-capacity')).toMatchObject({ kind: 'noCapacity', firstNight: BOOKING.arrival });
    expect(await simulate('price-changed')).toMatchObject({ kind: 'priceChanged' });
    expect(await scene.book({ input: { ...LAST_ROOM, hold: id }, caller: TEST_CALLER })).toMatchObject({
      kind: 'created',
    });
  });

  test('counts a booking with it once under an idempotency key', async () => {
    const { id } = await held();
    const asked = { input: { ...LAST_ROOM, hold: id, idempotencyKey: 'with a hold' } };
    const first = await scene.book(asked);
    expect(first).toMatchObject({ kind: 'created', replayed: false });
    expect(await scene.book(asked)).toEqual({ ...first, replayed: true });
    const without = { input: { ...asked.input, hold: null } };
    expect(await scene.book(without)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('26.16: is made once under an idempotency key, and answered again when the answer was lost', async () => {
    const asked = { input: { idempotencyKey: 'one' }, caller: PUBLISHABLE };
    const first = await held(asked);
    expect(first.replayed).toBe(false);
    scene.clock.millis += MINUTE;
    expect(await held(asked)).toEqual({ ...first, replayed: true });
    expect(await database.prisma.stayHold.count()).toBe(1);
    expect((await database.prisma.recentUse.findMany()).map(({ amounts }) => amounts)).toEqual([[3]]);
    const other = { ...asked, input: { ...asked.input, minutes: 11 } };
    expect(await scene.hold({ ...other, input: { ...other.input, roomType: '13' } })).toMatchObject({
      ...{ kind: 'idempotency', code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect(await scene.book({ input: { ...LAST_ROOM, idempotencyKey: 'one' } })).toMatchObject({ kind: 'idempotency' });
    const booked = await scene.book({ input: { ...LAST_ROOM, hold: first.id, idempotencyKey: 'two' } });
    expect(booked).toMatchObject({ kind: 'created' });
    expect(await scene.hold({ ...asked, input: { ...asked.input, roomType: '13' } })).toMatchObject({
      ...{ kind: 'notFound', subject: 'HOLD', id: first.id },
    });
    const refused = await scene.hold({ input: { roomType: '99', idempotencyKey: 'three' } });
    expect(refused).toMatchObject({ kind: 'notFound' });
    expect(await held({ input: { roomType: '12', idempotencyKey: 'three' } })).toMatchObject({ replayed: false });
  });

  test.each([
    ['an unknown visit type', { visitType: '999' }, { kind: 'notFound', subject: 'VISIT_TYPE' }],
    ['an unknown hotel', { hotel: '999' }, { kind: 'notFound', subject: 'HOTEL' }],
    ['an unknown room type', { roomType: '999' }, { kind: 'notFound', subject: 'ROOM_TYPE' }],
    [
      'an unknown programme',
      { programs: [{ guest: 1, program: '9' }] },
      { kind: 'notFound', subject: 'LOYALTY_PROGRAM' },
    ],
    ['a room of another hotel', { hotel: '2' }, { kind: 'stayNotAllowed', code: 'ROOM_TYPE_OF_OTHER_HOTEL' }],
    ['a past arrival', { arrival: day('2026-03-01') }, { kind: 'stayNotAllowed', code: 'IN_THE_PAST' }],
    ['a programme that does not count', { programs: [{ guest: 1, program: '2' }] }, { code: 'LOYALTY_NOT_APPLICABLE' }],
    ['nights without a price', { arrival: day('2026-12-31'), departure: day('2027-01-02') }, { kind: 'notPriced' }],
    ['a visit type on demand', { visitType: '101' }, { kind: 'onDemandOnly' }],
  ])('is refused for %s', async (_, input, refusal) => {
    expect(await scene.hold({ input })).toMatchObject(refusal);
    expect(await database.prisma.stayHold.count()).toBe(0);
  });

  test('costs a booking one statement, and no round trip; making one takes five statements in two, with a publishable key eight, and releasing it two in one', async () => {
    const begins = (texts: string[]) => texts.map((text) => text.trim().split(/\s+/, 2).join(' '));
    const statements = begins(await statementsOf(() => held()));
    expect(statements).toEqual([
      'WITH n',
      'SELECT (SELECT',
      'SELECT pg_advisory_xact_lock(735513,',
      'WITH open',
      'WITH made',
    ]);
    const { id } = await held({ input: { roomType: '12' } });
    const booking = () => scene.book({ input: { ...LAST_ROOM, roomType: '12', hold: id } });
    expect(begins(await statementsOf(booking))).toEqual(['WITH n', 'SELECT (SELECT', 'SELECT id,', 'WITH together']);
    const later = { arrival: BOOKING.arrival + 20, departure: BOOKING.departure + 20 };
    const second = await held({ input: later });
    const release = await held({ input: { ...later, roomType: '12' } });
    const use = () => scene.book({ input: { ...LAST_ROOM, ...later, hold: second.id } });
    expect(await waitsDuring(use)).toBe(2);
    const byPublic = begins(
      await statementsOf(() => held({ input: { ...later, roomType: '21', hotel: '2' }, caller: PUBLISHABLE })),
    );
    expect(byPublic).toHaveLength(8);
    expect(
      await waitsDuring(() => held({ input: { ...later, roomType: '21', hotel: '2' }, caller: PUBLISHABLE })),
    ).toBe(2);
    expect(await waitsDuring(() => held({ input: { ...later, roomType: '11' } }))).toBe(2);
    expect(begins(await statementsOf(() => scene.release(release.id)))).toEqual(['SELECT count(*)', 'WITH known']);
  });

  test('names the hotel of its room type if none is named', async () => {
    const { id } = await held({ input: { hotel: null } });
    expect(await scene.book({ input: { ...LAST_ROOM, hold: id } })).toMatchObject({ kind: 'created' });
  });

  test('does not survive a night that is closed, nor a room that a process of release 0.1.0 has sold', async () => {
    const { id } = await held();
    const night = { roomTypeNumber: 13, night: columnOfDay(BOOKING.arrival + 1) };
    const { prisma } = database;
    await prisma.inventoryNight.updateMany({ where: night, data: { closed: true } });
    const refusal = { kind: 'noCapacity', firstNight: BOOKING.arrival + 1 };
    expect(await scene.book({ input: { ...LAST_ROOM, hold: id } })).toMatchObject(refusal);
    await prisma.inventoryNight.updateMany({ where: night, data: { closed: false, sold: 1 } });
    expect(await scene.book({ input: { ...LAST_ROOM, hold: id } })).toMatchObject(refusal);
    await prisma.inventoryNight.updateMany({ where: night, data: { sold: 0 } });
    expect(await scene.book({ input: { ...LAST_ROOM, hold: id } })).toMatchObject({ kind: 'created' });
  });

  test('is not undercut by an update of capacity until it expires', async () => {
    const { expiresAt } = await held();
    const change = { roomType: '13', from: BOOKING.arrival, to: BOOKING.departure - 1, units: 0, closed: null };
    const request = { ...scene, caller: CALLERS.everywhere, today: day('2026-03-02'), changes: [change] };
    expect(await updateInventory({ ...request, now: expiresAt - 1 })).toMatchObject({
      problems: [
        {
          ...{ path: 'changes.0.units', code: 'BELOW_SOLD' },
          facts: { value: 0, sold: 1, includesHeld: true, nights: 3, firstNight: BOOKING.arrival },
        },
      ],
    });
    expect(await updateInventory({ ...request, now: expiresAt })).toMatchObject({ kind: 'inventoryUpdated' });
    const back = { ...request, changes: [{ ...change, units: 1 }], now: expiresAt };
    expect(await updateInventory(back)).toMatchObject({ kind: 'inventoryUpdated' });
  });
});

describe('S13: the number of holds', () => {
  test('is 20 for a client, open ones only', async () => {
    const nights = (index: number) => ({ arrival: BOOKING.arrival + index, departure: BOOKING.arrival + index + 1 });
    const first = await held({ input: nights(0) });
    for (let index = 1; index < 20; index++) await held({ input: nights(index) });
    const refusal = { kind: 'tooManyHolds', most: 20 };
    expect(await scene.hold({ input: { roomType: '13', ...nights(20) } })).toMatchObject(refusal);
    expect(await scene.hold({ input: { roomType: '12' }, caller: CALLERS.partner })).toMatchObject({ kind: 'held' });
    await scene.release(first.id);
    await held({ input: nights(20) });
    expect(await scene.hold({ input: { roomType: '13', ...nights(21) } })).toMatchObject(refusal);
    scene.clock.millis = first.expiresAt;
    await held({ input: nights(21) });
  });

  test.each([
    ['a client', CALLERS.everywhere, 20],
    ['an address', PUBLISHABLE, 5],
  ])('of %s counts tests and live ones apart (A7)', async (_, live, most) => {
    for (const [caller, other] of [
      [{ ...live, isTest: true }, live],
      [live, { ...live, isTest: true }],
    ] as const) {
      const night = (index: number) => ({ arrival: BOOKING.arrival + index, departure: BOOKING.arrival + index + 1 });
      for (let index = 0; index < most; index++) await held({ input: night(index), caller });
      expect(await scene.hold({ input: { roomType: '13', ...night(most) }, caller })).toMatchObject({
        ...{ kind: 'tooManyHolds', open: most },
      });
      const { id } = await held({ input: { roomType: '12' }, caller: other });
      expect(await scene.release(id, other)).toMatchObject({ kind: 'released' });
      await database.prisma.stayHold.deleteMany();
      await database.prisma.$executeRaw`UPDATE inventory_night SET held = NULL WHERE held IS NOT NULL`;
    }
  });

  test('26.16 (A4): is 5 for each address of publishable keys of all clients, apart from the 20; the oldest of the client is named', async () => {
    const input = { roomType: '11' };
    const night = (index: number) => ({ arrival: BOOKING.arrival + index, departure: BOOKING.arrival + index + 1 });
    const from = (network: string, index: number, caller: Caller = PUBLISHABLE) =>
      scene.hold({ input: { ...input, ...night(index), minutes: 30 - index }, caller, network });
    const other: Caller = { ...CALLERS.partner, isPublishable: true };
    for (let index = 0; index < 4; index++) expect(await from('192.0.2.1', index)).toMatchObject({ kind: 'held' });
    expect(await from('192.0.2.1', 4, other)).toMatchObject({ kind: 'held' });
    const refused = await from('192.0.2.1', 5);
    expect(refused).toMatchObject({ kind: 'tooManyHolds', most: 5, open: 5, holder: 'address' });
    // The first that expires is the other client's.
    expect(refused).toMatchObject({ retryAfterSeconds: 26 * 60 });
    const [oldest] = await listHolds({
      ...{ database, clock: scene.clock, caller: PUBLISHABLE },
      publicUse: { network: '192.0.2.1', limits: DEFAULT_PUBLIC_LIMITS },
    });
    expect(refused).toMatchObject({ oldest: { id: oldest!.id, expiresAt: NOON + 27 * MINUTE } });
    expect(await from('192.0.2.2', 6)).toMatchObject({ kind: 'held' });
    expect(await scene.hold({ input })).toMatchObject({ kind: 'held' });
    expect(await scene.release(oldest!.id, PUBLISHABLE)).toMatchObject({ kind: 'released' });
    expect(await from('192.0.2.1', 5)).toMatchObject({ kind: 'held' });
    const stored = await database.prisma.stayHold.findMany();
    expect(JSON.stringify(stored)).not.toContain('192.0.2');
  });
});
