/** The lowest price per night and guest of a search (P6), by currency. */
import { chain, chainAll, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import { tariffEpoch } from '../../data/reads/rate-books.ts';
import {
  type LowestPrice,
  lowestPrice,
  mergeLowestPrices,
  NO_LOWEST_PRICE,
} from '../../domain/minimum-price/lowest-price.ts';
import { CURRENCIES } from '../../domain/pricing/money.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import type { RequestContext } from '../access/request-context.ts';
import { visibleHotelNumbersOfVisitType } from '../access/visibility.ts';
import { portionsOf, throwIfExpired } from '../deadline.ts';
import {
  type CandidateFilter,
  candidatesInHotel,
  findAllowedHotels,
  findAllowedVisitTypes,
  findCandidates,
  VISIT_TYPES_PER_BATCH,
} from './candidates.ts';

/**
 * The lowest price within the filter and, if given, the nights `[from, to)`, which may be open on either side. Past
 * nights never count. Null in a currency in which nothing is for sale.
 */
export async function findLowestPrice(
  context: RequestContext,
  { filter, from, to }: { filter: CandidateFilter; from: Day | null; to: Day | null },
): Promise<LowestPrice> {
  const asksOfWholeHotels = from === null && to === null && filter.roomType == null && filter.beds == null;
  if (asksOfWholeHotels) return findLowestPriceOfHotels(context, filter);
  let lowest = NO_LOWEST_PRICE;
  for await (const candidates of findCandidates(context, filter)) {
    lowest = mergeLowestPrices(lowest, lowestPrice(candidates, { today: context.today, window: { from, to } }));
  }
  return lowest;
}

/** The lowest price over all nights, from the cached prices of each visit type in each hotel. */
async function findLowestPriceOfHotels(context: RequestContext, filter: CandidateFilter): Promise<LowestPrice> {
  throwIfExpired(context);
  const hotels = await findAllowedHotels(context, filter);
  const visitTypes = hotels.size === 0 ? [] : await findAllowedVisitTypes(context, filter, hotels);
  let lowest = NO_LOWEST_PRICE;
  for await (const portion of portionsOf(context, visitTypes, VISIT_TYPES_PER_BATCH)) {
    const prices = await Promise.all(
      portion.map(async (visitTypeNumber) => {
        const sold = (await context.catalogue.related.visitTypeHotels.load(visitTypeNumber)) ?? [];
        const allowed = sold.filter((hotelNumber) => hotels.has(hotelNumber));
        return Promise.all(allowed.map((hotelNumber) => lowestPriceInHotel(context, { visitTypeNumber, hotelNumber })));
      }),
    );
    lowest = prices.flat().reduce(mergeLowestPrices, lowest);
  }
  return lowest;
}

/** The lowest price of a visit type in one hotel, which the caller must see; cached for its prices and the day. */
export function lowestPriceInHotel(
  context: RequestContext,
  sale: { visitTypeNumber: number; hotelNumber: number },
): MaybePromise<LowestPrice> {
  const key = `${sale.visitTypeNumber}/${sale.hotelNumber}/${context.caller.channel}`;
  const state = { epoch: tariffEpoch(context.dependencies, sale.visitTypeNumber), day: context.today };
  return context.lowestPrices.getOrCompute(key, state, () => computeLowestPrice(context, sale));
}

function computeLowestPrice(
  context: RequestContext,
  sale: { visitTypeNumber: number; hotelNumber: number },
): MaybePromise<LowestPrice> {
  return chain(context.tariffs.load(sale.visitTypeNumber), (priced) =>
    priced
      ? lowestPrice(candidatesInHotel(context, priced, sale.hotelNumber), { today: context.today })
      : NO_LOWEST_PRICE,
  );
}

/** The lowest price of a visit type over all hotels that the caller sees. */
export function lowestPriceOfVisitType(context: RequestContext, visitTypeNumber: number): MaybePromise<LowestPrice> {
  return chain(visibleHotelNumbersOfVisitType(context, visitTypeNumber), (hotels) =>
    lowestPriceInHotels(context, visitTypeNumber, hotels),
  );
}

/** The lowest price of a visit type over some hotels. */
export function lowestPriceInHotels(
  context: RequestContext,
  visitTypeNumber: number,
  hotels: readonly number[],
): MaybePromise<LowestPrice> {
  const prices = hotels.map((hotelNumber) => lowestPriceInHotel(context, { visitTypeNumber, hotelNumber }));
  return chain(chainAll(prices), (found) => found.reduce(mergeLowestPrices, NO_LOWEST_PRICE));
}

/** A room type of a hotel with its lowest price under a visit type. */
export interface PricedRoomType {
  readonly roomTypeNumber: number;
  readonly lowest: LowestPrice;
}

/** The room types of a hotel, which the caller must see, that have a price under a visit type, by number (F5). */
export function pricedRoomTypes(
  context: RequestContext,
  { visitTypeNumber, hotelNumber }: { visitTypeNumber: number; hotelNumber: number },
): MaybePromise<PricedRoomType[]> {
  return chain(context.tariffs.load(visitTypeNumber), (priced) =>
    (priced ? candidatesInHotel(context, priced, hotelNumber) : [])
      .map((candidate) => ({
        roomTypeNumber: candidate.room.number,
        lowest: lowestPrice([candidate], { today: context.today }),
      }))
      .filter(({ lowest }) => CURRENCIES.some((currency) => lowest[currency] !== null)),
  );
}
