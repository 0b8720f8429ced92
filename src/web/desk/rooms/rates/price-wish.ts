/** How a clerk writes a change of prices. */
import { AMOUNT_MAX_MINOR } from '../../../../domain/pricing/price-list.ts';
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

/** The least and the most that an amount may be, in minor units: one that is added may be below zero. */
export const amountBounds = (kind: 'add' | 'set') => ({
  from: kind === 'set' ? 0 : -AMOUNT_MAX_MINOR,
  to: AMOUNT_MAX_MINOR,
});

/** Null: the draft is no wish yet. Percentages reach from -100 to 1,000, with or without their sign. */
export function wishOf({ kind, text, stepMinor }: WishDraft): PriceWish | null {
  const hundredths = hundredthsOf(kind === 'percent' ? text.trim().replace(/%$/, '') : text);
  if (hundredths === null) return null;
  const { from, to } = kind === 'percent' ? { from: -10_000, to: 100_000 } : amountBounds(kind);
  if (hundredths < from || hundredths > to) return null;
  switch (kind) {
    case 'set':
      return { kind, amountMinor: hundredths };
    case 'add':
      return { kind, amountMinor: hundredths, stepMinor: 1 };
    case 'percent':
      return { kind, basisPoints: hundredths, stepMinor };
  }
}
