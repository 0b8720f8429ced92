/**
 * Bounds of all search and price input: pages, visit-type filters, calendars, lowest prices and quotes. The functions
 * take typed values (days as `Day`, integers as numbers, null or absent = not given) and report all problems at once;
 * nothing is clamped (I5). GraphQL and REST share them, so every bound exists once. Paths are bare canonical names; a
 * caller that nests them adds its own prefix.
 */
import { calendarWindow } from '../../domain/calendar/calendar-window.ts';
import { type Day, formatDay } from '../../domain/time/civil-date.ts';
import type { InputProblem } from '../input-problem.ts';

/** Null and absent both mean: not given. */
type Optional<T> = T | null | undefined;

/** Both ends included; an absent `max` is open. */
export interface Bounds {
  readonly min: number;
  readonly max?: number;
}

/** Section 8 of the interface: `max`, 1 to 100. */
export const PAGE_SIZE: Bounds & { readonly max: number } = { min: 1, max: 100 };
export const PAGE_SIZE_MAX = PAGE_SIZE.max;
/** Default `limit` of the lists of v2 (V1). */
export const PAGE_SIZE_DEFAULT_V2 = 20;
/** Characters of `code` and `search`. */
export const SEARCH_LENGTH_MAX = 200;
/** Section 8: default `max` of the visit types. */
export const PAGE_SIZE_DEFAULT = 10;
/** Section 8: `offset`. */
export const PAGE_OFFSET: Bounds = { min: 0 };
/** Section 8: `hotel_stars_min` and `hotel_stars_max`. */
export const HOTEL_STARS = { min: 1, max: 5 } as const satisfies Bounds;
/** Section 8: `number_of_beds`. */
export const BEDS: Bounds = { min: 1 };
/** Section 8: `guests` of the calendar. */
export const CALENDAR_GUESTS: Bounds = { min: 1, max: 2 };
/** Section 8: `occupancy` of the lowest price. */
export const OCCUPANCY: Bounds = { min: 1, max: 2 };
/** Guest positions start at 1 (P5); one beyond the beds is well-formed, and refused later. */
export const GUEST_POSITION: Bounds = { min: 1 };

/** `first` 1 to 100, `offset` from 0. */
export function pageProblems({
  first,
  offset,
}: {
  first?: Optional<number>;
  offset?: Optional<number>;
}): InputProblem[] {
  return [...boundsProblems('first', first, PAGE_SIZE), ...boundsProblems('offset', offset, PAGE_OFFSET)];
}

export interface VisitTypeFilterInput {
  readonly hotelStarsMin?: Optional<number>;
  readonly hotelStarsMax?: Optional<number>;
  readonly beds?: Optional<number>;
  /** Both dates are inclusive: equal ones are one day. */
  readonly dateFrom?: Optional<Day>;
  readonly dateTo?: Optional<Day>;
  readonly nightsMin?: Optional<number>;
  readonly nightsMax?: Optional<number>;
}

/** Section 8; C2: minimum above maximum, dates reversed. */
export function visitTypeFilterProblems(filter: VisitTypeFilterInput): InputProblem[] {
  return [
    ...starsProblems({
      min: filter.hotelStarsMin,
      max: filter.hotelStarsMax,
      minPath: 'hotelStarsMin',
      maxPath: 'hotelStarsMax',
    }),
    ...boundsProblems('beds', filter.beds, BEDS),
    ...reversedProblems({ from: filter.dateFrom, to: filter.dateTo, path: 'dateTo', mayBeEqual: true }),
    ...orderProblems({ min: filter.nightsMin, max: filter.nightsMax, minPath: 'nightsMin', maxPath: 'nightsMax' }),
  ];
}

export interface HotelFilterInput {
  readonly starsMin?: Optional<number>;
  readonly starsMax?: Optional<number>;
  readonly code?: Optional<string>;
  readonly search?: Optional<string>;
}

/** V2, C2. */
export function hotelFilterProblems({ starsMin, starsMax, code, search }: HotelFilterInput): InputProblem[] {
  return [
    ...starsProblems({ min: starsMin, max: starsMax, minPath: 'starsMin', maxPath: 'starsMax' }),
    ...lengthProblems('code', code),
    ...lengthProblems('search', search),
  ];
}

export interface RoomTypeFilterInput {
  readonly beds?: Optional<number>;
  readonly code?: Optional<string>;
  readonly search?: Optional<string>;
}

/** V2. */
export function roomTypeFilterProblems({ beds, code, search }: RoomTypeFilterInput): InputProblem[] {
  return [...boundsProblems('beds', beds, BEDS), ...lengthProblems('code', code), ...lengthProblems('search', search)];
}

/** Each 1 to 5, the minimum not above the maximum. */
function starsProblems(range: OptionalRange): InputProblem[] {
  return [
    ...boundsProblems(range.minPath, range.min, HOTEL_STARS),
    ...boundsProblems(range.maxPath, range.max, HOTEL_STARS),
    ...orderProblems(range),
  ];
}

export interface CalendarInput {
  readonly guests?: Optional<number>;
  /** Both dates are inclusive: equal ones are one day. */
  readonly dateFrom?: Optional<Day>;
  readonly dateTo?: Optional<Day>;
}

/**
 * Guests 1 or 2, dates in order, and after clamping to today no more days than from today to the last night for sale
 * (K6).
 */
export function calendarProblems({ guests, dateFrom, dateTo }: CalendarInput, today: Day): InputProblem[] {
  const window = calendarWindow({ dateFrom: dateFrom ?? null, dateTo: dateTo ?? null, today });
  const reason = typeof window === 'object' && 'problem' in window ? window.problem : null;
  return [
    ...boundsProblems('guests', guests, CALENDAR_GUESTS),
    ...(reason ? [{ path: 'dateTo', code: reason.code, message: reason.message }] : []),
  ];
}

export interface LowestPriceInput {
  readonly occupancy?: Optional<number>;
  /** Half-open: the nights of `[dateFrom, dateTo)`. */
  readonly dateFrom?: Optional<Day>;
  readonly dateTo?: Optional<Day>;
}

/** Occupancy 1 or 2, `dateTo` after `dateFrom` (I5). */
export function lowestPriceProblems({ occupancy, dateFrom, dateTo }: LowestPriceInput): InputProblem[] {
  return [
    ...boundsProblems('occupancy', occupancy, OCCUPANCY),
    ...reversedProblems({ from: dateFrom, to: dateTo, path: 'dateTo', mayBeEqual: false }),
  ];
}

export interface QuoteInput {
  readonly arrival?: Optional<Day>;
  readonly departure?: Optional<Day>;
  readonly loyaltyPrograms?: Optional<readonly { readonly guest: number }[]>;
}

/** Departure after arrival (I5), guest positions from 1, none repeated. */
export function quoteProblems({ arrival, departure, loyaltyPrograms }: QuoteInput): InputProblem[] {
  const guests = (loyaltyPrograms ?? []).map(({ guest }) => guest);
  const firstOf = new Map<number, number>();
  for (const [index, guest] of guests.entries()) if (!firstOf.has(guest)) firstOf.set(guest, index);
  return [
    ...reversedProblems({ from: arrival, to: departure, path: 'departure', mayBeEqual: false }),
    ...guests.flatMap((guest, index) => {
      const path = `loyaltyPrograms.${index}.guest`;
      const isRepeated = firstOf.get(guest)! < index;
      const message = `Guest ${guest} is named more than once.`;
      return isRepeated ? [{ path, code: 'REPEATED', message } as const] : boundsProblems(path, guest, GUEST_POSITION);
    }),
  ];
}

export function boundsProblems(path: string, value: Optional<number>, { min, max }: Bounds): InputProblem[] {
  if (value === null || value === undefined || (value >= min && (max === undefined || value <= max))) return [];
  const bounds = max === undefined ? `at least ${min}` : `from ${min} to ${max}`;
  return [{ path, code: 'OUT_OF_RANGE', message: `Must be ${bounds}, not ${value}.` }];
}

/** A search text longer than anything that could be found. */
function lengthProblems(path: string, text: Optional<string>): InputProblem[] {
  if (text == null || text.length <= SEARCH_LENGTH_MAX) return [];
  return [{ path, code: 'TOO_LONG', message: `Must be at most ${SEARCH_LENGTH_MAX} characters.` }];
}

interface OptionalRange {
  min: Optional<number>;
  max: Optional<number>;
  minPath: string;
  maxPath: string;
}

function orderProblems(range: OptionalRange): InputProblem[] {
  const { min, max, minPath, maxPath } = range;
  if (min === null || min === undefined || max === null || max === undefined || min <= max) return [];
  return [
    { path: minPath, code: 'MINIMUM_ABOVE_MAXIMUM', message: `${min} is above the maximum, ${max} (${maxPath}).` },
  ];
}

/** Reversed dates, reported at the path of the later one. */
export function reversedProblems(dates: {
  from: Optional<Day>;
  to: Optional<Day>;
  path: string;
  mayBeEqual: boolean;
}): InputProblem[] {
  const { from, to, path, mayBeEqual } = dates;
  if (from === null || from === undefined || to === null || to === undefined) return [];
  if (from < to || (mayBeEqual && from === to)) return [];
  const message = `${formatDay(to)} must ${mayBeEqual ? 'not be before' : 'be after'} ${formatDay(from)}.`;
  return [{ path, code: 'DATES_REVERSED', message }];
}
