/** The states of a booking, and which one may follow which (S1, M4, M6). */
import type { Day } from '../time/civil-date.ts';

export const BOOKING_STATUSES = ['CONFIRMED', 'REQUESTED', 'DECLINED', 'CANCELLED', 'EXPIRED', 'NO_SHOW'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** The states that each one may be followed by. */
const NEXT: Readonly<Record<BookingStatus, readonly BookingStatus[]>> = {
  REQUESTED: ['CONFIRMED', 'DECLINED', 'CANCELLED', 'EXPIRED'],
  CONFIRMED: ['CANCELLED', 'NO_SHOW'],
  DECLINED: ['REQUESTED'],
  CANCELLED: ['CONFIRMED', 'REQUESTED'],
  EXPIRED: [],
  NO_SHOW: ['CONFIRMED'],
};

/** Whether a booking may go from one state to another. */
export function mayBecome(status: BookingStatus, next: BookingStatus): boolean {
  return NEXT[status].includes(next);
}

/**
 * The state of a booking today: a request that nobody answered has expired from the day after arrival on, whatever is recorded. So
 * one for today can be answered today.
 */
export function statusOn(
  { status, arrival }: { readonly status: BookingStatus; readonly arrival: Day },
  today: Day,
): BookingStatus {
  return status === 'REQUESTED' && arrival < today ? 'EXPIRED' : status;
}

/** The state in which a booking of a kind is made. */
export function firstStatus(kind: 'BINDING' | 'REQUEST'): BookingStatus {
  return kind === 'BINDING' ? 'CONFIRMED' : 'REQUESTED';
}
