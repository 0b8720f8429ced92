/**
 * Which days a calendar shows when it is asked for dates (K6): from today to the end of the next month by default,
 * never a past day, never more than two years. The automatic search for the first bookable month is another question
 * and stands in `first-bookable-month.ts`.
 */
import { addMonths, formatDay, LAST_WRITABLE_DAY, lastOfMonth } from './civil-date.js';
/** Both ends counted: two years and a leap day's worth. */
export const MAX_CALENDAR_DAYS = 731;
/**
 * The days to show, both ends included. A `dateFrom` in the past is moved to today, and so counts where the other end
 * is derived from it. EMPTY: the window lies in the past altogether. A problem: the dates are the wrong way round as
 * they were given, or too many days are left after clamping; nothing is ever cut off silently.
 */
export function calendarWindow({ dateFrom, dateTo, today, }) {
    if (dateFrom !== null && dateTo !== null && dateFrom > dateTo) {
        const message = `The first day, ${formatDay(dateFrom)}, is after the last, ${formatDay(dateTo)}.`;
        return { problem: { code: 'DATES_REVERSED', message } };
    }
    const from = Math.max(today, dateFrom ?? today);
    const to = dateTo ?? Math.min(endOfNextMonth(from), LAST_WRITABLE_DAY);
    if (from > to)
        return 'EMPTY';
    const days = to - from + 1;
    if (days > MAX_CALENDAR_DAYS) {
        const message = `A calendar shows at most ${MAX_CALENDAR_DAYS} days; ${formatDay(from)} to ${formatDay(to)} are ${days}.`;
        return { problem: { code: 'TOO_MANY_DAYS', message } };
    }
    return { from, to };
}
/** The last day of the month after the one that `day` lies in. */
export function endOfNextMonth(day) {
    return lastOfMonth(addMonths(day, 1));
}
//# sourceMappingURL=calendar-window.js.map