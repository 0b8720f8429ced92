/**
 * What may be done with a booking, and what it comes to (S1, S10, S11, M4, M6). What is done already is no problem: whoever asks again gets
 * the same answer. A refusal names the state that stands in the way.
 */
import type { ObstacleCode } from '../problem/obstacles.ts';
import { type Day, MS_PER_DAY } from '../time/civil-date.ts';
import { type CancellationTerm, cancellationFeeOn } from './cancellation-terms.ts';
import { type BookingStatus, mayBecome, statusOn } from './status.ts';

/** What the rules need to know of a booking. */
export interface ChangedBooking {
  readonly status: BookingStatus;
  readonly arrival: Day;
  readonly departure: Day;
  readonly amountMinor: number;
  readonly cancellationTerms: readonly CancellationTerm[];
  /** Null unless it is cancelled or a no-show. */
  readonly cancellationFeeMinor: number | null;
  /** How it last ended by somebody's decision, though it may be reinstated since; null: it did not, or that is not recorded. */
  readonly ending: Ending | null;
  /** Whether what it says of guests was erased (S19). */
  readonly isErased: boolean;
}

/** What a booking was before it was cancelled, declined or a no-show. */
export interface Ending {
  /** When that was, in milliseconds since 1970. */
  readonly at: number;
  readonly status: BookingStatus;
  readonly hasRooms: boolean;
}

/** A fee may be set from 0 to this, in minor units. */
export interface FeeBeyond {
  readonly kind: 'feeBeyond';
  readonly maximum: number;
}

export interface Obstacle {
  readonly kind: 'obstacle';
  readonly code: ObstacleCode;
}

/**
 * Whether a booking can be cancelled today, and for how much. The day of arrival is too late, for an operator the day of
 * departure. A request can be withdrawn as long as it waits, and costs nothing, nor does a cancellation by the hotel unless a fee is set.
 */
export function decideCancellation(
  booking: ChangedBooking,
  {
    today,
    isOperator,
    isByHotel,
    feeMinor: set,
  }: { today: Day; isOperator: boolean; isByHotel: boolean; feeMinor: number | null },
): { readonly kind: 'cancel' | 'alreadyCancelled'; readonly feeMinor: number } | Obstacle | FeeBeyond {
  const { arrival, departure, amountMinor, cancellationTerms: terms } = booking;
  const status = statusOn(booking, today);
  // biome-ignore lint/style/noNonNullAssertion: a check of the table demands the fee of a cancelled booking.
  if (status === 'CANCELLED') return { kind: 'alreadyCancelled', feeMinor: booking.cancellationFeeMinor! };
  if (status === 'REQUESTED') return withFee('cancel', set ?? 0, 0);
  if (!mayBecome(status, 'CANCELLED')) return { kind: 'obstacle', code: status };
  if (departure <= today) return { kind: 'obstacle', code: 'DEPARTED' };
  if (arrival <= today && !isOperator) return { kind: 'obstacle', code: 'ARRIVED' };
  const byTerms = isByHotel ? 0 : cancellationFeeOn({ terms, arrival, amountMinor }, today);
  return withFee('cancel', set ?? byTerms, amountMinor);
}

function withFee<Kind extends string>(
  kind: Kind,
  feeMinor: number,
  maximum: number,
): { readonly kind: Kind; readonly feeMinor: number } | FeeBeyond {
  return feeMinor > maximum ? { kind: 'feeBeyond', maximum } : { kind, feeMinor };
}

/**
 * Whether the guests of a booking count as not come: from the evening of arrival on, until the day of departure. It costs what cancelling
 * on the day of arrival does, unless a fee is set.
 * @param isEvening whether the evening of today has begun
 */
export function decideNoShow(
  booking: ChangedBooking,
  { today, isEvening, feeMinor: set }: { today: Day; isEvening: boolean; feeMinor: number | null },
): { readonly kind: 'mark' | 'alreadyMarked'; readonly feeMinor: number } | Obstacle | FeeBeyond {
  const { arrival, departure, amountMinor, cancellationTerms: terms } = booking;
  const status = statusOn(booking, today);
  // biome-ignore lint/style/noNonNullAssertion: a check of the table demands the fee of a no-show.
  if (status === 'NO_SHOW') return { kind: 'alreadyMarked', feeMinor: booking.cancellationFeeMinor! };
  if (!mayBecome(status, 'NO_SHOW')) return { kind: 'obstacle', code: status };
  if (departure <= today) return { kind: 'obstacle', code: 'DEPARTED' };
  if (today < arrival || (today === arrival && !isEvening)) return { kind: 'obstacle', code: 'TOO_EARLY' };
  return withFee('mark', set ?? cancellationFeeOn({ terms, arrival, amountMinor }, arrival), amountMinor);
}

/** For so long a booking that was ended can be reinstated. */
export const REINSTATEMENT_MS = MS_PER_DAY;

/**
 * Whether a booking that was cancelled, declined or a no-show becomes again what it was. Whose guests nobody knows any more stays ended.
 * `at`: milliseconds since 1970.
 */
export function decideReinstatement(
  booking: Pick<ChangedBooking, 'status' | 'arrival' | 'ending' | 'isErased'>,
  { today, at }: { today: Day; at: number },
): { readonly kind: 'reinstate'; readonly was: Ending } | { readonly kind: 'alreadyReinstated' } | Obstacle {
  const { arrival, ending } = booking;
  const status = statusOn(booking, today);
  if (status === 'EXPIRED') return { kind: 'obstacle', code: 'EXPIRED' };
  if (!isEnded(status)) return ending ? { kind: 'alreadyReinstated' } : { kind: 'obstacle', code: status };
  if (booking.isErased) return { kind: 'obstacle', code: 'ERASED' };
  if (ending === null || at - ending.at >= REINSTATEMENT_MS) return { kind: 'obstacle', code: 'TOO_LATE' };
  // A request would have expired by now.
  if (statusOn({ status: ending.status, arrival }, today) === 'EXPIRED') return { kind: 'obstacle', code: 'EXPIRED' };
  return { kind: 'reinstate', was: ending };
}

function isEnded(status: BookingStatus): boolean {
  return status === 'CANCELLED' || status === 'DECLINED' || status === 'NO_SHOW';
}

/** The ending of a booking that becomes `status` at a moment: this one, or the one of before. */
export function endingAfter(
  { status: was, hasRooms, ending }: Pick<ChangedBooking, 'status' | 'ending'> & { readonly hasRooms: boolean },
  { status, at }: { status: BookingStatus; at: number },
): Ending | null {
  return isEnded(status) && status !== was ? { at, status: was, hasRooms } : ending;
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

interface Texts {
  readonly note: string | null;
  readonly messageToGuest: string | null;
}

/** What stays of the texts that come with a change: none of a booking whose guest data were erased, because nothing erases them later (S19). */
export function keptTexts({ isErased }: Pick<ChangedBooking, 'isErased'>, { note, messageToGuest }: Texts): Texts {
  return isErased ? { note: null, messageToGuest: null } : { note, messageToGuest };
}
