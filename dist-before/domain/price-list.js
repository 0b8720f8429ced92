/**
 * The rates that claim a night twice, over all lists of one visit type: same room type, currency, kind and nights,
 * whoever they are quoted per (P3). Every rate that begins before an earlier one has ended is reported once, as `b`,
 * against the one that reaches furthest, `a`; empty means that no two rates overlap.
 */
export function overlappingRates(priceLists) {
    const overlaps = [];
    for (const rates of ratesByClaim(priceLists).values()) {
        rates.sort((a, b) => a.rate.from - b.rate.from);
        let furthest = null;
        for (const placed of rates) {
            if (furthest && placed.rate.from <= furthest.rate.to)
                overlaps.push({ a: furthest, b: placed });
            if (!furthest || placed.rate.to > furthest.rate.to)
                furthest = placed;
        }
    }
    return overlaps;
}
function ratesByClaim(priceLists) {
    const groups = new Map();
    priceLists.forEach((priceList, listIndex) => {
        const { currency, kind } = priceList;
        const nights = kind === 'PER_VISIT' ? priceList.nights : null;
        priceList.rates.forEach((rate, rateIndex) => {
            const claim = `${rate.roomTypeNumber} ${currency} ${kind} ${nights}`;
            const placed = { rate, priceList, listIndex, rateIndex };
            const group = groups.get(claim);
            if (group)
                group.push(placed);
            else
                groups.set(claim, [placed]);
        });
    });
    return groups;
}
//# sourceMappingURL=price-list.js.map