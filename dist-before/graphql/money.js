import { CURRENCIES, majorOf } from '../domain/money.js';
import { builder } from './builder.js';
import { CurrencyEnum } from './enums.js';
/** An amount in minor units as it is shown. */
export function money(amountMinor, currency) {
    return { amount: majorOf(amountMinor), minorUnits: amountMinor, currency };
}
export const Money = builder.objectRef('Money').implement({
    description: 'An amount of money.',
    fields: (t) => ({
        amount: t.exposeFloat('amount', {
            description: 'The amount as a decimal number with at most two decimals, for example 2450.5.',
        }),
        minorUnits: t.expose('minorUnits', {
            type: 'SafeInt',
            description: 'The amount in hundredths (hellers, cents), exact: 245050 for 2450.5.',
        }),
        currency: t.expose('currency', { type: CurrencyEnum, description: 'Its currency.' }),
    }),
});
/** A lowest price as a list with one entry per currency, always in the same order. */
export function lowestPriceEntries(lowest) {
    const known = entriesOf.get(lowest);
    if (known)
        return known;
    const entries = CURRENCIES.map((currency) => {
        const offer = lowest[currency];
        return {
            currency,
            amountPerNight: offer && money(offer.amountMinor, currency),
            originalAmountPerNight: offer && money(offer.originalMinor, currency),
        };
    });
    entriesOf.set(lowest, entries);
    return entries;
}
/** Lowest prices are kept, and shown again and again. */
const entriesOf = new WeakMap();
export const LowestPriceType = builder.objectRef('LowestPrice').implement({
    description: 'The lowest price of one night for one guest in a currency: the price of the room divided by its beds, rounded once, half-up. Both amounts are null when nothing is for sale in the currency.',
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
//# sourceMappingURL=money.js.map