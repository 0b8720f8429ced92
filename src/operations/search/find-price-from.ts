/**
 * From-prices of hotels (V4), cached for the catalogue and the day. They are those of the public channel for every
 * caller (P7), and cover all that a hotel sells: a caller that sees the hotel sees its visit types too (I2).
 */
import { setImmediate as turn } from 'node:timers/promises';
import {
  type CachedLoader,
  type CacheState,
  createCachedLoader,
  type EpochCache,
} from '../../data/cache/epoch-cache.ts';
import { chainAll } from '../../data/cache/maybe-promise.ts';
import type { CatalogueLoaders } from '../../data/reads/catalogue-loaders.ts';
import type { PricedTariff } from '../../data/reads/rate-books.ts';
import {
  type CategorisedCandidate,
  type PriceFrom,
  PUBLIC_CHANNEL,
  priceFrom,
} from '../../domain/minimum-price/price-from.ts';
import { applicablePromotions } from '../../domain/pricing/promotion.ts';

/** Visit types whose tariffs are in memory at the same time. */
const VISIT_TYPES_PER_BATCH = 2_500;

interface PriceFromSources {
  readonly hotelVisitTypes: CatalogueLoaders['related']['hotelVisitTypes'];
  readonly tariffs: CachedLoader<number, PricedTariff>;
}

/** A loader of from-prices by hotel number, for one request; null for a hotel that sells nothing. */
export function createPriceFromLoader({
  cache,
  state,
  sources,
}: {
  cache: EpochCache<number, PriceFrom>;
  /** Its day is the business date. */
  state: CacheState;
  sources: PriceFromSources;
}): CachedLoader<number, PriceFrom> {
  return createCachedLoader({
    cache,
    state,
    async read(hotelNumbers) {
      const found = new Map<number, PriceFrom>();
      for (const hotels of await batchHotels(hotelNumbers, sources)) {
        const numbers = [...new Set(hotels.flatMap(({ visitTypeNumbers }) => visitTypeNumbers))];
        const priced = await chainAll(numbers.map((number) => sources.tariffs.load(number)));
        const tariffs = new Map(numbers.map((number, index) => [number, priced[index]]));
        for (const { hotelNumber, visitTypeNumbers } of hotels) {
          const candidates = visitTypeNumbers.flatMap((number) => candidatesIn(hotelNumber, tariffs.get(number)));
          const price = priceFrom(candidates, state.day);
          if (price) found.set(hotelNumber, price);
          // A page of uncached hotels takes a while; other requests run in between.
          await turn();
        }
      }
      return found;
    },
  });
}

interface HotelSales {
  readonly hotelNumber: number;
  readonly visitTypeNumbers: readonly number[];
}

/** Groups of hotels, each with at most a portion of visit types, or a single hotel. */
async function batchHotels(
  hotelNumbers: readonly number[],
  { hotelVisitTypes }: PriceFromSources,
): Promise<HotelSales[][]> {
  const sales = await Promise.all(
    hotelNumbers.map(async (hotelNumber) => ({
      hotelNumber,
      visitTypeNumbers: (await hotelVisitTypes.load(hotelNumber)) ?? [],
    })),
  );
  const portions: HotelSales[][] = [];
  let room = 0;
  for (const hotel of sales) {
    room -= hotel.visitTypeNumbers.length;
    const portion = portions.at(-1);
    if (portion && room >= 0) portion.push(hotel);
    else {
      portions.push([hotel]);
      room = VISIT_TYPES_PER_BATCH - hotel.visitTypeNumbers.length;
    }
  }
  return portions;
}

/** The room types of a hotel in which a visit type is sold. */
function candidatesIn(hotelNumber: number, priced: PricedTariff | null | undefined): CategorisedCandidate[] {
  if (!priced) return [];
  const { tariff, book } = priced;
  const roomTypes = tariff.roomTypes.filter((room) => room.hotelNumber === hotelNumber);
  const promotions = applicablePromotions({ promotions: tariff.promotions, channel: PUBLIC_CHANNEL, hotelNumber });
  const { visitTypeNumber, stayCategory, rules } = tariff;
  return roomTypes.map((room) => ({ visitTypeNumber, stayCategory, rules, room, book, promotions }));
}
