/**
 * The cost of fields, in units of two microseconds of processor time (A9), as measured with prices in memory: a plain field is a
 * fraction of one, a list multiplies the cost of an entry by as many as the catalogue has, a page by as many as it can have. Searches
 * and prices cost their computation, by the part of the catalogue that they cover; empty caches cost nobody more. `npm run bench` compares both.
 */
import type { FieldComplexityValue } from '@pothos/plugin-complexity';
import { calendarWindow } from '../../domain/calendar/calendar-window.ts';
import { FIGURES_DAYS_MAX, type PeriodUnit, periodsOf } from '../../domain/figures/figures.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import type { RequestContext } from '../../operations/access/request-context.ts';
import { type AskedConditions, isFoundOtherwise } from '../../operations/booking/search/booking-conditions-sql.ts';
import { EVENTS_PAGE } from '../../operations/events/list-events.ts';
import { type Bounds, PAGE_SIZE, SUGGESTIONS } from '../../operations/search/search-input.ts';
import type { CountedStays } from '../../operations/search/show-calendar.ts';
import { STATE_NIGHTS } from '../../operations/update/read-state.ts';
import { CHANGES } from '../../operations/update/update-input.ts';

/** A field that is read and written. */
export const FIELD_COST = 1 / 4;
/** The usual number of entries of a list without a declared one. */
export const TYPICAL_ENTRIES = 3;
/** The connection has multiplied the cost of its entries already. */
export const PAGE_ENTRIES_COST: FieldComplexityValue = { field: 1, multiplier: 1 };
/** A price that is computed once and then cached, one entry a currency. */
export const CACHED_PRICES: FieldComplexityValue = { field: 5, multiplier: 2 };
const REFERENCE_COST = 6;
/** A quote reads a tariff and prices one stay. */
export const QUOTE_COST: FieldComplexityValue = { field: 200, multiplier: 1 };
/** A row is looked up in the database. */
export const LOOKUP_COST = 200;
/** A booking is looked up, and read with what is asked of it. */
export const BOOKING_LOOKUP_COST: FieldComplexityValue = { field: 1_000, multiplier: 1 };
/** The text for routers has as many characters as a large page. */
export const SUBGRAPH_COST: FieldComplexityValue = { field: 1_000, multiplier: 1 };
/** What is read, written and waited for in this process for a transaction. */
const TRANSACTION_COST = 2_000;
/** A booking is a transaction. */
export const BOOKING_COST: FieldComplexityValue = { field: TRANSACTION_COST, multiplier: 1 };

const CHANGE_COST = 10;
/** An update is a transaction with a number of changes. */
export function updateCost({ input }: { input: { changes: readonly unknown[] } }): FieldComplexityValue {
  return { field: TRANSACTION_COST + Math.min(input.changes.length, CHANGES.max) * CHANGE_COST, multiplier: 1 };
}

/** An adjustment or an undoing is a transaction with a great many changes. */
export const WIDE_UPDATE_COST: FieldComplexityValue = { field: 50_000, multiplier: 1 };

/** What is stored of a range of nights, which is one statement: each night of the range as often as the lists below say. */
export function storedNightsCost({ from, to }: { from: Day; to: Day }): FieldComplexityValue {
  const nights = clamp(to - from + 1, STATE_NIGHTS);
  return { field: 200 + nights, multiplier: nights };
}
/** The room types of a hotel. */
export const INVENTORY_COST: FieldComplexityValue = { field: 1, multiplier: 2 * TYPICAL_ENTRIES };
/** The prices of its room types change on one night of three. */
export const RATES_COST: FieldComplexityValue = { field: 1, multiplier: 2 };

/** Figures are one statement over all bookings of their nights; periods are listed, and once more summed up. */
export function figuresCost({ from, to, by }: { from: Day; to: Day; by: PeriodUnit }): FieldComplexityValue {
  const days = clamp(to - from + 1, { min: 1, max: FIGURES_DAYS_MAX[by] });
  return { field: 20_000 + days, multiplier: periodsOf({ from, to: from + days - 1 }, by).length + 1 };
}

/** A search costs so much by itself, for each visit type that it covers, and for each of these and each day or compared stay. */
export interface SearchCost {
  readonly base: number;
  readonly perVisitType: number;
  readonly perStep: number;
}

const LOWEST_PRICE: SearchCost = { base: 200, perVisitType: 4, perStep: 0 };
/** Where the prices of whole hotels are cached. */
const CACHED_LOWEST_PRICE: SearchCost = { base: 200, perVisitType: 2, perStep: 0 };
const PRICE_ORDER: SearchCost = { base: 200, perVisitType: 7, perStep: 0 };
const CACHED_PRICE_ORDER: SearchCost = { base: 50, perVisitType: 2, perStep: 0 };
export const TEXT_SEARCH: SearchCost = { base: 50, perVisitType: 0.25, perStep: 0 };
/** One statement selects visit types; each of them is two numbers of its answer, which are read and kept. */
const SELECTION: SearchCost = { base: LOOKUP_COST, perVisitType: 0.25, perStep: 0 };
const CALENDAR: SearchCost = { base: 200, perVisitType: 10, perStep: 0.05 };
/**
 * However large the catalogue is, a search of all that is documented, two years or all arrivals and lengths, can be asked for: none is
 * estimated at more. What one costs beyond it is charged when it is computed.
 */
export const DEAREST_SEARCH = 180_000;
const DEAREST_LIST = DEAREST_SEARCH + PRICE_ORDER.base;
/** Two months. */
const TYPICAL_DAYS = 62;

/** Counting up to ten thousand bookings takes some milliseconds. The page multiplies this cost by its rows. */
export const COUNT_COST = 200;

/** A page of the requested length, which is read from the database. */
export function pageCost({ first }: Paged): FieldComplexityValue {
  return { field: LOOKUP_COST, multiplier: clampEntries(first) };
}

/** A page of deliveries is read together with its webhooks, events and bookings, by several statements. */
export function deliveriesCost({ first }: Paged): FieldComplexityValue {
  return { field: 4 * LOOKUP_COST, multiplier: clampEntries(first) };
}

/**
 * A page of bookings is read from the database: by one query along its order, or by up to three where the indexes of lists lack a condition,
 * and then its rows.
 */
const BOOKINGS_QUERIES = { along: 300, found: 600 } as const;

export function bookingsCost({
  first,
  filter,
}: Paged & { filter?: AskedConditions | null | undefined }): FieldComplexityValue {
  const field = isFoundOtherwise(filter ?? {}) ? BOOKINGS_QUERIES.found : BOOKINGS_QUERIES.along;
  return { field, multiplier: clampEntries(first) };
}

export interface Paged {
  readonly first: number;
}

/** Whether any of these conditions selects; an empty text does not. */
export function isGiven(conditions: object): boolean {
  return Object.values(conditions).some((given) => given != null && given !== '');
}

/** A page of entries, of which the catalogue may have fewer. */
export function pageOf({ first }: Paged, entries: number): { field: number; multiplier: number } {
  return { field: 1, multiplier: Math.min(clampEntries(first), Math.max(1, entries)) };
}

/** Proposals look through the names of hotels and visit types. */
export function suggestionsCost({ first }: Paged, { services, caller }: RequestContext): FieldComplexityValue {
  const { hotels, visitTypes } = services.catalogueSize(caller);
  const looking = TEXT_SEARCH.base + (hotels + visitTypes) * TEXT_SEARCH.perVisitType;
  return { field: looking, multiplier: clamp(first, SUGGESTIONS) };
}

type Ordered = Searched & { readonly sort?: string | null | undefined };

/** A page of visit types, and finding and ordering them. */
export function visitTypesCost(asked: Ordered & Paged, context: RequestContext): FieldComplexityValue {
  const { field, multiplier } = pageOf(asked, context.services.catalogueSize(context.caller).visitTypes);
  return { field: field + Math.min(DEAREST_LIST, wholeListCost(asked, context)), multiplier };
}

/** What finding and ordering visit types costs beyond the most that it is estimated at. */
export function furtherVisitTypesCost(asked: Ordered, context: RequestContext): number {
  return Math.max(0, wholeListCost(asked, context) - DEAREST_LIST);
}

/** A search of texts and a comparison of prices cover all that the filter leaves; with prices on dates the selection is among their cost. */
function wholeListCost({ sort, filter }: Ordered, context: RequestContext): number {
  const { search, dateFrom, dateTo, occupancy, ...others } = filter ?? {};
  const isUncached = isGiven({ dateFrom, dateTo, occupancy });
  const order = isUncached ? PRICE_ORDER : CACHED_PRICE_ORDER;
  const costs = [
    ...(sort === 'PRICE' || isUncached ? [order] : []),
    ...(isGiven(others) && !isUncached ? [SELECTION] : []),
    ...(search ? [TEXT_SEARCH] : []),
  ];
  return costs.reduce((sum, cost) => sum + cost.base + wholeSearchCost({ filter }, context, cost, 0), 0);
}

/** Entries by reference: each is parsed and looked up, even if it is refused in the end. */
export function entriesCost({ ids }: { ids: readonly unknown[] }): { field: number; multiplier: number } {
  return { field: 1 + ids.length * REFERENCE_COST, multiplier: clampEntries(ids.length) };
}

type Narrowing = 'visitType' | 'hotel' | 'roomType' | 'destination' | 'occupancy' | 'dateFrom' | 'dateTo' | 'search';

export interface Searched {
  readonly filter?: { readonly [Name in Narrowing]?: unknown } | null | undefined;
}

/** The cost of a search over the part of the catalogue that it covers, of `steps` days or stays. */
function searchCost(searched: Searched, context: RequestContext, cost: SearchCost, steps = 0): number {
  return cost.base + Math.min(DEAREST_SEARCH, wholeSearchCost(searched, context, cost, steps));
}

/** The same without its base, however much it is. */
export function wholeSearchCost(
  { filter }: Searched,
  context: RequestContext,
  cost: SearchCost,
  steps: number,
): number {
  return coveredVisitTypes(filter ?? {}, context) * (cost.perVisitType + steps * cost.perStep);
}

/** What a search costs beyond the most that one is estimated at. */
function furtherSearchCost(searched: Searched, context: RequestContext, cost: SearchCost, steps = 0): number {
  return Math.max(0, wholeSearchCost(searched, context, cost, steps) - DEAREST_SEARCH);
}

/** How many visit types a search looks at, on average. */
export function coveredVisitTypes(
  filter: NonNullable<Searched['filter']>,
  { services, caller }: RequestContext,
): number {
  const { destinations, hotels, sales, visitTypes } = services.catalogueSize(caller);
  if (filter.visitType != null) return 1;
  if (filter.hotel != null || filter.roomType != null) return Math.min(visitTypes, sales / Math.max(1, hotels));
  return filter.destination != null ? visitTypes / Math.max(1, destinations) : visitTypes;
}

interface Dated {
  readonly dateFrom?: Day | null | undefined;
  readonly dateTo?: Day | null | undefined;
}

/** A search for the lowest price, one entry a currency. */
export function lowestPriceCost(asked: Searched & Dated, context: RequestContext): FieldComplexityValue {
  return { field: searchCost(asked, context, costOfLowest(asked)), multiplier: 2 };
}

/** What that search costs beyond the most that it is estimated at. */
export function furtherLowestPriceCost(asked: Searched & Dated, context: RequestContext): number {
  return furtherSearchCost(asked, context, costOfLowest(asked));
}

function costOfLowest({ dateFrom, dateTo, filter }: Searched & Dated): SearchCost {
  const narrowing = [dateFrom, dateTo, filter?.roomType, filter?.occupancy];
  return narrowing.every((given) => given == null) ? CACHED_LOWEST_PRICE : LOWEST_PRICE;
}

/** A calendar: the same search, and its days. */
export function calendarCost(asked: Searched & Dated, context: RequestContext): FieldComplexityValue {
  const days = daysOfCalendar(asked, context) ?? TYPICAL_DAYS;
  return { field: searchCost(asked, context, CALENDAR, days), multiplier: days };
}

/** What the search of a calendar costs beyond the most that one is estimated at. */
export function furtherCalendarCost(asked: Searched & Dated, context: RequestContext): number {
  const days = daysOfCalendar(asked, context);
  return days === null ? 0 : furtherSearchCost(asked, context, CALENDAR, days);
}

/** Null: all days are past, or the dates are invalid. Nothing is searched then, but it is estimated as two months. */
function daysOfCalendar({ dateFrom = null, dateTo = null }: Dated, { today }: RequestContext): number | null {
  const window = calendarWindow({ dateFrom, dateTo, today });
  return typeof window === 'object' && 'to' in window ? window.to - window.from + 1 : null;
}

/** The stays of a day of a calendar: as if there were every length from 2 to 14 nights. A year of them with all fields is allowed. */
export const STAYS_COST = { field: 2, multiplier: 13 } satisfies FieldComplexityValue;

/** What the stays of days cost beyond these: one for each, with a few of its fields. */
export function furtherStaysCost({ from, to, stays }: CountedStays): number {
  return Math.max(0, stays - (to - from + 1) * STAYS_COST.multiplier);
}

/** A page of events, which is read by several statements: none of them is looked up by itself. */
export function eventsCost({ first }: Paged): FieldComplexityValue {
  return { field: 2 * LOOKUP_COST, multiplier: clamp(first, EVENTS_PAGE) };
}

export function clampEntries(entries: number): number {
  return clamp(entries, PAGE_SIZE);
}

export function clamp(value: number, { min, max }: Required<Bounds>): number {
  return Math.max(min, Math.min(max, value));
}

/** Advice on a cheaper operation, by its root fields, for a caller that has asked for too much. */
const CHEAPER: Readonly<Record<string, string>> = {
  calendar: 'a destination, a hotel or a visit type in the filter of `calendar`, or fewer of its days',
  offers: 'a destination or a hotel in the filter of `offers`, or fewer arrivals or lengths',
  lowestPrice: 'a destination or a hotel in the filter of `lowestPrice`',
  hotel: 'fewer fields of `hotel`, or a visit type in `cheapestStay` where it is asked for',
  hotels: 'fewer rows or fields of `hotels`, or a visit type in `cheapestStay` where it is asked for',
  roomTypes: 'a hotel in the filter of `roomTypes`, or fewer of its rows or fields',
  visitTypes: 'a destination or a hotel in the filter of `visitTypes`, or fewer of its rows or fields',
};

/** How to ask for less, as a sentence. */
export function howToAskForLess(rootFields: Iterable<string>): string {
  const ways = [...rootFields].flatMap((name) => CHEAPER[name] ?? []);
  return ways.length === 0 ? 'Ask for smaller pages or fewer fields.' : `It costs less with ${ways.join('; ')}.`;
}
