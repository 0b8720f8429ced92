/** What every language has to say (F7). A text that is missing does not compile, nor does one with a fact that its problem lacks. */
import type { ObstacleCode } from '../domain/booking/changes.ts';
import type { LoyaltyNotApplicable, StayNotAllowed, StayNotPriced } from '../domain/stay/sellable-stay.ts';
import type {
  GuestCountProblem,
  IdempotencyProblem,
  NoCapacity,
  OnDemandOnly,
  PriceChanged,
  SpentLimit,
  TooManyRequests,
} from '../operations/booking/booking-outcome.ts';
import type { TooManyHolds } from '../operations/hold/hold-outcome.ts';
import type { FactsOf, InputReason } from '../operations/input-problem.ts';
import type { NotFound, Obstructed } from '../operations/refusal.ts';
import type { Speech } from './speech.ts';

type Text<Facts> = (facts: Facts, say: Speech) => string;

/** Sentences about a field, which the path names. */
export type InputTexts = { readonly [Reason in InputReason]: Text<FactsOf<Reason>> };

/** A subject that does not exist; the id is null if it is not repeated. */
export interface Missing {
  readonly subject: NotFound['subject'];
  readonly id: string | null;
}

/** Sentences about a whole request. */
export interface OutcomeTexts {
  /** Stands before the problems. */
  readonly invalidInput: string;
  /** Stands after them if there are more than are named. */
  readonly moreProblems: string;
  readonly notFound: Text<Missing>;
  readonly stayNotAllowed: {
    readonly [Code in StayNotAllowed['code']]: Text<Extract<StayNotAllowed, { readonly code: Code }>>;
  };
  readonly notPriced: Text<StayNotPriced>;
  /** Stands after either: the nights of the stays that can be had from the day of arrival (F2). */
  readonly otherLengths: (nights: string) => string;
  readonly loyaltyNotApplicable: Readonly<Record<LoyaltyNotApplicable['code'], Text<LoyaltyNotApplicable>>>;
  readonly noCapacity: Text<NoCapacity>;
  readonly onDemandOnly: Text<OnDemandOnly>;
  readonly guestCount: Text<GuestCountProblem>;
  readonly priceChanged: Text<Pick<PriceChanged, 'currency' | 'amountMinor' | 'expectedMinor'>>;
  readonly idempotency: Readonly<Record<IdempotencyProblem['code'], string>>;
  readonly tooManyRequests: Readonly<Record<SpentLimit, Text<TooManyRequests>>>;
  readonly tooManyHolds: Text<TooManyHolds>;
  readonly conflict: string;
  /** What cannot be done with the booking; `found` says why. */
  readonly cannot: Readonly<Record<Obstructed['kind'], (found: string) => string>>;
  readonly found: Readonly<Record<ObstacleCode, string>>;
}

export interface Texts {
  readonly inputs: InputTexts;
  readonly outcomes: OutcomeTexts;
}
