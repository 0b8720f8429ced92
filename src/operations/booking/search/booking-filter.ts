/** What lists of bookings select (S9), and its bounds. */
import { SEARCHED_TEXT_MAX, SEARCHED_WORDS_MAX, searchedWords } from '../../../domain/booking/booking-search.ts';
import { parseReference } from '../../../domain/booking/reference.ts';
import { BOOKING_STATUSES, type BookingStatus } from '../../../domain/booking/status.ts';
import { type InputProblem, inputProblem } from '../../../domain/problem/input-problem.ts';
import { MAX_EMAIL_LENGTH } from '../../../domain/text/email-address.ts';
import { hasMoreThan } from '../../../domain/text/text-characters.ts';
import { type Day, FIRST_DAY } from '../../../domain/time/civil-date.ts';
import * as value from '../../input-values.ts';
import { nameProblems, reversedProblems } from '../../search/search-input.ts';

/** Null or absent conditions select everything. Dates and times include both ends. */
export interface BookingFilter {
  /** As it reads today (S1). */
  readonly status?: BookingStatus | null | undefined;
  /** Number of the hotel. */
  readonly hotel?: number | null | undefined;
  /** Number of the visit type. */
  readonly visitType?: number | null | undefined;
  /** Number of the room type. */
  readonly roomType?: number | null | undefined;
  /** Code of the channel that they were made through. */
  readonly channel?: string | null | undefined;
  readonly arrivalFrom?: Day | null | undefined;
  readonly arrivalTo?: Day | null | undefined;
  readonly departureFrom?: Day | null | undefined;
  readonly departureTo?: Day | null | undefined;
  /** A night: confirmed bookings whose guests are in house then. */
  readonly staysOn?: Day | null | undefined;
  readonly createdFrom?: Date | null | undefined;
  readonly createdTo?: Date | null | undefined;
  /** In any of the forms that people write (S2). */
  readonly reference?: string | null | undefined;
  /** The e-mail address of the contact; letter case makes no difference. */
  readonly email?: string | null | undefined;
  /** What somebody says: words of names, parts of the reference, the e-mail address or the phone number (M9). */
  readonly text?: string | null | undefined;
  readonly isTest?: boolean | null | undefined;
}

/** Dates in order, a reference with its check symbol, an e-mail address, the code of a channel, a text to search for. No value is repeated: it may be personal. */
export function bookingFilterProblems(filter: Omit<BookingFilter, 'hotel' | 'visitType' | 'roomType'>): InputProblem[] {
  const { arrivalFrom, arrivalTo, departureFrom, departureTo, createdFrom, createdTo } = filter;
  const isReversed = createdFrom != null && createdTo != null && createdFrom > createdTo;
  return [
    ...reversedProblems({ from: arrivalFrom, to: arrivalTo, path: 'arrivalTo', mayBeEqual: true }),
    ...reversedProblems({ from: departureFrom, to: departureTo, path: 'departureTo', mayBeEqual: true }),
    ...(isReversed ? [inputProblem('createdTo', 'beforeField', { fields: ['createdFrom'] })] : []),
    ...referenceProblems(filter.reference),
    ...emailProblems(filter.email),
    ...nameProblems('channel', filter.channel),
    ...textProblems(filter.text),
  ];
}

/** A text has at most 100 characters and 8 words, and a letter or a digit. */
function textProblems(text: string | null | undefined): InputProblem[] {
  if (text == null) return [];
  if (hasMoreThan(SEARCHED_TEXT_MAX, text)) {
    return [inputProblem('text', 'tooLong', { maximum: SEARCHED_TEXT_MAX, isSearched: true })];
  }
  const words = searchedWords(text).length;
  if (words > SEARCHED_WORDS_MAX) return [inputProblem('text', 'tooManyWords', { maximum: SEARCHED_WORDS_MAX })];
  return words === 0 ? [inputProblem('text', 'blank')] : [];
}

/** Whether the words of a text are so short that many names begin with them. */
export function saysLittle({ text }: BookingFilter): boolean {
  return text?.split(/\s+/).every((word) => word.length < 3) ?? false;
}

/** The filter with what its departures and its night in house say of state and arrivals; null: no booking can be meant. */
export function withImplied(filter: BookingFilter): BookingFilter | null {
  const { status, staysOn, arrivalTo, departureTo } = filter;
  if (staysOn != null && (status ?? 'CONFIRMED') !== 'CONFIRMED') return null;
  const latest = Math.min(arrivalTo ?? Infinity, staysOn ?? Infinity, departureTo == null ? Infinity : departureTo - 1);
  if (latest < FIRST_DAY) return null;
  return {
    ...filter,
    status: staysOn == null ? status : 'CONFIRMED',
    arrivalTo: latest === Infinity ? null : latest,
  };
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
