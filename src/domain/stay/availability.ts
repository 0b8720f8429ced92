/**
 * What a candidate can offer on a date (K3): nothing, a stay on request, or a stay that recorded capacity confirms. The stay in
 * question is always the shortest that the visit type allows, in this one room type (K8). Starting days are ignored here; they
 * decide what is selectable. Only capacity is read night by night, once per night; the rest intersects a few ranges.
 */
import type { Candidate } from '../minimum-price/lowest-price.ts';
import { CURRENCIES } from '../pricing/money.ts';
import { packageLengths, pricedArrivals, pricedNights } from '../pricing/rate-book.ts';
import type { Day, DayRange } from '../time/civil-date.ts';
import { intersectionOf, unionOf } from '../time/day-ranges.ts';
import { arrivalsInConstraints, isAllowedLength, isOnSale, minimumNights, type Stay } from './stay.ts';

/** From worst to best. */
export const AVAILABILITIES = ['NOT_AVAILABLE', 'ON_DEMAND', 'AVAILABLE'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** Indexes into `AVAILABILITIES`, for typed arrays and comparisons. */
export const NOT_AVAILABLE = 0;
const ON_DEMAND = 1;
export const AVAILABLE = 2;

/** A candidate with the recorded capacity of its room type. */
export interface StockedCandidate extends Candidate {
  /** Units left, indexed by night - book.firstNight. 0 or past the end: none recorded, none left, or it does not matter. */
  readonly remaining: Int32Array;
}

/**
 * The nights on offer: priced in some currency (P6) and each inside a time constraint (T3), from today to the last night for
 * sale; none outside the selling period (P9). On these nights the candidate is not NOT_AVAILABLE (K3), has a lowest price and
 * is found by a list of visit types filtered by dates (C1).
 */
export function offeredNights({ rules, room, book }: Candidate, today: Day): DayRange[] {
  if (!isOnSale(rules, today)) return [];
  const nights = { from: Math.max(today, book.firstNight), to: book.lastNight };
  return intersectionOf(intersectionOf(pricedNights(book, room.number), arrivalsInConstraints(rules, 1)), [nights]);
}

/** Whether its availability depends on capacity: one on demand, or of a room type without a price, is never AVAILABLE. */
export function dependsOnCapacity({ rules, room, book }: Candidate): boolean {
  return !rules.onDemand && book.roomTypeNumbers.includes(room.number);
}

/** The most rooms that are shown. */
const ROOMS_SHOWN = 5;

/**
 * The rooms left on the scarcest night of a stay within the book, 0 to 5 (F3); 0 also where no capacity is recorded, as bookings
 * count it (B3).
 */
export function roomsLeftFor(
  { remaining, book }: Pick<StockedCandidate, 'remaining' | 'book'>,
  { arrival, departure }: Stay,
): number {
  let left = ROOMS_SHOWN;
  for (let place = arrival - book.firstNight; place < departure - book.firstNight; place++) {
    left = Math.min(left, Math.max(0, remaining[place] ?? 0));
  }
  return left;
}

/** The availability on every date of `dates`, indexed by date - dates.from, as indexes into `AVAILABILITIES`. */
export function availabilityByDate(candidate: StockedCandidate, dates: DayRange, today: Day): Uint8Array {
  const { rules, book } = candidate;
  const availability = new Uint8Array(Math.max(0, dates.to - dates.from + 1)).fill(NOT_AVAILABLE);
  if (!isOnSale(rules, today)) return availability;
  const asked = { from: Math.max(dates.from, today), to: Math.min(dates.to, book.lastNight) };
  for (const { from, to } of intersectionOf(offeredNights(candidate, today), [asked])) {
    availability.fill(ON_DEMAND, from - dates.from, to - dates.from + 1);
  }
  for (const { from, to } of confirmableArrivals(candidate, asked)) {
    availability.fill(AVAILABLE, from - dates.from, to - dates.from + 1);
  }
  return availability;
}

/**
 * The arrivals among `dates` for which the shortest stay meets the time constraints, has a price in one currency (P2) and has a
 * room left on every night. A visit type on demand has none. The selling period is not checked.
 */
export function confirmableArrivals(candidate: StockedCandidate, dates: DayRange): DayRange[] {
  if (candidate.rules.onDemand) return [];
  const nights = minimumNights(candidate.rules);
  return stockedArrivals(candidate, soldArrivals(candidate, dates, nights), nights);
}

/**
 * The arrivals among `dates` with a stay of any length that meets the time constraints and has a price in one currency (`priced`),
 * and, unless the visit type is on demand, those with one that has a room left on every night, too (`free`). Neither the selling
 * period nor starting days are checked.
 */
export function arrivalsOfAnyLength(
  candidate: StockedCandidate,
  dates: DayRange,
): { priced: readonly DayRange[]; free: readonly DayRange[] } {
  const priced: DayRange[] = [];
  const free: DayRange[] = [];
  for (const nights of decisiveLengths(candidate)) {
    const sold = soldArrivals(candidate, dates, nights);
    priced.push(...sold);
    if (!candidate.rules.onDemand) free.push(...stockedArrivals(candidate, sold, nights));
  }
  return { priced: unionOf(priced), free: unionOf(free) };
}

/** The lengths by which a stay of any can be had: if one by the night can, the shortest can; so only packages need a look at their own. */
export function decisiveLengths({ rules, room, book }: Candidate): number[] {
  const lengths = new Set([minimumNights(rules)]);
  for (const currency of CURRENCIES) {
    for (const nights of packageLengths(book, room.number, currency)) lengths.add(nights);
  }
  return [...lengths].filter((nights) => isAllowedLength(rules, nights));
}

/** The arrivals among `dates` for which a stay of `nights` nights meets the time constraints and has a price in one currency. */
function soldArrivals({ rules, room, book }: StockedCandidate, dates: DayRange, nights: number): DayRange[] {
  const allowed = intersectionOf(arrivalsInConstraints(rules, nights), pricedArrivals(book, room.number, nights));
  return intersectionOf(allowed, [dates]);
}

/** The arrivals from which a room is left on each of `nights` nights. */
function stockedArrivals(candidate: StockedCandidate, arrivals: readonly DayRange[], nights: number): DayRange[] {
  const [first, last] = [arrivals[0], arrivals.at(-1)];
  return first && last
    ? intersectionOf(arrivals, freeArrivals(candidate, { from: first.from, to: last.to }, nights))
    : [];
}

/** The arrivals among `dates` from which a room is left on each of `nights` nights. */
function freeArrivals({ book, remaining }: StockedCandidate, dates: DayRange, nights: number): DayRange[] {
  const arrivals: DayRange[] = [];
  const end = Math.min(remaining.length, dates.to - book.firstNight + nights);
  for (let from = dates.from - book.firstNight, soldOut = from; from < end; from = soldOut + 1) {
    soldOut = from;
    // biome-ignore lint/style/noNonNullAssertion: `end` is within `remaining`.
    while (soldOut < end && remaining[soldOut]! > 0) soldOut++;
    if (soldOut - from >= nights) {
      arrivals.push({ from: book.firstNight + from, to: book.firstNight + soldOut - nights });
    }
  }
  return arrivals;
}
