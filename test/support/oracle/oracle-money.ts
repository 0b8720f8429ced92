/**
 * Exact money for the oracle: BigInt fractions of minor units, rounded only where a rule says so. It cannot lose a
 * cent.
 */

/** `numerator / denominator`, the denominator always positive. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

export function whole(value: bigint | number): Fraction {
  return { numerator: BigInt(value), denominator: 1n };
}

/** A decimal of at most two places, times 100. */
export function hundredfold(decimal: number): bigint {
  return BigInt(Math.round(decimal * 100));
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

export function dividedBy(a: Fraction, divisor: bigint | number): Fraction {
  return { numerator: a.numerator, denominator: a.denominator * BigInt(divisor) };
}

/** A percentage with at most two decimals as a factor: 12.5 is 1250/10000. */
export function percent(percentage: number): Fraction {
  return { numerator: hundredfold(percentage), denominator: 10_000n };
}

/** The factor after subtracting a percentage. */
export function afterPercent(percentage: number): Fraction {
  return { numerator: 10_000n - hundredfold(percentage), denominator: 10_000n };
}

export function isLower(a: Fraction, b: Fraction): boolean {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

export function lowerOf(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

/** The greatest integer not above the fraction, also for negative ones. */
export function floor({ numerator, denominator }: Fraction): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}

/** The nearest integer; exactly a half goes up. */
export function halfUp({ numerator, denominator }: Fraction): bigint {
  return floor({ numerator: 2n * numerator + denominator, denominator: 2n * denominator });
}

/** Minor units as the decimal number that REST answers with. */
export function decimalOf(minor: bigint): number {
  return Number(minor) / 100;
}
