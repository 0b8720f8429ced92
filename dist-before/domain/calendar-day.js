/**
 * One day of a calendar: whether a stay can start there, how firmly it can be promised, what the night costs, and,
 * where no stay can start, why. Two answers about the same day, from different candidates, become one by taking the
 * better of each (K2), so a calendar over very many candidates can be computed in portions.
 */
import { AVAILABILITIES } from './availability.js';
import { lowerOf } from './lowest-price.js';
/** Why no stay can start on a day, in the order in which the reasons are told. */
export const DAY_REASONS = [
    'IN_THE_PAST',
    'BEYOND_HORIZON',
    'NOTHING_MATCHES',
    'NOT_ON_SALE',
    'NOT_PRICED',
    'TIME_CONSTRAINTS',
    'STARTING_DAY',
];
/**
 * The calendar of all candidates from the calendars of two portions of them, over the same days. The same as asking
 * for all at once, whichever way they are divided.
 */
export function mergeCalendars(some, others) {
    if (some.length !== others.length || some[0]?.day !== others[0]?.day) {
        throw new RangeError('calendars of different days cannot be merged');
    }
    return some.map((day, index) => mergedDay(day, others[index]));
}
function mergedDay(a, b) {
    const selectable = a.selectable || b.selectable;
    return {
        day: a.day,
        selectable,
        availability: AVAILABILITIES.indexOf(a.availability) > AVAILABILITIES.indexOf(b.availability) ? a.availability : b.availability,
        reasons: selectable ? [] : mergedReasons(a.reasons, b.reasons),
        price: a.price ?? b.price,
        fromPrice: lowerOf(a.fromPrice, b.fromPrice),
    };
}
/** The reasons of both; that nothing matched in one portion is no reason where something matched in the other. */
function mergedReasons(a, b) {
    return DAY_REASONS.filter((reason) => reason === 'NOTHING_MATCHES' ? a.includes(reason) && b.includes(reason) : a.includes(reason) || b.includes(reason));
}
//# sourceMappingURL=calendar-day.js.map