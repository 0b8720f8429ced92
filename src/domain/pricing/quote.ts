/**
 * The price of one stay in one room and one currency, with every line behind it. Lines always add up (L4): `amount = base -
 * promotions - discounts`, and the amount is never negative. Each line is an exact fraction rounded half-up once, so the odd
 * half goes to the guest. Two bounds limit that: a promotion line never exceeds what is left of the base, a loyalty line never
 * exceeds the guest's share.
 */
import { nightsOf, type Stay } from '../stay/stay.ts';
import { type Currency, portionOf } from './money.ts';
import type { RoomType } from './price-list.ts';
import type { Promotion } from './promotion.ts';
import type { RateBook } from './rate-book.ts';
import { type StayPrice, StayPrices, type Unpriced } from './stay-prices.ts';

/** A loyalty programme presented by a guest. */
export interface GuestLoyalty {
  /** Position in the room, from 1; unique. */
  readonly guest: number;
  readonly programNumber: number;
  /** 0 to 10,000. */
  readonly basisPoints: number;
}

export interface DiscountLine {
  readonly guest: number;
  readonly programNumber: number;
  /** Taken off the base. */
  readonly amountMinor: number;
}

export interface Quote<P extends Promotion = Promotion> extends StayPrice<P> {
  readonly currency: Currency;
  readonly nights: number;
  /** In the order in which the programmes were presented. */
  readonly discounts: readonly DiscountLine[];
}

/**
 * The price of the stay in `currency`, or its first night without a price. `promotions` come from `applicablePromotions`, `loyalty` has
 * passed `loyaltyProblem`, the stay has passed `stayProblem`.
 */
export function quoteStay<P extends Promotion>({
  book,
  room,
  currency,
  stay,
  promotions,
  loyalty,
}: {
  book: RateBook;
  room: RoomType;
  currency: Currency;
  stay: Stay;
  promotions: readonly P[];
  loyalty: readonly GuestLoyalty[];
}): Quote<P> | Unpriced {
  const prices = new StayPrices<P>(currency, { from: stay.arrival, to: stay.departure - 1 });
  if (promotions.length > 0) prices.setPromotions(promotions);
  prices.setRoom(book, room.number);
  const price = prices.priceOf(stay);
  if ('firstUnpricedNight' in price) return price;
  const { priceListKind, baseMinor, promotions: lines, amountMinor: afterPromotions } = price;
  const discounted = applyLoyalty({ loyalty, afterPromotions, beds: room.beds });
  return { currency, nights: nightsOf(stay), priceListKind, baseMinor, promotions: lines, ...discounted };
}

/**
 * The discounts of the guests, and what is left of the price after promotions. A guest's line is the programme's percentage of the guest's
 * share, at most that share in whole minor units (P5).
 */
export function applyLoyalty({
  loyalty,
  afterPromotions,
  beds,
}: {
  loyalty: readonly GuestLoyalty[];
  afterPromotions: number;
  beds: number;
}): Pick<Quote, 'discounts' | 'amountMinor'> {
  const wholeShareMinor = Math.floor(afterPromotions / beds);
  const discounts = loyalty.map(({ guest, programNumber, basisPoints }) => {
    const amountMinor = Math.min(portionOf(afterPromotions, basisPoints, beds), wholeShareMinor);
    return { guest, programNumber, amountMinor };
  });
  return { discounts, amountMinor: discounts.reduce((left, line) => left - line.amountMinor, afterPromotions) };
}

export interface LoyaltyProblem {
  readonly code: 'LOYALTY_NOT_APPLICABLE' | 'GUEST_BEYOND_BEDS';
  readonly guest: number;
  readonly programNumber: number;
}

/**
 * The first programme that does not count, or null (P5): the visit type does not list it (`allowedPrograms`, by number), or the
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
