import type { LowestPrice } from '../../../domain/minimum-price/lowest-price.ts';
import { CURRENCIES, type Currency, majorOf } from '../../../domain/pricing/money.ts';
import { languageTag } from '../../../domain/text/locale.ts';
import { showMoney } from '../../../domain/text/shown.ts';
import { builder } from '../builder.ts';
import { CurrencyEnum } from '../enums.ts';
import { searchedLocales } from '../locale-names.ts';
import { LOCALE } from '../localized-text.ts';

export function toMoney(amountMinor: number, currency: Currency) {
  return { amount: majorOf(amountMinor), amountMinor, currency };
}

/** An entry for each currency with an amount, always in the same order, or that of one currency. A calendar has hundreds of them. */
export function toMoneys(amounts: Readonly<Partial<Record<Currency, number>>>, only?: Currency | null) {
  const shown = [];
  for (const currency of CURRENCIES) {
    const amountMinor = amounts[currency];
    if (amountMinor !== undefined && (only ?? currency) === currency) shown.push(toMoney(amountMinor, currency));
  }
  return shown;
}

export const Money = builder.objectRef<ReturnType<typeof toMoney>>('Money').implement({
  shareable: true,
  description: 'An amount of money.',
  fields: (t) => ({
    amount: t.exposeFloat('amount', {
      description: 'The amount as a decimal number with at most two decimals, for example 2450.5.',
    }),
    amountMinor: t.expose('amountMinor', {
      type: 'SafeInt',
      description: 'The amount in hundredths (hellers, cents), exact: 245050 for 2450.5.',
    }),
    currency: t.expose('currency', { type: CurrencyEnum, description: 'Its currency.' }),
    formatted: t.string({
      description:
        'The amount as people read it: `2 450,50 Kč`, `€245.50`, with decimals only if it has any, and exact. Its spaces are no-break spaces (U+00A0). The language is `locale`, or the one that `Accept-Language` prefers (F6).',
      args: { locale: t.arg(LOCALE) },
      resolve: (money, { locale }, { languages: { preferred } }) =>
        // biome-ignore lint/style/noNonNullAssertion: all languages are searched, so there is a first one.
        showMoney(money, languageTag(searchedLocales(locale, preferred)[0]!)),
    }),
  }),
});

/** The argument of a field with an entry for each currency (F6). */
export const CURRENCY = { type: CurrencyEnum, description: 'Only in this currency. Default: in all.' } as const;

/** One entry per currency, always in the same order, or that of one currency. */
export function lowestPriceEntries(lowest: LowestPrice, only?: Currency | null) {
  return (only ? [only] : CURRENCIES).map((currency) => {
    const offer = lowest[currency];
    return {
      currency,
      amountPerNight: offer && toMoney(offer.amountMinor, currency),
      originalAmountPerNight: offer && toMoney(offer.originalMinor, currency),
    };
  });
}

export const LowestPriceType = builder
  .objectRef<ReturnType<typeof lowestPriceEntries>[number]>('LowestPrice')
  .implement({
    description:
      'The lowest price of one night for one guest in a currency: the price of the room divided by its beds, rounded once, half-up. Both amounts are null when nothing is for sale in the currency.',
    fields: (t) => ({
      currency: t.expose('currency', { type: CurrencyEnum, description: 'The currency.' }),
      amountPerNight: t.expose('amountPerNight', {
        type: Money,
        nullable: true,
        description: 'Including the promotion of the night.',
      }),
      originalAmountPerNight: t.expose('originalAmountPerNight', {
        type: Money,
        nullable: true,
        description: 'The price of the same night before its promotion; equal when there is none.',
      }),
    }),
  });
