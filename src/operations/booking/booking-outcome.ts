/**
 * All outcomes of a booking request as values: made, or refused for one reason. Codes are stable. Messages are for
 * people, and name dates, numbers and ids, never anything about a person.
 */
import type { NamedPromotion } from '../../data/reads/tariffs.ts';
import type {
  LoyaltyNotApplicable,
  OfferedQuote,
  StayNotAllowed,
  StayNotFound,
  StayNotPriced,
} from '../../domain/stay/sellable-stay.ts';
import { type Day, formatDay } from '../../domain/time/civil-date.ts';
import type { InputProblem } from '../input-problem.ts';

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
  readonly message: string;
}

/** A binding booking of an on-demand visit type (B3). */
export interface OnDemandOnly {
  readonly kind: 'onDemandOnly';
  readonly message: string;
}

/** No guest, or more guests than beds (B2). */
export interface GuestCountProblem {
  readonly kind: 'guestCount';
  readonly beds: number;
  readonly guests: number;
  readonly message: string;
}

/** The price is not the one that the caller expects (B7). */
export interface PriceChanged {
  readonly kind: 'priceChanged';
  readonly quote: OfferedQuote<NamedPromotion>;
  readonly message: string;
}

/** The idempotency key belongs to another request, or to one that is still running (B6). */
export interface IdempotencyProblem {
  readonly kind: 'idempotency';
  readonly code: 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_IN_PROGRESS';
  readonly message: string;
}

/** The limit of requests for a hotel and an e-mail address is reached. The message does not reveal the address. */
export interface TooManyRequests {
  readonly kind: 'tooManyRequests';
  /** Whole seconds until the next one is accepted, at least 1. */
  readonly retryAfterSeconds: number;
  readonly message: string;
}

/** The booking is not what its hold is of (S13). */
export interface NotAsHeld {
  readonly kind: 'invalidInput';
  /** One for each such field. */
  readonly problems: readonly InputProblem<'NOT_AS_HELD'>[];
  readonly message: string;
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
export function noCapacity(roomTypeNumber: number, firstNight: Day): NoCapacity {
  const message = `Room type ${roomTypeNumber} has no room left on the night of ${formatDay(firstNight)}.`;
  return { kind: 'noCapacity', firstNight, message };
}

/** `visitType` is the reference as sent. */
export function onDemandOnly(visitType: string): OnDemandOnly {
  const message = `Visit type ${visitType} can only be requested; send a non-binding booking.`;
  return { kind: 'onDemandOnly', message };
}

/** The problem with the number of guests in a room of `beds`, or null. */
export function guestCountProblem({ guests, beds }: { guests: number; beds: number }): GuestCountProblem | null {
  if (guests >= 1 && guests <= beds) return null;
  const message =
    guests === 0
      ? `At least one guest must be named; the room has beds for ${beds}.`
      : `The room has beds for ${beds}; ${guests} guests are named.`;
  return { kind: 'guestCount', beds, guests, message };
}

/** The new quote, whose amount is not `expectedTotalMinor`. */
export function priceChanged(quote: OfferedQuote<NamedPromotion>, expectedTotalMinor: number): PriceChanged {
  const amounts = `it costs ${quote.amountMinor}, expected were ${expectedTotalMinor} minor units of ${quote.currency}`;
  return { kind: 'priceChanged', quote, message: `The price of the stay is another one: ${amounts}.` };
}

/** The key was sent with another request before (422). */
export function idempotencyKeyReused(): IdempotencyProblem {
  const message = 'This idempotency key was used for another request.';
  return { kind: 'idempotency', code: 'IDEMPOTENCY_KEY_REUSED', message };
}

/** The first request with the key is still running (409). */
export function idempotencyInProgress(): IdempotencyProblem {
  const message = 'The first request with this idempotency key is still running; send it again later.';
  return { kind: 'idempotency', code: 'IDEMPOTENCY_IN_PROGRESS', message };
}

/** These fields of the booking are not what its hold is of (S13): what is held there, by path. */
export function notAsHeld(held: readonly { readonly path: string; readonly held: string }[]): NotAsHeld {
  const problems = held.map(({ path, held: value }) => {
    return { path, code: 'NOT_AS_HELD' as const, message: `Must be ${value}, as held.` };
  });
  const message = `The booking is not what its hold is of: ${problems.map(({ path }) => path).join(', ')}.`;
  return { kind: 'invalidInput', problems, message };
}

/** Too many requests for the hotel and e-mail address (429). */
export function tooManyRequests(hotelNumber: number, retryAfterSeconds: number): TooManyRequests {
  const seconds = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`;
  const message = `No more requests a minute are taken for hotel ${hotelNumber} under this e-mail address; try again in ${seconds}.`;
  return { kind: 'tooManyRequests', retryAfterSeconds, message };
}
