/** All outcomes of a booking request as values: made, or refused for one reason, with its facts (F7). */
import type { NamedPromotion } from '../../data/reads/tariffs.ts';
import { type CancellationTerm, lastFreeDayToSay } from '../../domain/booking/cancellation-terms.ts';
import { inputProblem } from '../../domain/problem/input-problem.ts';
import { invalidInput, type Refusal, type RefusalOf } from '../../domain/problem/refusal.ts';
import type { OfferedQuote } from '../../domain/stay/sellable-stay.ts';
import type { Stay } from '../../domain/stay/stay.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import type { BookingInput } from './booking-input.ts';

/** The booking is committed. */
export interface BookingCreated {
  readonly kind: 'created';
  readonly bookingId: string;
  /** Whether an earlier request with the same idempotency key made it (B6). */
  readonly replayed: boolean;
}

/** The bookings of all rooms are committed. */
export interface BookingsCreated extends Pick<BookingCreated, 'kind' | 'replayed'> {
  /** In the order of the rooms. */
  readonly bookingIds: readonly string[];
}

/** The price is not the one that the caller expects (B7). */
export type PriceChanged = Refusal<'priceChanged'> & { readonly quote: OfferedQuote<NamedPromotion> };

export type BookingRefusal = Exclude<RefusalOf<'createBooking'>, Refusal<'priceChanged'>> | PriceChanged;

export type BookingOutcome = BookingCreated | BookingRefusal;
export type BookingsOutcome = BookingsCreated | BookingRefusal;

/** `firstNight` is the first night of the stay without a room left (B3). */
export function noCapacity(roomType: number, firstNight: Day): Refusal<'noCapacity'> {
  return { kind: 'noCapacity', firstNight, roomType };
}

/** A binding booking of an on-demand visit type (B3). `visitType` is the reference as sent. */
export function onDemandOnly(visitType: string): Refusal<'onDemandOnly'> {
  return { kind: 'onDemandOnly', visitType };
}

/** The new quote, whose amount is not `expectedMinor`. */
export function priceChanged(quote: OfferedQuote<NamedPromotion>, expectedMinor: number): PriceChanged {
  const { currency, amountMinor } = quote;
  return { kind: 'priceChanged', code: 'PRICE_CHANGED', quote, currency, amountMinor, expectedMinor };
}

/** The new quote, whose amount is the expected one. */
export function cancellationChanged(
  quote: OfferedQuote<NamedPromotion>,
  { freeCancellationUntil, arrival }: { freeCancellationUntil: Day | null; arrival: Day },
): PriceChanged {
  const { currency, amountMinor } = quote;
  const price = { quote, currency, amountMinor, expectedMinor: amountMinor };
  const lastFreeDay = lastFreeDayToSay(freeCancellationUntil, arrival);
  return { kind: 'priceChanged', code: 'CANCELLATION_CHANGED', freeCancellationUntil, lastFreeDay, ...price };
}

/** The key was sent with another request before (422). */
export function idempotencyKeyReused(): Refusal<'idempotency'> {
  return { kind: 'idempotency', code: 'IDEMPOTENCY_KEY_REUSED' };
}

/** The first request with the key is still running (409). */
export function idempotencyInProgress(): Refusal<'idempotency'> {
  return { kind: 'idempotency', code: 'IDEMPOTENCY_IN_PROGRESS' };
}

/** Fields of the booking that differ from its hold (S13), by path, each with the value of the hold. */
export function notAsHeld(held: readonly { readonly path: string; readonly held: string }[]): Refusal<'invalidInput'> {
  return invalidInput(held.map(({ path, held: value }) => inputProblem(path, 'notAsHeld', { held: value })));
}

/** A stay that may be booked, with everything that the booking stores of the decision. */
export interface BookableStay {
  readonly kind: 'bookable';
  readonly visitTypeNumber: number;
  readonly hotelNumber: number;
  readonly roomTypeNumber: number;
  readonly quote: OfferedQuote<NamedPromotion>;
  readonly cancellationTerms: readonly CancellationTerm[];
}

/** A room of a booking. */
export type RoomToBook = Pick<BookingInput, 'kind' | 'currency' | 'visitType' | 'guests'> & Stay;
