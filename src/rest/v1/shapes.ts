/**
 * Shapes shared by v1 answers: money and lowest prices keyed by language (L3). The stored
 * documents alias every other field to its wire name.
 */
import type { Currency } from '../../domain/pricing/money.ts';
import { CURRENCY_OF, type Locale } from '../../domain/text/locale.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { DayVariable } from '../../graphql/schema/scalars.ts';
import type { LowestPriceFragment } from '../generated/operations.ts';

/** An object keyed by language, in the given order; a language without a value is left out. */
export function byLanguage<T>(
  locales: readonly Locale[],
  valueIn: (currency: Currency) => T | null,
): Record<string, T> {
  const values: Record<string, T> = {};
  for (const locale of locales) {
    const value = valueIn(CURRENCY_OF[locale]);
    if (value !== null) values[locale] = value;
  }
  return values;
}

/** LowestPriceByLanguage: every included language, both amounts null if nothing is for sale (P6). */
export function lowestPriceByLanguage(prices: readonly LowestPriceFragment[], locales: readonly Locale[]) {
  return byLanguage(locales, (currency) => {
    const price = prices.find((one) => one.currency === currency);
    return {
      amount_per_night: price?.amountPerNight?.amount ?? null,
      original_amount_per_night: price?.originalAmountPerNight?.amount ?? null,
      currency,
    };
  });
}

export function dateVariable(day: Day | null): DayVariable | null {
  return day === null ? null : new DayVariable(day);
}
