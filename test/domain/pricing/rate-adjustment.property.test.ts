/** Adjusted prices (M13) against every single night, in exact fractions; and changes that are taken back (M14). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjustedAmount, type PriceAdjustment } from '../../../src/domain/pricing/price-adjustment.ts';
import { AMOUNT_MAX_MINOR, type PriceList, type Rate } from '../../../src/domain/pricing/price-list.ts';
import { adjustRates } from '../../../src/domain/pricing/rate-adjustment.ts';
import { decideRates, type RateChange, type RateUpdate } from '../../../src/domain/pricing/rate-changes.ts';
import { undoDifferences } from '../../../src/domain/pricing/undone-rates.ts';
import { formatDay, WEEKDAYS } from '../../../src/domain/time/civil-date.ts';

const FIRST = 20_000;
const span = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 12 }))
  .map(([from, more]) => ({ from: FIRST + from, to: FIRST + from + more }));

/** Rates without overlaps: of those drawn, each that is free. */
const ratesOf = (amount: fc.Arbitrary<number>): fc.Arbitrary<Rate[]> =>
  fc.array(fc.tuple(fc.integer({ min: 1, max: 2 }), span, amount), { maxLength: 8 }).map((drawn) => {
    const rates: Rate[] = [];
    for (const [roomTypeNumber, { from, to }, amountMinor] of drawn) {
      const meets = (rate: Rate) => rate.roomTypeNumber === roomTypeNumber && rate.from <= to && from <= rate.to;
      if (!rates.some(meets)) rates.push({ roomTypeNumber, from, to, amountMinor });
    }
    return rates;
  });

const kind = fc.constantFrom('PER_NIGHT' as const, 'PER_VISIT' as const);
const listOf = (rates: readonly Rate[], of: PriceList['kind']): PriceList => ({
  ...{ number: 1, kind: of, nights: of === 'PER_VISIT' ? 3 : null, quotedPer: 'ROOM', currency: 'CZK', rates },
});

const stepMinor = fc.constantFrom(1, 100, 300, 1_000, 5_000);
const adjustment: fc.Arbitrary<PriceAdjustment> = fc.oneof(
  fc.record({
    kind: fc.constant('percent' as const),
    basisPoints: fc.integer({ min: -10_000, max: 100_000 }),
    stepMinor,
  }),
  fc.record({ kind: fc.constant('add' as const), amountMinor: fc.integer({ min: -300_000, max: 300_000 }), stepMinor }),
);

/** Twice the exact new amount times 10,000, as an integer; the multiple of the step is found by going up from below it. */
function oracleAmount(amountMinor: number, asked: PriceAdjustment): number | null {
  const exact =
    asked.kind === 'add'
      ? (BigInt(amountMinor) + BigInt(asked.amountMinor)) * 10_000n
      : BigInt(amountMinor) * (10_000n + BigInt(asked.basisPoints));
  if (exact < 0n) return null;
  const step = BigInt(asked.stepMinor) * 10_000n;
  const below = exact - (exact % step);
  const up = 2n * (exact - below) >= step;
  const rounded = (up ? below + step : below) / 10_000n;
  return rounded > BigInt(AMOUNT_MAX_MINOR) ? null : Number(rounded);
}

const weekdayOn = (night: number) => WEEKDAYS[(new Date(`${formatDay(night)}T12:00Z`).getUTCDay() + 6) % 7]!;

/** The rows of a price list after an update. */
function applied(before: readonly Rate[], { written, removed }: Pick<RateUpdate, 'written' | 'removed'>): Rate[] {
  const rows = new Map(before.map((rate) => [`${rate.roomTypeNumber} ${rate.from}`, rate]));
  for (const { roomTypeNumber, from } of removed) rows.delete(`${roomTypeNumber} ${from}`);
  for (const rate of written) rows.set(`${rate.roomTypeNumber} ${rate.from}`, rate);
  return [...rows.values()];
}

function made(list: PriceList, changes: readonly RateChange[]): { rates: Rate[]; update: RateUpdate } | null {
  const decision = decideRates({ list, others: [], changes });
  return decision.ok ? { rates: applied(list.rates, decision.update), update: decision.update } : null;
}

/** Amounts by room type and night; of packages with the season that has it. */
function tableOf({ kind: of, rates }: Pick<PriceList, 'kind' | 'rates'>): Record<string, string> {
  const nights = rates.flatMap(({ roomTypeNumber, from, to, amountMinor }) =>
    Array.from({ length: to - from + 1 }, (_, place) => {
      const season = of === 'PER_VISIT' ? ` of ${from} to ${to}` : '';
      return [`${roomTypeNumber} ${from + place}`, `${amountMinor}${season}`] as const;
    }),
  );
  return Object.fromEntries(nights);
}

test('an amount is rounded once, to the nearest step, an exact half upwards, and never leaves its bounds', () => {
  const amount = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: AMOUNT_MAX_MINOR }));
  fc.assert(
    fc.property(amount, adjustment, (before, asked) => {
      expect(adjustedAmount(before, asked)).toBe(oracleAmount(before, asked));
    }),
    { numRuns: 5_000, examples: [[1_250, { kind: 'percent', basisPoints: 1_000, stepMinor: 50 }]] },
  );
});

test('exactly the asked nights of a list become what each of them makes by itself; a season whole, or not at all and reported', () => {
  const asked = fc.record({
    range: span,
    weekdays: fc.option(fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 })),
  });
  fc.assert(
    fc.property(ratesOf(fc.integer({ min: 0, max: 400_000 })), kind, asked, adjustment, (rates, of, nights, how) => {
      const list = listOf(rates, of);
      const isAsked = (night: number) =>
        night >= nights.range.from &&
        night <= nights.range.to &&
        (nights.weekdays === null || nights.weekdays.includes(weekdayOn(night)));
      const expected: Rate[] = [];
      const left: Rate[] = [];
      let isImpossible = false;
      for (const rate of rates) {
        const all = Array.from({ length: rate.to - rate.from + 1 }, (_, place) => rate.from + place);
        const some = all.filter(isAsked);
        if (of === 'PER_VISIT' && some.length > 0 && some.length < all.length) left.push(rate);
        const changes = of === 'PER_VISIT' && some.length < all.length ? [] : some;
        const amountMinor = oracleAmount(rate.amountMinor, how);
        if (changes.length > 0 && amountMinor === null) isImpossible = true;
        if (of === 'PER_VISIT') {
          expected.push(changes.length > 0 ? { ...rate, amountMinor: amountMinor ?? 0 } : rate);
        } else {
          for (const night of all) {
            const isChanged = changes.includes(night);
            expected.push({
              ...rate,
              from: night,
              to: night,
              amountMinor: isChanged ? (amountMinor ?? 0) : rate.amountMinor,
            });
          }
        }
      }
      const adjusted = adjustRates(list, { ...nights.range, weekdays: nights.weekdays }, how);
      expect(adjusted.left).toEqual(left);
      expect(adjusted.impossible.length > 0).toBe(isImpossible);
      if (isImpossible) return;
      const after = made(
        list,
        adjusted.changes.map((change) => ({ ...change, confirm: true })),
      );
      expect(tableOf({ kind: of, rates: after!.rates })).toEqual(tableOf({ kind: of, rates: expected }));
    }),
    { numRuns: 3_000 },
  );
});

const change: fc.Arbitrary<RateChange> = fc
  .tuple(fc.integer({ min: 1, max: 2 }), span, fc.option(fc.integer({ min: 0, max: 3 })))
  .map(([roomTypeNumber, range, amountMinor]) => ({ roomTypeNumber, ...range, amountMinor, confirm: true }));
/** Packages need changes that name seasons: few of those drawn at random do. */
const changesOf = (
  rates: readonly Rate[],
  drawn: readonly RateChange[],
  named: readonly (readonly [number, number | null])[],
) => [
  ...named.flatMap(([place, amountMinor]) => {
    const rate = rates[place % Math.max(1, rates.length)];
    return rate ? [{ ...rate, amountMinor, confirm: true }] : [];
  }),
  ...drawn,
];
const named = fc.array(fc.tuple(fc.nat(), fc.option(fc.integer({ min: 0, max: 3 }))), { maxLength: 3 });

test('what a change has made is taken back to the night and to the season, as long as all of it is there', () => {
  const some = ratesOf(fc.integer({ min: 0, max: 3 }));
  const changes = fc.tuple(fc.array(change, { maxLength: 3 }), named);
  fc.assert(
    fc.property(some, kind, changes, changes, (rates, of, first, later) => {
      const list = listOf(rates, of);
      const one = made(list, changesOf(rates, ...first));
      fc.pre(one !== null);
      const { differences } = one!.update;
      const then = listOf(one!.rates, of);
      const undone = undoDifferences(then, differences, 50);
      expect('changes' in undone && tableOf({ kind: of, rates: made(then, undone.changes)!.rates })).toEqual(
        tableOf(list),
      );

      const other = made(then, changesOf(one!.rates, ...later));
      fc.pre(other !== null);
      // Lost is what somebody has changed since of a night, or a season, that the first change had changed.
      const [was, left, is] = [tableOf(list), tableOf(then), tableOf({ kind: of, rates: other!.rates })];
      const touched = [...new Set([...Object.keys(was), ...Object.keys(left)])].filter((key) => was[key] !== left[key]);
      const isLost = touched.some((key) => left[key] !== is[key]);
      expect('lost' in undoDifferences(listOf(other!.rates, of), differences, 50)).toBe(isLost);
    }),
    { numRuns: 4_000 },
  );
});
