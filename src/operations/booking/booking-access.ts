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
  const ownOnes: Prisma.BookingWhereInput[] = scopes.has('book') || scopes.has('bookings') ? [{ clientId }] : [];
  const operated: Prisma.BookingWhereInput[] = scopes.has('operate')
    ? [destinations === null ? {} : { hotel: { destinationNumber: { in: [...destinations] } } }]
    : [];
  return { OR: [...ownOnes, ...operated] };
}
