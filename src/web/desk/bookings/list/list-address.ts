/**
 * What the list of bookings shows stands in its address: filters, order and page. What was searched for and where a page begins name
 * bookings and guests, so the address has their places only (A8).
 */
import type { BookingSort, BookingStatus, DeskBookingsQueryVariables } from '../../../generated/operations.ts';
import { placeOf, valueAt } from '../../stored-key.ts';

export const STATUSES = [
  'REQUESTED',
  'CONFIRMED',
  'CANCELLED',
  'DECLINED',
  'EXPIRED',
  'NO_SHOW',
] as const satisfies BookingStatus[];
export const SORTS = ['NEWEST', 'OLDEST', 'ARRIVAL'] as const satisfies BookingSort[];
/** The fields of the form, by the names in the address. */
export const FIELDS = ['q', 'status', 'hotel', 'arrivalFrom', 'arrivalTo', 'tests', 'sort'] as const;

export type Query = Readonly<Record<string, string | undefined>>;

const PLACED = ['q', 'after'] as const;

/** The entries of an address, with what this window knows at its places. */
export function entriesOf(query: Query): Query {
  return { ...query, ...Object.fromEntries(PLACED.map((name) => [name, valueAt(query[name]) ?? undefined])) };
}

/** What the entries of an address ask for. What they cannot mean is left out. */
export function questionOf({
  q = '',
  status,
  hotel,
  arrivalFrom,
  arrivalTo,
  tests,
  sort,
  after,
}: Query): DeskBookingsQueryVariables {
  const text = q.trim();
  return {
    filter: {
      ...(text !== '' && { text }),
      ...(STATUSES.some((one) => one === status) && { status: status as BookingStatus }),
      ...(hotel && { hotel }),
      ...(arrivalFrom && { arrivalFrom }),
      ...(arrivalTo && { arrivalTo }),
      ...(tests === 'only' && { isTest: true }),
    },
    sort: SORTS.find((one) => one === sort) ?? 'NEWEST',
    after: after || null,
  };
}

/** The address of the list with these entries, on its first page unless they name another; empty ones are left out. */
export function addressOf(entries: Query): string {
  const given = Object.entries(entries)
    .filter((entry): entry is [string, string] => Boolean(entry[1]))
    .map(([name, value]) => [name, PLACED.some((one) => one === name) ? placeOf(value) : value]);
  return given.length === 0 ? '/desk/bookings' : `/desk/bookings?${new URLSearchParams(given)}`;
}
