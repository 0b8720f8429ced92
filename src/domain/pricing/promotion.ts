/**
 * Promotions, and which one wins a night. They never stack: the highest percentage wins, then the earlier `validFrom`, then the
 * lower number (P4). A promotion is valid on the nights `[validFrom, validTo)` (T3). Pricing takes promotions that
 * `applicablePromotions` has narrowed to one channel and one hotel.
 */
import type { Day, DayRange } from '../time/civil-date.ts';
import { portionOf } from './money.ts';

export interface Promotion {
  readonly number: number;
  /** 0 to 10,000: 1,500 is 15 %. */
  readonly basisPoints: number;
  readonly validFrom: Day;
  /** The night after the last one; null: unlimited. */
  readonly validTo: Day | null;
  readonly channels: readonly string[];
  /** Null: all hotels of the visit type. */
  readonly hotelNumbers: readonly number[] | null;
}

/** The promotions of one channel in one hotel (P4, P7), in the given order. */
export function applicablePromotions<P extends Promotion>({
  promotions,
  channel,
  hotelNumber,
}: {
  promotions: readonly P[];
  channel: string;
  hotelNumber: number;
}): P[] {
  return promotions.filter(
    ({ channels, hotelNumbers }) =>
      channels.includes(channel) && (hotelNumbers === null || hotelNumbers.includes(hotelNumber)),
  );
}

/** Whether a promotion is listed for labelling: it runs now or later, by the UTC date (C3). */
export function isListed({ validTo }: Promotion, todayUtc: Day): boolean {
  return validTo === null || validTo > todayUtc;
}

/** Negative when `a` wins a night on which both are valid (P4). */
function byPrecedence(a: Promotion, b: Promotion): number {
  return b.basisPoints - a.basisPoints || a.validFrom - b.validFrom || a.number - b.number;
}

/** The promotion that wins a night, or null (P4). */
export function winningPromotion<P extends Promotion>(promotions: readonly P[], night: Day): P | null {
  let winner: P | null = null;
  for (const promotion of promotions) {
    const { validFrom, validTo } = promotion;
    const isValid = validFrom <= night && (validTo === null || night < validTo);
    if (isValid && (winner === null || byPrecedence(promotion, winner) < 0)) winner = promotion;
  }
  return winner;
}

/**
 * What a promotion takes off: its percentage of `wonMinor / divisor`, the base of the nights that it won, rounded once, half-up (L4). This
 * is the only place that rounds a promotion.
 */
export function promotionLine(wonMinor: number, basisPoints: number, divisor = 1): number {
  return portionOf(wonMinor, basisPoints, divisor);
}

/** Consecutive nights that one promotion wins, or none. */
export interface WonNights<P extends Promotion = Promotion> extends DayRange {
  readonly promotion: P | null;
}

/**
 * The winners of `nights` as ascending ranges without gaps. The winner changes only where a promotion begins or ends, so ranges
 * run from one such night to the next; two neighbours may have the same winner.
 */
export function findWinners<P extends Promotion>(promotions: readonly P[], nights: DayRange): WonNights<P>[] {
  if (nights.from > nights.to) return [];
  const valid = promotions.filter(
    ({ validFrom, validTo }) => validFrom <= nights.to && (validTo === null || nights.from < validTo),
  );
  if (valid.length === 0) return [{ from: nights.from, to: nights.to, promotion: null }];
  const changes = new Set([nights.from]);
  for (const { validFrom, validTo } of valid) {
    if (nights.from < validFrom) changes.add(validFrom);
    if (validTo !== null && validTo <= nights.to) changes.add(validTo);
  }
  const starts = [...changes].sort((a, b) => a - b);
  return starts.map((from, index) => ({
    from,
    to: (starts[index + 1] ?? nights.to + 1) - 1,
    promotion: winningPromotion(valid, from),
  }));
}
