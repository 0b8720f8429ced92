/**
 * The automatic search of the calendar (K7): the first month that holds a check-in for which a room can be confirmed
 * for the shortest stay. One room type must hold for the whole stay (K8), which may run into the next month. Months
 * that are bookable only on request are passed over, because on-demand candidates are never confirmable.
 */
import { confirmableArrivals } from './availability.js';
import { endOfNextMonth } from './calendar-window.js';
import { firstOfMonth } from './civil-date.js';
import { movedBy, overlapOf } from './day-ranges.js';
import { pricedNights } from './rate-book.js';
import { isOnSale, isStartingDay, minimumNights } from './stay.js';
/**
 * The window to show: from the first of the found month (from today, if it is the running one) to the end of the
 * following month, both included; null when nothing can be confirmed within 24 months. Each candidate is one pass over
 * the nights, and none looks further than the best check-in found so far.
 */
export function firstBookableMonth(candidates, today) {
    let first = null;
    for (const candidate of candidates) {
        if (!isOnSale(candidate.rules, today))
            continue;
        const until = first === null ? candidate.book.lastNight : first - 1;
        first = firstBookableCheckIn(candidate, { from: today, to: until }) ?? first;
    }
    return first === null ? null : { from: Math.max(today, firstOfMonth(first)), to: endOfNextMonth(first) };
}
/**
 * The first date on which the candidate's shortest stay is AVAILABLE, may start, and ends on a date whose own night is
 * priced in some currency (rules 3, 4 and 7 of the calendar).
 */
function firstBookableCheckIn(candidate, dates) {
    const { rules, room, book } = candidate;
    const withPricedCheckOut = movedBy(pricedNights(book, room.number), -minimumNights(rules));
    for (const { from, to } of overlapOf(confirmableArrivals(candidate, dates), withPricedCheckOut)) {
        for (let day = from; day <= to; day++)
            if (isStartingDay(rules, day))
                return day;
    }
    return null;
}
//# sourceMappingURL=first-bookable-month.js.map