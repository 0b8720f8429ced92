/** The lists that `layOutRates` writes, by their order. */
export const RATE_LISTS = {
    /** The PER_NIGHT rates; their divisors are 1. */
    nightly: 0,
    /** The night prices (P6). Empty where there is no package: then they are the same as `nightly`. */
    nightPrices: 1,
    /**
     * The packages, each with the stretch of its season that can still be sold, in no order: the amount is that of the whole
     * package, the divisor its nights, at least one of it fits in. Disjoint among those of equal nights (P3).
     */
    packages: 2,
};
/** Marks a night without a price in an array of nights. */
const UNPRICED = -1;
/**
 * Writes the rates of one room type and currency over `nights` as the `RATE_LISTS`. Seasons are clamped to the nights; a
 * package whose season is thereby too short for a whole package is gone. `rates` do not overlap (P3). Gives the ranges of
 * nights that have a night price, in no order.
 */
export function layOutRates({ rates, beds, nights, writer, }) {
    const seasons = [];
    const packages = [];
    for (const { rate, priceList } of rates) {
        const roomAmountMinor = rate.amountMinor * (priceList.quotedPer === 'PERSON' ? beds : 1);
        const from = Math.max(rate.from, nights.from);
        const to = Math.min(rate.to, nights.to);
        if (from > to)
            continue;
        if (priceList.kind === 'PER_NIGHT') {
            seasons.push({ from, to, nights: 1, roomAmountMinor });
        }
        else {
            const length = packageLength(priceList);
            if (to - from + 1 >= length)
                packages.push({ from, to, nights: length, roomAmountMinor });
        }
    }
    seasons.sort((a, b) => a.from - b.from);
    writeSeasons(seasons, nights.from, writer);
    if (packages.length > 0)
        writeNightPrices({ seasons, packages, nights, writer });
    writer.endList();
    writeSeasons(packages, nights.from, writer);
    return [...seasons, ...packages];
}
function packageLength({ number, nights }) {
    if (nights === null || nights < 1)
        throw new RangeError(`package price list ${number} has no number of nights`);
    return nights;
}
/** As a list of their own. */
function writeSeasons(seasons, firstNight, writer) {
    for (const { from, to, nights, roomAmountMinor } of seasons) {
        writer.add({ from: from - firstNight, to: to - firstNight, amountMinor: roomAmountMinor, divisor: nights });
    }
    writer.endList();
}
/**
 * The night price (P6): the lower of the night's own rate and the even share of every package that can include it. Where
 * one package fits into a season, some package includes each night of the season, so the season is painted whole.
 */
function writeNightPrices({ seasons, packages, nights, writer, }) {
    const amountsMinor = new Float64Array(nights.to - nights.from + 1).fill(UNPRICED);
    const divisors = new Uint16Array(amountsMinor.length).fill(1);
    for (const { from, to, roomAmountMinor } of seasons) {
        amountsMinor.fill(roomAmountMinor, from - nights.from, to - nights.from + 1);
    }
    for (const { from, to, nights: length, roomAmountMinor } of packages) {
        for (let i = from - nights.from; i <= to - nights.from; i++) {
            const present = amountsMinor[i];
            if (present !== UNPRICED && present * length <= roomAmountMinor * divisors[i])
                continue;
            amountsMinor[i] = roomAmountMinor;
            divisors[i] = length;
        }
    }
    for (let from = 0, end = 0; from < amountsMinor.length; from = end) {
        const amountMinor = amountsMinor[from];
        const divisor = divisors[from];
        for (end = from + 1; amountsMinor[end] === amountMinor && divisors[end] === divisor;)
            end++;
        if (amountMinor !== UNPRICED)
            writer.add({ from, to: end - 1, amountMinor, divisor });
    }
}
//# sourceMappingURL=room-rates.js.map