/**
 * How far ahead anything is sold. Only nights within 24 months from today can be sold, quoted or shown (P8): from
 * today to the same date two years on, both included, which is the 731 or 732 nights that a rate book holds.
 */
import { addMonths, type Day } from './civil-date.ts';

export const MONTHS_AHEAD = 24;

/** The last night that can be sold, inclusive: the date 24 months after `today` (29 February clamps to the 28th). */
export function lastNightForSale(today: Day): Day {
  return addMonths(today, MONTHS_AHEAD);
}

/** How many nights are for sale from `today` on: 731, or 732 where a 29 February lies among them. */
export function nightsForSale(today: Day): number {
  return lastNightForSale(today) - today + 1;
}
