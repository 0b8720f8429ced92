/**
 * Promotions and which one wins a night. They never stack: for each night the highest percentage wins, ties going to
 * the one valid earlier, then to the lower number (P4). A promotion is valid on nights `[validFrom, validTo)` (T3).
 * Price questions take promotions already narrowed by `promotionsAt` to one channel and one hotel.
 */
import type { Day, DayRange } from './civil-date.ts';

export interface Promotion {
  readonly number: number;
  /** 0 to 10,000: 1,500 is 15 %. */
  readonly basisPoints: number;
  /** First night. */
  readonly validFrom: Day;
  /** The night after the last one; null: unlimited. */
  readonly validTo: Day | null;
  readonly channels: readonly string[];
  /** Null: all hotels of the visit type. */
  readonly hotelNumbers: readonly number[] | null;
}

/** Marks a night that no promotion wins. */
export const NO_PROMOTION = -1;

/** The promotions that hold for one channel in one hotel (P4, P7), in their given order. */
export function promotionsAt<P extends Promotion>({
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

/** Negative when `a` wins over `b` on a night where both are valid (P4). */
function byPrecedence(a: Promotion, b: Promotion): number {
  return b.basisPoints - a.basisPoints || a.validFrom - b.validFrom || a.number - b.number;
}

/** The promotion that wins a night, or null (P4). */
export function winningPromotion<P extends Promotion>(promotions: readonly P[], night: Day): P | null {
  return promotions[winnersByNight(promotions, { from: night, to: night })[0]!] ?? null;
}

/**
 * The winner of every night of `nights`, as an index into `promotions` or `NO_PROMOTION`; the place is night -
 * nights.from. Painted from the weakest promotion to the strongest, so that what is seen in the end has won.
 */
export function winnersByNight(promotions: readonly Promotion[], nights: DayRange): Int16Array {
  const winners = new Int16Array(Math.max(0, nights.to - nights.from + 1)).fill(NO_PROMOTION);
  const weakestFirst = promotions.map((_, index) => index);
  weakestFirst.sort((a, b) => byPrecedence(promotions[b]!, promotions[a]!));
  for (const index of weakestFirst) {
    const { validFrom, validTo } = promotions[index]!;
    const end = (validTo ?? nights.to + 1) - nights.from;
    if (end > 0) winners.fill(index, Math.max(0, validFrom - nights.from), end);
  }
  return winners;
}
