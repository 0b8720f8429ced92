/** A party: rooms for one stay that are booked or held together, all or none (Y2, Y3). */
import { type ChangedBooking, decideCancellation, type FeeBeyond, type Obstacle } from './changes.ts';

/** How many rooms a party may have. */
export const PARTY_ROOMS = { min: 1, max: 6 } as const;

/**
 * What cancelling all rooms of a party comes to (Y3): those that can still be cancelled are, and those that are cancelled already stay so.
 * Where none is either, the first booking says why.
 */
export function decideCancellations<Booking extends ChangedBooking>(
  bookings: readonly [Booking, ...Booking[]],
  asked: Parameters<typeof decideCancellation>[1],
):
  | {
      readonly kind: 'cancelled';
      readonly rooms: readonly { readonly booking: Booking; readonly feeMinor: number; readonly isNew: boolean }[];
    }
  | Obstacle
  | FeeBeyond {
  const rooms = bookings.flatMap((booking) => {
    const decision = decideCancellation(booking, asked);
    return 'feeMinor' in decision ? [{ booking, feeMinor: decision.feeMinor, isNew: decision.kind === 'cancel' }] : [];
  });
  const first = decideCancellation(bookings[0], asked);
  return rooms.length === 0 && !('feeMinor' in first) ? first : { kind: 'cancelled', rooms };
}
