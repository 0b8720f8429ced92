/**
 * What may be done with a booking, and what it comes to (S1, S10, S11). What is done already is no problem: whoever asks again gets
 * the same answer. A refusal names the state that stands in the way.
 */
import type { ObstacleCode } from '../problem/obstacles.ts';
import type { Day } from '../time/civil-date.ts';
import { type CancellationTerm, cancellationFeeOn } from './cancellation-terms.ts';
import { type BookingStatus, mayBecome, statusOn } from './status.ts';

/** What the rules need to know of a booking. */
export interface ChangedBooking {
  readonly status: BookingStatus;
  readonly arrival: Day;
  readonly departure: Day;
  readonly amountMinor: number;
  readonly cancellationTerms: readonly CancellationTerm[];
  /** Null unless it is cancelled. */
  readonly cancellationFeeMinor: number | null;
}

export interface Obstacle {
  readonly kind: 'obstacle';
  readonly code: ObstacleCode;
}

/**
 * Whether a booking can be cancelled today, and for how much. The day of arrival is too late, for an operator the day of
 * departure. A request can be withdrawn as long as it waits, and costs nothing.
 */
export function decideCancellation(
  booking: ChangedBooking,
  { today, isOperator }: { today: Day; isOperator: boolean },
): { readonly kind: 'cancel' | 'alreadyCancelled'; readonly feeMinor: number } | Obstacle {
  const { arrival, departure, amountMinor, cancellationTerms: terms } = booking;
  const status = statusOn(booking, today);
  // biome-ignore lint/style/noNonNullAssertion: a check of the table demands the fee of a cancelled booking.
  if (status === 'CANCELLED') return { kind: 'alreadyCancelled', feeMinor: booking.cancellationFeeMinor! };
  if (status === 'REQUESTED') return { kind: 'cancel', feeMinor: 0 };
  if (!mayBecome(status, 'CANCELLED')) return { kind: 'obstacle', code: status };
  if (departure <= today) return { kind: 'obstacle', code: 'DEPARTED' };
  if (arrival <= today && !isOperator) return { kind: 'obstacle', code: 'ARRIVED' };
  return { kind: 'cancel', feeMinor: cancellationFeeOn({ terms, arrival, amountMinor }, today) };
}

/** Whether a request can be confirmed or declined today. */
export function decideAnswer(
  booking: Pick<ChangedBooking, 'status' | 'arrival'>,
  { answer, today }: { answer: 'CONFIRMED' | 'DECLINED'; today: Day },
): { readonly kind: 'answer' | 'alreadyAnswered' } | Obstacle {
  const status = statusOn(booking, today);
  if (status === answer) return { kind: 'alreadyAnswered' };
  return status === 'REQUESTED' ? { kind: 'answer' } : { kind: 'obstacle', code: status };
}
