/** The lowest price per night and guest over what a search allows (P6), per currency. */
import type { Day } from '../domain/civil-date.ts';
import { type LowestPrice, lowerOf, lowestPrice, NO_LOWEST_PRICE } from '../domain/lowest-price.ts';
import { promotionsAt } from '../domain/promotion.ts';
import { type CandidateFilter, candidatesOf } from './candidates.ts';
import type { Session } from './session.ts';
import { hotelsOfVisitType } from './visibility.ts';

/**
 * The lowest price within the filter and, where given, within the nights `[from, to)`; a side left out is open. Past nights
 * never count. Null in a currency in which nothing is for sale.
 */
export async function findLowestPrice(
  session: Session,
  { filter, from, to }: { filter: CandidateFilter; from: Day | null; to: Day | null },
): Promise<LowestPrice> {
  let lowest = NO_LOWEST_PRICE;
  for await (const candidates of candidatesOf(session, filter)) {
    lowest = lowerOf(lowest, lowestPrice(candidates, { today: session.today, window: { from, to } }));
  }
  return lowest;
}

/** The lowest price of a visit type in one hotel, which the caller sees. */
export async function lowestPriceInHotel(
  session: Session,
  { visitTypeNumber, hotelNumber }: { visitTypeNumber: number; hotelNumber: number },
): Promise<LowestPrice> {
  const priced = await session.tariffs.load(visitTypeNumber);
  if (!priced) return NO_LOWEST_PRICE;
  const { tariff, book } = priced;
  const { channel } = session.caller;
  const promotions = promotionsAt({ promotions: tariff.promotions, channel, hotelNumber });
  const candidates = tariff.roomTypes
    .filter((room) => room.hotelNumber === hotelNumber)
    .map((room) => ({ visitTypeNumber, rules: tariff.rules, room, book, promotions }));
  return lowestPrice(candidates, { today: session.today });
}

/** The lowest price of a visit type over all hotels that the caller sees. */
export async function lowestPriceOfVisitType(session: Session, visitTypeNumber: number): Promise<LowestPrice> {
  const hotels = await hotelsOfVisitType(session, visitTypeNumber);
  const prices = await Promise.all(
    hotels.map((hotel) => lowestPriceInHotel(session, { visitTypeNumber, hotelNumber: hotel.number })),
  );
  return prices.reduce(lowerOf, NO_LOWEST_PRICE);
}
