/** How a clerk writes a change of prices. */
import { hundredthsOf } from '../../../format/decimal.ts';
import type { PriceWish } from './plan.ts';

/** The fields as they were filled in. */
export interface WishDraft {
  readonly kind: PriceWish['kind'];
  readonly text: string;
  /** What percentages are rounded to, in minor units. */
  readonly stepMinor: number;
}

export const NO_WISH: WishDraft = { kind: 'percent', text: '', stepMinor: 100 };

/** Null: the draft is no wish yet. Percentages reach from -100 to 1,000, with or without their sign. */
export function wishOf({ kind, text, stepMinor }: WishDraft): PriceWish | null {
  const hundredths = hundredthsOf(kind === 'percent' ? text.trim().replace(/%$/, '') : text);
  if (hundredths === null) return null;
  switch (kind) {
    case 'set':
      return hundredths < 0 ? null : { kind, amountMinor: hundredths };
    case 'add':
      return { kind, amountMinor: hundredths, stepMinor: 1 };
    case 'percent':
      return hundredths < -10_000 || hundredths > 100_000 ? null : { kind, basisPoints: hundredths, stepMinor };
  }
}
