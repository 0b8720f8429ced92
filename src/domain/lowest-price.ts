/**
 * The lowest price of one night for one guest (P6), over everything that may be sold. Each night is rounded once from
 * its exact price; the rounded amounts are what is compared, and of equal ones the higher original is shown, because
 * it tells of the better bargain. Amount and original always belong to the same night of the same room.
 */
import type { Day } from './civil-date.ts';
import { CURRENCIES, type Currency, divideHalfUp, WHOLE_BASIS_POINTS } from './money.ts';
import type { RoomType } from './price-list.ts';
import { NO_PROMOTION, type Promotion, winnersByNight } from './promotion.ts';
import type { NightPrice, RateBook } from './rate-book.ts';
import { UNPRICED } from './room-rates.ts';
import { isOnSale, reachByNight, type StayRules } from './stay.ts';

/** One thing that may be sold: a room type (and so its hotel) under a visit type, as the caller's channel sees it. */
export interface Candidate {
  readonly visitTypeNumber: number;
  readonly rules: StayRules;
  readonly room: RoomType;
  /** Of the visit type, for today. */
  readonly book: RateBook;
  /** Those of the channel and the room's hotel: `promotionsAt`. */
  readonly promotions: readonly Promotion[];
}

/** A night's price after its promotion and before it, rounded, for as many guests as was asked. */
export interface NightOffer {
  readonly amountMinor: number;
  readonly originalMinor: number;
}

export type LowestPrice = Readonly<Record<Currency, NightOffer | null>>;

/** Nothing for sale in any currency. */
export const NO_LOWEST_PRICE: LowestPrice = { CZK: null, EUR: null };

/** Whether the first offer is the one to show: the lower amount, of equal ones the higher original (P6). */
export function isBetterOffer(offer: NightOffer, than: NightOffer | null): boolean {
  if (than === null || offer.amountMinor !== than.amountMinor)
    return than === null || offer.amountMinor < than.amountMinor;
  return offer.originalMinor > than.originalMinor;
}

/** In each currency the better offer of two: the lowest price over everything that either was found over. */
export function lowerOf(a: LowestPrice, b: LowestPrice): LowestPrice {
  const better = (currency: Currency) => {
    const offer = a[currency];
    return offer && isBetterOffer(offer, b[currency]) ? offer : b[currency];
  };
  return { CZK: better('CZK'), EUR: better('EUR') };
}

/**
 * A night price as an offer to each of `shares` (the beds for a price per guest, 1 for the whole room), after a
 * promotion of `basisPoints` and before it, each figure rounded once from the exact value (P6).
 */
export function offerOf(
  { amountMinor, divisor }: NightPrice,
  { basisPoints, shares }: { basisPoints: number; shares: number },
): NightOffer {
  const parts = divisor * shares;
  return {
    amountMinor: divideHalfUp(amountMinor * (WHOLE_BASIS_POINTS - basisPoints), parts * WHOLE_BASIS_POINTS),
    originalMinor: divideHalfUp(amountMinor, parts),
  };
}

/**
 * The lowest price per night and guest in each currency, null where nothing is for sale. `window` are nights,
 * half-open, an open side is null; past nights and nights beyond the book never count (K6, P8). Time constraints are
 * asked of the single night; start days, minimum stay, capacity and on demand are not looked at.
 */
export function lowestPrice(
  candidates: readonly Candidate[],
  { today, window = { from: null, to: null } }: { today: Day; window?: { from: Day | null; to: Day | null } },
): LowestPrice {
  const lowest: Record<Currency, NightOffer | null> = { ...NO_LOWEST_PRICE };
  for (const candidate of candidates) {
    if (!isOnSale(candidate.rules, today)) continue;
    const from = Math.max(today, candidate.book.firstNight, window.from ?? today);
    const to = Math.min(candidate.book.lastNight, window.to === null ? candidate.book.lastNight : window.to - 1);
    if (from > to) continue;
    const nights = { from, to, reach: reachByNight(candidate.rules, { from, to }) };
    const winners = winnersByNight(candidate.promotions, nights);
    for (const currency of CURRENCIES) {
      lowest[currency] = bestNight({ candidate, currency, nights, winners, best: lowest[currency] });
    }
  }
  return lowest;
}

function bestNight({
  candidate: { book, room, promotions },
  currency,
  nights,
  winners,
  best,
}: {
  candidate: Candidate;
  currency: Currency;
  nights: { from: Day; to: Day; reach: Int32Array };
  winners: Int16Array;
  best: NightOffer | null;
}): NightOffer | null {
  const rates = book.rooms.get(room.number)?.rates[currency];
  if (!rates) return best;
  const { nightMinor, nightDivisor } = rates;
  const { from, to, reach } = nights;
  const first = from - book.firstNight;
  let seenMinor = UNPRICED;
  let seenDivisor = 0;
  let seenWinner = NO_PROMOTION;
  for (let i = 0; i <= to - from; i++) {
    const amountMinor = nightMinor[first + i]!;
    if (amountMinor === UNPRICED || reach[i]! < from + i) continue;
    const divisor = nightDivisor[first + i]!;
    const winner = winners[i]!;
    // A season is a long run of equal nights: one of them speaks for all.
    if (amountMinor === seenMinor && divisor === seenDivisor && winner === seenWinner) continue;
    seenMinor = amountMinor;
    seenDivisor = divisor;
    seenWinner = winner;
    const basisPoints = promotions[winner]?.basisPoints ?? 0;
    const offer = offerOf({ amountMinor, divisor }, { basisPoints, shares: room.beds });
    if (isBetterOffer(offer, best)) best = offer;
  }
  return best;
}
