/**
 * Money is an integer of minor units (hellers, cents) and nothing else; a decimal number exists only at the edges.
 * The one rounding of the whole product is here: half-up to the minor unit, so the odd half goes to the seller on a
 * price and to the guest on a discount line. It is exact for every size of number, never an approximation (L4).
 */

export const CURRENCIES = ['CZK', 'EUR'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** A whole: 100 % in basis points. */
export const WHOLE_BASIS_POINTS = 10_000;

/**
 * `numerator / denominator` to the nearest integer, an exact half upwards. Bounds: numerator >= 0, denominator > 0,
 * both integers; pass bigints where a product may leave 2^53. The result must itself be a safe integer.
 */
export function divideHalfUp(numerator: number | bigint, denominator: number | bigint): number {
  if (numerator < 0 || denominator <= 0) {
    throw new RangeError(`cannot round ${numerator}/${denominator}: money is never negative here`);
  }
  if (typeof numerator === 'number' && typeof denominator === 'number') {
    const doubled = 2 * numerator + denominator;
    // Below 2^53 the floor of a quotient of integers is exact: the closest that a non-integer comes to the integer
    // above it is 1/divisor, and that is more than the division can round away.
    if (doubled <= Number.MAX_SAFE_INTEGER) return Math.floor(doubled / (2 * denominator));
  }
  const divisor = BigInt(denominator);
  const rounded = Number((2n * BigInt(numerator) + divisor) / (2n * divisor));
  if (!Number.isSafeInteger(rounded)) throw new RangeError(`${numerator}/${denominator} is beyond exact integers`);
  return rounded;
}

/**
 * The part of an amount that `basisPoints` are, divided by `divisor`, rounded once, half-up; exact however large the product is.
 * Bounds: as of `divideHalfUp`.
 */
export function portionOf(amountMinor: number, basisPoints: number, divisor = 1): number {
  if (basisPoints === 0) return 0;
  const product = amountMinor * basisPoints;
  const isExact = product <= Number.MAX_SAFE_INTEGER;
  return divideHalfUp(isExact ? product : BigInt(amountMinor) * BigInt(basisPoints), divisor * WHOLE_BASIS_POINTS);
}

/** Minor units as the JSON number of the REST documents: at most two decimals (12345 is 123.45). */
export function majorOf(amountMinor: number): number {
  return amountMinor / 100;
}

/** The same as the digits of a decimal number, exact for every amount: `123.45`. */
export function decimalOf(amountMinor: number): `${number}` {
  const digits = String(Math.abs(amountMinor)).padStart(3, '0');
  return `${amountMinor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
}

/** A decimal amount in minor units; null when it is negative, not finite, or has more than two decimals. */
export function minorOf(amount: number): number | null {
  if (!Number.isFinite(amount) || amount < 0) return null;
  const minor = Math.round(amount * 100);
  if (!Number.isSafeInteger(minor) || minor / 100 !== amount) return null;
  return minor + 0; // turns the negative zero that JSON can carry into zero
}
