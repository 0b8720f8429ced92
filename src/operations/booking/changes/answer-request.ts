/** The answer of an operator to a request (S11): it is confirmed at the price that it was made with, or declined. */
import type { StoredBooking } from '../../../data/booking-changes.ts';
import { decideAnswer } from '../../../domain/booking/changes.ts';
import type { ObstacleCode } from '../../../domain/problem/obstacles.ts';
import type { Refusal } from '../../../domain/problem/refusal.ts';
import type { Day } from '../../../domain/time/civil-date.ts';
import { type ChangeRequest, changeBooking, type Decision } from './change-booking.ts';

/** The request is answered so. */
export interface RequestAnswered<Kind extends string> {
  readonly kind: Kind;
  readonly bookingId: string;
  /** Whether it was before. */
  readonly isRepeated: boolean;
}

type Confirmed = RequestAnswered<'bookingConfirmed'> | Refusal<'notConfirmable'>;
type Declined = RequestAnswered<'bookingDeclined'> | Refusal<'notDeclinable'>;

/**
 * Confirms a request. With `takeRooms` it takes a room for every night under the guard of a binding booking (B3); a test booking
 * takes none.
 */
export function confirmBooking(
  request: ChangeRequest & { readonly takeRooms: boolean },
): Promise<Confirmed | Refusal<'invalidInput' | 'notFound' | 'noCapacity'>> {
  return changeBooking<Confirmed>(request, (booking, { today }) => {
    const kinds = { answered: 'bookingConfirmed', refused: 'notConfirmable' } as const;
    const hasRooms = request.takeRooms && !booking.isTest;
    return decide(booking, { answer: 'CONFIRMED', today, hasRooms, kinds });
  });
}

/** Declines a request. */
export async function declineBooking(request: ChangeRequest): Promise<Declined | Refusal<'invalidInput' | 'notFound'>> {
  const outcome = await changeBooking<Declined>(request, (booking, { today }) => {
    const kinds = { answered: 'bookingDeclined', refused: 'notDeclinable' } as const;
    return decide(booking, { answer: 'DECLINED', today, hasRooms: false, kinds });
  });
  if (outcome.kind === 'noCapacity') throw new Error('a refusal took rooms');
  return outcome;
}

function decide<Answered extends string, Refused extends string>(
  booking: StoredBooking,
  {
    answer,
    today,
    hasRooms,
    kinds,
  }: {
    answer: 'CONFIRMED' | 'DECLINED';
    today: Day;
    hasRooms: boolean;
    kinds: { answered: Answered; refused: Refused };
  },
): Decision<RequestAnswered<Answered> | { readonly kind: Refused; readonly code: ObstacleCode }> {
  const decision = decideAnswer(booking, { answer, today });
  if (decision.kind === 'obstacle') {
    return { answer: { kind: kinds.refused, code: decision.code }, change: null };
  }
  const isRepeated = decision.kind === 'alreadyAnswered';
  return {
    answer: { kind: kinds.answered, bookingId: booking.id, isRepeated },
    change: isRepeated ? null : { event: answer, status: answer, hasRooms, cancellationFeeMinor: null },
  };
}
