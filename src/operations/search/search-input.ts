/**
 * Bounds of all search and price input: pages, visit-type filters, calendars, lowest prices and quotes. The functions
 * take typed values (days as `Day`, integers as numbers, null or absent = not given) and report all problems at once;
 * nothing is clamped (I5). GraphQL and REST share them, so every bound exists once. Paths are bare canonical names; a
 * caller that nests them adds its own prefix.
 */
import { type CalendarProblem, calendarWindow } from '../../domain/calendar/calendar-window.ts';
import { type InputProblem, inputProblem } from '../../domain/problem/input-problem.ts';
import { problemsOfEach } from '../../domain/text/refusal-bounds.ts';
import { hasMoreThan, isPlainLine } from '../../domain/text/text-characters.ts';
import type { Day, DayRange } from '../../domain/time/civil-date.ts';
import { WISH_WORDS_MAX, wishedWords } from '../../domain/wish/word-grades.ts';
import type { HotelFilter } from './list-hotels.ts';
import type { RoomTypeFilter } from './list-room-types.ts';
import type { VisitTypeFilter } from './select-visit-types.ts';
import type { CountedStays } from './show-calendar.ts';

/** Null and absent both mean: not given. */
export type Optional<T> = T | null | undefined;

/** Both ends included; an absent `max` is open. */
export interface Bounds {
  readonly min: number;
  readonly max?: number;
}

/** The size of a page, 1 to 100: `max` of REST v1 (I5). */
export const PAGE_SIZE: Bounds & { readonly max: number } = { min: 1, max: 100 };
export const PAGE_SIZE_MAX = PAGE_SIZE.max;
/** Default `limit` of the lists of v2 (V1). */
export const PAGE_SIZE_DEFAULT_V2 = 20;
/** Characters of `code` and `search`. */
export const SEARCH_LENGTH_MAX = 200;
/** The size of a page of visit types unless said: `max` of REST v1 (I5). */
export const PAGE_SIZE_DEFAULT = 10;
/** Bounds of `offset` (I5). */
export const PAGE_OFFSET: Bounds = { min: 0 };
/** Bounds of stars: `hotel_stars_min` and `hotel_stars_max` of REST v1 (I5). */
export const HOTEL_STARS = { min: 1, max: 5 } as const satisfies Bounds;
/** Bounds of beds: `number_of_beds` of REST v1 (I5). */
export const BEDS: Bounds = { min: 1 };
/** Bounds of a room's beds in a search: `guests` and `occupancy` of REST v1 (I5). */
export const OCCUPANCY: Bounds = { min: 1, max: 2 };
/** Guest positions start at 1 (P5); one beyond the beds is well-formed, and refused later. */
export const GUEST_POSITION: Bounds = { min: 1 };

/**
 * Guests that a request may list, and their loyalty programmes, one a guest: far more than a room has beds. None, or a few too many for
 * the room, is a problem of the room (B2); of a longer list no entry is looked at (A2).
 */
export const GUESTS_SENT = { min: 0, max: 100 } as const satisfies Bounds;

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

/** All that is wrong with a search (I5): bounds, a minimum above its maximum, dates reversed (C2). */
export function visitTypeFilterProblems(filter: VisitTypeFilter): InputProblem[] {
  return [
    ...starsProblems(filter, 'starsMin', 'starsMax'),
    ...boundsProblems('occupancy', filter.occupancy, BEDS),
    ...wishProblems('search', filter.search),
    ...reversedProblems({ from: filter.dateFrom, to: filter.dateTo, path: 'dateTo', mayBeEqual: true }),
    ...orderProblems(filter, 'nightsMin', 'nightsMax'),
  ];
}

/** V2, C2, F15. */
export function hotelFilterProblems(filter: HotelFilter): InputProblem[] {
  return [
    ...starsProblems(filter, 'starsMin', 'starsMax'),
    ...lengthProblems('code', filter.code),
    ...lengthProblems('name', filter.name),
    ...wishProblems('search', filter.search),
  ];
}

/** V2. */
export function roomTypeFilterProblems({ occupancy, code, search }: RoomTypeFilter): InputProblem[] {
  return [
    ...boundsProblems('occupancy', occupancy, BEDS),
    ...lengthProblems('code', code),
    ...lengthProblems('search', search),
  ];
}

type Numbers<Name extends string> = { readonly [Path in Name]?: Optional<number> };

/** Each 1 to 5, the minimum not above the maximum. */
function starsProblems<Name extends string>(values: Numbers<Name>, minPath: Name, maxPath: Name): InputProblem[] {
  return [
    ...boundsProblems(minPath, values[minPath], HOTEL_STARS),
    ...boundsProblems(maxPath, values[maxPath], HOTEL_STARS),
    ...orderProblems(values, minPath, maxPath),
  ];
}

/** Days of a calendar with all stays of each day: a year (F1). */
const STAYS_DAYS_MAX = 366;

/** Stays of a calendar: those of a year of 65 lengths, or of a month of every length. */
const STAYS_MAX = 24_000;
/** Stays of a calendar that is followed, which holds them in memory: those of a year of 32 lengths take a megabyte and a half. */
const STAYS_FOLLOWED_MAX = 12_000;

/** The days have no more stays than a calendar shows (F1), or one that is followed. */
export function staysProblems(
  { from, to, stays }: CountedStays,
  { isFollowed }: { isFollowed: boolean },
): InputProblem[] {
  const most = isFollowed ? STAYS_FOLLOWED_MAX : STAYS_MAX;
  if (stays <= most) return [];
  const value = to - from + 1;
  const maximum = Math.floor((most * value) / stays);
  return [inputProblem('dateTo', 'tooManyDaysWithStays', { from, to, value, maximum })];
}

interface CalendarInput {
  readonly occupancy?: Optional<number>;
  readonly dateFrom?: Optional<Day>;
  readonly dateTo?: Optional<Day>;
  /** Whether the stays of each day are asked for. */
  readonly withStays?: boolean;
}

/**
 * Occupancy 1 or 2, dates (both inclusive) in order, and after clamping to today no more days than from today to the last night for sale
 * (K6), with stays no more than a year (F1).
 */
export function calendarProblems(
  { occupancy, dateFrom, dateTo, withStays }: CalendarInput,
  today: Day,
): InputProblem[] {
  const window = calendarWindow({ dateFrom: dateFrom ?? null, dateTo: dateTo ?? null, today });
  const found = window === 'EMPTY' ? null : windowProblem(window, withStays === true);
  return [...boundsProblems('occupancy', occupancy, OCCUPANCY), ...(found ? [found] : [])];
}

function windowProblem(window: DayRange | { problem: CalendarProblem }, withStays: boolean): InputProblem | null {
  const problem = 'problem' in window ? window.problem : null;
  const { from, to } = 'problem' in window ? window.problem : window;
  if (problem?.code === 'DATES_REVERSED') return inputProblem('dateTo', 'firstAfterLast', { from, to });
  const value = to - from + 1;
  if (withStays && value > STAYS_DAYS_MAX) {
    return inputProblem('dateTo', 'tooManyDaysWithStays', { from, to, value, maximum: STAYS_DAYS_MAX });
  }
  return problem && inputProblem('dateTo', 'tooManyDays', { from, to, value, maximum: problem.daysMax });
}

/** Occupancy 1 or 2, dates in order; of REST `dateTo` is the day after the last night, so after `dateFrom` (I5). */
export function lowestPriceProblems({
  occupancy,
  dateFrom,
  dateTo,
  isEndIncluded = true,
}: {
  occupancy?: Optional<number>;
  dateFrom?: Optional<Day>;
  dateTo?: Optional<Day>;
  isEndIncluded?: boolean;
}): InputProblem[] {
  return [
    ...boundsProblems('occupancy', occupancy, OCCUPANCY),
    ...reversedProblems({ from: dateFrom, to: dateTo, path: 'dateTo', mayBeEqual: isEndIncluded }),
  ];
}

/** Departure after arrival (I5), at most 100 guest positions from 1, none repeated. */
export function quoteProblems({
  arrival,
  departure,
  loyaltyPrograms = [],
}: {
  arrival?: Optional<Day>;
  departure?: Optional<Day>;
  loyaltyPrograms?: readonly { readonly guest: number }[];
}): InputProblem[] {
  const reversed = reversedProblems({ from: arrival, to: departure, path: 'departure', mayBeEqual: false });
  if (loyaltyPrograms.length === 0) return reversed;
  const tooMany = countProblems('loyaltyPrograms', loyaltyPrograms, GUESTS_SENT);
  const guests = tooMany.length > 0 ? [] : loyaltyPrograms.map(({ guest }) => guest);
  // The last place set is the first of the guest.
  const firstOf = new Map(guests.map((guest, index) => [guest, index] as const).reverse());
  return [
    ...reversed,
    ...tooMany,
    ...problemsOfEach(guests, (guest, index): InputProblem[] => {
      const path = `loyaltyPrograms.${index}.guest`;
      // biome-ignore lint/style/noNonNullAssertion: each guest has a first position.
      const isRepeated = firstOf.get(guest)! < index;
      return isRepeated
        ? [inputProblem(path, 'repeatedGuest', { guest })]
        : boundsProblems(path, guest, GUEST_POSITION);
    }),
  ];
}

export function boundsProblems(path: string, value: Optional<number>, { min, max }: Bounds): InputProblem[] {
  if (value == null || (value >= min && (max === undefined || value <= max))) return [];
  const said = Number.isSafeInteger(value) ? value : null;
  return [inputProblem(path, 'outOfRange', { minimum: min, maximum: max ?? null, value: said })];
}

/** The problem of a list with too few or too many entries, none of which needs to be looked at then. */
export function countProblems(path: string, list: unknown, { min, max }: Required<Bounds>): InputProblem[] {
  if (!Array.isArray(list) || (list.length <= max && list.length >= min)) return [];
  return [inputProblem(path, 'wrongCount', { minimum: min, maximum: max, value: list.length })];
}

/** A search text longer than anything that could be found. */
function lengthProblems(path: string, text: Optional<string>): InputProblem[] {
  if (text == null || !hasMoreThan(SEARCH_LENGTH_MAX, text)) return [];
  return [inputProblem(path, 'tooLong', { maximum: SEARCH_LENGTH_MAX, isSearched: true })];
}

/** A wish has at most 8 words, too (F15). */
export function wishProblems(path: string, wish: Optional<string>): InputProblem[] {
  const tooLong = lengthProblems(path, wish);
  if (tooLong.length > 0 || wish == null || wishedWords(wish).length <= WISH_WORDS_MAX) return tooLong;
  return [inputProblem(path, 'tooManyWords', { maximum: WISH_WORDS_MAX })];
}

/** Proposals that are asked for at once. */
export const SUGGESTIONS: Required<Bounds> = { min: 1, max: 20 };

/** The words typed so far, and 1 to 20 proposals (F15). */
export function suggestionProblems({ search, first }: { search: string; first: number }): InputProblem[] {
  return [...wishProblems('search', search), ...boundsProblems('first', first, SUGGESTIONS)];
}

/** Whether a search wishes for anything. */
export function isWish(wish: Optional<string>): boolean {
  return wish != null && wishedWords(wish).length > 0;
}

/** A name to compare with: as long as a text to search for, on one line. */
export function nameProblems(path: string, name: Optional<string>): InputProblem[] {
  const isLine = name == null || isPlainLine(name);
  return [...lengthProblems(path, name), ...(isLine ? [] : [inputProblem(path, 'controlCharacter')])];
}

export function orderProblems<Name extends string>(
  values: Numbers<Name>,
  minPath: Name,
  maxPath: Name,
): InputProblem[] {
  const { [minPath]: min, [maxPath]: max } = values;
  if (min == null || max == null || min <= max) return [];
  return [inputProblem(minPath, 'minimumAboveMaximum', { value: min, maximum: max, fields: [maxPath] })];
}

/** Days in order, both ends included, at most `maximum` of them. */
export function daysProblems({ from, to }: DayRange, maximum: number): InputProblem[] {
  const value = to - from + 1;
  if (value > maximum) return [inputProblem('to', 'tooManyDays', { from, to, value, maximum })];
  return reversedProblems({ from, to, path: 'to', mayBeEqual: true });
}

/** Reversed dates, reported at the path of the later one. */
export function reversedProblems(dates: {
  from: Optional<Day>;
  to: Optional<Day>;
  path: string;
  mayBeEqual: boolean;
}): InputProblem[] {
  const { from, to, path, mayBeEqual } = dates;
  if (from == null || to == null || from < to || (mayBeEqual && from === to)) return [];
  return [inputProblem(path, mayBeEqual ? 'before' : 'notAfter', { from, to })];
}
