/** What rooms cost together: the sum of each part, reductions of one name as one line. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feesOf, sumOf, together } from '../../../src/web/format/together.ts';
import type { StayPriceLinesFragment } from '../../../src/web/generated/operations.ts';

const amount = fc.nat(1_000_000).map((amountMinor) => ({ amountMinor, currency: 'EUR' as const }));
const line = fc.record({
  ...{ name: fc.record({ text: fc.constantFrom('Spring', 'Early') }), percentage: fc.constantFrom('10', '15.5') },
  ...{ nights: fc.constantFrom(3, 7), amount },
});
const FROMS = ['2027-03-01', '2027-03-08'];
const quotes: fc.Arbitrary<StayPriceLinesFragment[]> = fc.array(
  fc.record({
    ...{ nights: fc.constant(7), basePrice: amount, promotions: fc.array(line, { maxLength: 3 }) },
    discounts: fc.constant([]),
    total: amount,
    freeCancellationUntil: fc.constantFrom(null, '2027-02-20', '2027-02-28'),
    cancellation: fc.tuple(amount, amount).map((fees) => fees.map((fee, at) => ({ from: FROMS[at]!, fee }))),
  }) as unknown as fc.Arbitrary<StayPriceLinesFragment>,
  { minLength: 1, maxLength: 6 },
);
const sum = (amounts: readonly { amountMinor: number }[]) => amounts.reduce((all, one) => all + one.amountMinor, 0);

test('each part of the price is the sum of that of the rooms, to the minor unit', () => {
  fc.assert(
    fc.property(quotes, (rooms) => {
      const whole = together(rooms)!;
      for (const part of ['basePrice', 'total'] as const) {
        expect(whole[part]).toEqual({ amountMinor: sum(rooms.map((room) => room[part])), currency: 'EUR' });
      }
      const lines = rooms.flatMap(({ promotions }) => promotions);
      expect(sum(whole.promotions.map(({ amount }) => amount))).toBe(sum(lines.map(({ amount }) => amount)));
      const names = whole.promotions.map(({ name, percentage, nights }) => `${name.text} ${percentage} ${nights}`);
      expect(new Set(names).size).toBe(names.length);
      expect(whole.cancellation.map(({ from }) => from)).toEqual(FROMS);
      FROMS.forEach((_, at) => {
        expect(whole.cancellation[at]!.fee.amountMinor).toBe(sum(rooms.map((room) => room.cancellation[at]!.fee)));
      });
      expect(feesOf(rooms)).toEqual(whole.cancellation);
      // Cancelling all rooms is free until it costs something for one of them.
      for (const { freeCancellationUntil } of [whole, ...rooms]) {
        if (freeCancellationUntil !== null) expect(whole.freeCancellationUntil! <= freeCancellationUntil).toBe(true);
      }
      expect(rooms.map(({ freeCancellationUntil }) => freeCancellationUntil)).toContain(whole.freeCancellationUntil);
    }),
  );
});

test('of no room there is no price', () => {
  expect(together([])).toBeNull();
  expect(() => sumOf([])).toThrow(RangeError);
});
