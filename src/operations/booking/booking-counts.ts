/**
 * Counts the outcomes of bookings requested with a valid key, each once, under a fixed set of codes: `CREATED`,
 * `REPLAYED`, the code of a refusal, or `FAILED` if the response could not tell (503 or a defect), so that the booking
 * may exist. Every code starts at 0; the codes follow from the refusals that bookings have.
 */
import type { CodeOf } from '../refusal-codes.ts';
import type { BookingRefusal } from './booking-outcome.ts';

export type BookingOutcomeCode = 'CREATED' | 'REPLAYED' | 'FAILED' | 'FORBIDDEN' | CodeOf<BookingRefusal>;

/** Complete by its type: a code missing here does not compile. */
const INITIAL_COUNTS: Readonly<Record<BookingOutcomeCode, 0>> = {
  CREATED: 0,
  REPLAYED: 0,
  FAILED: 0,
  FORBIDDEN: 0,
  INVALID_INPUT: 0,
  NOT_FOUND: 0,
  ROOM_TYPE_OF_OTHER_HOTEL: 0,
  NOT_SOLD_IN_HOTEL: 0,
  GUEST_COUNT: 0,
  NOT_ON_SALE: 0,
  IN_THE_PAST: 0,
  BEYOND_HORIZON: 0,
  TOO_SHORT: 0,
  TOO_LONG: 0,
  NOT_WHOLE_WEEKS: 0,
  STARTING_DAY: 0,
  TIME_CONSTRAINTS: 0,
  LOYALTY_NOT_APPLICABLE: 0,
  GUEST_BEYOND_BEDS: 0,
  NOT_PRICED: 0,
  ON_DEMAND_ONLY: 0,
  NO_CAPACITY: 0,
  PRICE_CHANGED: 0,
  TOO_MANY_REQUESTS: 0,
  IDEMPOTENCY_KEY_REUSED: 0,
  IDEMPOTENCY_IN_PROGRESS: 0,
};

/** Refusals that are not counted: no key that may book is behind them. */
const UNCOUNTED_CODES: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'RATE_LIMITED']);
const FAILURES: ReadonlySet<string> = new Set(['SERVICE_UNAVAILABLE', 'INTERNAL_SERVER_ERROR']);

export class BookingCounts {
  readonly #counts = new Map<BookingOutcomeCode, number>(
    Object.entries(INITIAL_COUNTS) as [BookingOutcomeCode, number][],
  );

  add(code: BookingOutcomeCode): void {
    this.#counts.set(code, this.#counts.get(code)! + 1);
  }

  /**
   * Counts a requested booking that was refused before execution.
   * @param refusal the stable code of the refusal
   * @returns as what it was counted; null: not counted
   */
  addRefused(refusal: string): RequestedBooking | null {
    if (UNCOUNTED_CODES.has(refusal)) return null;
    const outcome = FAILURES.has(refusal) ? 'FAILED' : refusal === 'FORBIDDEN' ? 'FORBIDDEN' : 'INVALID_INPUT';
    this.add(outcome);
    return { outcome, asked: null };
  }

  /** All codes with their counts. */
  entries(): Iterable<readonly [code: string, count: number]> {
    return this.#counts;
  }
}

/** The stay that a booking asks for. Null: that is not given, or is none. */
export interface AskedStay {
  readonly hotel: number | null;
  readonly roomType: number | null;
  /** `YYYY-MM-DD`. */
  readonly arrival: string | null;
  readonly departure: string | null;
  readonly nights: number | null;
  /** Whether it was to use up a hold. */
  readonly hold: boolean;
}

/** What is reported of a requested booking. */
export interface RequestedBooking {
  /** As counted. */
  readonly outcome: BookingOutcomeCode;
  /** Of a refused one, what it asked for; null: it was not read, or was not refused. */
  readonly asked: AskedStay | null;
}

/** The part of a context that counting needs. */
interface BookingContext {
  requestedBooking: RequestedBooking | null;
  readonly services: { readonly bookings: BookingCounts };
}

/** Counts the outcome of a context's booking and records it in the context. */
export function countBooking(
  context: BookingContext,
  outcome: BookingOutcomeCode,
  asked: AskedStay | null = null,
): void {
  context.requestedBooking = { outcome, asked };
  context.services.bookings.add(outcome);
}

/** Whether a booking was made, by its outcome; `unknown`: it may have been. */
export function bookingResultLabel(outcome: BookingOutcomeCode): 'made' | 'replayed' | 'none' | 'unknown' {
  if (outcome === 'CREATED') return 'made';
  if (outcome === 'REPLAYED') return 'replayed';
  return outcome === 'FAILED' ? 'unknown' : 'none';
}
