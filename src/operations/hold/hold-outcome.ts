/** Outcomes of holds as values with their facts (S13, F7). Codes are stable. */
import type { NamedPromotion } from '../../data/reads/tariffs.ts';
import { HOLDS_PER_ADDRESS, HOLDS_PER_CLIENT } from '../../domain/booking/hold.ts';
import type {
  LoyaltyNotApplicable,
  OfferedQuote,
  StayNotAllowed,
  StayNotFound,
  StayNotPriced,
} from '../../domain/stay/sellable-stay.ts';
import type { NoCapacity, OnDemandOnly } from '../booking/booking-outcome.ts';
import type { BookedProgram } from '../booking/booking-subjects.ts';

/** The stay is held. */
export interface StayHeld {
  readonly kind: 'held';
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly quote: OfferedQuote<NamedPromotion>;
  /** Those in the price. */
  readonly programs: readonly BookedProgram[];
}

/** As many stays are held as may be at a time. */
export interface TooManyHolds {
  readonly kind: 'tooManyHolds';
  readonly limit: number;
  /** Open holds of the holder. */
  readonly open: number;
  /** Whose holds are counted. */
  readonly holder: 'client' | 'address';
}

/** Nothing is held under the id any more. */
export interface HoldReleased {
  readonly kind: 'released';
  readonly id: string;
}

export type HoldRefusal =
  | StayNotFound
  | StayNotAllowed
  | StayNotPriced
  | LoyaltyNotApplicable
  | NoCapacity
  | OnDemandOnly
  | TooManyHolds;

export type HoldOutcome = StayHeld | HoldRefusal;

/** The refusal of one more hold, if `open` are open already. Those of a publishable key are counted by address. */
export function tooManyHolds(open: number, { isPublishable }: { isPublishable: boolean }): TooManyHolds | null {
  const limit = isPublishable ? HOLDS_PER_ADDRESS : HOLDS_PER_CLIENT;
  if (open < limit) return null;
  return { kind: 'tooManyHolds', limit, open, holder: isPublishable ? 'address' : 'client' };
}
