/** Cancels a booking (S10, M6): its rooms are for sale again the moment that the answer is known. */
import type { CancelledBy } from '../../../data/generated/prisma/enums.ts';
import { decideCancellation } from '../../../domain/booking/changes.ts';
import type { Currency } from '../../../domain/pricing/money.ts';
import type { Refusal } from '../../../domain/problem/refusal.ts';
import { operatesIn } from '../booking-access.ts';
import { type ChangeRequest, changeBooking } from './change-booking.ts';
import { feeBeyond, type SetFee } from './set-fee.ts';

/** The booking is cancelled. */
export interface BookingCancelled {
  readonly kind: 'bookingCancelled';
  readonly bookingId: string;
  /** In minor units of `currency`. */
  readonly feeMinor: number;
  readonly currency: Currency;
  /** Whether it was before. */
  readonly alreadyCancelled: boolean;
}

export async function cancelBooking({
  by,
  feeMinor: set,
  ...request
}: ChangeRequest & SetFee & { readonly by: CancelledBy }): Promise<
  BookingCancelled | Refusal<'invalidInput' | 'notCancellable' | 'notFound' | 'tooManyRequests'>
> {
  const reserved = { ...request.reserved, by: by === 'HOTEL' ? by : null, fee: set };
  const outcome = await changeBooking<BookingCancelled | Refusal<'invalidInput' | 'notCancellable'>>(
    { ...request, reserved },
    (booking, { today }) => {
      const isOperator = operatesIn(request.caller, booking);
      const decision = decideCancellation(booking, { today, isOperator, isByHotel: by === 'HOTEL', feeMinor: set });
      if (decision.kind === 'obstacle') {
        return { answer: { kind: 'notCancellable', code: decision.code }, change: null };
      }
      if (decision.kind === 'feeBeyond') return { answer: feeBeyond(decision, set), change: null };
      const { feeMinor } = decision;
      const alreadyCancelled = decision.kind === 'alreadyCancelled';
      const { id: bookingId, currency } = booking;
      const change = { event: 'CANCELLED', status: 'CANCELLED', hasRooms: false, cancelledBy: by } as const;
      return {
        answer: { kind: 'bookingCancelled', bookingId, feeMinor, currency, alreadyCancelled },
        change: alreadyCancelled ? null : { ...change, cancellationFeeMinor: feeMinor },
      };
    },
  );
  if (outcome.kind === 'noCapacity') throw new Error('a cancellation took rooms');
  return outcome;
}
