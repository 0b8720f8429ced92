/** Everything that a request can be refused for as a value, with its stable code (F7). */
import type {
  LoyaltyNotApplicable,
  StayNotAllowed,
  StayNotFound,
  StayNotPriced,
} from '../domain/stay/sellable-stay.ts';
import type {
  GuestCountProblem,
  IdempotencyProblem,
  NoCapacity,
  OnDemandOnly,
  PriceChanged,
  TooManyRequests,
} from './booking/booking-outcome.ts';
import type { NotAnswerable } from './booking/changes/answer-request.ts';
import type { NotCancellable } from './booking/changes/cancel-booking.ts';
import type { BookingNotFound } from './booking/changes/change-booking.ts';
import type { TooManyHolds } from './hold/hold-outcome.ts';
import type { InputCode, InputProblem } from './input-problem.ts';
import type { Conflict } from './update/update-transaction.ts';
import type { WebhookNotFound } from './webhooks/manage-webhooks.ts';

/** The input is wrong, by all its problems. */
export interface InvalidInput {
  readonly kind: 'invalidInput';
  readonly problems: readonly InputProblem[];
}

export type NotFound = StayNotFound | BookingNotFound | WebhookNotFound;
export type Obstructed = NotCancellable | NotAnswerable<'notConfirmable'> | NotAnswerable<'notDeclinable'>;

export type Refusal =
  | InvalidInput
  | NotFound
  | StayNotAllowed
  | StayNotPriced
  | LoyaltyNotApplicable
  | NoCapacity
  | OnDemandOnly
  | GuestCountProblem
  | Omit<PriceChanged, 'quote'>
  | IdempotencyProblem
  | TooManyRequests
  | TooManyHolds
  | Conflict
  | Obstructed;

type Coded = Extract<Refusal, { readonly code: string }>;

/** The codes of refusals that have just one. Complete by its type. */
const CODES = {
  invalidInput: 'INVALID_INPUT',
  notFound: 'NOT_FOUND',
  notPriced: 'NOT_PRICED',
  noCapacity: 'NO_CAPACITY',
  onDemandOnly: 'ON_DEMAND_ONLY',
  guestCount: 'GUEST_COUNT',
  priceChanged: 'PRICE_CHANGED',
  tooManyHolds: 'TOO_MANY_HOLDS',
  tooManyRequests: 'TOO_MANY_REQUESTS',
  conflict: 'CONFLICT',
} as const satisfies Readonly<Record<Exclude<Refusal['kind'], Coded['kind']>, string>>;

/** The codes of refusals. */
export type RefusalCode = (typeof CODES)[keyof typeof CODES] | Coded['code'];
/** The codes of refusals and of problems of inputs. */
export type ProblemCode = RefusalCode | InputCode;

export function codeOf(refusal: Refusal): RefusalCode {
  return 'code' in refusal ? refusal.code : CODES[refusal.kind];
}
