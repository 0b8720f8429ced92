import { describe, expect, test } from 'vitest';
import { divideHalfUp, majorOf, minorOf } from '../../../src/domain/pricing/money.ts';

describe('L4: rounding is half-up to the minor unit', () => {
  test.each([
    [0, 7, 0],
    [1, 2, 1],
    [3, 2, 2],
    [149, 100, 1],
    [150, 100, 2],
    [10, 3, 3],
    [11, 3, 4],
    [5, 5, 1],
  ])('%i / %i is %i', (numerator, denominator, expected) => {
    expect(divideHalfUp(numerator, denominator)).toBe(expected);
    expect(divideHalfUp(BigInt(numerator), BigInt(denominator))).toBe(expected);
  });

  test('it stays exact where products leave 2^53', () => {
    const huge = 14_640_000_000_001n;
    expect(divideHalfUp(huge * 9_999n, 20_000n)).toBe(Number((2n * huge * 9_999n + 20_000n) / 40_000n));
    expect(divideHalfUp(Number.MAX_SAFE_INTEGER, 1)).toBe(Number.MAX_SAFE_INTEGER);
    expect(divideHalfUp(Number.MAX_SAFE_INTEGER, 2)).toBe(2 ** 52);
    expect(divideHalfUp(2 ** 52 - 1, 2 ** 52)).toBe(1);
  });

  test('just under a half goes down and just a half goes up, at every size', () => {
    for (let power = 1; power <= 51; power++) {
      const denominator = 2 ** power;
      expect(divideHalfUp(denominator / 2, denominator)).toBe(1);
      expect(divideHalfUp(denominator / 2 - 1, denominator)).toBe(0);
    }
  });

  test('a negative amount, a zero divisor or a result beyond exact integers is a broken invariant', () => {
    expect(() => divideHalfUp(-1, 2)).toThrow(RangeError);
    expect(() => divideHalfUp(1, 0)).toThrow(RangeError);
    expect(() => divideHalfUp(2n ** 60n, 1n)).toThrow(RangeError);
  });
});

describe('L4: money outside is a number with at most two decimals', () => {
  test.each([
    [0, 0],
    [0.1, 10],
    [19.99, 1999],
    [1.15, 115],
    [2450, 245_000],
    [9_999_999.99, 999_999_999],
    [10_000_000, 1_000_000_000],
  ])('%d is %i minor units, there and back', (major, minor) => {
    expect(minorOf(major)).toBe(minor);
    expect(majorOf(minor)).toBe(major);
  });

  test('amounts of two decimals up to 20,000.00 survive there and back', () => {
    for (let minor = 0; minor <= 2_000_000; minor += 7) {
      if (minorOf(majorOf(minor)) !== minor) expect(minorOf(majorOf(minor))).toBe(minor);
    }
  });

  test.each([1.005, 0.001, 0.1 + 0.2, -1, -0.01, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 5e-324])(
    '%d is refused',
    (amount) => {
      expect(minorOf(amount)).toBeNull();
    },
  );

  test('the negative zero that JSON can carry is zero', () => {
    expect(Object.is(minorOf(-0), 0)).toBe(true);
  });
});
