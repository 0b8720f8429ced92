/** Price lists of the demo: a base price, what a room type is worth, and what a season adds. */
import { formatDay, lastOfMonth } from '../../domain/civil-date.js';
import { monthOfYear, monthsFrom } from './calendar.js';
/** What a room type costs beside the ordinary double room of the cheapest hotel, for one person. */
export const ROOM_FACTORS = {
    11: 1.25,
    12: 1.55,
    13: 1.4,
    21: 1.75,
    22: 2.2,
    23: 2.1,
    31: 1.3,
    32: 1.6,
    41: 1.05,
    42: 0.95,
    51: 1.2,
    52: 1.5,
    61: 1,
    62: 1.2,
};
/** Months ahead for which prices are known, the current one included. */
export const USUAL_MONTHS = 14;
/** Enough months for every night that may be sold at all. */
export const ALL_MONTHS = 25;
function seasonFactor(month) {
    if (month >= 6 && month <= 9)
        return 1.28;
    return month === 4 || month === 5 || month === 10 ? 1.12 : 1;
}
/** A price list for today and the months after. */
export function priceList(today, plan) {
    const { id, currency, quotedPer, nights } = plan;
    const seasons = plan.seasons
        ? plan.seasons.map((season) => ({ ...season, factor: 1.35 }))
        : monthlySeasons(today, { from: plan.afterMonths ?? 0, months: plan.months ?? USUAL_MONTHS });
    const rates = plan.roomTypeIds.flatMap((roomTypeId) => seasons.map(({ from, to, factor }) => {
        const persons = quotedPer === 'ROOM' ? (plan.beds?.[roomTypeId] ?? 2) : 1;
        const exact = plan.base * ROOM_FACTORS[roomTypeId] * factor * persons;
        return { roomTypeId, from, to, amount: rounded(exact, currency) };
    }));
    if (nights === undefined)
        return { id, kind: 'PER_NIGHT', quotedPer, currency, rates };
    return { id, kind: 'PER_VISIT', nights, quotedPer, currency, rates };
}
/** Two price lists that differ in currency and base price only; the one in euros has the next number. */
export function priceListPair(today, { czk, eur, ...plan }) {
    return [
        priceList(today, { ...plan, currency: 'CZK', base: czk }),
        priceList(today, { ...plan, id: plan.id + 1, currency: 'EUR', base: eur }),
    ];
}
/** Tens of crowns, half euros. */
function rounded(amount, currency) {
    return currency === 'CZK' ? Math.round(amount / 10) * 10 : Math.round(amount * 2) / 2;
}
/** Months in a row of the same season become one. */
function monthlySeasons(today, { from, months }) {
    const seasons = [];
    for (const month of monthsFrom(today, months).slice(from)) {
        const factor = seasonFactor(monthOfYear(month));
        const last = seasons.at(-1);
        const to = formatDay(lastOfMonth(month));
        if (last?.factor === factor)
            last.to = to;
        else
            seasons.push({ from: formatDay(month), to, factor });
    }
    return seasons;
}
//# sourceMappingURL=prices.js.map