/** Marks a booking as a no-show (M4): its rooms are for sale again the moment that the answer is known. */
import { decideNoShow } from '../../../domain/booking/changes.ts';
import type { Currency } from '../../../domain/pricing/money.ts';
import type { Refusal } from '../../../domain/problem/refusal.ts';
import { isEveningOf } from '../../../domain/time/civil-date.ts';
import { type ChangeRequest, changeBooking } from './change-booking.ts';
import { feeBeyond, type SetFee } from './set-fee.ts';

/** The guests count as not come. */
export interface NoShowMarked {
  readonly kind: 'noShowMarked';
  readonly bookingId: string;
  /** In minor units of `currency`. */
  readonly feeMinor: number;
  readonly currency: Currency;
  /** Whether they did before. */
  readonly alreadyMarked: boolean;
}

export async function markNoShow({
  feeMinor: set,
  ...request
}: ChangeRequest & SetFee): Promise<NoShowMarked | Refusal<'invalidInput' | 'notFound' | 'notMarkable'>> {
  const outcome = await changeBooking<NoShowMarked | Refusal<'invalidInput' | 'notMarkable'>>(
    request,
    (booking, { today, at }) => {
      const isEvening = isEveningOf(today, at, request.businessTimeZone);
      const decision = decideNoShow(booking, { today, isEvening, feeMinor: set });
      if (decision.kind === 'obstacle') return { answer: { kind: 'notMarkable', code: decision.code }, change: null };
      if (decision.kind === 'feeBeyond') return { answer: feeBeyond(decision, set), change: null };
      const { feeMinor } = decision;
      const alreadyMarked = decision.kind === 'alreadyMarked';
      const { id: bookingId, currency } = booking;
      return {
        answer: { kind: 'noShowMarked', bookingId, feeMinor, currency, alreadyMarked },
        change: alreadyMarked
          ? null
          : { event: 'NO_SHOW', status: 'NO_SHOW', hasRooms: false, cancellationFeeMinor: feeMinor },
      };
    },
  );
  if (outcome.kind === 'noCapacity') throw new Error('a no-show took rooms');
  return outcome;
}
