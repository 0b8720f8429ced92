/**
 * Counts the outcome of each booking that is requested with a valid key, once: rooms that are made together count each, rooms that are
 * refused together count as one. The codes are a fixed set: `CREATED`, `REPLAYED`, the code of a refusal, or `FAILED` if the response
 * could not tell (503 or a defect), so that the booking may exist. Every code starts at 0.
 */
import { codesOf, type RefusalCodeOf } from '../../domain/problem/refusal.ts';

export type BookingOutcomeCode = 'CREATED' | 'REPLAYED' | 'FAILED' | 'FORBIDDEN' | RefusalCodeOf<'createBooking'>;

const CODES: readonly BookingOutcomeCode[] = [
  ...(['CREATED', 'REPLAYED', 'FAILED', 'FORBIDDEN'] as const),
  ...codesOf('createBooking'),
];

/** Refusals that are not counted: no key that may book is behind them. */
const UNCOUNTED_CODES: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'RATE_LIMITED']);
const FAILURES: ReadonlySet<string> = new Set(['SERVICE_UNAVAILABLE', 'INTERNAL_SERVER_ERROR']);

export class BookingCounts {
  readonly #counts = new Map(CODES.map((code): [BookingOutcomeCode, number] => [code, 0]));

  add(code: BookingOutcomeCode, bookings = 1): void {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + bookings);
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
  /** The stay that a refused booking asked for; null: it was not read, or was not refused. */
  readonly asked: AskedStay | null;
}

/** The part of a context that counting needs. */
interface BookingContext {
  requestedBooking: RequestedBooking | null;
  readonly services: { readonly bookings: BookingCounts };
}

/** Counts the outcome of a context's booking, or of bookings that were made together, and records it in the context. */
export function countBooking(
  context: BookingContext,
  outcome: BookingOutcomeCode,
  { asked = null, bookings = 1 }: { asked?: AskedStay | null; bookings?: number } = {},
): void {
  context.requestedBooking = { outcome, asked };
  context.services.bookings.add(outcome, bookings);
}

/** Whether a booking was made, by its outcome; `unknown`: it may have been. */
export function bookingResultLabel(outcome: BookingOutcomeCode): 'made' | 'replayed' | 'none' | 'unknown' {
  if (outcome === 'CREATED') return 'made';
  if (outcome === 'REPLAYED') return 'replayed';
  return outcome === 'FAILED' ? 'unknown' : 'none';
}
