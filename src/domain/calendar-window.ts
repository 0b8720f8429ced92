/**
 * Which days a calendar shows when it is asked for dates (K6): from today to the end of the next month by default,
 * never a past day, never more days than there are nights for sale. The automatic search for the first bookable month is another question
 * and stands in `first-bookable-month.ts`.
 */
import { addMonths, type Day, type DayRange, formatDay, LAST_WRITABLE_DAY, lastOfMonth } from './civil-date.ts';
import { nightsForSale } from './horizon.ts';

export interface CalendarProblem {
  readonly code: 'DATES_REVERSED' | 'TOO_MANY_DAYS';
  readonly message: string;
}

/**
 * The days to show, both ends included. A `dateFrom` in the past is moved to today, and so counts where the other end
 * is derived from it. EMPTY: the window lies in the past altogether. A problem: the dates are the wrong way round as
 * they were given, or after clamping there are more days than from today to the last night for sale (731, in some years
 * 732); nothing is ever cut off silently.
 */
export function calendarWindow({
  dateFrom,
  dateTo,
  today,
}: {
  dateFrom: Day | null;
  dateTo: Day | null;
  today: Day;
}): DayRange | { readonly problem: CalendarProblem } | 'EMPTY' {
  if (dateFrom !== null && dateTo !== null && dateFrom > dateTo) {
    const message = `The first day, ${formatDay(dateFrom)}, is after the last, ${formatDay(dateTo)}.`;
    return { problem: { code: 'DATES_REVERSED', message } };
  }
  const from = Math.max(today, dateFrom ?? today);
  const to = dateTo ?? Math.min(endOfNextMonth(from), LAST_WRITABLE_DAY);
  if (from > to) return 'EMPTY';
  const days = to - from + 1;
  const daysMax = nightsForSale(today);
  if (days > daysMax) {
    const message = `A calendar shows at most ${daysMax} days; ${formatDay(from)} to ${formatDay(to)} are ${days}.`;
    return { problem: { code: 'TOO_MANY_DAYS', message } };
  }
  return { from, to };
}

/** The last day of the month after the one that `day` lies in. */
export function endOfNextMonth(day: Day): Day {
  return lastOfMonth(addMonths(day, 1));
}
