/** Money in minor units, formatted for visitors. */
import type { AmountFragment } from '../generated/operations.ts';
import { LANGUAGES, type Language } from './language.ts';

/** With the currency, and with decimals only if there are any. */
export function showMoney({ minorUnits, currency }: AmountFragment, language: Language): string {
  return new Intl.NumberFormat(LANGUAGES[language].tag, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(minorUnits / 100);
}

export function showReduction(percentage: number, language: Language): string {
  const style = { style: 'percent', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(LANGUAGES[language].tag, style).format(-percentage / 100);
}

/** Without the currency, which is shown elsewhere. */
export function showAmount({ minorUnits }: AmountFragment, language: Language): string {
  const decimals = minorUnits % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat(LANGUAGES[language].tag, { minimumFractionDigits: decimals }).format(minorUnits / 100);
}

/** The one in the language's own currency, else the first. */
export function ownCurrency<Priced extends { currency: string }>(
  all: readonly Priced[],
  language: Language,
): Priced | null {
  return all.find(({ currency }) => currency === LANGUAGES[language].currency) ?? all[0] ?? null;
}
