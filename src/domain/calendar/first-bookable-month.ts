/**
 * The automatic search of the calendar (K7): the first month with a check-in at which the shortest stay can be confirmed. One
 * room type must hold for the whole stay (K8), which may run into the next month. On-demand candidates are never confirmable,
 * so months bookable only on request are skipped.
 */
import { pricedNights } from '../pricing/rate-book.ts';
import { confirmableArrivals, type StockedCandidate } from '../stay/availability.ts';
import { isOnSale, isStartingDay, minimumNights } from '../stay/stay.ts';
import { type Day, type DayRange, firstOfMonth } from '../time/civil-date.ts';
import { intersectionOf, shiftDays } from '../time/day-ranges.ts';
import { endOfNextMonth } from './calendar-window.ts';

/**
 * The window to show: from the first of the month found (from today if it is the current one) to the end of the following
 * month, both included; null when nothing can be confirmed within 24 months. Each candidate takes one pass over the nights, up
 * to the best check-in found so far.
 */
export function firstBookableMonth(candidates: readonly StockedCandidate[], today: Day): DayRange | null {
  let first: Day | null = null;
  for (const candidate of candidates) {
    if (!isOnSale(candidate.rules, today)) continue;
    const until: Day = first === null ? candidate.book.lastNight : first - 1;
    first = firstBookableCheckIn(candidate, { from: today, to: until }) ?? first;
  }
  return first === null ? null : { from: Math.max(today, firstOfMonth(first)), to: endOfNextMonth(first) };
}

/**
 * The first date on which the candidate's shortest stay is AVAILABLE, may start, and ends on a date whose own night is priced
 * in some currency (K3, K4, K7).
 */
function firstBookableCheckIn(candidate: StockedCandidate, dates: DayRange): Day | null {
  const { rules, room, book } = candidate;
  const withPricedCheckOut = shiftDays(pricedNights(book, room.number), -minimumNights(rules));
  for (const { from, to } of intersectionOf(confirmableArrivals(candidate, dates), withPricedCheckOut)) {
    for (let day = from; day <= to; day++) if (isStartingDay(rules, day)) return day;
  }
  return null;
}
