/** Money and lowest prices. */
import type { LowestPrice } from '../domain/lowest-price.ts';
import { CURRENCIES, type Currency, majorOf } from '../domain/money.ts';
import { builder } from './builder.ts';
import { CurrencyEnum } from './enums.ts';

export interface MoneyShape {
  amountMinor: number;
  currency: Currency;
}

export const Money = builder.objectRef<MoneyShape>('Money').implement({
  description: 'An amount of money.',
  fields: (t) => ({
    amount: t.float({
      description: 'The amount as a decimal number with at most two decimals, for example 2450.5.',
      resolve: ({ amountMinor }) => majorOf(amountMinor),
    }),
    minorUnits: t.field({
      type: 'SafeInt',
      description: 'The amount in hundredths (hellers, cents), exact: 245050 for 2450.5.',
      resolve: ({ amountMinor }) => amountMinor,
    }),
    currency: t.field({ type: CurrencyEnum, description: 'Its currency.', resolve: ({ currency }) => currency }),
  }),
});

interface LowestPriceShape {
  currency: Currency;
  amountMinor: number | null;
  originalMinor: number | null;
}

/** A lowest price as a list with one entry per currency, always in the same order. */
export function lowestPriceEntries(lowest: LowestPrice): LowestPriceShape[] {
  return CURRENCIES.map((currency) => ({
    currency,
    amountMinor: lowest[currency]?.amountMinor ?? null,
    originalMinor: lowest[currency]?.originalMinor ?? null,
  }));
}

const money = (amountMinor: number | null, currency: Currency): MoneyShape | null =>
  amountMinor === null ? null : { amountMinor, currency };

export const LowestPriceType = builder.objectRef<LowestPriceShape>('LowestPrice').implement({
  description:
    'The lowest price of one night for one guest in a currency: the price of the room divided by its beds, rounded once, half-up. Both amounts are null when nothing is for sale in the currency.',
  fields: (t) => ({
    currency: t.field({ type: CurrencyEnum, description: 'The currency.', resolve: ({ currency }) => currency }),
    amountPerNight: t.field({
      type: Money,
      nullable: true,
      description: 'Including the promotion of the night.',
      resolve: ({ amountMinor, currency }) => money(amountMinor, currency),
    }),
    originalAmountPerNight: t.field({
      type: Money,
      nullable: true,
      description: 'The price of the same night before its promotion; equal when there is none.',
      resolve: ({ originalMinor, currency }) => money(originalMinor, currency),
    }),
  }),
});
