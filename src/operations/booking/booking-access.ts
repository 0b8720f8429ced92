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
}: Pick<Caller, 'scopes' | 'clientId' | 'destinations'>): Prisma.BookingWhereInput {
  // All bookings. As an alternative of OR, Prisma takes an empty condition for one that never holds.
  if (scopes.has('operate') && destinations === null) return {};
  const ownOnes: Prisma.BookingWhereInput[] = scopes.has('book') || scopes.has('bookings') ? [{ clientId }] : [];
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
