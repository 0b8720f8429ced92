/** Cancels a booking (S10): its rooms are for sale again the moment that the answer is known. */
import { decideCancellation } from '../../../domain/booking/changes.ts';
import type { Currency } from '../../../domain/pricing/money.ts';
import type { Refusal } from '../../../domain/problem/refusal.ts';
import { operatesIn } from '../booking-access.ts';
import { type ChangeRequest, changeBooking } from './change-booking.ts';

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

export async function cancelBooking(
  request: ChangeRequest,
): Promise<BookingCancelled | Refusal<'invalidInput' | 'notCancellable' | 'notFound' | 'tooManyRequests'>> {
  const outcome = await changeBooking<BookingCancelled | Refusal<'notCancellable'>>(request, (booking, today) => {
    const isOperator = operatesIn(request.caller, booking.destinationNumber);
    const decision = decideCancellation(booking, { today, isOperator });
    if (decision.kind === 'obstacle') {
      return { answer: { kind: 'notCancellable', code: decision.code }, change: null };
    }
    const { feeMinor } = decision;
    const alreadyCancelled = decision.kind === 'alreadyCancelled';
    const { id: bookingId, currency } = booking;
    return {
      answer: { kind: 'bookingCancelled', bookingId, feeMinor, currency, alreadyCancelled },
      change: alreadyCancelled
        ? null
        : { event: 'CANCELLED', status: 'CANCELLED', hasRooms: false, cancellationFeeMinor: feeMinor },
    };
  });
  if (outcome.kind === 'noCapacity') throw new Error('a cancellation took rooms');
  return outcome;
}
