/**
 * The terms of a visit type in one hotel: where stays of some length may arrive, and the reduction by the best promotion. They
 * depend on neither room type nor currency, so a scan computes them once and applies them to the prices of every room. For one
 * night, the best promotion is the one that wins it (P4).
 */
import { findWinners, type Promotion } from '../pricing/promotion.ts';
import type { DayRange } from '../time/civil-date.ts';
import { intersectionOf } from '../time/day-ranges.ts';
import { arrivalsInConstraints, type StayRules } from './stay.ts';

export interface SaleConditions {
  readonly rules: StayRules;
  /** The promotions of the channel and the hotel: `applicablePromotions`. */
  readonly promotions: readonly Promotion[];
}

/** Consecutive arrivals with the same reduction. */
export interface Terms extends DayRange {
  /** The highest promotion that covers every night of the stay (V4a); 0 for none. */
  readonly basisPoints: number;
}

/**
 * The arrivals among `arrivals` for which a stay of `nights` nights meets the time constraints (T3); ascending, without
 * overlaps. Selling period, starting days and horizon are ignored.
 */
export function computeTerms(
  { rules, promotions }: SaleConditions,
  { nights, arrivals }: { nights: number; arrivals: DayRange },
): Terms[] {
  const allowed = arrivalsInConstraints(rules, nights);
  const covering = nights === 1 ? promotions : promotions.map((promotion) => arrivalsCoveredBy(promotion, nights));
  const terms: Terms[] = [];
  for (const stretch of findWinners(covering, arrivals)) {
    const basisPoints = stretch.promotion?.basisPoints ?? 0;
    for (const { from, to } of intersectionOf(allowed, [stretch])) terms.push({ from, to, basisPoints });
  }
  return terms;
}

/** The promotion with validity in arrivals: valid where it is valid on every night of the stay. */
function arrivalsCoveredBy(promotion: Promotion, nights: number): Promotion {
  const { validTo } = promotion;
  return { ...promotion, validTo: validTo === null ? null : validTo - nights + 1 };
}
