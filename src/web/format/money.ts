/** Money in minor units, formatted for visitors. */
import * as shown from '../../domain/text/shown.ts';
import type { AmountFragment } from '../generated/operations.ts';
import { LANGUAGES, type Language } from './language.ts';

export function showMoney(amount: AmountFragment, language: Language): string {
  return shown.showMoney(amount, LANGUAGES[language].tag);
}

export function showReduction(percentage: number, language: Language): string {
  return shown.showReduction(percentage, LANGUAGES[language].tag);
}

/** Hundredths of a percent as a percentage with at most one decimal. */
export function showPart(basisPoints: number, language: Language): string {
  const format = new Intl.NumberFormat(LANGUAGES[language].tag, { style: 'percent', maximumFractionDigits: 1 });
  return format.format(basisPoints / 10_000);
}

/** A month of prices shows hundreds of amounts, and a formatter costs a hundred times as much as formatting. */
const amountFormats = new Map<Language, Intl.NumberFormat>();

/** The amount alone; its currency is shown elsewhere. */
export function showAmount({ amountMinor }: AmountFragment, language: Language): string {
  let format = amountFormats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(LANGUAGES[language].tag, {
      minimumFractionDigits: 2,
      trailingZeroDisplay: 'stripIfInteger',
    });
    amountFormats.set(language, format);
  }
  return shown.withMinus(format.format(amountMinor / 100));
}
