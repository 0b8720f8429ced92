/**
 * All outcomes of a booking request as values: made, or refused for one reason, with its facts (F7). Codes are stable. Facts are
 * dates, numbers and ids, never anything about a person.
 */
import type { NamedPromotion } from '../../data/reads/tariffs.ts';
import type { Currency } from '../../domain/pricing/money.ts';
import type {
  LoyaltyNotApplicable,
  OfferedQuote,
  StayNotAllowed,
  StayNotFound,
  StayNotPriced,
} from '../../domain/stay/sellable-stay.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { type InputProblem, inputProblem } from '../input-problem.ts';

/** The booking is committed. */
export interface BookingCreated {
  readonly kind: 'created';
  readonly bookingId: string;
  /** Whether an earlier request with the same idempotency key made it (B6). */
  readonly replayed: boolean;
}

/** No room is left for a binding booking on some night (B3). */
export interface NoCapacity {
  readonly kind: 'noCapacity';
  readonly firstNight: Day;
  readonly roomType: number;
}

/** A binding booking of an on-demand visit type (B3). */
export interface OnDemandOnly {
  readonly kind: 'onDemandOnly';
  /** As the request gave it. */
  readonly visitType: string;
}

/** No guest, or more guests than beds (B2). */
export interface GuestCountProblem {
  readonly kind: 'guestCount';
  readonly beds: number;
  readonly guests: number;
}

/** The price is not the one that the caller expects (B7). */
export interface PriceChanged {
  readonly kind: 'priceChanged';
  readonly quote: OfferedQuote<NamedPromotion>;
  readonly currency: Currency;
  readonly amountMinor: number;
  readonly expectedMinor: number;
}

/** The idempotency key belongs to another request, or to one that is still running (B6). */
export interface IdempotencyProblem {
  readonly kind: 'idempotency';
  readonly code: 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_IN_PROGRESS';
}

/** A limit on what is booked, by what it counts (A4, B8). */
export const SPENT_LIMITS = [
  'HOTEL_REQUESTS',
  'ADDRESS_BOOKINGS',
  'EMAIL_BOOKINGS',
  'ADDRESS_ROOM_NIGHTS',
  'BOOKING_CHANGES',
] as const;
export type SpentLimit = (typeof SPENT_LIMITS)[number];

/** A limit on what is booked is reached. */
export interface TooManyRequests {
  readonly kind: 'tooManyRequests';
  readonly limit: SpentLimit;
  /** How many may be within the window. */
  readonly most: number;
  readonly windowSeconds: number;
  /** Whole seconds until the next one is accepted, at least 1. */
  readonly retryAfterSeconds: number;
  readonly hotel: number;
}

/** The booking is not what its hold is of (S13). */
export interface NotAsHeld {
  readonly kind: 'invalidInput';
  /** One for each such field. */
  readonly problems: readonly InputProblem<'notAsHeld'>[];
}

export type BookingRefusal =
  | NotAsHeld
  | StayNotFound
  | StayNotAllowed
  | StayNotPriced
  | LoyaltyNotApplicable
  | NoCapacity
  | OnDemandOnly
  | GuestCountProblem
  | PriceChanged
  | IdempotencyProblem
  | TooManyRequests;

export type BookingOutcome = BookingCreated | BookingRefusal;

/** `firstNight` is the first night of the stay without a room left. */
export function noCapacity(roomType: number, firstNight: Day): NoCapacity {
  return { kind: 'noCapacity', firstNight, roomType };
}

/** `visitType` is the reference as sent. */
export function onDemandOnly(visitType: string): OnDemandOnly {
  return { kind: 'onDemandOnly', visitType };
}

/** The problem with the number of guests in a room of `beds`, or null. */
export function guestCountProblem({ guests, beds }: { guests: number; beds: number }): GuestCountProblem | null {
  return guests >= 1 && guests <= beds ? null : { kind: 'guestCount', beds, guests };
}

/** The new quote, whose amount is not `expectedMinor`. */
export function priceChanged(quote: OfferedQuote<NamedPromotion>, expectedMinor: number): PriceChanged {
  const { currency, amountMinor } = quote;
  return { kind: 'priceChanged', quote, currency, amountMinor, expectedMinor };
}

/** The key was sent with another request before (422). */
export function idempotencyKeyReused(): IdempotencyProblem {
  return { kind: 'idempotency', code: 'IDEMPOTENCY_KEY_REUSED' };
}

/** The first request with the key is still running (409). */
export function idempotencyInProgress(): IdempotencyProblem {
  return { kind: 'idempotency', code: 'IDEMPOTENCY_IN_PROGRESS' };
}

/** These fields of the booking are not what its hold is of (S13): what is held there, by path. */
export function notAsHeld(held: readonly { readonly path: string; readonly held: string }[]): NotAsHeld {
  const problems = held.map(({ path, held: value }) => inputProblem(path, 'notAsHeld', { held: value }));
  return { kind: 'invalidInput', problems };
}

/** A limit is reached; `hotel` is the number of the one that it is about (429). */
export function tooManyRequests(hotel: number, reached: Omit<TooManyRequests, 'kind' | 'hotel'>): TooManyRequests {
  return { kind: 'tooManyRequests', hotel, ...reached };
}
