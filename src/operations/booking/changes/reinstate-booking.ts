/**
 * Makes a booking again what it was before it was cancelled, declined or a no-show (M6). Where it had rooms, it takes them again under the
 * guard of a binding booking (B3).
 */
import { decideReinstatement } from '../../../domain/booking/changes.ts';
import type { Refusal } from '../../../domain/problem/refusal.ts';
import { type ChangeRequest, changeBooking } from './change-booking.ts';

/** The booking is what it was. */
export interface BookingReinstated {
  readonly kind: 'bookingReinstated';
  readonly bookingId: string;
  /** Whether it was reinstated before. */
  readonly alreadyReinstated: boolean;
}

export function reinstateBooking(
  request: ChangeRequest,
): Promise<BookingReinstated | Refusal<'invalidInput' | 'noCapacity' | 'notFound' | 'notReinstatable'>> {
  return changeBooking<BookingReinstated | Refusal<'notReinstatable'>>(request, (booking, now) => {
    const decision = decideReinstatement(booking, now);
    if (decision.kind === 'obstacle') {
      return { answer: { kind: 'notReinstatable', code: decision.code }, change: null };
    }
    const alreadyReinstated = decision.kind === 'alreadyReinstated';
    return {
      answer: { kind: 'bookingReinstated', bookingId: booking.id, alreadyReinstated },
      change: alreadyReinstated
        ? null
        : {
            ...{ event: 'REINSTATED', cancellationFeeMinor: null },
            ...{ status: decision.was.status, hasRooms: decision.was.hasRooms },
          },
    };
  });
}
