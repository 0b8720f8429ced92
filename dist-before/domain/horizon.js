/**
 * How far ahead anything is sold. Only nights within 24 months from today can be sold, quoted or shown (P8): from
 * today to the same date two years on, both included, which is the 731 or 732 nights that a rate book holds.
 */
import { addMonths } from './civil-date.js';
export const MONTHS_AHEAD = 24;
/** The last night that can be sold, inclusive: the date 24 months after `today` (29 February clamps to the 28th). */
export function lastNightForSale(today) {
    return addMonths(today, MONTHS_AHEAD);
}
//# sourceMappingURL=horizon.js.map