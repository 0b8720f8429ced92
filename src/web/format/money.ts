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

/** The amount alone; its currency is shown elsewhere. */
export function showAmount({ amountMinor }: AmountFragment, language: Language): string {
  const decimals = amountMinor % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat(LANGUAGES[language].tag, { minimumFractionDigits: decimals }).format(amountMinor / 100);
}
