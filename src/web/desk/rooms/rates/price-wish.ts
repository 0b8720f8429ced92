/** How a clerk writes a change of prices. */
import { minorOf } from '../../../../domain/pricing/money.ts';
import type { PriceWish } from './plan.ts';

/** The fields as they were filled in. */
export interface WishDraft {
  readonly kind: PriceWish['kind'];
  readonly text: string;
  /** What percentages are rounded to, in minor units. */
  readonly stepMinor: number;
}

/** With a sign, spaces between thousands and a comma or point before at most two decimals. */
const SIGNED_DECIMAL = /^([+−-]?)(\d{1,9}(?:[.,]\d{1,2})?)$/;

/** Hundredths of what is written, exact; null: it is no number with at most two decimals. */
export function hundredthsOf(text: string): number | null {
  const [, sign, digits] = SIGNED_DECIMAL.exec(text.replaceAll(/[\s\u00a0\u202f]/g, '')) ?? [];
  if (digits === undefined) return null;
  const hundredths = minorOf(Number(digits.replace(',', '.')));
  return hundredths === null ? null : sign === '' || sign === '+' ? hundredths : 0 - hundredths;
}

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
