/**
 * What a candidate can offer on a date (K3): nothing, a stay on request, or a stay that recorded capacity confirms.
 * The stay meant is always the shortest that the visit type allows, in this one room type (K8). Starting days do not
 * count here; they decide what is selectable. The whole range is one pass: the next sold-out night moves along with
 * the dates and is never searched for twice, however long the minimum stay.
 */
import type { Day, DayRange } from './civil-date.ts';
import type { Candidate } from './lowest-price.ts';
import { isStayPriced } from './rate-book.ts';
import { isOnSale, minimumNights, reachByNight } from './stay.ts';

/** From the worst to the best. */
export const AVAILABILITIES = ['NOT_AVAILABLE', 'ON_DEMAND', 'AVAILABLE'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** Positions in `AVAILABILITIES`, for typed arrays and for "the best of". */
export const NOT_AVAILABLE = 0;
export const ON_DEMAND = 1;
export const AVAILABLE = 2;

/** A candidate with the capacity recorded for its room type. */
export interface StockedCandidate extends Candidate {
  /** Units left per night, at night - book.firstNight; 0, or beyond the array's end: none recorded or none left. */
  readonly remaining: Int32Array;
}

/** The availability of a candidate on every date of `dates`, at date - dates.from, as positions in `AVAILABILITIES`. */
export function availabilityByDate(candidate: StockedCandidate, dates: DayRange, today: Day): Uint8Array {
  const { rules, room, book, remaining } = candidate;
  const availability = new Uint8Array(Math.max(0, dates.to - dates.from + 1)).fill(NOT_AVAILABLE);
  const priced = book.rooms.get(room.number)?.priced;
  if (!priced || !isOnSale(rules, today)) return availability;
  const reach = reachByNight(rules, dates);
  const minimum = minimumNights(rules);
  const last = Math.min(dates.to, book.lastNight);
  let soldOut = Math.max(dates.from, today) - book.firstNight;
  for (let date = Math.max(dates.from, today); date <= last; date++) {
    const farthest = reach[date - dates.from]!;
    if (priced[date - book.firstNight] !== 1 || farthest < date) continue;
    availability[date - dates.from] = ON_DEMAND;
    const stay = { arrival: date, departure: date + minimum };
    if (rules.onDemand || farthest < stay.departure - 1) continue;
    soldOut = Math.max(soldOut, date - book.firstNight);
    while (remaining[soldOut]! > 0) soldOut++;
    const hasCapacity = soldOut >= stay.departure - book.firstNight;
    if (hasCapacity && isStayPriced(book, room.number, stay)) availability[date - dates.from] = AVAILABLE;
  }
  return availability;
}
