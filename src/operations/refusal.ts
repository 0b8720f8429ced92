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
import { CODES, type CodeOf } from './refusal-codes.ts';
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

/** The codes of refusals. */
export type RefusalCode = CodeOf<Refusal>;
/** The codes of refusals and of problems of inputs. */
export type ProblemCode = RefusalCode | InputCode;

export function codeOf<One extends Refusal>(refusal: One): CodeOf<One> {
  const one: Refusal = refusal;
  // A kind without a code of its own, or one for all of its kind, does not compile.
  const code: RefusalCode = 'code' in one ? one.code : CODES[one.kind];
  return code as CodeOf<One>;
}
