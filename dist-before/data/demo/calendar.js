/**
 * Dates of the demo. Everything hangs on the beginnings of months, so that within a month the demo is the same on every
 * day, and what it says of a night never depends on the day on which it is said.
 */
import { addMonths, firstOfMonth, formatDay, lastOfMonth, parseDay } from '../../domain/civil-date.js';
/** First day of the month `months` after the one of `today` (negative: before it). */
export function monthStart(today, months) {
    return formatDay(addMonths(firstOfMonth(today), months));
}
/** Last day of the month `months` after the one of `today`. */
export function monthEnd(today, months) {
    return formatDay(lastOfMonth(addMonths(firstOfMonth(today), months)));
}
/** First days of `count` months from the month of `today` on. */
export function monthsFrom(today, count) {
    return Array.from({ length: count }, (_, index) => addMonths(firstOfMonth(today), index));
}
/** Months since the year 0, by which what repeats over the years is told apart. */
export function monthIndex(day) {
    const [year, month] = formatDay(day).split('-').map(Number);
    return year * 12 + month - 1;
}
/** January is 1. */
export function monthOfYear(day) {
    return (monthIndex(day) % 12) + 1;
}
/**
 * The ranges of every year that end within the two years from the month of `today` on.
 * @param from month and day, for example `11-26`
 * @param to month and day; one before `from` lies in the next year
 */
export function everyYear(today, { from, to }) {
    const begin = firstOfMonth(today);
    const thisYear = Number(formatDay(today).slice(0, 4));
    return [-1, 0, 1, 2]
        .map((offset) => {
        const year = thisYear + offset;
        return { from: `${year}-${from}`, to: `${to < from ? year + 1 : year}-${to}` };
    })
        .filter((range) => parseDay(range.to) >= begin && parseDay(range.from) < addMonths(begin, 24));
}
/** Months for which capacity is recorded, the current one included. */
export const USUAL_CAPACITY_MONTHS = 14;
//# sourceMappingURL=calendar.js.map