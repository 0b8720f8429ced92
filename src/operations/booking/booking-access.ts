/**
 * Which bookings a key reaches: by its scopes (S6) and hotels (M10), and tests apart from the others (A7). Everything that shows, finds, reports or changes
 * bookings asks here.
 */
import type { BookingConstants } from '../../data/booking-changes.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { type HotelReach, reachesHotel, reachValues } from '../access/hotel-reach.ts';
import { resolveNumber } from '../access/references.ts';
import type { RequestContext } from '../access/request-context.ts';
import { visibleHotelOfRoomType } from '../access/visibility.ts';

/** Who asks. The operator at the command line is no client (S20), and reaches tests and others: its `isTest` is null. */
export type BookingCaller = Pick<Caller, 'scopes' | keyof HotelReach> & {
  readonly clientId: string | null;
  readonly isTest: boolean | null;
};

/**
 * The bookings that a caller may see: with `operate` those in its destinations and hotels, of every client; with `bookings` those of its
 * client in its hotels; with `book` all of its client. Without any of these it sees none. With `book` alone it must name a booking to see
 * it. A test key sees tests, every other key what is none (A7).
 */
export function visibleBookings(caller: BookingCaller): Prisma.BookingWhereInput {
  return { OR: visibleReaches(caller).map(withinReach) };
}

/** Whether a booking is one of `visibleBookings`. */
export function seesBooking(
  caller: BookingCaller,
  { clientId, isTest, ...hotel }: Pick<BookingConstants, 'clientId' | 'isTest' | 'hotelNumber' | 'destinationNumber'>,
): boolean {
  return visibleReaches(caller).some(
    (reach) =>
      (reach.isTest === null || reach.isTest === isTest) &&
      (reach.hotels === null || reach.hotels.includes(hotel.hotelNumber)) &&
      (reach.destinations === null ||
        reach.destinations.includes(hotel.destinationNumber) ||
        (reach.clientId !== null && reach.clientId === clientId)),
  );
}

function visibleReaches(caller: BookingCaller): BookingReach[] {
  const { scopes, clientId, isTest } = caller;
  const named = { clientId, destinations: [], hotels: null, isTest };
  return [{ ...listedOf(caller), isTest }, ...(clientId !== null && scopes.has('book') ? [named] : [])];
}

/** Whether a caller acts as the operator of a hotel, by its number and that of its destination. */
export function operatesIn(
  { scopes, ...reach }: Pick<Caller, 'scopes' | keyof HotelReach>,
  hotel: Parameters<typeof reachesHotel>[1],
): boolean {
  return scopes.has('operate') && reachesHotel(reach, hotel);
}

/** Whether a caller acts as the operator of a hotel, which is named itself or by a room type, if it sees it at all (M11). */
export async function isDeskOf(
  context: RequestContext,
  [kind, reference]: readonly ['hotel' | 'roomType', string],
): Promise<boolean> {
  const { scopes, hotels } = context.caller;
  if (!scopes.has('operate') || hotels === null) return scopes.has('operate');
  const number = await resolveNumber(context, kind, reference);
  const hotel = number === null || kind === 'hotel' ? number : await visibleHotelOfRoomType(context, number);
  return hotel !== null && hotels.has(hotel);
}

/** Which bookings a list may have: those of a client or of destinations, and of these only those of hotels. */
export interface BookingReach {
  /** The client whose own bookings are in reach; null: no client's. */
  readonly clientId: string | null;
  /** The destinations of which every client's bookings are in reach; null: all. */
  readonly destinations: readonly number[] | null;
  /** Beyond these hotels nothing is in reach; null: every hotel is within. */
  readonly hotels: readonly number[] | null;
  /** Whether they are tests (A7); null: either. */
  readonly isTest: boolean | null;
}

/** Everything, for the operator at the command line (S20). */
export const EVERY_BOOKING: BookingReach = { clientId: null, destinations: null, hotels: null, isTest: null };

function listedOf(caller: Pick<BookingCaller, 'scopes' | 'clientId' | keyof HotelReach>): Omit<BookingReach, 'isTest'> {
  const { scopes, clientId } = caller;
  const { destinations, hotels } = reachValues(caller);
  return {
    clientId: scopes.has('bookings') ? clientId : null,
    destinations: scopes.has('operate') ? destinations : [],
    hotels,
  };
}

/**
 * The bookings that a caller may list (S6): with `bookings` its client's, with `operate` those in its destinations, of both only those in
 * its hotels (M10). A test key lists tests, another key what is none, or tests where it asks for them (A7).
 */
export function listedBookings(
  caller: Pick<Caller, 'scopes' | 'clientId' | keyof HotelReach | 'isTest'>,
  { asksForTests = false }: { readonly asksForTests?: boolean } = {},
): BookingReach {
  return { ...listedOf(caller), isTest: caller.isTest || asksForTests };
}

/** The bookings of every client in the destinations and hotels of a key, for a scope that is about them. */
export function bookingsOfHotels(caller: Pick<Caller, keyof HotelReach | 'isTest'>): BookingReach {
  return { clientId: null, ...reachValues(caller), isTest: caller.isTest };
}

/** A reach as a condition. */
export function withinReach({ clientId, destinations, hotels, isTest }: BookingReach): Prisma.BookingWhereInput {
  const ofKind: Prisma.BookingWhereInput = {
    ...(isTest === null ? {} : { isTest }),
    ...(hotels === null ? {} : { hotelNumber: { in: [...hotels] } }),
  };
  if (destinations === null) return ofKind;
  const operated: Prisma.BookingWhereInput = { hotel: { destinationNumber: { in: [...destinations] } } };
  return { ...ofKind, ...(clientId === null ? operated : { OR: [{ clientId }, operated] }) };
}
