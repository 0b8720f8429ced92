/**
 * Dates of the demo. They depend on beginnings of months, so that within a month the demo is the same on every day, and a night
 * never changes with the day of loading.
 */
import { addMonths, type Day, dayOf, firstOfMonth, formatDay, lastOfMonth } from '../domain/time/civil-date.ts';

/** A range of dates as in a catalogue file. */
export interface DateRange {
  from: string;
  to: string;
}

/** First day of the month `months` after that of `today` (negative: before). */
export function monthStart(today: Day, months: number): string {
  return formatDay(addMonths(firstOfMonth(today), months));
}

/** Last day of the month `months` after that of `today`. */
export function monthEnd(today: Day, months: number): string {
  return formatDay(lastOfMonth(addMonths(firstOfMonth(today), months)));
}

/** First days of `count` months, starting with that of `today`. */
export function monthsFrom(today: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, index) => addMonths(firstOfMonth(today), index));
}

/** Months since the year 0, to vary what repeats over the years. */
export function monthIndex(day: Day): number {
  const [year = 0, month = 0] = formatDay(day).split('-').map(Number);
  return year * 12 + month - 1;
}

/** January is 1. */
export function monthOfYear(day: Day): number {
  return (monthIndex(day) % 12) + 1;
}

/**
 * The yearly ranges that end within the two years from the month of `today` on.
 * @param from month and day, for example `11-26`
 * @param to month and day; if before `from`, in the next year
 */
export function everyYear(today: Day, { from, to }: DateRange): DateRange[] {
  const begin = firstOfMonth(today);
  const thisYear = Number(formatDay(today).slice(0, 4));
  return [-1, 0, 1, 2]
    .map((offset) => {
      const year = thisYear + offset;
      return { from: `${year}-${from}`, to: `${to < from ? year + 1 : year}-${to}` };
    })
    .filter((range) => dayOf(range.to) >= begin && dayOf(range.from) < addMonths(begin, 24));
}
