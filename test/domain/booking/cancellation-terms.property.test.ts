/** Fees of cancelling (S12) against an oracle that looks for the term of each day by itself, with decimal arithmetic of its own. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CancellationTerm,
  cancellationFeeOn,
  cancellationFees,
  lastFreeDay,
} from '../../../src/domain/booking/cancellation-terms.ts';

const ARRIVAL = 20_000;

const terms = fc
  .uniqueArray(
    fc.record({ daysBeforeArrival: fc.integer({ min: 0, max: 40 }), basisPoints: fc.integer({ min: 0, max: 10_000 }) }),
    { selector: ({ daysBeforeArrival }) => daysBeforeArrival, maxLength: 6 },
  )
  .map((list) => list.sort((a, b) => b.daysBeforeArrival - a.daysBeforeArrival));

/** Half up of amount times percentage, by the decimal digits of the product. */
function partOf(amountMinor: number, basisPoints: number): number {
  const digits = (BigInt(amountMinor) * BigInt(basisPoints)).toString().padStart(5, '0');
  const whole = Number(digits.slice(0, -4));
  return digits.at(-4)! >= '5' ? whole + 1 : whole;
}

function feeOn(list: readonly CancellationTerm[], amountMinor: number, day: number): number {
  for (let ago = 0; ago <= 60; ago++) {
    const term = list.find(({ daysBeforeArrival }) => ARRIVAL - daysBeforeArrival === day - ago);
    if (term) return partOf(amountMinor, term.basisPoints);
  }
  return 0;
}

test('on every day the fee is that of the latest term that has begun, rounded half up, and nothing before the first (S12)', () => {
  fc.assert(
    fc.property(terms, fc.maxSafeNat(), (list, amountMinor) => {
      for (let day = ARRIVAL - 45; day <= ARRIVAL + 15; day++) {
        const fee = cancellationFeeOn({ terms: list, arrival: ARRIVAL, amountMinor }, day);
        expect(fee).toBe(feeOn(list, amountMinor, day));
        expect(fee).toBeLessThanOrEqual(amountMinor);
      }
    }),
  );
});

test('the listed fees say the same as the fee of each day (S12)', () => {
  fc.assert(
    fc.property(terms, fc.nat(), (list, amountMinor) => {
      const fees = cancellationFees({ terms: list, arrival: ARRIVAL, amountMinor });
      expect(fees.map(({ from }) => from)).toEqual(list.map((term) => ARRIVAL - term.daysBeforeArrival));
      for (const { from, feeMinor } of fees) expect(feeMinor).toBe(feeOn(list, amountMinor, from));
    }),
  );
});

test('the last free day is the one before cancelling first costs something (S12)', () => {
  fc.assert(
    fc.property(terms, fc.nat(), (list, amountMinor) => {
      const days = Array.from({ length: 61 }, (_, index) => ARRIVAL - 45 + index);
      const dear = days.find((day) => feeOn(list, amountMinor, day) > 0);
      const fees = cancellationFees({ terms: list, arrival: ARRIVAL, amountMinor });
      // A term of no part of the price, or of nothing of it, costs nothing.
      expect(lastFreeDay(fees)).toBe(dear === undefined ? null : dear - 1);
    }),
  );
});

test('half a heller is due (S12)', () => {
  const stay = { terms: [{ daysBeforeArrival: 3, basisPoints: 5_000 }], arrival: ARRIVAL, amountMinor: 101 };
  expect(cancellationFeeOn(stay, ARRIVAL - 3)).toBe(51);
  expect(cancellationFeeOn(stay, ARRIVAL - 4)).toBe(0);
});
