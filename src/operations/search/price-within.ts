/** The lowest price of a visit type within a filter of visit types (F5): in the hotels, rooms and nights that it names. */
import { chain, chainAll, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import { type LowestPrice, lowestPrice, NO_LOWEST_PRICE } from '../../domain/minimum-price/lowest-price.ts';
import { resolveNumber } from '../access/references.ts';
import type { RequestContext } from '../access/request-context.ts';
import { destinationOfVisibleHotel, visibleHotelNumbersOfVisitType } from '../access/visibility.ts';
import { candidatesIn } from './candidates.ts';
import { lowestPriceInHotels } from './find-lowest-price.ts';
import type { VisitTypeFilter } from './select-visit-types.ts';

/** A filter whose references are numbers; undefined: any. */
interface Within extends Omit<VisitTypeFilter, 'hotel' | 'destination'> {
  readonly hotel: number | undefined;
  readonly destination: number | undefined;
}

/** The filter with the numbers of what it refers to; null: it refers to nothing, so nothing is within it (I3). */
export function resolveWithin(context: RequestContext, filter: VisitTypeFilter): MaybePromise<Within | null> {
  const numbers = chainAll([
    filter.hotel == null ? undefined : resolveNumber(context, 'hotel', filter.hotel),
    filter.destination == null ? undefined : resolveNumber(context, 'destination', filter.destination),
  ]);
  return chain(numbers, ([hotel, destination]) =>
    hotel === null || destination === null ? null : { ...filter, hotel, destination },
  );
}

/** The lowest price of a visit type; null in a currency in which nothing is for sale within the filter. */
export function lowestPriceWithin(
  context: RequestContext,
  visitTypeNumber: number,
  within: Within | null,
): MaybePromise<LowestPrice> {
  if (within === null) return NO_LOWEST_PRICE;
  const { occupancy = null, dateFrom = null, dateTo = null } = within;
  return chain(hotelsWithin(context, visitTypeNumber, within), (hotels): MaybePromise<LowestPrice> => {
    const asksOfWholeHotels = occupancy === null && dateFrom === null && dateTo === null;
    if (asksOfWholeHotels) return lowestPriceInHotels(context, visitTypeNumber, hotels);
    if (hotels.length === 0) return NO_LOWEST_PRICE;
    return chain(context.tariffs.load(visitTypeNumber), (priced) => {
      if (priced === null) return NO_LOWEST_PRICE;
      const sold = [...candidatesIn(context, priced, new Set(hotels))];
      const candidates = sold.filter(({ room }) => occupancy === null || room.beds === occupancy);
      const window = { from: dateFrom, to: dateTo === null ? null : dateTo + 1 };
      return lowestPrice(candidates, { today: context.today, window });
    });
  });
}

/** Finds the hotels that a price is looked for in: the caller sees them, they sell the visit type, and they meet the filter (F5). */
function hotelsWithin(
  context: RequestContext,
  visitTypeNumber: number,
  { hotel: asked, destination, starsMin, starsMax }: Within,
): MaybePromise<readonly number[]> {
  const visible = visibleHotelNumbersOfVisitType(context, visitTypeNumber);
  if ([asked, destination, starsMin, starsMax].every((given) => given == null)) return visible;
  const isWithin = (hotelNumber: number): MaybePromise<boolean> => {
    if (asked !== undefined && hotelNumber !== asked) return false;
    return chain(
      destination === undefined ? undefined : destinationOfVisibleHotel(context, hotelNumber),
      (found): MaybePromise<boolean> => {
        if (found !== destination) return false;
        if (starsMin == null && starsMax == null) return true;
        return chain(
          context.catalogue.hotel.load(hotelNumber),
          (hotel) => hotel !== null && hotel.stars >= (starsMin ?? 0) && hotel.stars <= (starsMax ?? Infinity),
        );
      },
    );
  };
  return chain(visible, (hotels) =>
    chain(chainAll(hotels.map(isWithin)), (within) => hotels.filter((_, index) => within[index])),
  );
}
