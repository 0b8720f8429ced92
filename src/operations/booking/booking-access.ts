/** Whose bookings a key reaches. */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { Caller } from '../../data/keys/api-keys.ts';

/**
 * The bookings that a caller may see: with the scope `operate` those in its destinations, of every client; with `book` or
 * `bookings` those of its client; otherwise none. Listing them all takes `bookings` or `operate`: a key with `book` must name one.
 */
export function visibleBookings({
  scopes,
  clientId,
  destinations,
}: Pick<Caller, 'scopes' | 'destinations'> & { readonly clientId: string | null }): Prisma.BookingWhereInput {
  // All bookings. As an alternative of OR, Prisma takes an empty condition for one that never holds.
  if (scopes.has('operate') && destinations === null) return {};
  const isClient = clientId !== null && (scopes.has('book') || scopes.has('bookings'));
  const ownOnes: Prisma.BookingWhereInput[] = isClient ? [{ clientId }] : [];
  const operated: Prisma.BookingWhereInput[] = scopes.has('operate')
    ? [{ hotel: { destinationNumber: { in: [...destinations!] } } }]
    : [];
  return { OR: [...ownOnes, ...operated] };
}

/** Whether a caller acts as the operator of a hotel, by its destination. */
export function operatesIn(
  { scopes, destinations }: Pick<Caller, 'scopes' | 'destinations'>,
  destinationNumber: number,
): boolean {
  return scopes.has('operate') && (destinations === null || destinations.has(destinationNumber));
}

/** The bookings of a list: those of a client, and those of destinations; null: of all. */
export interface BookingReach {
  readonly clientId: string | null;
  readonly destinations: readonly number[] | null;
}

/** Everything, for the operator at the command line (S20). */
export const EVERY_BOOKING: BookingReach = { clientId: null, destinations: null };

/** The bookings that a caller may list (S6): with `bookings` its client's, with `operate` those in its destinations. */
export function listedBookings({
  scopes,
  clientId,
  destinations,
}: Pick<Caller, 'scopes' | 'clientId' | 'destinations'>): BookingReach {
  return {
    clientId: scopes.has('bookings') ? clientId : null,
    destinations: scopes.has('operate') ? destinations && [...destinations] : [],
  };
}

/** A reach as a condition. */
export function withinReach({ clientId, destinations }: BookingReach): Prisma.BookingWhereInput {
  if (destinations === null) return {};
  const operated: Prisma.BookingWhereInput = { hotel: { destinationNumber: { in: [...destinations] } } };
  return clientId === null ? operated : { OR: [{ clientId }, operated] };
}
