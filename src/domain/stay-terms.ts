/**
 * The terms of a visit type in one hotel: where stays of some length may arrive, and how much the best promotion takes
 * off them. They depend on neither room type nor currency, so a scan works them out once and lays every room's prices
 * over them. The single night is the stay of one night: there the best promotion is the one that wins it (P4).
 */
import type { DayRange } from './civil-date.ts';
import { overlapOf } from './day-ranges.ts';
import { type Promotion, winnersOf } from './promotion.ts';
import { arrivalsInConstraints, type StayRules } from './stay.ts';

/** What a visit type and a hotel demand and grant. */
export interface Offered {
  readonly rules: StayRules;
  /** Those of the channel and the hotel: `promotionsAt`. */
  readonly promotions: readonly Promotion[];
}

/** Arrivals in a row with the same reduction. */
export interface Terms extends DayRange {
  /** The highest of the promotions that cover every night of the stay (V4a); 0 for none. */
  readonly basisPoints: number;
}

/**
 * The arrivals among `arrivals` for which a stay of `nights` nights keeps the time constraints (T3), ascending and never
 * overlapping. Selling period, starting days and horizon are not looked at.
 */
export function termsOf(
  { rules, promotions }: Offered,
  { nights, arrivals }: { nights: number; arrivals: DayRange },
): Terms[] {
  const allowed = arrivalsInConstraints(rules, nights);
  const covering = nights === 1 ? promotions : promotions.map((promotion) => arrivalsCoveredBy(promotion, nights));
  const terms: Terms[] = [];
  for (const stretch of winnersOf(covering, arrivals)) {
    const basisPoints = stretch.promotion?.basisPoints ?? 0;
    for (const { from, to } of overlapOf(allowed, [stretch])) terms.push({ from, to, basisPoints });
  }
  return terms;
}

/** The promotion as one of arrivals: valid where it is valid on every night of the stay. */
function arrivalsCoveredBy(promotion: Promotion, nights: number): Promotion {
  const { validTo } = promotion;
  return { ...promotion, validTo: validTo === null ? null : validTo - nights + 1 };
}
