/** The sales horizon: only nights within 24 months from today can be sold, quoted or shown (P8), both ends included. */
import { addMonths, type Day } from './civil-date.ts';

export const MONTHS_AHEAD = 24;

/** The last night that can be sold, inclusive: the date 24 months after `today`. 29 February clamps to the 28th. */
export function lastNightForSale(today: Day): Day {
  return addMonths(today, MONTHS_AHEAD);
}

/** The number of nights for sale: 731, or 732 when they include a 29 February. */
export function nightsForSale(today: Day): number {
  return lastNightForSale(today) - today + 1;
}
