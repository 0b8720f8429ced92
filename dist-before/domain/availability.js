import { overlapOf } from './day-ranges.js';
import { pricedArrivals, pricedNights } from './rate-book.js';
import { arrivalsInConstraints, isOnSale, minimumNights } from './stay.js';
/** From the worst to the best. */
export const AVAILABILITIES = ['NOT_AVAILABLE', 'ON_DEMAND', 'AVAILABLE'];
/** Positions in `AVAILABILITIES`, for typed arrays and for "the best of". */
export const NOT_AVAILABLE = 0;
export const ON_DEMAND = 1;
export const AVAILABLE = 2;
/** The availability of a candidate on every date of `dates`, at date - dates.from, as positions in `AVAILABILITIES`. */
export function availabilityByDate(candidate, dates, today) {
    const { rules, room, book } = candidate;
    const availability = new Uint8Array(Math.max(0, dates.to - dates.from + 1)).fill(NOT_AVAILABLE);
    if (!isOnSale(rules, today))
        return availability;
    const asked = { from: Math.max(dates.from, today), to: Math.min(dates.to, book.lastNight) };
    const onDemand = overlapOf(pricedNights(book, room.number), arrivalsInConstraints(rules, 1));
    for (const { from, to } of overlapOf(onDemand, [asked])) {
        availability.fill(ON_DEMAND, from - dates.from, to - dates.from + 1);
    }
    for (const { from, to } of confirmableArrivals(candidate, asked)) {
        availability.fill(AVAILABLE, from - dates.from, to - dates.from + 1);
    }
    return availability;
}
/**
 * The arrivals among `dates` from which the shortest stay keeps the time constraints, has a price in one currency (P2)
 * and a room left on every night; none for a visit type on demand. Whether it is on sale is not looked at.
 */
export function confirmableArrivals(candidate, dates) {
    const { rules, room, book } = candidate;
    if (rules.onDemand)
        return [];
    const nights = minimumNights(rules);
    const allowed = overlapOf(arrivalsInConstraints(rules, nights), pricedArrivals(book, room.number, nights));
    const sold = overlapOf(allowed, [dates]);
    const last = sold.at(-1);
    return last ? overlapOf(sold, freeArrivals(candidate, { from: sold[0].from, to: last.to }, nights)) : [];
}
/** The arrivals among `dates` from which a room is left on each of so many nights. */
function freeArrivals({ book, remaining }, dates, nights) {
    const arrivals = [];
    const end = Math.min(remaining.length, dates.to - book.firstNight + nights);
    for (let from = dates.from - book.firstNight, soldOut = from; from < end; from = soldOut + 1) {
        soldOut = from;
        while (soldOut < end && remaining[soldOut] > 0)
            soldOut++;
        if (soldOut - from >= nights) {
            arrivals.push({ from: book.firstNight + from, to: book.firstNight + soldOut - nights });
        }
    }
    return arrivals;
}
//# sourceMappingURL=availability.js.map