/**
 * A stay, and what a visit type demands of one: when it is on sale, how long it lasts, on which weekdays it starts
 * and inside which dates its nights must fall. Prices and capacity are not looked at here. `stayProblem` is the
 * single judge; it names the first rule broken together with the values that broke it, so that every interface can
 * answer in the same words.
 */
import { formatDay, WEEKDAYS, weekdayOf } from './civil-date.js';
import { arrivalsWithin, EVERY_DAY } from './day-ranges.js';
import { lastNightForSale } from './horizon.js';
const DAYS_PER_WEEK = 7;
/** How many nights are slept. */
export function nightsOf(stay) {
    return stay.departure - stay.arrival;
}
/** The shortest stay in nights; for WEEKS rounded up to whole weeks (K3, K4). */
export function minimumNights({ nightsMin, reservationTimeSpan }) {
    const nights = Math.max(1, nightsMin);
    return reservationTimeSpan === 'WEEKS' ? Math.ceil(nights / DAYS_PER_WEEK) * DAYS_PER_WEEK : nights;
}
/** Whether `today` lies in the selling period; both of its ends belong to it (P9). */
export function isOnSale({ sellingFrom, sellingTo }, today) {
    return (sellingFrom === null || sellingFrom <= today) && (sellingTo === null || today <= sellingTo);
}
/** Whether a stay may arrive on that weekday (K4). */
export function isStartingDay({ startingDays }, day) {
    return startingDays.length === 0 || startingDays.includes(weekdayOf(day));
}
/** Whether all nights of the stay fall in one and the same range (T3); touching ranges are not joined. */
export function withinTimeConstraints({ timeConstraints }, { arrival, departure }) {
    return timeConstraints.length === 0 || timeConstraints.some(({ from, to }) => from <= arrival && departure - 1 <= to);
}
/**
 * Where a stay of so many nights may arrive to keep the time constraints (T3), for scans: the set of the days on which
 * `withinTimeConstraints` holds for it. For one night these are the nights that may be slept at all.
 */
export function arrivalsInConstraints({ timeConstraints }, nights) {
    return timeConstraints.length === 0 ? EVERY_DAY : arrivalsWithin(timeConstraints, nights);
}
/** The first rule that forbids the stay, or null. Whether it has a price or a free room is asked elsewhere. */
export function stayProblem(rules, stay, today) {
    const nights = nightsOf(stay);
    const horizon = lastNightForSale(today);
    const { nightsMin, nightsMax } = rules;
    if (!isOnSale(rules, today)) {
        return {
            code: 'NOT_ON_SALE',
            message: `It can be booked ${sellingPeriodText(rules)}; today is ${formatDay(today)}.`,
        };
    }
    if (stay.arrival < today) {
        return { code: 'IN_THE_PAST', message: `Arrival ${formatDay(stay.arrival)} is before today, ${formatDay(today)}.` };
    }
    if (stay.departure - 1 > horizon) {
        const last = `the last night is ${formatDay(stay.departure - 1)}`;
        return { code: 'BEYOND_HORIZON', message: `Nights up to ${formatDay(horizon)} are sold; ${last}.` };
    }
    if (nights < Math.max(1, nightsMin)) {
        return { code: 'TOO_SHORT', message: `The minimum is ${nightsText(nightsMin)}; the stay has ${nights}.` };
    }
    if (nights > nightsMax) {
        return { code: 'TOO_LONG', message: `The maximum is ${nightsText(nightsMax)}; the stay has ${nights}.` };
    }
    if (rules.reservationTimeSpan === 'WEEKS' && nights % DAYS_PER_WEEK !== 0) {
        return { code: 'NOT_WHOLE_WEEKS', message: `It is sold in whole weeks; the stay has ${nightsText(nights)}.` };
    }
    if (!isStartingDay(rules, stay.arrival)) {
        const allowed = WEEKDAYS.filter((weekday) => rules.startingDays.includes(weekday)).join(', ');
        const arrival = `${formatDay(stay.arrival)} is ${weekdayOf(stay.arrival)}`;
        return { code: 'STARTING_DAY', message: `Stays start on ${allowed}; ${arrival}.` };
    }
    if (!withinTimeConstraints(rules, stay)) {
        const ranges = rules.timeConstraints.map(({ from, to }) => `${formatDay(from)} to ${formatDay(to)}`).join(', ');
        const asked = `${formatDay(stay.arrival)} to ${formatDay(stay.departure - 1)}`;
        return { code: 'TIME_CONSTRAINTS', message: `All nights must lie within one of ${ranges}; asked: ${asked}.` };
    }
    return null;
}
function nightsText(nights) {
    return nights === 1 ? '1 night' : `${nights} nights`;
}
function sellingPeriodText({ sellingFrom, sellingTo }) {
    const ends = [
        sellingFrom === null ? null : `from ${formatDay(sellingFrom)}`,
        sellingTo === null ? null : `until ${formatDay(sellingTo)}`,
    ];
    return ends.filter((end) => end !== null).join(' ');
}
//# sourceMappingURL=stay.js.map