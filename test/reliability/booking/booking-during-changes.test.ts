import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { raiseEpochs } from '../../../src/data/cache/raise-epochs.ts';
import type { Prisma } from '../../../src/data/generated/prisma/client.ts';
import { columnOfDay } from '../../../src/data/sql/column-types.ts';
import type { BookingOutcome } from '../../../src/operations/booking/booking-outcome.ts';
import { ServiceUnavailable } from '../../../src/operations/service-unavailable.ts';
import { BOOKING, type BookingScene, CALLERS, day, fillScene, openScene } from '../../support/booking/booking-scene.ts';
import { readBookings } from '../../support/booking/read-bookings.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { deadlocksOf, latch, openRivalPool, untilWaiting } from '../../support/database/rival-transactions.ts';
import { sentThrough } from '../../support/database/sent-through.ts';

let database: FreshDatabase;
let scene: BookingScene;
beforeAll(async () => {
  database = await freshDatabase();
  await fillScene(database);
  await database.prisma.promotion.create({
    data: {
      visitTypeNumber: 100,
      number: 1,
      id: 'a'.repeat(24),
      name: {},
      basisPoints: 0,
      validFrom: new Date('2026-01-01'),
      allHotels: true,
      channels: { create: [{ channelCode: 'public' }] },
    },
  });
  scene = await openScene(database);
});
afterAll(async () => {
  await scene.close();
  await database.close();
});

async function totalOf(outcome: BookingOutcome): Promise<number> {
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  const bookings = await readBookings(database.prisma, [outcome.bookingId], CALLERS.everywhere.apiKeyId);
  return bookings.get(outcome.bookingId)!.price.amountMinor;
}

/** Sets the night rate and the promotion of visit type 100 in one transaction, as an import does. */
function changeCatalogue({ amountMinor, basisPoints }: { amountMinor: number; basisPoints: number }): Promise<void> {
  return database.prisma.$transaction(async (tx) => {
    await tx.rate.updateMany({ where: { visitTypeNumber: 100, priceListNumber: 1 }, data: { amountMinor } });
    await tx.promotion.updateMany({ where: { visitTypeNumber: 100 }, data: { basisPoints } });
    await raiseEpochs(tx, ['structure']);
  });
}

describe('a booking while the catalogue changes', () => {
  const before = { amountMinor: 100_000, basisPoints: 0 };
  const after = { amountMinor: 300_000, basisPoints: 5_000 };
  const oneNight = { arrival: day('2026-06-02'), departure: day('2026-06-03') };

  test.each([
    ['before it reads the prices', /FROM visit_type AS v/],
    ['between reading the prices and writing', /INSERT INTO booking /],
  ])('holds it still: a change that comes %s waits until the booking is made', async (_when, statement) => {
    let change: Promise<void> | null = null;
    let isChanged = false;
    let answered: Promise<unknown> = Promise.resolve();
    const paused = await openScene(
      sentThrough(database, (send) => async (...sent) => {
        if (statement.test(sent[0].text) && !change) {
          // The lock statement is sent first; it holds the locks once it is answered.
          await answered;
          change = changeCatalogue(after).then(() => {
            isChanged = true;
          });
          await untilWaiting(database, 1, change);
          expect(isChanged).toBe(false);
        }
        const answer = send(...sent);
        answered = answer;
        return answer;
      }),
    );
    const outcome = await paused.book({ input: oneNight });
    expect(change).not.toBeNull();
    await change;
    await paused.close();
    expect(await totalOf(outcome)).toBe(100_000);
    expect(await totalOf(await scene.book({ input: oneNight }))).toBe(150_000);
    await changeCatalogue(before);
  });

  test('has the price of one state or of the other, never a mixture', async () => {
    const changes = (async () => {
      for (let turn = 0; turn < 20; turn++) await changeCatalogue(turn % 2 === 0 ? after : before);
    })();
    const totals = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const arrival = day('2026-07-01') + index;
        return totalOf(await scene.book({ input: { arrival, departure: arrival + 1 } }));
      }),
    );
    await changes;
    expect(totals.filter((total) => total !== 100_000 && total !== 150_000)).toEqual([]);
  });
});

describe('a booking of what an import locks', () => {
  const asked = { input: { visitType: '104', hotel: '2', roomType: '21' } };
  let elsewhere: BookingScene;
  beforeEach(async () => {
    elsewhere = await openScene(await openRivalPool(database.url, 2));
  });
  afterEach(async () => {
    await elsewhere.close();
    await elsewhere.database.close();
    expect(await deadlocksOf(database)).toBe(0);
  });

  test('waits, finds it gone, and never makes the removal wait in turn, binding or not', async () => {
    let booked: Promise<BookingOutcome[]> | null = null;
    await database.prisma.$transaction(async (removal) => {
      await removal.$executeRaw`SET LOCAL lock_timeout = '2s'`;
      // In the lock order of an import that removes rows.
      await removal.$queryRaw`SELECT number FROM visit_type WHERE number = 104 FOR UPDATE`;
      const kinds = ['BINDING', 'REQUEST'] as const;
      booked = Promise.all(kinds.map((kind) => elsewhere.book({ input: { ...asked.input, kind } })));
      await untilWaiting(database, 2, booked);
      await removal.$queryRaw`SELECT number FROM hotel WHERE number = 2 FOR UPDATE`;
      await removal.$queryRaw`SELECT number FROM room_type WHERE number = 21 FOR UPDATE`;
      await removal.visitType.delete({ where: { number: 104 } });
      await raiseEpochs(removal, ['structure']);
    });
    const gone = { kind: 'notFound', subject: 'VISIT_TYPE', id: '104' };
    expect(await booked).toMatchObject([gone, gone]);
  });

  test('waits for a night and holds nothing that is locked after it: later nights, and the rows of the catalogue', async () => {
    const stay = { arrival: day('2026-09-14'), departure: day('2026-09-17') };
    const lockNight = (tx: Prisma.TransactionClient, night: number) =>
      tx.$queryRaw`SELECT FROM inventory_night WHERE room_type_number = 11 AND night = ${columnOfDay(night)}::date FOR UPDATE`;
    let booked: Promise<BookingOutcome> | null = null;
    await database.prisma.$transaction(async (importing) => {
      await importing.$executeRaw`SET LOCAL lock_timeout = '2s'`;
      await lockNight(importing, stay.arrival + 1);
      booked = elsewhere.book({ input: stay });
      await untilWaiting(database, 1, booked);
      await lockNight(importing, stay.arrival + 2);
      await importing.$queryRaw`SELECT FROM channel WHERE code = 'public' FOR UPDATE`;
      await importing.$queryRaw`SELECT FROM visit_type WHERE number = 100 FOR UPDATE`;
      await importing.$queryRaw`SELECT FROM hotel WHERE number = 1 FOR UPDATE`;
      await importing.$queryRaw`SELECT FROM room_type WHERE number = 11 FOR UPDATE`;
      await raiseEpochs(importing, ['structure', 'inventory:1']);
    });
    expect(await booked).toMatchObject({ kind: 'created' });
  });

  test('does not find what an import adds while it waits, which it holds nothing of', async () => {
    let booked: Promise<BookingOutcome> | null = null;
    await database.prisma.$transaction(async (adding) => {
      const { destinationNumber } = await adding.hotel.findUniqueOrThrow({ where: { number: 1 } });
      await adding.hotel.create({
        data: {
          number: 99,
          id: '9'.repeat(24),
          code: 'late',
          name: 'Late',
          destinationNumber,
          stars: 3,
          shortDescription: {},
        },
      });
      await raiseEpochs(adding, ['structure']);
      booked = elsewhere.book({ input: { hotel: '99' } });
      await untilWaiting(database, 1, booked);
    });
    expect(await booked).toMatchObject({ kind: 'notFound', subject: 'HOTEL', id: '99' });
  });

  test('is untouched when the channel of its key is locked meanwhile but stays', async () => {
    let booked: Promise<BookingOutcome> | null = null;
    await database.prisma.$transaction(async (removal) => {
      await removal.$executeRaw`SET LOCAL lock_timeout = '2s'`;
      await removal.$queryRaw`SELECT code FROM channel WHERE code = 'public' FOR UPDATE`;
      booked = elsewhere.book({ input: { arrival: day('2026-09-01'), departure: day('2026-09-02') } });
      await untilWaiting(database, 1, booked);
      await raiseEpochs(removal, ['structure']);
    });
    expect(await booked).toMatchObject({ kind: 'created' });
  });
});

describe('a booking that meets another transaction', () => {
  const stay = { arrival: day('2026-08-03'), departure: day('2026-08-05') };
  const night = (at: number) => ({ roomTypeNumber: 11, night: columnOfDay(at) });

  test('is tried again when it was the victim of a deadlock, and made once', async () => {
    await database.prisma.$executeRawUnsafe(
      `ALTER DATABASE "${new URL(database.url).pathname.slice(1)}" SET deadlock_timeout = '5s'`,
    );
    let booked: Promise<BookingOutcome> | null = null;
    const victim = await openScene(await openRivalPool(database.url, 2));
    await database.prisma.$transaction(async (rival) => {
      // The rival locks the nights in the wrong order and never gives way. A session looks for deadlocks once, that
      // long after it began to wait, so by then the rival must be waiting too.
      await rival.$executeRaw`SET LOCAL deadlock_timeout = '1min'`;
      await rival.inventoryNight.updateMany({ where: night(stay.arrival + 1), data: { units: 6 } });
      booked = victim.book({ input: stay, timeouts: { lockMs: 20_000, statementMs: 30_000, transactionMs: 40_000 } });
      await untilWaiting(database, 1, booked);
      await rival.inventoryNight.updateMany({ where: night(stay.arrival), data: { units: 6 } });
    });
    expect(await booked).toMatchObject({ kind: 'created' });
    await victim.close();
    await victim.database.close();
    // On a busy machine it may be the victim again before the rival goes on.
    expect(await deadlocksOf(database)).toBeGreaterThan(0);
    expect(
      await database.prisma.inventoryNight.findMany({ where: { roomTypeNumber: 11, sold: 1, units: 6 } }),
    ).toHaveLength(2);
  });

  test('fails after the lock timeout as an overloaded service, and leaves nothing behind', async () => {
    const held = latch();
    const release = latch();
    const holder = database.prisma.$transaction(async (tx) => {
      await tx.inventoryNight.updateMany({ where: night(BOOKING.arrival), data: { units: 5 } });
      held.open();
      await release.opened;
    });
    await held.opened;
    const bookings = await database.prisma.booking.count();
    const refused = scene.book({ input: { idempotencyKey: 'busy' }, timeouts: { lockMs: 50 } });
    await expect(refused).rejects.toThrow(ServiceUnavailable);
    await expect(refused).rejects.toMatchObject({ retryAfterSeconds: 1 });
    release.open();
    await holder;
    expect(await database.prisma.booking.count()).toBe(bookings);
    expect(await scene.book({ input: { idempotencyKey: 'busy' } })).toMatchObject({ kind: 'created', replayed: false });
  });
});
