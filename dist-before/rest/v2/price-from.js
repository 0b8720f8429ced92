/** From-prices in v2 (change log of 2026-09-10, V4). */
const MINIMUM = 'amount { amount } original { amount } nights occupancy visitType { _id: id id: number name { ...Text } }';
const MINIMA = `{ perPersonPerNight { ${MINIMUM} } perStay { ${MINIMUM} } }`;
/** The selection of a `PriceFromResult`. */
export const PRICE_FROM = `currency all ${MINIMA} health ${MINIMA} wellness ${MINIMA}`;
/** From-prices by currency and category; a category in which the hotel sells nothing is left out. Null: it sells nothing. */
export function priceFromOf(prices) {
    if (!prices)
        return null;
    return Object.fromEntries(prices.map(({ currency, all, health, wellness }) => {
        const categories = { all: minimaOf(all) };
        if (health)
            categories.health = minimaOf(health);
        if (wellness)
            categories.wellness = minimaOf(wellness);
        return [currency, categories];
    }));
}
function minimaOf({ perPersonPerNight, perStay }) {
    return { perPersonPerNight: minimumOf(perPersonPerNight), perStay: minimumOf(perStay) };
}
function minimumOf(minimum) {
    return { ...minimum, amount: minimum.amount.amount, original: minimum.original.amount };
}
//# sourceMappingURL=price-from.js.map