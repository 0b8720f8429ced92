/** New prices, against exact fractions; plans, against prices night by night. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AMOUNT_MAX_MINOR } from '../../../../../src/domain/pricing/price-list.ts';
import { parseDay, WEEKDAYS } from '../../../../../src/domain/time/civil-date.ts';
import { nightsOf, type Selection } from '../../../../../src/web/desk/rooms/month/selection.ts';
import {
  changedAmount,
  changesOf,
  drasticSteps,
  type PricedRange,
  type PriceWish,
  planRates,
  type RateChange,
  undoOf,
} from '../../../../../src/web/desk/rooms/rates/plan.ts';
import { amountBounds, wishOf } from '../../../../../src/web/desk/rooms/rates/price-wish.ts';
import { hundredthsOf } from '../../../../../src/web/format/decimal.ts';

const TODAY = parseDay('2027-03-03')!;
const ROOMS = [11, 12];
const amount = fc.integer({ min: 0, max: AMOUNT_MAX_MINOR });

test('a percentage is rounded once, to the nearest step, an exact half upwards', () => {
  const step = fc.constantFrom(1, 100, 1_000);
  fc.assert(
    fc.property(amount, fc.integer({ min: -10_000, max: 100_000 }), step, (before, basisPoints, stepMinor) => {
      const after = changedAmount(before, { kind: 'percent', basisPoints, stepMinor });
      // Twice the distance to the exact price, in ten-thousandths of a minor unit: more than -step, at most +step.
      const exact = BigInt(before) * BigInt(10_000 + basisPoints);
      if (after === null) {
        expect(exact).toBeGreaterThan(BigInt(AMOUNT_MAX_MINOR - stepMinor) * 10_000n);
        return;
      }
      expect(after % stepMinor).toBe(0);
      const twice = 2n * (BigInt(after) * 10_000n - exact);
      expect(twice).toBeLessThanOrEqual(BigInt(stepMinor) * 10_000n);
      expect(twice).toBeGreaterThan(-BigInt(stepMinor) * 10_000n);
    }),
  );
});

test.each([
  [7_400, 1_000, 100, 8_100],
  [1_250, 1_000, 100, 1_400],
  [1_500, 1_000, 100, 1_700],
  [10_000, -10_000, 1, 0],
  [333, 3_333, 1, 444],
])('%i and %i basis points, rounded to %i, are %i', (before, basisPoints, stepMinor, after) => {
  expect(changedAmount(before, { kind: 'percent', basisPoints, stepMinor })).toBe(after);
});

test('no wish leads below zero or above the highest amount, and without a price only a new one is possible', () => {
  const wish: fc.Arbitrary<PriceWish> = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), amountMinor: amount }),
    fc.record({ kind: fc.constant('add' as const), amountMinor: fc.integer(), stepMinor: fc.constantFrom(1, 100) }),
    fc.record({
      kind: fc.constant('percent' as const),
      basisPoints: fc.integer({ min: -20_000, max: 1_000_000 }),
      stepMinor: fc.constantFrom(1, 100, 1_000),
    }),
  );
  fc.assert(
    fc.property(fc.option(amount), wish, (before, wish) => {
      const after = changedAmount(before, wish);
      if (after !== null) expect(after >= 0 && after <= AMOUNT_MAX_MINOR).toBe(true);
      if (before === null && wish.kind !== 'set') expect(after).toBeNull();
    }),
  );
});

/** Ranges of each room type one after the other, with gaps. */
const priced: fc.Arbitrary<PricedRange[]> = fc
  .array(fc.record({ gap: fc.nat(3), length: fc.nat(6), amountMinor: fc.integer({ min: 100, max: 900 }) }), {
    maxLength: 8,
  })
  .map((parts) => {
    let next = TODAY - 8;
    return parts.flatMap(({ gap, length, amountMinor }) => {
      const from = next + gap;
      next = from + length + 1;
      return ROOMS.map((roomType) => ({ roomType, from, to: from + length, amountMinor: amountMinor + roomType }));
    });
  });
const selections: fc.Arbitrary<Selection> = fc
  .record({
    rooms: fc.subarray(ROOMS, { minLength: 1 }),
    from: fc.integer({ min: TODAY - 8, max: TODAY + 25 }),
    length: fc.nat(25),
    weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
  })
  .map(({ length, ...rest }) => ({ ...rest, to: rest.from + length }));
const raises: fc.Arbitrary<PriceWish> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), amountMinor: fc.integer({ min: 0, max: 900 }) }),
  fc.record({
    kind: fc.constant('add' as const),
    amountMinor: fc.integer({ min: -500, max: 500 }),
    stepMinor: fc.constant(1),
  }),
);

const priceOn = (ranges: readonly PricedRange[], room: number, night: number): number | null =>
  ranges.find(({ roomType, from, to }) => roomType === room && from <= night && night <= to)?.amountMinor ?? null;
/** What a night is expected to cost, and what it is to cost. */
const changedOn = (changes: readonly RateChange[], room: number, night: number) => {
  const change = changes.find(
    ({ roomType, from, to }) => roomType === room && parseDay(from)! <= night && night <= parseDay(to)!,
  );
  return change && [change.expected.amountMinor, change.amountMinor];
};

test('by the night, exactly the chosen nights get the new price where they have the one that was seen, and undo the old one where they have the new one', () => {
  fc.assert(
    fc.property(priced, selections, raises, (ranges, selection, wish) => {
      const steps = planRates(wish, { selection, today: TODAY, priced: ranges, areSeasons: false });
      const changes = changesOf(steps);
      const chosen = new Set(nightsOf(selection, TODAY));
      for (const room of ROOMS) {
        for (let night = TODAY - 10; night < TODAY + 60; night++) {
          const before = priceOn(ranges, room, night);
          const after = changedAmount(before, wish);
          const isChosen = selection.rooms.includes(room) && chosen.has(night);
          const isDifferent = isChosen && after !== null && after !== before;
          expect(changedOn(changes, room, night)).toEqual(isDifferent ? [before, after] : undefined);
          expect(changedOn(undoOf(steps), room, night)).toEqual(isDifferent ? [after, before] : undefined);
        }
      }
    }),
  );
});

test.each([
  [231_000, 0, true],
  [null, 0, true],
  [0, 0, false],
  [200, 100, false],
  [201, 100, true],
  [200, 300, false],
  [200, 301, true],
  [0, 1, true],
  [null, 100, false],
  [100, null, false],
])('from %j to %j minor units is asked for once more: %j', (before, after, isAsked) => {
  const step = { roomType: 11, from: TODAY, to: TODAY, before, after };
  expect(drasticSteps([step])).toEqual(isAsked ? [step] : []);
});

test('the seasons of a package change as a whole or not at all', () => {
  fc.assert(
    fc.property(priced, selections, raises, (ranges, selection, wish) => {
      const steps = planRates(wish, { selection, today: TODAY, priced: ranges, areSeasons: true });
      const nights = nightsOf(selection, TODAY);
      const touched = ranges.filter(
        ({ roomType, from, to }) =>
          selection.rooms.includes(roomType) && nights.some((night) => night >= from && night <= to),
      );
      const ofRange = ({ roomType, from, to }: { roomType: number; from: number; to: number }) =>
        `${roomType} ${from} ${to}`;
      expect(steps.map(ofRange).sort()).toEqual(touched.map(ofRange).sort());
      for (const { before, after } of steps) expect(after).toBe(changedAmount(before, wish));
    }),
  );
});

test.each([
  ['10', 1_000],
  ['+7.5', 750],
  ['−5', -500],
  ['-5', -500],
  ['1 250,50', 125_050],
  ['12\u00a0345', 1_234_500],
  ['3 650 000 000,99', 365_000_000_099],
  ['0', 0],
  ['', null],
  ['10 %', null],
  ['1.234', null],
  ['1e3', null],
  ['--5', null],
  ['Infinity', null],
])('%j is %j hundredths', (text, hundredths) => {
  expect(hundredthsOf(text)).toBe(hundredths);
});

test.each(['10%', '10 %', ' 10\u00a0% ', '+10 %'])('%j is ten percent', (text) => {
  expect(wishOf({ kind: 'percent', text, stepMinor: 1 })).toEqual({
    kind: 'percent',
    basisPoints: 1_000,
    stepMinor: 1,
  });
  expect(wishOf({ kind: 'add', text, stepMinor: 1 })).toBeNull();
});

test.each(['add', 'set'] as const)('no amount that the gateway refuses is a wish: %s', (kind) => {
  const { from, to } = amountBounds(kind);
  for (const amountMinor of [from, to])
    expect(wishOf({ kind, text: String(amountMinor / 100), stepMinor: 1 })).toMatchObject({ amountMinor });
  for (const beyond of [from - 1, to + 1, 2 ** 31])
    expect(wishOf({ kind, text: (beyond / 100).toFixed(2), stepMinor: 1 })).toBeNull();
});

test('a price is never negative, a percentage takes no more than everything', () => {
  expect(wishOf({ kind: 'set', text: '-1', stepMinor: 1 })).toBeNull();
  expect(wishOf({ kind: 'percent', text: '-100.01', stepMinor: 1 })).toBeNull();
  expect(wishOf({ kind: 'percent', text: '-100', stepMinor: 1 })).toEqual({
    kind: 'percent',
    basisPoints: -10_000,
    stepMinor: 1,
  });
  expect(wishOf({ kind: 'add', text: '-20', stepMinor: 1 })).toEqual({
    kind: 'add',
    amountMinor: -2_000,
    stepMinor: 1,
  });
});
