/**
 * Which hotels the scopes beside `read` and `book` are about (M10): those in the destinations of the key, and of them only those that it
 * is bound to. For such a scope nothing else exists. What `read` and `book` see is in `visibility.ts`.
 */
import { chain, chainAll, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Hotel } from '../../data/generated/prisma/client.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { int4, listOf, nullable } from '../../data/sql/column-types.ts';
import type { Placeholder } from '../../data/sql/statement.ts';
import type { RequestContext } from './request-context.ts';
import { visibleHotel, visibleHotelNumbersOfVisitType, withoutNulls } from './visibility.ts';

/** Numbers of destinations and of hotels; null: all. */
export type HotelReach = Pick<Caller, 'destinations' | 'hotels'>;

/** Whether a hotel, by its number and that of its destination, is within reach. */
export function reachesHotel(
  { destinations, hotels }: HotelReach,
  { hotelNumber, destinationNumber }: { readonly hotelNumber: number; readonly destinationNumber: number },
): boolean {
  return (destinations?.has(destinationNumber) ?? true) && isBoundTo({ hotels }, hotelNumber);
}

/** Whether a hotel in the destinations of a key is within reach. */
export function isBoundTo({ hotels }: Pick<HotelReach, 'hotels'>, hotelNumber: number): boolean {
  return hotels?.has(hotelNumber) ?? true;
}

/** What a statement takes to ask `hotelIsReachedSql`; its values are `reachValues`. */
export const REACH_COLUMNS = { destinations: nullable(listOf(int4)), hotels: nullable(listOf(int4)) };

export function reachValues({ destinations, hotels }: HotelReach) {
  return { destinations: destinations && [...destinations], hotels: hotels && [...hotels] };
}

/** SQL condition: a caller sees the hotel `h`. `destinations` holds those of the caller; null: all. */
export function hotelIsVisibleSql(destinations: Placeholder): string {
  return `(${destinations}::int[] IS NULL OR h.destination_number = ANY(${destinations}))`;
}

/** SQL condition: the hotel `h` is within reach. */
export function hotelIsReachedSql({ destinations, hotels }: Record<keyof typeof REACH_COLUMNS, Placeholder>): string {
  return `(${hotelIsVisibleSql(destinations)} AND (${hotels}::int[] IS NULL OR h.number = ANY(${hotels})))`;
}

/** Whether the hotel is within the caller's reach. */
export function reachesVisibleHotel(context: RequestContext, hotelNumber: number): MaybePromise<boolean> {
  if (!isBoundTo(context.caller, hotelNumber)) return false;
  return chain(visibleHotel(context, hotelNumber), (hotel) => hotel !== null);
}

/** The hotels that the caller sees of those that its key is bound to. */
export function reachedHotels(context: RequestContext, bound: Iterable<number>): MaybePromise<Hotel[]> {
  return chain(chainAll([...bound].map((number) => visibleHotel(context, number))), withoutNulls);
}

/** Whether a hotel within the caller's reach sells the visit type. */
export function reachesVisitType(context: RequestContext, visitTypeNumber: number): MaybePromise<boolean> {
  return chain(visibleHotelNumbersOfVisitType(context, visitTypeNumber), (hotels) =>
    hotels.some((number) => isBoundTo(context.caller, number)),
  );
}
