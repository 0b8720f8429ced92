/** Outcomes of holds as values with their facts (S13, F7). Codes are stable. */

import type { CountedHolds, KnownHold } from '../../data/holds.ts';
import type { NamedPromotion } from '../../data/reads/tariffs.ts';
import { HOLDS_PER_ADDRESS, HOLDS_PER_CLIENT } from '../../domain/booking/hold.ts';
import { secondsUntil } from '../../domain/limits/use-limits.ts';
import type { Refusal, RefusalOf } from '../../domain/problem/refusal.ts';
import type { OfferedQuote } from '../../domain/stay/sellable-stay.ts';
import type { Stay } from '../../domain/stay/stay.ts';
import type { BookedProgram, GuestProgram } from '../booking/booking-subjects.ts';

/** A stay that is held. */
export interface HeldStay extends Stay {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly visitTypeNumber: number;
  readonly hotelNumber: number;
  readonly roomTypeNumber: number;
  readonly quote: OfferedQuote<NamedPromotion>;
  /** The loyalty programmes that the price includes. */
  readonly programs: readonly BookedProgram[];
}

/** The stay is held. */
export interface StayHeld extends HeldStay {
  readonly kind: 'held';
  /** Whether an earlier request with the same idempotency key holds it. */
  readonly replayed: boolean;
}

/** A stored hold as its holder sees it. */
export function heldStay({ programs, cancellationTerms: _terms, ...held }: KnownHold<GuestProgram>): HeldStay {
  // biome-ignore lint/style/noNonNullAssertion: a hold has only programmes that exist.
  return { ...held, programs: programs.map(({ program }) => program.found!) };
}

/** Nothing is held under the id any more. */
export interface HoldReleased {
  readonly kind: 'released';
  readonly id: string;
}

export type HoldRefusal = RefusalOf<'holdStays'>;

export type HoldOutcome = StayHeld | RefusalOf<'holdStay'>;

/** The rooms of a stay are held together. */
export interface StaysHeld extends Pick<StayHeld, 'kind' | 'replayed'> {
  /** What names all of them: the id of the party, of one room that of its hold. */
  readonly id: string;
  /** In the order of the rooms. */
  readonly holds: readonly HeldStay[];
}

export type HoldsOutcome = StaysHeld | HoldRefusal;

/**
 * The refusal of one more hold, if too many are open already; rooms that are held together are one. Those of publishable keys are counted
 * by address (A4).
 */
export function tooManyHolds(
  { open, firstEnd, oldest }: CountedHolds,
  { isPublishable, now }: { isPublishable: boolean; now: number },
): Refusal<'tooManyHolds'> | null {
  const most = isPublishable ? HOLDS_PER_ADDRESS : HOLDS_PER_CLIENT;
  if (open < most) return null;
  const retryAfterSeconds = secondsUntil(firstEnd ?? now, now);
  return { kind: 'tooManyHolds', most, open, retryAfterSeconds, holder: isPublishable ? 'address' : 'client', oldest };
}
