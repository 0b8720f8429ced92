/**
 * The lowest price of one night for one guest (P6), over a set of candidates. Rounded amounts are compared. Of equal amounts the
 * higher original is shown, because it is the better bargain. Amount and original always belong to the same night of the same room.
 */
import { CURRENCIES, type Currency, divideHalfUp, portionOf, WHOLE_BASIS_POINTS } from '../pricing/money.ts';
import type { RoomType } from '../pricing/price-list.ts';
import { promotionLine } from '../pricing/promotion.ts';
import { nightPrices, type PricedNights, type RateBook } from '../pricing/rate-book.ts';
import { isOnSale } from '../stay/stay.ts';
import { computeTerms, type SaleConditions, type Terms } from '../stay/stay-terms.ts';
import type { Day, DayRange } from '../time/civil-date.ts';
import { ALL_DAYS } from '../time/day-ranges.ts';

/** Something for sale: a room type (and so its hotel) under a visit type, as the caller's channel sees it. */
export interface Candidate extends SaleConditions {
  readonly visitTypeNumber: number;
  readonly room: RoomType;
  /** The visit type's book for today. */
  readonly book: RateBook;
}

/** A night's price after and before its promotion, rounded, per share. */
export interface NightOffer {
  readonly amountMinor: number;
  readonly originalMinor: number;
}

export type LowestPrice = Readonly<Record<Currency, NightOffer | null>>;

/** Nothing for sale in any currency. */
export const NO_LOWEST_PRICE: LowestPrice = { CZK: null, EUR: null };

/** Whether `offer` is the one to show: the lower amount, then the higher original (P6). */
export function isBetterOffer(offer: NightOffer, than: NightOffer | null): boolean {
  if (than === null) return true;
  if (offer.amountMinor !== than.amountMinor) return offer.amountMinor < than.amountMinor;
  return offer.originalMinor > than.originalMinor;
}

/** The better offer of two in each currency. */
export function mergeLowestPrices(a: LowestPrice, b: LowestPrice): LowestPrice {
  return { CZK: betterOffer(a.CZK, b.CZK), EUR: betterOffer(a.EUR, b.EUR) };
}

function betterOffer(a: NightOffer | null, b: NightOffer | null): NightOffer | null {
  return a && isBetterOffer(a, b) ? a : b;
}

/**
 * A night price divided by `shares` (the beds for a price per guest, 1 for the whole room), after and before a promotion of
 * `basisPoints`. A PER_NIGHT rate after it is the quote of that night alone; the average of a package is exact until it is divided (P6).
 */
export function offerOf(
  { amountMinor, packageNights }: Pick<PricedNights, 'amountMinor' | 'packageNights'>,
  { basisPoints, shares }: { basisPoints: number; shares: number },
): NightOffer {
  if (packageNights === 0) {
    const totalMinor = amountMinor - promotionLine(amountMinor, basisPoints);
    return { amountMinor: divideHalfUp(totalMinor, shares), originalMinor: divideHalfUp(amountMinor, shares) };
  }
  const parts = packageNights * shares;
  return {
    amountMinor: portionOf(amountMinor, WHOLE_BASIS_POINTS - basisPoints, parts),
    originalMinor: divideHalfUp(amountMinor, parts),
  };
}

/** Consecutive nights with the same offer. */
export interface OfferedNights extends DayRange {
  readonly offer: NightOffer;
  /** Whether the offer is a PER_NIGHT rate, and not the average of a package. */
  readonly isRate: boolean;
}

/** The priced nights of a room among those of `terms`, with the offer to each of `shares`; ascending. */
export function nightOffers({
  candidate: { book, room },
  currency,
  terms,
  shares,
}: {
  candidate: Pick<Candidate, 'book' | 'room'>;
  currency: Currency;
  /** Terms of single nights, ascending. */
  terms: readonly Terms[];
  shares: number;
}): OfferedNights[] {
  const offered: OfferedNights[] = [];
  const [first, last] = [terms[0], terms.at(-1)];
  if (!first || !last) return offered;
  let begun = 0;
  for (const price of nightPrices(book, room.number, currency, { from: first.from, to: last.to })) {
    for (let at = begun; ; at++) {
      const term = terms[at];
      if (!term || term.from > price.to) break;
      const { from, to, basisPoints } = term;
      if (to < price.from) {
        begun = at + 1;
        continue;
      }
      offered.push({
        from: Math.max(from, price.from),
        to: Math.min(to, price.to),
        offer: offerOf(price, { basisPoints, shares }),
        isRate: price.packageNights === 0,
      });
    }
  }
  return offered;
}

/**
 * The terms of the nights of one candidate after another. Consecutive candidates of one visit type and hotel share rules and
 * promotions, so their terms are computed once.
 */
export function nightTerms(nights: DayRange): (candidate: Candidate) => readonly Terms[] {
  let last: Candidate | null = null;
  let terms: readonly Terms[] = [];
  return (candidate) => {
    if (candidate.rules !== last?.rules || candidate.promotions !== last.promotions) {
      terms = computeTerms(candidate, { nights: 1, arrivals: nights });
    }
    last = candidate;
    return terms;
  };
}

/**
 * The lowest price per night and guest in each currency, null where nothing is for sale. `window` is a half-open range of
 * nights; null is an open side. Past nights and nights beyond the book never count (K6, P8). Time constraints apply to the
 * single night; starting days, minimum stay, capacity and on demand are ignored.
 */
export function lowestPrice(
  candidates: readonly Candidate[],
  { today, window = { from: null, to: null } }: { today: Day; window?: { from: Day | null; to: Day | null } },
): LowestPrice {
  const lowest: Record<Currency, NightOffer | null> = { ...NO_LOWEST_PRICE };
  const from = Math.max(today, window.from ?? today);
  const termsFor = nightTerms({ from, to: window.to === null ? ALL_DAYS[0].to : window.to - 1 });
  for (const candidate of candidates) {
    const terms = isOnSale(candidate.rules, today) ? termsFor(candidate) : [];
    if (terms.length === 0) continue;
    for (const currency of CURRENCIES) {
      for (const { offer } of nightOffers({ candidate, currency, terms, shares: candidate.room.beds })) {
        if (isBetterOffer(offer, lowest[currency])) lowest[currency] = offer;
      }
    }
  }
  return lowest;
}
