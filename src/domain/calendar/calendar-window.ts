/**
 * The days that a calendar shows for the dates of a query (K6): by default from today to the end of the next month, never a
 * past day, never more days than there are nights for sale. The search for the first bookable month is in
 * `first-bookable-month.ts`.
 */

import { nightsForSale } from '../stay/stay.ts';
import { addMonths, type Day, type DayRange, LAST_DAY, lastOfMonth } from '../time/civil-date.ts';

/** Each names the first and the last day. `days` were asked for, `daysMax` are allowed. */
export type CalendarProblem =
  | ({ readonly code: 'DATES_REVERSED' } & DayRange)
  | ({ readonly code: 'TOO_MANY_DAYS'; readonly days: number; readonly daysMax: number } & DayRange);

/**
 * The days to show, both ends included. A `dateFrom` in the past becomes today before the other end is derived from it. EMPTY:
 * the whole window is in the past. A problem: the dates are reversed, or the clamped window is longer than the 731 or 732
 * nights for sale; nothing is cut off silently.
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
    return { problem: { code: 'DATES_REVERSED', from: dateFrom, to: dateTo } };
  }
  const from = Math.max(today, dateFrom ?? today);
  const to = dateTo ?? Math.min(endOfNextMonth(from), LAST_DAY);
  if (from > to) return 'EMPTY';
  const days = to - from + 1;
  const daysMax = nightsForSale(today);
  if (days > daysMax) return { problem: { code: 'TOO_MANY_DAYS', from, to, days, daysMax } };
  return { from, to };
}

/** The last day of the month after that of `day`. */
export function endOfNextMonth(day: Day): Day {
  return lastOfMonth(addMonths(day, 1));
}
