/** The lowest price per night and guest of a search (P6), by currency. */

import { remembered } from '../data/epoch-cache.ts';
import type { PricedTariff } from '../data/rate-books.ts';
import { all, type Soon, when } from '../data/soon.ts';
import type { Day } from '../domain/civil-date.ts';
import { type LowestPrice, lowerOf, lowestPrice, NO_LOWEST_PRICE } from '../domain/lowest-price.ts';
import { promotionsAt } from '../domain/promotion.ts';
import {
  type CandidateFilter,
  candidatesOf,
  hotelsAllowed,
  VISIT_TYPES_PER_PORTION,
  visitTypesAllowed,
} from './candidates.ts';
import type { RequestContext } from './request-context.ts';
import { stopWhenLate } from './time-limit.ts';
import { hotelsOfVisitType } from './visibility.ts';

/**
 * The lowest price within the filter and, if given, the nights `[from, to)`, which may be open on either side. Past
 * nights never count. Null in a currency in which nothing is for sale.
 */
export async function findLowestPrice(
  context: RequestContext,
  { filter, from, to }: { filter: CandidateFilter; from: Day | null; to: Day | null },
): Promise<LowestPrice> {
  const asksOfWholeHotels = from === null && to === null && filter.roomType == null && filter.beds == null;
  if (asksOfWholeHotels) return lowestPriceOfHotels(context, filter);
  let lowest = NO_LOWEST_PRICE;
  for await (const candidates of candidatesOf(context, filter)) {
    lowest = lowerOf(lowest, lowestPrice(candidates, { today: context.today, window: { from, to } }));
  }
  return lowest;
}

/** The same, from the cached prices of each visit type in each hotel. */
async function lowestPriceOfHotels(context: RequestContext, filter: CandidateFilter): Promise<LowestPrice> {
  const hotels = await hotelsAllowed(context, filter);
  const visitTypes = hotels.size === 0 ? [] : await visitTypesAllowed(context, filter, hotels);
  let lowest = NO_LOWEST_PRICE;
  for (let start = 0; start < visitTypes.length; start += VISIT_TYPES_PER_PORTION) {
    stopWhenLate(context);
    const prices = await Promise.all(
      visitTypes.slice(start, start + VISIT_TYPES_PER_PORTION).map(async (visitTypeNumber) => {
        const sold = (await context.catalogue.related.visitTypeHotels.load(visitTypeNumber)) ?? [];
        const allowed = sold.filter((hotelNumber) => hotels.has(hotelNumber));
        return Promise.all(allowed.map((hotelNumber) => lowestPriceInHotel(context, { visitTypeNumber, hotelNumber })));
      }),
    );
    lowest = prices.flat().reduce(lowerOf, lowest);
  }
  return lowest;
}

/** The lowest price of a visit type in one hotel, which the caller must see; cached for the catalogue and the day. */
export function lowestPriceInHotel(
  context: RequestContext,
  sale: { visitTypeNumber: number; hotelNumber: number },
): Soon<LowestPrice> {
  const key = `${sale.visitTypeNumber}/${sale.hotelNumber}/${context.caller.channel}`;
  return remembered(context.lowestPrices, key, () => computeLowestPrice(context, sale));
}

function computeLowestPrice(
  context: RequestContext,
  sale: { visitTypeNumber: number; hotelNumber: number },
): Soon<LowestPrice> {
  return when(context.tariffs.load(sale.visitTypeNumber), (priced) =>
    priced ? lowestPriceBy(priced, context, sale) : NO_LOWEST_PRICE,
  );
}

function lowestPriceBy(
  { tariff, book }: PricedTariff,
  context: RequestContext,
  { visitTypeNumber, hotelNumber }: { visitTypeNumber: number; hotelNumber: number },
): LowestPrice {
  const { channel } = context.caller;
  const promotions = promotionsAt({ promotions: tariff.promotions, channel, hotelNumber });
  const candidates = tariff.roomTypes
    .filter((room) => room.hotelNumber === hotelNumber)
    .map((room) => ({ visitTypeNumber, rules: tariff.rules, room, book, promotions }));
  return lowestPrice(candidates, { today: context.today });
}

/** The lowest price of a visit type over all hotels that the caller sees. */
export function lowestPriceOfVisitType(context: RequestContext, visitTypeNumber: number): Soon<LowestPrice> {
  return when(hotelsOfVisitType(context, visitTypeNumber), (hotels) => {
    const sales = hotels.map((hotel) => ({ visitTypeNumber, hotelNumber: hotel.number }));
    return when(all(sales.map((sale) => lowestPriceInHotel(context, sale))), (prices) =>
      prices.reduce(lowerOf, NO_LOWEST_PRICE),
    );
  });
}
