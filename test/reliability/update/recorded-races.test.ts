/** Adjusting and undoing (M13, M14) against updates, imports and bookings at the same time, on a real PostgreSQL. */
import { describe, expect, test } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import type { ChangedRange } from '../../../src/data/updates/recorded-changes.ts';
import { adjustRates, type RatesAdjusted } from '../../../src/operations/update/adjust-rates.ts';
import { undoChange } from '../../../src/operations/update/undo-change.ts';
import { updateInventory } from '../../../src/operations/update/update-inventory.ts';
import { updateRates } from '../../../src/operations/update/update-rates.ts';
import { exportedCatalogue } from '../../catalogue/snapshot.ts';
import { CALLERS, day, NOON } from '../../support/booking/booking-scene.ts';
import { openRivalScenesForEach, type RivalScenes } from '../../support/booking/rival-scenes.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { drawFromSeed } from '../../support/catalogue/random/random-draw.ts';
import { retryRequest } from '../../support/requests/retry-request.ts';

const SEED = newSeed();
const TODAY = day('2026-03-02');
const WEEK = { from: day('2026-05-04'), to: day('2026-05-10') };

let { database, rivals, scenes } = {} as RivalScenes;
openRivalScenesForEach((opened) => {
  ({ database, rivals, scenes } = opened);
});

const MANAGER = { ...CALLERS.everywhere, scopes: new Set(['rates', 'inventory'] as const) };
const request = (index: number) => {
  const { database: one, epochs } = scenes[index % 2]!;
  return { database: one, epochs, caller: MANAGER, today: TODAY, now: NOON };
};
const NO_FILTER = {
  visitTypes: null,
  priceLists: null,
  roomTypes: null,
  weekdays: null,
  currency: null,
  roundTo: null,
};
const adjust = (index: number, added: number) =>
  retryRequest(() =>
    adjustRates({
      ...request(index),
      ...{
        ...NO_FILTER,
        ...WEEK,
        hotel: '1',
        percent: null,
        amountMinor: added,
        currency: 'CZK',
        confirm: true,
        dryRun: false,
      },
    }),
  );
const undo = (index: number, id: string) => retryRequest(() => undoChange({ ...request(index), id }));

/** Amounts and capacity by night, as they are stored. */
async function stored(): Promise<Map<string, unknown>> {
  const rows = await database.prisma.$queryRaw<{ key: string; value: unknown }[]>`
    SELECT concat_ws(' ', visit_type_number, price_list_number, room_type_number, d) AS key, to_jsonb(amount_minor) AS value
    FROM rate, generate_series(greatest("from" - date '1970-01-01', 20000), least("to" - date '1970-01-01', 21500)) AS d
    UNION ALL SELECT concat_ws(' ', room_type_number, night - date '1970-01-01'), jsonb_build_object('units', units, 'closed', closed)
    FROM inventory_night`;
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** What was there before, with all that is recorded put on top in the order of the record; each step starts from what is there. */
async function replayed(before: ReadonlyMap<string, unknown>): Promise<Map<string, unknown>> {
  const state = new Map(before);
  const changes = await database.prisma.hotelChange.findMany({ include: { parts: true } });
  const left = changes.flatMap(({ sequence, parts }) =>
    parts.flatMap(({ visitTypeNumber, priceListNumber, roomTypeNumber, ranges }) =>
      (ranges as unknown as ChangedRange<unknown>[]).flatMap(({ from, to, ...values }) =>
        Array.from({ length: Math.min(to, 21_500) - from + 1 }, (_, place) => {
          const of = [visitTypeNumber, priceListNumber, roomTypeNumber].filter((one) => one !== null).join(' ');
          return { sequence, key: `${of} ${from + place}`, ...values };
        }),
      ),
    ),
  );
  // The order of writing is that of commits for whoever changes the same night, because they wait for each other.
  for (const { key, before: was, after } of left.sort((a, b) => Number(a.sequence - b.sequence))) {
    expect([key, state.get(key) ?? null]).toEqual([key, was]);
    if (after === null) state.delete(key);
    else state.set(key, after);
  }
  return state;
}

describe('adjustments, undoings, updates, imports and bookings at the same time', () => {
  test('take turns: what is recorded is what happened, no change is lost, and nothing deadlocks', async () => {
    const below = drawFromSeed(SEED);
    const before = await stored();
    const file = await exportedCatalogue(database);
    const made: string[] = [];
    const outcomes = await Promise.all(
      Array.from({ length: 160 }, async (_, index) => {
        const first = WEEK.from + below(5);
        const nights = { roomType: ['11', '12'][below(2)]!, from: first, to: first + below(3) };
        const one = below(12);
        if (one === 0 && index % 40 < 20) {
          // Without capacity: what is sold meanwhile might be above it.
          const changed = { ...structuredClone(file), inventory: [] };
          for (const { priceLists } of changed.visitTypes ?? [])
            for (const { rates } of priceLists ?? []) for (const rate of rates ?? []) rate.amount += 1;
          const result = await importCatalogue({ database: rivals[index % 2]!, source: changed });
          return result.ok ? 'imported' : 'refused';
        }
        if (one < 3) {
          const { kind } = await retryRequest(() =>
            scenes[index % 2]!.book({ input: { ...nights, hotel: '1', arrival: first, departure: first + 1 } }),
          );
          return kind;
        }
        const outcome =
          one < 5
            ? await retryRequest(() =>
                updateRates({
                  ...{ ...request(index), visitType: '100', priceList: 1 },
                  changes: [{ ...nights, amountMinor: 90_000 + below(9), confirm: true }],
                }),
              )
            : one < 7
              ? await retryRequest(() =>
                  updateInventory({
                    ...request(index),
                    changes: [{ ...nights, units: 30 + below(9), closed: below(4) === 0 }],
                  }),
                )
              : one < 9
                ? await adjust(index, 1 + below(9))
                : made.length === 0
                  ? null
                  : await undo(index, made[below(made.length)]!);
        if (outcome && 'recordedAs' in outcome) made.push(...outcome.recordedAs);
        return outcome?.kind ?? 'nothing';
      }),
    );
    expect(new Set(outcomes)).toContain('ratesAdjusted');
    expect(new Set(outcomes)).not.toContain('refused');
    expect(await replayed(before)).toEqual(await stored());
  });

  test('adjustments of the same prices add up: none is lost', async () => {
    const sums = await Promise.all(Array.from({ length: 24 }, (_, index) => adjust(index, index + 1)));
    expect(sums.every(({ kind }) => kind === 'ratesAdjusted')).toBe(true);
    const [{ amount }] = await database.prisma.$queryRaw<[{ amount: number }]>`
      SELECT amount_minor AS amount FROM rate WHERE visit_type_number = 100 AND price_list_number = 1 AND room_type_number = 11
        AND "from" <= '2026-05-06' AND "to" >= '2026-05-06'`;
    expect(amount).toBe(100_000 + (24 * 25) / 2);
  });

  test('of those who undo the same change one does it', async () => {
    const { recordedAs } = (await adjust(0, 7)) as RatesAdjusted;
    const kinds = (await Promise.all(Array.from({ length: 12 }, (_, index) => undo(index, recordedAs[0]!)))).map(
      ({ kind }) => kind,
    );
    expect(kinds.filter((kind) => kind === 'changeUndone')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'conflict')).toHaveLength(11);
  });
});
