/**
 * From-prices of one hotel (V4): in each currency the cheapest night for one guest and the cheapest whole stay, over all stays
 * of minimum length that the hotel's visit types allow from today on, with every bed taken. All figures of a minimum belong to
 * the same stay. Only a promotion that covers the whole stay counts (P7), so a quote, which takes the best promotion of each
 * night (P4), may be lower, or higher by what it rounds more often. Capacity is ignored, and visit types on demand count (V4a).
 *
 * Totals are compared exactly and rounded only for display. Ties are settled by what is shown, so that the order of candidates
 * does not matter: the higher original, the fewer nights, the lower visit type, the lower room type. Check-ins that tie in all
 * of these show the same figures.
 */
import { CURRENCIES, type Currency, divideHalfUp } from '../pricing/money.ts';
import { promotionLine } from '../pricing/promotion.ts';
import { basesByArrival } from '../pricing/rate-book.ts';
import { isOnSale, isStartingDay, minimumNights, type StayRules } from '../stay/stay.ts';
import { computeTerms, type Terms } from '../stay/stay-terms.ts';
import type { Day, DayRange } from '../time/civil-date.ts';
import { differenceOf, unionOf } from '../time/day-ranges.ts';
import type { Candidate } from './lowest-price.ts';

/** The categories of visit types besides `all`; `stayCategory` of v1. */
export const STAY_CATEGORIES = ['health', 'wellness'] as const;
export type StayCategory = (typeof STAY_CATEGORIES)[number];

/** The channel whose promotions lower from-prices, whoever asks (P7). */
export const PUBLIC_CHANNEL = 'public';

/** A candidate with its visit type's category. Its promotions are those of the *public* channel (P7). */
export interface CategorisedCandidate extends Candidate {
  /** Null: only in `all`. */
  readonly stayCategory: StayCategory | null;
}

/** One minimum; all figures belong to the same stay. */
export interface FromPrice {
  /** After the promotion. A share of the stay's total is rounded once, half-up. */
  readonly amountMinor: number;
  /** The same share of the same stay before the promotion. */
  readonly originalMinor: number;
  /** Nights of the whole stay, at least 1. */
  readonly nights: number;
  /** The room's beds, all of them taken. */
  readonly guests: number;
  readonly visitTypeNumber: number;
}

/** Two independent minima; stay, room and visit type may differ. */
export interface FromPrices {
  readonly perPersonPerNight: FromPrice;
  /** The price of the whole room for the whole stay. */
  readonly perStay: FromPrice;
}

/** A category in which the hotel sells nothing is missing. `all` includes visit types without a category. */
export type CategoryFromPrices = { readonly all: FromPrices } & { readonly [C in StayCategory]?: FromPrices };

/** A currency in which the hotel sells nothing is missing. */
export type PriceFrom = { readonly [C in Currency]?: CategoryFromPrices };

interface CheapestStay {
  readonly candidate: CategorisedCandidate;
  readonly nights: number;
  readonly totalMinor: number;
  /** Before the promotion. */
  readonly baseMinor: number;
}

/** The number of equal shares that the total of a stay is divided into. */
type SharesOf = (stay: CheapestStay) => number;

const PERSON_NIGHTS: SharesOf = ({ nights, candidate }) => nights * candidate.room.beds;
const WHOLE_STAY: SharesOf = () => 1;

/** The shortest stay of a visit type and where it may arrive, before prices and weekdays are considered. */
interface Arrivals {
  readonly nights: number;
  readonly terms: readonly Terms[];
}

/**
 * The from-prices of one hotel today, or null when it sells nothing. `candidates` are all its visit types with all its room
 * types; those of one visit type share its rules, its book of `today` and its promotions in the hotel.
 */
export function priceFrom(candidates: readonly CategorisedCandidate[], today: Day): PriceFrom | null {
  const arrivalsByVisitType = new Map<number, Arrivals>();
  const stays: Record<Currency, CheapestStay[]> = { CZK: [], EUR: [] };
  for (const candidate of candidates) {
    const arrivals = arrivalsByVisitType.get(candidate.visitTypeNumber) ?? findArrivals(candidate, today);
    arrivalsByVisitType.set(candidate.visitTypeNumber, arrivals);
    for (const currency of CURRENCIES) {
      const stay = findCheapestStay({ candidate, currency, arrivals });
      if (stay) stays[currency].push(stay);
    }
  }
  const priced = CURRENCIES.filter((currency) => stays[currency].length > 0);
  if (priced.length === 0) return null;
  return Object.fromEntries(priced.map((currency) => [currency, fromPricesByCategory(stays[currency])]));
}

/** `stays` is not empty. */
function fromPricesByCategory(stays: readonly CheapestStay[]): CategoryFromPrices {
  const categories: { -readonly [C in StayCategory]?: FromPrices } = {};
  for (const category of STAY_CATEGORIES) {
    const inCategory = stays.filter(({ candidate }) => candidate.stayCategory === category);
    if (inCategory.length > 0) categories[category] = findMinima(inCategory);
  }
  return { all: findMinima(stays), ...categories };
}

function findMinima(stays: readonly CheapestStay[]): FromPrices {
  return { perPersonPerNight: findMinimum(stays, PERSON_NIGHTS), perStay: findMinimum(stays, WHOLE_STAY) };
}

function findMinimum(stays: readonly CheapestStay[], sharesOf: SharesOf): FromPrice {
  const lowest = stays.reduce((best, stay) => (byShare(stay, best, sharesOf) < 0 ? stay : best));
  const shares = sharesOf(lowest);
  return {
    amountMinor: divideHalfUp(lowest.totalMinor, shares),
    originalMinor: divideHalfUp(lowest.baseMinor, shares),
    nights: lowest.nights,
    guests: lowest.candidate.room.beds,
    visitTypeNumber: lowest.candidate.visitTypeNumber,
  };
}

/** Negative when `a` is to be shown: the lower exact share of the total, then the tie-breaks. */
function byShare(a: CheapestStay, b: CheapestStay, sharesOf: SharesOf): number {
  // Each side is multiplied by the other's shares; the product may exceed 2^53.
  const [sharesA, sharesB] = [BigInt(sharesOf(a)), BigInt(sharesOf(b))];
  return (
    Number(BigInt(a.totalMinor) * sharesB - BigInt(b.totalMinor) * sharesA) ||
    Number(BigInt(b.baseMinor) * sharesA - BigInt(a.baseMinor) * sharesB) ||
    a.nights - b.nights ||
    a.candidate.visitTypeNumber - b.candidate.visitTypeNumber ||
    a.candidate.room.number - b.candidate.room.number
  );
}

/**
 * Where a visit type's shortest stay may arrive: from today on, inside one time constraint (T3) and the horizon (P8), with the
 * highest promotion that covers all of it (V4a). Nowhere when it is not on sale (P9) or its shortest stay exceeds its maximum.
 */
function findArrivals(candidate: Candidate, today: Day): Arrivals {
  const { rules, book } = candidate;
  const nights = minimumNights(rules);
  if (!isOnSale(rules, today) || nights > rules.nightsMax) return { nights, terms: [] };
  const arrivals = { from: Math.max(today, book.firstNight), to: book.lastNight - nights + 1 };
  return { nights, terms: computeTerms(candidate, { nights, arrivals }) };
}

/** The lowest total over all arrivals, then the higher base; null when no stay has a price. */
function findCheapestStay({
  candidate,
  currency,
  arrivals: { nights, terms },
}: {
  candidate: CategorisedCandidate;
  currency: Currency;
  arrivals: Arrivals;
}): CheapestStay | null {
  if (terms.length === 0) return null;
  const { packages, nightly } = basesByArrival(candidate.book, candidate.room.number, currency, nights);
  let best: CheapestStay | null = null;
  for (const { basisPoints, ...term } of terms) {
    const totalOf = (baseMinor: number) => baseMinor - promotionLine(baseMinor, basisPoints);
    for (const bases of [packages, nightly]) {
      for (const { from, to, baseMinor } of bases) {
        if (term.to < from || to < term.from) continue;
        const totalMinor = totalOf(baseMinor);
        const isBetter =
          best === null ||
          totalMinor < best.totalMinor ||
          (totalMinor === best.totalMinor && baseMinor > best.baseMinor);
        if (!isBetter) continue;
        const arrivals = [{ from: Math.max(from, term.from), to: Math.min(to, term.to) }];
        // By the night, only where no package is as cheap (P2).
        const cheapPackages = packages.filter((whole) => totalOf(whole.baseMinor) <= totalMinor);
        const counted = bases === packages ? arrivals : differenceOf(arrivals, unionOf(cheapPackages));
        if (counted.some((days) => includesStartingDay(candidate.rules, days))) {
          best = { candidate, nights, totalMinor, baseMinor };
        }
      }
    }
  }
  return best;
}

/** Whether a stay may start on some of these days (K4). */
function includesStartingDay(rules: StayRules, { from, to }: DayRange): boolean {
  for (let day = from; day <= to; day++) if (isStartingDay(rules, day)) return true;
  return false;
}
