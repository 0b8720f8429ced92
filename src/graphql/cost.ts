/**
 * What fields cost, in fields: 1 for a plain one; a list counts what is asked of each entry as often as entries are usual;
 * a page as often as it is long. Searches and prices count for the work behind them, about two microseconds a unit.
 */
import type { FieldComplexityValue } from '@pothos/plugin-complexity';
import { calendarWindow } from '../domain/calendar-window.ts';
import { PAGE_SIZE_MAX } from '../operations/search-input.ts';
import { dayOfArgument } from './civil-dates.ts';
import type { GraphQLContext } from './context.ts';

/** Entries of a list that no field says more about. */
export const USUAL_ENTRIES = 3;
/** Entries of lists that grow with the catalogue and have no pages. */
const MANY = 25;

/** A list that grows with the catalogue. */
export const MANY_ENTRIES: FieldComplexityValue = { field: 1, multiplier: MANY };
/** What an entry of a connection counts for is counted by the connection. */
export const COUNTED_BY_PAGE: FieldComplexityValue = { field: 1, multiplier: 1 };
/** A price that is computed once and then remembered, one entry a currency. */
export const REMEMBERED_PRICES: FieldComplexityValue = { field: 50, multiplier: 2 };
/** A quote reads a tariff and prices one stay. */
export const QUOTE: FieldComplexityValue = { field: 200, multiplier: 1 };
/** A booking is a transaction. */
export const BOOKING: FieldComplexityValue = { field: 5_000, multiplier: 1 };

const SEARCH_OF_ONE = 500;
const SEARCH_OF_HOTEL = 2_000;
const SEARCH_OF_ALL = 20_000;
/** Two months. */
const USUAL_DAYS = 62;

/** A page as long as it was asked for. */
export function pageCost({ first }: { first?: number | null | undefined }): FieldComplexityValue {
  return { field: 1, multiplier: bounded(first ?? PAGE_SIZE_MAX) };
}

/** Entries by number. */
export function entriesCost({ ids }: { ids: readonly unknown[] }): FieldComplexityValue {
  return { field: 1, multiplier: bounded(ids.length) };
}

interface Searched {
  readonly filter?:
    | { readonly visitType?: unknown; readonly hotel?: unknown; readonly roomType?: unknown }
    | null
    | undefined;
}

/** A search, by how much of the catalogue it has to look at. */
function searchCost({ filter }: Searched): number {
  const { visitType, hotel, roomType } = filter ?? {};
  if (visitType != null) return SEARCH_OF_ONE;
  return hotel != null || roomType != null ? SEARCH_OF_HOTEL : SEARCH_OF_ALL;
}

/** A search for the lowest price, one entry a currency. */
export function lowestPriceCost(searched: Searched): FieldComplexityValue {
  return { field: searchCost(searched), multiplier: 2 };
}

/** A calendar: the same search, and its days. Dates that will be refused count as two months. */
export function calendarCost(
  {
    dateFrom,
    dateTo,
    ...searched
  }: Searched & { dateFrom?: string | null | undefined; dateTo?: string | null | undefined },
  { session: { today } }: GraphQLContext,
): FieldComplexityValue {
  const window = calendarWindow({ dateFrom: dayOfArgument(dateFrom), dateTo: dayOfArgument(dateTo), today });
  const days = typeof window === 'object' && 'to' in window ? window.to - window.from + 1 : USUAL_DAYS;
  return { field: searchCost(searched), multiplier: days };
}

function bounded(entries: number): number {
  return Math.max(1, Math.min(PAGE_SIZE_MAX, entries));
}
