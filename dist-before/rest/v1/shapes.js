/**
 * Shapes that several v1 answers share: money and lowest prices keyed by language (section 2 of the interface, L3). The
 * stored documents name every other field as the answers do, so nothing else needs shaping.
 */
import { formatDay } from '../../domain/civil-date.js';
import { currencyOf } from '../../domain/locale.js';
/** The selection of a `LowestPriceResult`. */
export const LOWEST_PRICE = 'currency amountPerNight { amount } originalAmountPerNight { amount }';
/** An object with an entry for each language, in their order; a language without a value has no entry. */
export function byLanguage(locales, valueIn) {
    const values = {};
    for (const locale of locales) {
        const value = valueIn(currencyOf(locale));
        if (value !== null)
            values[locale] = value;
    }
    return values;
}
/** LowestPriceByLanguage: every included language, both amounts null where nothing is for sale (P6). */
export function lowestPriceByLanguage(prices, locales) {
    return byLanguage(locales, (currency) => {
        const price = prices.find((one) => one.currency === currency);
        return {
            amount_per_night: price?.amountPerNight?.amount ?? null,
            original_amount_per_night: price?.originalAmountPerNight?.amount ?? null,
            currency,
        };
    });
}
/** A day as a variable of a stored document. */
export function dateVariable(day) {
    return day === null ? null : formatDay(day);
}
//# sourceMappingURL=shapes.js.map