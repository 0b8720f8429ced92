/**
 * The cost of fields: 1 for a plain one. A list multiplies the cost of an entry by the usual number of entries, a page by its
 * length. Searches and prices cost their computation, at about two microseconds a unit.
 */
import type { FieldComplexityValue } from '@pothos/plugin-complexity';
import { calendarWindow } from '../../domain/calendar/calendar-window.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import type { RequestContext } from '../../operations/access/request-context.ts';
import { EVENTS_PAGE } from '../../operations/events/list-events.ts';
import { FLEXIBLE_DAYS, OFFER_LENGTHS } from '../../operations/search/offers/offer-search.ts';
import { type Bounds, PAGE_SIZE, PAGE_SIZE_MAX } from '../../operations/search/search-input.ts';
import { STATE_NIGHTS } from '../../operations/update/read-state.ts';
import { CHANGES } from '../../operations/update/update-input.ts';

/** The usual number of entries of a list without a declared one. */
export const TYPICAL_ENTRIES = 3;
/**
 * Lists that grow with the catalogue and have no pages cost as in a catalogue of a hundred hotels, so that adding a hotel never
 * makes an operation too expensive. One pass through all of them with prices is allowed; each further level multiplies.
 */
export const DESTINATIONS_COST: FieldComplexityValue = { field: 1, multiplier: 5 };
export const CATEGORIES_COST: FieldComplexityValue = { field: 1, multiplier: 10 };
export const HOTELS_OF_DESTINATION_COST: FieldComplexityValue = { field: 1, multiplier: 20 };
export const VISIT_TYPES_OF_HOTEL_COST: FieldComplexityValue = { field: 1, multiplier: 10 };
export const VISIT_TYPES_OF_CATEGORY_COST: FieldComplexityValue = { field: 1, multiplier: 100 };
/** The connection has multiplied the cost of its entries already. */
export const PAGE_ENTRIES_COST: FieldComplexityValue = { field: 1, multiplier: 1 };
/** A price that is computed once and then cached, one entry a currency. */
export const CACHED_PRICES: FieldComplexityValue = { field: 50, multiplier: 2 };
/** Their prices are not cached. */
export const PRICED_ROOM_TYPES_COST: FieldComplexityValue = { field: 50, multiplier: TYPICAL_ENTRIES };
const REFERENCE_COST = 10;
/** A quote reads a tariff and prices one stay. */
export const QUOTE_COST: FieldComplexityValue = { field: 200, multiplier: 1 };
/** A booking is a transaction. */
export const BOOKING_COST: FieldComplexityValue = { field: 5_000, multiplier: 1 };

const CHANGE_COST = 10;
/** An update is a transaction with a number of changes. */
export function updateCost({ input }: { input: { changes: readonly unknown[] } }): FieldComplexityValue {
  return { field: 5_000 + Math.min(input.changes.length, CHANGES.max) * CHANGE_COST, multiplier: 1 };
}

/** What is stored of a range of nights, which is one statement: each night of the range as often as the lists below say. */
export function storedNightsCost({ from, to }: { from: Day; to: Day }): FieldComplexityValue {
  const nights = clamp(to - from + 1, STATE_NIGHTS);
  return { field: 200 + nights, multiplier: nights };
}
/** The room types of a hotel. */
export const INVENTORY_COST: FieldComplexityValue = { field: 1, multiplier: 2 * TYPICAL_ENTRIES };
/** The prices of its room types change on one night of three. */
export const RATES_COST: FieldComplexityValue = { field: 1, multiplier: 2 };

/** The cost of a search, of each day of a calendar, and of each further stay that offers are chosen from. */
interface SearchCost {
  readonly once: number;
  readonly perDay: number;
  readonly perStay: number;
}

const SEARCH_OF_ONE: SearchCost = { once: 500, perDay: 1, perStay: 1 };
const SEARCH_OF_HOTEL: SearchCost = { once: 2_000, perDay: 5, perStay: 5 };
/** For several destinations of about the same size. */
const SEARCH_OF_DESTINATION: SearchCost = { once: 15_000, perDay: 25, perStay: 100 };
/** It touches every price of the catalogue. Two years of it are as much as one operation may ask. */
const SEARCH_OF_ALL: SearchCost = { once: 60_000, perDay: 100, perStay: 4_000 };
/** The share left when parts of a search are cached, such as the lowest prices of whole hotels on any date. */
const CACHED_SHARE = 1 / 5;
/** Two months. */
const TYPICAL_DAYS = 62;

/** A page of the requested length. */
export function pageCost({ first }: { first?: number | null | undefined }): FieldComplexityValue {
  return { field: 1, multiplier: clampEntries(first ?? PAGE_SIZE_MAX) };
}

/** A page of visit types; a search of texts and a comparison of prices cover all that the filter leaves. */
export function visitTypesCost({
  first,
  sort,
  filter,
}: Searched & { first?: number | null; sort?: string | null }): FieldComplexityValue {
  const { search, dateFrom, dateTo, beds } = filter ?? {};
  const isUncached = [dateFrom, dateTo, beds].some((given) => given != null);
  const comparing = sort === 'PRICE' ? searchCost({ filter }).once * (isUncached ? 1 : CACHED_SHARE) : 0;
  const searching = search ? searchCost({ filter }).once * CACHED_SHARE : 0;
  return { field: 1 + comparing + searching, multiplier: clampEntries(first ?? PAGE_SIZE_MAX) };
}

/** Entries by reference: each is parsed and looked up, even if it is refused in the end. */
export function entriesCost({ ids }: { ids: readonly unknown[] }): FieldComplexityValue {
  return { field: 1 + ids.length * REFERENCE_COST, multiplier: clampEntries(ids.length) };
}

/** The named categories, or all. */
export function categoriesCost({ ids }: { ids?: readonly unknown[] | null | undefined }): FieldComplexityValue {
  return ids ? entriesCost({ ids }) : CATEGORIES_COST;
}

type Narrowing =
  | 'visitType'
  | 'hotel'
  | 'roomType'
  | 'destination'
  | 'occupancy'
  | 'beds'
  | 'dateFrom'
  | 'dateTo'
  | 'search';

interface Searched {
  readonly filter?: { readonly [Name in Narrowing]?: unknown } | null | undefined;
}

/** A search, by the part of the catalogue it covers. */
function searchCost({ filter }: Searched): SearchCost {
  const { visitType, hotel, roomType, destination } = filter ?? {};
  if (visitType != null) return SEARCH_OF_ONE;
  if (hotel != null || roomType != null) return SEARCH_OF_HOTEL;
  return destination != null ? SEARCH_OF_DESTINATION : SEARCH_OF_ALL;
}

interface Dated {
  readonly dateFrom?: Day | null | undefined;
  readonly dateTo?: Day | null | undefined;
}

/** A search for the lowest price, one entry a currency. */
export function lowestPriceCost({ dateFrom, dateTo, filter }: Searched & Dated): FieldComplexityValue {
  const narrowing = [dateFrom, dateTo, filter?.roomType, filter?.occupancy];
  const share = narrowing.every((given) => given == null) ? CACHED_SHARE : 1;
  return { field: searchCost({ filter }).once * share, multiplier: 2 };
}

/** A calendar: the same search, and its days. Invalid dates cost as two months. */
export function calendarCost(
  { dateFrom = null, dateTo = null, ...searched }: Searched & Dated,
  { today }: RequestContext,
): FieldComplexityValue {
  const window = calendarWindow({ dateFrom, dateTo, today });
  const days = typeof window === 'object' && 'to' in window ? window.to - window.from + 1 : TYPICAL_DAYS;
  const { once, perDay } = searchCost(searched);
  return { field: once + days * perDay, multiplier: days };
}

/** Rows of a page of offers are priced. */
const OFFER_COST = 10;

interface OffersAsked extends Searched {
  readonly first: number;
  readonly filter: NonNullable<Searched['filter']> & {
    readonly flexibleDays: number;
    readonly nightsMin?: number | null | undefined;
    readonly nightsMax?: number | null | undefined;
  };
}

/** A search for offers, and its page: by the part of the catalogue and the stays that are compared. Invalid ones are refused. */
export function offersCost({ first, filter }: OffersAsked): FieldComplexityValue {
  const { once, perStay } = searchCost({ filter });
  const arrivals = 2 * clamp(filter.flexibleDays, FLEXIBLE_DAYS) + 1;
  const lengths = clamp((filter.nightsMax ?? 1) - (filter.nightsMin ?? 1) + 1, OFFER_LENGTHS);
  const rows = clampEntries(first);
  return { field: once + (arrivals * lengths - 1) * perStay + rows * OFFER_COST, multiplier: rows };
}

/** The stays of a day of a calendar: as if there were every length up to three weeks. A year of them with all fields is allowed. */
export const STAYS_COST: FieldComplexityValue = { field: 5, multiplier: 21 };

/** A page of events: none of them is looked up by itself. */
export function eventsCost({ first }: { first: number }): FieldComplexityValue {
  return { field: 100, multiplier: Math.max(1, Math.min(EVENTS_PAGE.max, first)) };
}

function clampEntries(entries: number): number {
  return clamp(entries, PAGE_SIZE);
}

function clamp(value: number, { min, max }: Required<Bounds>): number {
  return Math.max(min, Math.min(max, value));
}
