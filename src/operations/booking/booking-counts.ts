/**
 * What has become of the bookings that were asked for by keys that may book or try to, each counted once under one of a fixed
 * set of codes: from `CREATED` and `REPLAYED` over the code of a refusal to `FAILED`, when no answer about the booking could be
 * given (503 or a defect) and it may have been made. All of them are there from the start, at 0.
 */
import type { LoyaltyNotApplicable, StayNotAllowed } from '../../domain/stay/sellable-stay.ts';
import type { IdempotencyProblem } from './booking-outcome.ts';

type BookingOutcomeCode =
  | 'CREATED'
  | 'REPLAYED'
  | 'FAILED'
  | 'FORBIDDEN'
  | 'INVALID_INPUT'
  | 'NOT_FOUND'
  | 'NOT_PRICED'
  | 'NO_CAPACITY'
  | 'ON_DEMAND_ONLY'
  | 'GUEST_COUNT'
  | 'PRICE_CHANGED'
  | 'TOO_MANY_REQUESTS'
  | StayNotAllowed['code']
  | LoyaltyNotApplicable['code']
  | IdempotencyProblem['code'];

/** A code that the compiler misses here is one that a series is missing for. */
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

/** Codes of refusals that say nothing of a booking: nobody who may book has asked for one. */
const UNCOUNTED_CODES: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'RATE_LIMITED']);
const FAILURES: ReadonlySet<string> = new Set(['SERVICE_UNAVAILABLE', 'INTERNAL_SERVER_ERROR']);

/** The counts of a process. */
export class BookingCounts {
  readonly #counts = new Map<string, number>(Object.entries(INITIAL_COUNTS));

  add(code: string): void {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
  }

  /**
   * Counts a request for a booking that was refused before the booking itself was looked at.
   * @param refusal the stable code of the refusal
   * @returns the outcome that it was counted as; null: as none
   */
  addRefused(refusal: string): string | null {
    if (UNCOUNTED_CODES.has(refusal)) return null;
    const outcome = FAILURES.has(refusal) ? 'FAILED' : refusal === 'FORBIDDEN' ? 'FORBIDDEN' : 'INVALID_INPUT';
    this.add(outcome);
    return outcome;
  }

  /** Codes with how often they came, all that there are. */
  entries(): Iterable<readonly [code: string, count: number]> {
    return this.#counts;
  }
}

/** A context, as far as the count needs it. */
interface BookingContext {
  bookingOutcome: string | null;
  readonly services: { readonly bookings: BookingCounts };
}

/** Counts what has become of the booking that a context's request asked for, and leaves it with the context. */
export function countBooking(context: BookingContext, outcome: string): void {
  context.bookingOutcome = outcome;
  context.services.bookings.add(outcome);
}

/** Whether a booking was made, by the outcome of the request; `unknown`: nobody can tell. */
export function bookingResultLabel(outcome: string): 'made' | 'replayed' | 'none' | 'unknown' {
  if (outcome === 'CREATED') return 'made';
  if (outcome === 'REPLAYED') return 'replayed';
  return outcome === 'FAILED' ? 'unknown' : 'none';
}
