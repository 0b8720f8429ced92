/**
 * The price of one stay in one room and one currency, with every line behind it. Lines always add up (L4): `amount = base -
 * promotions - discounts`, and the amount is never negative. Each line is an exact fraction rounded half-up once, so the odd
 * half goes to the guest. Two bounds limit that: a promotion line never exceeds what is left of the base, a loyalty line never
 * exceeds the guest's share.
 */
import { nightsOf, type Stay } from '../stay/stay.ts';
import { type Currency, divideHalfUp, portionOf, WHOLE_BASIS_POINTS } from './money.ts';
import type { PriceListKind, RoomType } from './price-list.ts';
import { findWinners, type Promotion } from './promotion.ts';
import { type BasePrice, basePriceOf, nightlySum, type RateBook, type Unpriced } from './rate-book.ts';

/** A loyalty program presented by a guest. */
export interface GuestLoyalty {
  /** Position in the room, from 1; unique. */
  readonly guest: number;
  readonly programNumber: number;
  /** 0 to 10,000. */
  readonly basisPoints: number;
}

export interface PromotionLine<P extends Promotion = Promotion> {
  readonly promotion: P;
  /** The nights of the stay that it won. */
  readonly nights: number;
  /** Taken off the base. */
  readonly amountMinor: number;
}

export interface DiscountLine {
  readonly guest: number;
  readonly programNumber: number;
  /** Taken off the base. */
  readonly amountMinor: number;
}

export interface Quote<P extends Promotion = Promotion> {
  readonly currency: Currency;
  readonly nights: number;
  readonly priceListKind: PriceListKind;
  readonly baseMinor: number;
  /** In the order of the first night won. */
  readonly promotions: readonly PromotionLine<P>[];
  /** In the order in which the programs were presented. */
  readonly discounts: readonly DiscountLine[];
  readonly amountMinor: number;
}

interface StayToPrice {
  readonly book: RateBook;
  readonly room: RoomType;
  readonly currency: Currency;
  readonly stay: Stay;
}

/** The nights that one promotion won and the sum of their nightly rates (0 for a package). */
interface Winnings<P extends Promotion> {
  readonly promotion: P;
  nights: number;
  nightlyMinor: number;
}

/**
 * The price of the stay in `currency`, or its first night without a price. `promotions` come from `applicablePromotions`, `loyalty` has
 * passed `loyaltyProblem`, the stay has passed `stayProblem`.
 */
export function quoteStay<P extends Promotion>({
  promotions,
  loyalty,
  ...asked
}: StayToPrice & { promotions: readonly P[]; loyalty: readonly GuestLoyalty[] }): Quote<P> | Unpriced {
  const base = basePriceOf(asked.book, asked.room.number, asked.currency, asked.stay);
  if ('firstUnpricedNight' in base) return base;
  const promotionLines = buildPromotionLines({
    base,
    nights: nightsOf(asked.stay),
    won: computeWinnings(asked, promotions),
  });
  const afterPromotions = base.amountMinor - sumAmounts(promotionLines);
  const discounts = buildLoyaltyLines({ loyalty, afterPromotions, beds: asked.room.beds });
  return {
    currency: asked.currency,
    nights: nightsOf(asked.stay),
    priceListKind: base.kind,
    baseMinor: base.amountMinor,
    promotions: promotionLines,
    discounts,
    amountMinor: afterPromotions - sumAmounts(discounts),
  };
}

function sumAmounts(lines: readonly { amountMinor: number }[]): number {
  return lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** The nights that each promotion won (P4). */
function computeWinnings<P extends Promotion>(
  { book, room, currency, stay }: StayToPrice,
  promotions: readonly P[],
): Iterable<Winnings<P>> {
  const won = new Map<P, Winnings<P>>();
  for (const { from, to, promotion } of findWinners(promotions, { from: stay.arrival, to: stay.departure - 1 })) {
    if (!promotion) continue;
    const winnings = won.get(promotion) ?? { promotion, nights: 0, nightlyMinor: 0 };
    won.set(promotion, winnings);
    winnings.nights += to - from + 1;
    winnings.nightlyMinor += nightlySum(book, room.number, currency, { arrival: from, departure: to + 1 });
  }
  return won.values();
}

/** A line per promotion: its percentage of the base of the nights it won. A package's base spreads evenly (P4). */
function buildPromotionLines<P extends Promotion>({
  base,
  nights,
  won,
}: {
  base: BasePrice;
  nights: number;
  won: Iterable<Winnings<P>>;
}): PromotionLine<P>[] {
  const lines: PromotionLine<P>[] = [];
  let leftMinor = base.amountMinor;
  for (const { promotion, nights: nightsWon, nightlyMinor } of won) {
    const amountMinor =
      base.kind === 'PER_VISIT'
        ? promotionAmount({ wonMinor: base.amountMinor * nightsWon, divisor: nights, promotion, leftMinor })
        : promotionAmount({ wonMinor: nightlyMinor, divisor: 1, promotion, leftMinor });
    leftMinor -= amountMinor;
    lines.push({ promotion, nights: nightsWon, amountMinor });
  }
  return lines;
}

/**
 * The amount of a promotion's line: its percentage of `wonMinor / divisor`, rounded once, and at most what is left of the base. A
 * package counts as `base * nights won / nights`.
 */
export function promotionAmount({
  wonMinor,
  divisor,
  promotion,
  leftMinor,
}: {
  wonMinor: number;
  divisor: number;
  promotion: Pick<Promotion, 'basisPoints'>;
  leftMinor: number;
}): number {
  return Math.min(portionOf(wonMinor, promotion.basisPoints, divisor), leftMinor);
}

/** A line per guest: the program's percentage of the guest's share, at most that share in whole minor units (P5). */
function buildLoyaltyLines({
  loyalty,
  afterPromotions,
  beds,
}: {
  loyalty: readonly GuestLoyalty[];
  afterPromotions: number;
  beds: number;
}): DiscountLine[] {
  const wholeShareMinor = Math.floor(afterPromotions / beds);
  return loyalty.map(({ guest, programNumber, basisPoints }) => {
    const line = divideHalfUp(BigInt(afterPromotions) * BigInt(basisPoints), BigInt(beds * WHOLE_BASIS_POINTS));
    return { guest, programNumber, amountMinor: Math.min(line, wholeShareMinor) };
  });
}

export interface LoyaltyProblem {
  readonly code: 'LOYALTY_NOT_APPLICABLE' | 'GUEST_BEYOND_BEDS';
  readonly guest: number;
  readonly programNumber: number;
}

/**
 * The first program that does not count, or null (P5): the visit type does not list it (`allowedPrograms`, by number), or the
 * room has no bed for the guest.
 */
export function loyaltyProblem({
  loyalty,
  allowedPrograms,
  beds,
}: {
  loyalty: readonly Pick<GuestLoyalty, 'guest' | 'programNumber'>[];
  allowedPrograms: readonly number[];
  beds: number;
}): LoyaltyProblem | null {
  for (const { guest, programNumber } of loyalty) {
    if (!allowedPrograms.includes(programNumber)) return { code: 'LOYALTY_NOT_APPLICABLE', guest, programNumber };
    if (guest > beds) return { code: 'GUEST_BEYOND_BEDS', guest, programNumber };
  }
  return null;
}
