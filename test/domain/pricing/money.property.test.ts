/**
 * The only rounding of the product against BigInt, with products far beyond exact doubles, and decimals that survive a
 * round trip at the edges.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideHalfUp, majorOf, minorOf } from '../../../src/domain/pricing/money.ts';

const RUNS = { numRuns: 10_000 };

/** Half-up of a non-negative fraction: twice the numerator plus the denominator, over twice the denominator. */
function expected(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator));
}

test('division rounds half-up exactly, however large the numerator', () => {
  const wide = fc.bigInt({ min: 0n, max: 10n ** 22n });
  const narrow = fc.bigInt({ min: 1n, max: 10n ** 8n });
  fc.assert(
    fc.property(wide, narrow, (numerator, denominator) => {
      if (numerator / denominator > BigInt(Number.MAX_SAFE_INTEGER)) return;
      expect(divideHalfUp(numerator, denominator)).toBe(expected(numerator, denominator));
    }),
    RUNS,
  );
});

test('division of plain numbers rounds half-up, and an exact half always goes up', () => {
  const safe = fc.maxSafeNat();
  const divisor = fc.integer({ min: 1, max: 40_000_000 });
  fc.assert(
    fc.property(safe, divisor, fc.nat({ max: 1_000_000 }), (numerator, denominator, whole) => {
      expect(divideHalfUp(numerator, denominator)).toBe(expected(BigInt(numerator), BigInt(denominator)));
      const half = (2 * whole + 1) * denominator;
      expect(divideHalfUp(half, 2 * denominator)).toBe(whole + 1);
      if (half > 1)
        expect(divideHalfUp(half - 1, 2 * denominator)).toBe(expected(BigInt(half - 1), BigInt(2 * denominator)));
    }),
    RUNS,
  );
});

test('an amount keeps its two decimals on the way out and in', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (amountMinor) => {
      const text = String(amountMinor).padStart(3, '0');
      const major = Number(`${text.slice(0, -2)}.${text.slice(-2)}`);
      expect(majorOf(amountMinor)).toBe(major);
      expect(minorOf(major)).toBe(amountMinor);
    }),
    RUNS,
  );
});

test('an amount with more than two decimals is invalid', () => {
  fc.assert(
    fc.property(fc.nat({ max: 100_000_000 }), fc.integer({ min: 1, max: 9 }), (minor, third) => {
      expect(minorOf(Number(`${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}${third}`))).toBeNull();
      expect(minorOf(-(minor + 1) / 100)).toBeNull();
    }),
    RUNS,
  );
});
