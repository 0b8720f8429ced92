/** Cancels a booking, or all rooms of its party (S10, M6, Y3): its rooms are for sale again the moment that the answer is known. */
import type { CancelledBy } from '../../../data/generated/prisma/enums.ts';
import { decideCancellations } from '../../../domain/booking/party.ts';
import type { Currency } from '../../../domain/pricing/money.ts';
import type { Refusal } from '../../../domain/problem/refusal.ts';
import { operatesIn } from '../booking-access.ts';
import { type ChangeRequest, changeBookings } from './change-booking.ts';
import { feeBeyond, type SetFee } from './set-fee.ts';

/** The bookings are cancelled. */
export interface BookingCancelled {
  readonly kind: 'bookingCancelled';
  /** The booking that was named. */
  readonly bookingId: string;
  /** The named booking alone; with `isParty` all rooms of its party that are cancelled now, the named one first. */
  readonly bookingIds: readonly string[];
  /** What cancelling all of `bookingIds` costs, in minor units of `currency`. */
  readonly feeMinor: number;
  readonly currency: Currency;
  /** Whether all of `bookingIds` were cancelled before; then nothing was changed. */
  readonly alreadyCancelled: boolean;
}

export async function cancelBooking({
  by,
  feeMinor: set,
  ...request
}: ChangeRequest & SetFee & { readonly by: CancelledBy; readonly isParty: boolean }): Promise<
  BookingCancelled | Refusal<'invalidInput' | 'notCancellable' | 'notFound' | 'tooManyRequests'>
> {
  const reserved = { ...request.reserved, by: by === 'HOTEL' ? by : null, fee: set };
  const outcome = await changeBookings<BookingCancelled | Refusal<'invalidInput' | 'notCancellable'>>(
    { ...request, reserved },
    (bookings, { today }) => {
      const [{ id: bookingId, currency }] = bookings;
      const isOperator = operatesIn(request.caller, bookings[0]);
      const decision = decideCancellations(bookings, { today, isOperator, isByHotel: by === 'HOTEL', feeMinor: set });
      if (decision.kind === 'obstacle') {
        return { answer: { kind: 'notCancellable', code: decision.code }, changes: [] };
      }
      if (decision.kind === 'feeBeyond') return { answer: feeBeyond(decision, set), changes: [] };
      const { rooms } = decision;
      const change = { event: 'CANCELLED', status: 'CANCELLED', hasRooms: false, cancelledBy: by } as const;
      return {
        answer: {
          ...{ kind: 'bookingCancelled', bookingId, bookingIds: rooms.map(({ booking }) => booking.id), currency },
          feeMinor: rooms.reduce((sum, room) => sum + room.feeMinor, 0),
          alreadyCancelled: rooms.every(({ isNew }) => !isNew),
        },
        changes: rooms
          .filter(({ isNew }) => isNew)
          .map(({ booking, feeMinor }) => [booking, { ...change, cancellationFeeMinor: feeMinor }]),
      };
    },
  );
  if (outcome.kind === 'noCapacity') throw new Error('a cancellation took rooms');
  return outcome;
}
