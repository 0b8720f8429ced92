/** What lists of bookings select (S9), and its bounds. */
import { parseReference } from '../../../domain/booking/reference.ts';
import { BOOKING_STATUSES, type BookingStatus } from '../../../domain/booking/status.ts';
import { type InputProblem, inputProblem } from '../../../domain/problem/input-problem.ts';
import { comparableEmail, MAX_EMAIL_LENGTH } from '../../../domain/text/email-address.ts';
import type { Day } from '../../../domain/time/civil-date.ts';
import * as value from '../../input-values.ts';
import { reversedProblems } from '../../search/search-input.ts';

/** Null or absent conditions select everything. Dates and times include both ends. */
export interface BookingFilter {
  /** As it reads today (S1). */
  readonly status?: BookingStatus | null | undefined;
  /** Number of the hotel. */
  readonly hotel?: number | null | undefined;
  /** Number of the visit type. */
  readonly visitType?: number | null | undefined;
  readonly arrivalFrom?: Day | null | undefined;
  readonly arrivalTo?: Day | null | undefined;
  readonly createdFrom?: Date | null | undefined;
  readonly createdTo?: Date | null | undefined;
  /** In any of the forms that people write (S2). */
  readonly reference?: string | null | undefined;
  /** The e-mail address of the contact; letter case makes no difference. */
  readonly email?: string | null | undefined;
  readonly isTest?: boolean | null | undefined;
}

/** Dates in order, a reference with its check symbol, an e-mail address. No value is repeated: it may be personal. */
export function bookingFilterProblems(
  filter: Pick<BookingFilter, 'arrivalFrom' | 'arrivalTo' | 'createdFrom' | 'createdTo' | 'reference' | 'email'>,
): InputProblem[] {
  const { arrivalFrom, arrivalTo, createdFrom, createdTo } = filter;
  const isReversed = createdFrom != null && createdTo != null && createdFrom > createdTo;
  return [
    ...reversedProblems({ from: arrivalFrom, to: arrivalTo, path: 'arrivalTo', mayBeEqual: true }),
    ...(isReversed ? [inputProblem('createdTo', 'beforeField', { fields: ['createdFrom'] })] : []),
    ...referenceProblems(filter.reference),
    ...emailProblems(filter.email),
  ];
}

/** The check symbol tells a mistyped reference without a query (S2). */
export function referenceProblems(reference: string | null | undefined): InputProblem[] {
  if (reference == null || parseReference(reference) !== null) return [];
  return [inputProblem('reference', 'notAReference')];
}

export function emailProblems(email: string | null | undefined): InputProblem[] {
  if (email == null || value.email.safeParse(email.trim()).success) return [];
  return [inputProblem('email', 'notAnEmail', { maximum: MAX_EMAIL_LENGTH })];
}

/** An e-mail address as it is compared. */
export function normaliseEmail(email: string): string {
  return comparableEmail(email);
}

/** Bookings that are recorded in one state, with their arrivals; null: any. */
export interface RecordedBookings {
  readonly status: BookingStatus;
  readonly arrivalFrom: Day | null;
  readonly arrivalTo: Day | null;
}

/**
 * What bookings of a filter may be recorded as: a request expires on the day after arrival, whatever is recorded (S1). Each
 * has arrivals within those of the filter.
 */
export function recordedAs(
  { status = null, arrivalFrom = null, arrivalTo = null }: BookingFilter,
  today: Day,
): readonly RecordedBookings[] {
  if (status === null) return BOOKING_STATUSES.map((one) => ({ status: one, arrivalFrom, arrivalTo }));
  const upcoming = {
    status: 'REQUESTED',
    arrivalFrom: Math.max(arrivalFrom ?? today, today),
    arrivalTo,
  } as const;
  if (status === 'REQUESTED') return [upcoming];
  const recorded = { status, arrivalFrom, arrivalTo };
  if (status !== 'EXPIRED') return [recorded];
  const yesterday = today - 1;
  return [recorded, { status: 'REQUESTED', arrivalFrom, arrivalTo: Math.min(arrivalTo ?? yesterday, yesterday) }];
}
