/** Updates (U1, U2) against bookings, each other and imports at the same time, on a real PostgreSQL. */
import { describe, expect, test } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { LOCK_IMPORTS, SHARE_IMPORT_LOCK } from '../../../src/data/cache/raise-epochs.ts';
import { query } from '../../../src/data/sql/statement.ts';
import { ServiceUnavailable } from '../../../src/operations/service-unavailable.ts';
import type { InventoryChangeInput, RateChangeInput } from '../../../src/operations/update/update-input.ts';
import { type InventoryUpdated, updateInventory } from '../../../src/operations/update/update-inventory.ts';
import { type RatesUpdated, updateRates } from '../../../src/operations/update/update-rates.ts';
import type { UpdateRefusal } from '../../../src/operations/update/update-transaction.ts';
import { exportedCatalogue } from '../../catalogue/snapshot.ts';
import { BOOKING, type BookingScene, CALLERS, day, NOON } from '../../support/booking/booking-scene.ts';
import { readBookings } from '../../support/booking/read-bookings.ts';
import { openRivalScenesForEach, type RivalScenes } from '../../support/booking/rival-scenes.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { drawFromSeed } from '../../support/catalogue/random/random-draw.ts';
import { latch, untilWaiting } from '../../support/database/rival-transactions.ts';
import { retryRequest } from '../../support/requests/retry-request.ts';

const SEED = newSeed();
const TODAY = day('2026-03-02');
const WEEK = { from: day('2026-05-04'), to: day('2026-05-10') };

let { database, rivals, scenes } = {} as RivalScenes;
openRivalScenesForEach((opened) => {
  ({ database, rivals, scenes } = opened);
});

const at = (index: number): BookingScene => scenes[index % 2]!;

function inventory(index: number, changes: readonly InventoryChangeInput[]): Promise<InventoryUpdated | UpdateRefusal> {
  const { database: one, epochs } = at(index);
  const request = { database: one, epochs, caller: CALLERS.everywhere, today: TODAY, now: NOON, changes };
  return retryRequest(() => updateInventory(request));
}

function rates(
  index: number,
  changes: readonly RateChangeInput[],
  visitType = '100',
): Promise<RatesUpdated | UpdateRefusal> {
  const { database: one, epochs } = at(index);
  const confirmed = changes.map((change) => ({ ...change, confirm: true }));
  const asked = { visitType, priceList: 1, changes: confirmed };
  const request = { database: one, epochs, caller: CALLERS.everywhere, today: TODAY, now: NOON, ...asked };
  return retryRequest(() => updateRates(request));
}

/** Nights whose sold rooms are more than there are, or not as many as are booked. */
async function wrongNights(): Promise<unknown[]> {
  return database.prisma.$queryRaw`
    SELECT * FROM (SELECT room_type_number, night::text, units, sold, (SELECT count(*)::int FROM booking AS b
      WHERE b.kind = 'BINDING' AND b.room_type_number = n.room_type_number AND b.arrival <= n.night AND n.night < b.departure) AS booked
      FROM inventory_night AS n) AS nights WHERE sold > units OR sold <> booked`;
}

describe('updates of capacity and bookings of the same nights', () => {
  test('never sell more than there is, lose nothing that is sold and do not deadlock', async () => {
    const below = drawFromSeed(SEED);
    const guests = BOOKING.guests.slice(0, 1);
    const outcomes = await Promise.all(
      Array.from({ length: 240 }, async (_, index) => {
        const first = WEEK.from + below(5);
        const last = first + below(4);
        if (index % 2 === 0) {
          const roomType = ['11', '12', '21'][below(3)]!;
          const input = { roomType, hotel: roomType === '21' ? '2' : '1', arrival: first, departure: last + 1, guests };
          return (await retryRequest(() => at(below(2)).book({ input }))).kind;
        }
        // In any order, over several room types; some of the nights have no record yet.
        const changes = Array.from({ length: 3 }, () => {
          const from = below(4) === 0 ? day('2026-12-25') : first;
          const roomType = ['21', '12', '11', '13'][below(4)]!;
          return { roomType, from, to: from + below(14), units: below(7), closed: below(5) === 0 };
        });
        return (await inventory(index, changes)).kind;
      }),
    );
    expect(new Set(outcomes)).toEqual(new Set(['created', 'noCapacity', 'inventoryUpdated', 'invalidInput']));
    expect(await wrongNights()).toEqual([]);
  });

  test('of updates that have seen the same, one is made; the others get what it has set (U8)', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, index) => {
        const nights = { roomType: '11', ...WEEK };
        return index % 2 === 0
          ? inventory(index / 2, [
              { ...nights, units: 100 + index, closed: null, expected: { units: 5, closed: false } },
            ])
          : rates((index - 1) / 2, [{ ...nights, amountMinor: index, expected: { amountMinor: 100_000 } }]);
      }),
    );
    const [rooms, prices] = [0, 1].map((kind) => outcomes.filter((_, index) => index % 2 === kind));
    const now = { path: 'changes.0', night: WEEK.from };
    const [{ units, closed }] = await database.prisma.$queryRaw<[{ units: number; closed: boolean }]>`
      SELECT DISTINCT units, closed FROM inventory_night WHERE room_type_number = 11 AND night BETWEEN '2026-05-04' AND '2026-05-10'`;
    const [{ amountMinor }] = await database.prisma.$queryRaw<[{ amountMinor: number }]>`
      SELECT amount_minor AS "amountMinor" FROM rate WHERE visit_type_number = 100 AND price_list_number = 1
        AND room_type_number = 11 AND "from" = '2026-05-04' AND "to" = '2026-05-10'`;
    for (const [some, kind, left] of [
      [rooms!, 'inventoryUpdated', { units, closed }],
      [prices!, 'ratesUpdated', { amountMinor }],
    ] as const) {
      expect(some.filter((outcome) => outcome.kind === kind)).toHaveLength(1);
      const refused = some.filter((outcome) => outcome.kind !== kind);
      expect(refused).toEqual(refused.map(() => ({ kind: 'conflict', changes: [{ ...now, ...left }] })));
    }
  });

  test('an update waits for a booking that holds a night, and then sees what it has sold', async () => {
    await inventory(0, [{ roomType: '12', ...WEEK, units: 1, closed: null }]);
    const [held, booked] = [latch(), latch()];
    const selling = rivals[0]!.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT sold FROM inventory_night WHERE room_type_number = 12 ORDER BY night FOR UPDATE`;
      held.open();
      await booked.opened;
      await tx.$executeRaw`UPDATE inventory_night SET sold = 1 WHERE room_type_number = 12 AND night = '2026-05-06'`;
    });
    await held.opened;
    const updating = inventory(1, [{ roomType: '12', ...WEEK, units: 0, closed: null }]);
    await untilWaiting(database, 1, updating);
    booked.open();
    await selling;
    expect(await updating).toMatchObject({
      kind: 'invalidInput',
      problems: [{ path: 'changes.0.units', code: 'BELOW_SOLD', facts: { value: 0, sold: 1, nights: 1 } }],
    });
  });

  test('a booking that waits for an update of its night sees it closed', async () => {
    const updating = latch();
    const held = latch();
    const closing = rivals[0]!.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE inventory_night SET closed = true WHERE room_type_number = 11 AND night = '2026-05-05'`;
      held.open();
      await updating.opened;
    });
    await held.opened;
    const booking = scenes[1]!.book();
    await untilWaiting(database, 1, booking);
    updating.open();
    await closing;
    expect(await booking).toMatchObject({ kind: 'noCapacity', firstNight: day('2026-05-05') });
  });
});

test('updates of the same nights in any order all succeed, and the last one counts whole', async () => {
  const rooms = ['11', '12', '13', '21', '31'];
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const order = [...rooms.slice(index % 5), ...rooms.slice(0, index % 5)];
      // Also nights that none has a record of.
      return inventory(
        index,
        order.map((roomType) => ({
          roomType,
          from: day('2026-12-25'),
          to: day('2027-01-10'),
          units: index + 1,
          closed: null,
        })),
      );
    }),
  );
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['inventoryUpdated']));
  const nights = await database.prisma.inventoryNight.findMany({ where: { night: { gte: new Date('2026-12-25') } } });
  expect(nights).toHaveLength(rooms.length * 17);
  expect(new Set(nights.map(({ units }) => units)).size).toBe(1);
});

test('two updates of nights without a record leave what both state', async () => {
  const nights = { roomType: '13', from: day('2027-03-01'), to: day('2027-03-03') };
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      const move = 4 * (index >> 1);
      const range = { ...nights, from: nights.from + move, to: nights.to + move };
      return inventory(index, [
        index % 2 === 0 ? { ...range, units: 3, closed: null } : { ...range, units: null, closed: true },
      ]);
    }),
  );
  const stored = await database.prisma.inventoryNight.findMany({ where: { night: { gte: new Date('2027-03-01') } } });
  expect(stored).toHaveLength(20 * 3);
  expect(stored.filter(({ units, closed }) => units !== 3 || !closed)).toEqual([]);
});

describe('updates of prices', () => {
  test('of one visit type take turns: no night has two rates or none, and nothing deadlocks', async () => {
    const below = drawFromSeed(SEED);
    const outcomes = await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        rates(
          index,
          Array.from({ length: 3 }, () => {
            const from = WEEK.from + below(40);
            return {
              roomType: ['11', '12', '21'][below(3)]!,
              from,
              to: from + below(20),
              amountMinor: 1_000 * (1 + below(4)),
            };
          }),
          index % 4 === 0 ? '101' : '100',
        ),
      ),
    );
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['ratesUpdated']));
    const wrong = await database.prisma.$queryRaw<unknown[]>`
      SELECT v, r, day, count(*)::int FROM (
        SELECT visit_type_number AS v, room_type_number AS r, generate_series("from", "to", '1 day') AS day FROM rate
        WHERE visit_type_number IN (100, 101) AND price_list_number = 1) AS nights GROUP BY 1, 2, 3 HAVING count(*) <> 1`;
    expect(wrong).toEqual([]);
  });

  test('and bookings: every total is that of one state, before the update or after it', async () => {
    const nights = { from: day('2026-06-01'), to: day('2026-06-30') };
    const updating = (async () => {
      for (let turn = 0; turn < 20; turn++) {
        await rates(turn, [{ roomType: '11', ...nights, amountMinor: turn % 2 === 0 ? 300_000 : 100_000 }]);
      }
    })();
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const arrival = nights.from + 3 * (index % 8);
        return retryRequest(() => at(index).book({ input: { arrival, departure: arrival + 3 } }));
      }),
    );
    await updating;
    const made = outcomes.filter((outcome) => outcome.kind === 'created').map(({ bookingId }) => bookingId);
    expect(made).toHaveLength(40);
    const bookings = await readBookings(database.prisma, made, CALLERS.everywhere.apiKeyId);
    const totals = [...bookings.values()].map(({ price }) => price.amountMinor);
    expect(totals.filter((total) => total !== 300_000 && total !== 900_000)).toEqual([]);
  });
});

describe('an import at the same time', () => {
  test('is waited for by updates, which do not wait for each other', async () => {
    const [held, imported] = [latch(), latch()];
    const importing = rivals[0]!.prisma.$transaction(async (tx) => {
      await query(tx, LOCK_IMPORTS);
      held.open();
      await imported.opened;
    });
    await held.opened;
    const both = Promise.all([
      inventory(1, [{ roomType: '11', ...WEEK, units: 9, closed: null }]),
      rates(1, [{ roomType: '11', ...WEEK, amountMinor: 5 }]),
    ]);
    await untilWaiting(database, 2, both);
    imported.open();
    await importing;
    expect((await both).map(({ kind }) => kind)).toEqual(['inventoryUpdated', 'ratesUpdated']);

    const [paused, go] = [latch(), latch()];
    const first = rivals[0]!.prisma.$transaction(async (tx) => {
      await query(tx, SHARE_IMPORT_LOCK);
      paused.open();
      await go.opened;
    });
    await paused.opened;
    expect(await inventory(1, [{ roomType: '11', ...WEEK, units: 8, closed: null }])).toMatchObject({ unchanged: 0 });
    go.open();
    await first;
  });

  test('that takes too long is not waited for: the update is refused as unavailable and changes nothing', async () => {
    const [held, imported] = [latch(), latch()];
    const importing = rivals[0]!.prisma.$transaction(async (tx) => {
      await query(tx, LOCK_IMPORTS);
      held.open();
      await imported.opened;
    });
    await held.opened;
    const asked = { ...at(1), caller: CALLERS.everywhere, today: TODAY, now: NOON, timeouts: { lockMs: 50 } };
    const changes = [{ roomType: '11', ...WEEK, units: 9, closed: null }];
    await expect(updateInventory({ ...asked, changes })).rejects.toThrow(ServiceUnavailable);
    const prices = [{ roomType: '11', ...WEEK, amountMinor: 5 }];
    const refused = updateRates({ ...asked, visitType: '100', priceList: 1, changes: prices });
    await expect(refused).rejects.toThrow(ServiceUnavailable);
    imported.open();
    await importing;
    expect(await inventory(1, changes)).toMatchObject({ nights: 7, unchanged: 0 });
    expect(await rates(1, prices)).toMatchObject({ nights: 7 });
  });

  test('and updates leave one of their states, and nothing deadlocks', async () => {
    const exported = await exportedCatalogue(database);
    // The file of half of the imports has rooms for all bookings, so those succeed whenever they come.
    const enough = exported.inventory!.map((one) => ({ ...one, units: 30 }));
    const catalogues = [exported, { ...exported, inventory: enough }];
    const rooms = ['21', '11', '13'];
    const work = Array.from({ length: 24 }, async (_, index) => {
      const first = rooms.map((roomType) => ({
        roomType,
        from: WEEK.from,
        to: day('2027-02-01'),
        units: 6,
        closed: null,
      }));
      await inventory(index, first);
      await rates(index, [{ roomType: '11', ...WEEK, amountMinor: 77 }]);
      await retryRequest(() =>
        at(index).book({ input: { arrival: WEEK.from + (index % 5), departure: WEEK.from + 7 } }),
      );
    });
    let imported = 0;
    const imports = (async () => {
      for (let turn = 0; turn < 4; turn++) {
        const outcome = await importCatalogue({
          database: rivals[turn % 2]!,
          source: catalogues[turn % 2] as never,
          replace: turn >= 2,
        });
        if (outcome.ok) imported++;
        else expect(new Set(outcome.problems.map(({ code }) => code))).toEqual(new Set(['BELOW_SOLD']));
      }
    })();
    await Promise.all([...work, imports]);
    expect(imported).toBeGreaterThanOrEqual(2);
    expect(await wrongNights()).toEqual([]);
    const prices = await database.prisma.rate.findMany({
      where: { visitTypeNumber: 100, priceListNumber: 1, roomTypeNumber: 11 },
    });
    expect([1, 3]).toContain(prices.length);
  });
});
