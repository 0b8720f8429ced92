/** What a price becomes by a percentage or an amount (M13), and when a new price is asked for once more (M12). */
import { divideHalfUp, WHOLE_BASIS_POINTS } from './money.ts';
import { AMOUNT_MAX_MINOR } from './price-list.ts';

/** `basisPoints` are hundredths of a percent, amounts are in minor units; both may be negative. */
export type PriceAdjustment = (
  | { readonly kind: 'percent'; readonly basisPoints: number }
  | { readonly kind: 'add'; readonly amountMinor: number }
) & {
  /** The result is a multiple of it. */
  readonly stepMinor: number;
};

/** The new amount, rounded once, to the nearest step, an exact half upwards (L4); null: it would not lie in 0 to `AMOUNT_MAX_MINOR`. */
export function adjustedAmount(amountMinor: number, adjustment: PriceAdjustment): number | null {
  const { stepMinor } = adjustment;
  const exact =
    adjustment.kind === 'add'
      ? BigInt(amountMinor + adjustment.amountMinor) * BigInt(WHOLE_BASIS_POINTS)
      : BigInt(amountMinor) * BigInt(WHOLE_BASIS_POINTS + adjustment.basisPoints);
  if (exact < 0) return null;
  const adjusted = divideHalfUp(exact, WHOLE_BASIS_POINTS * stepMinor) * stepMinor;
  return adjusted > AMOUNT_MAX_MINOR ? null : adjusted;
}

/** Whether a new amount is rather a slip than meant: nothing to pay, or more than half away from the one before. Null: no price. */
export function isDrastic(before: number | null, after: number | null): boolean {
  return after === 0 || (before !== null && after !== null && 2 * Math.abs(after - before) > before);
}
