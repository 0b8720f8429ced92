// biome-ignore-all lint/style/noNonNullAssertion: `sold` has each hotel whose price is loaded, or read.
/**
 * From-prices of hotels (V4), cached until the prices of what a hotel sells change, or the day. They are those of the public channel for every
 * caller (P7), and cover all that a hotel sells: a caller that sees the hotel sees its visit types too (I2).
 */

import { STRUCTURE } from '../../data/cache/cache-tags.ts';
import { type Batches, type CachedLoader, createCachedLoader } from '../../data/cache/cached-loader.ts';
import type { Dependencies } from '../../data/cache/dependencies.ts';
import type { EpochCache } from '../../data/cache/epoch-cache.ts';
import { chain, chainAll } from '../../data/cache/maybe-promise.ts';
import type { CatalogueLoaders } from '../../data/reads/catalogue-loaders.ts';
import { type PricedTariff, tariffEpoch } from '../../data/reads/rate-books.ts';
import { nextTurn, Portion } from '../../data/turns.ts';
import {
  type CategorisedCandidate,
  type PriceFrom,
  PUBLIC_CHANNEL,
  priceFrom,
} from '../../domain/minimum-price/price-from.ts';
import { applicablePromotions } from '../../domain/pricing/promotion.ts';
import type { Day } from '../../domain/time/civil-date.ts';

/** Visit types whose tariffs are in memory at the same time. */
const VISIT_TYPES_PER_BATCH = 2_500;
/** Visit types of hotels that are looked at before other requests get a turn: a few milliseconds. */
const VISIT_TYPES_PER_TURN = 20;

type SoldByHotel = CatalogueLoaders['related']['hotelVisitTypes'];
interface PriceFromSources {
  readonly catalogue: { readonly related: { readonly hotelVisitTypes: SoldByHotel } };
  readonly tariffs: CachedLoader<number, PricedTariff>;
}

/** A loader of from-prices by hotel number, for one request; null for a hotel that sells nothing. */
export function createPriceFromLoader({
  cache,
  batches,
  dependencies,
  today,
  hotelVisitTypes,
  openSources,
}: {
  cache: EpochCache<number, PriceFrom>;
  batches: Batches;
  dependencies: Dependencies;
  /** The business date. */
  today: Day;
  hotelVisitTypes: SoldByHotel;
  /** Opens loaders that do not record in `dependencies`: what is read together is also for other records of the page. */
  openSources: () => PriceFromSources;
}): CachedLoader<number, PriceFrom> {
  /** The visit types of the hotels that were asked for, by hotel number. */
  const asked = new Map<number, readonly number[]>();
  const loader = createCachedLoader<number, PriceFrom>({
    batches,
    cache,
    day: today,
    epochOf: (hotelNumber) =>
      asked
        .get(hotelNumber)!
        .reduce((latest, number) => Math.max(latest, tariffEpoch(dependencies, number)), dependencies.use(STRUCTURE)),
    async read(hotelNumbers) {
      const { catalogue, tariffs } = openSources();
      // An import may have changed what they sell since the first look at it, which was before the epochs.
      const lists = await chainAll(hotelNumbers.map((number) => catalogue.related.hotelVisitTypes.load(number)));
      const sold = new Map(hotelNumbers.map((number, index) => [number, lists[index] ?? []]));
      const found = new Map<number, PriceFrom>();
      const portion = new Portion(VISIT_TYPES_PER_TURN);
      for (const hotels of batchHotels(hotelNumbers, sold)) {
        const numbers = [...new Set(hotels.flatMap((hotelNumber) => sold.get(hotelNumber)!))];
        const priced = await chainAll(numbers.map((number) => tariffs.load(number)));
        const pricedByNumber = new Map(numbers.map((number, index) => [number, priced[index]]));
        for (const hotelNumber of hotels) {
          // A page of uncached hotels takes a while; other requests run in between.
          if (portion.add(sold.get(hotelNumber)!.length)) await nextTurn();
          const candidates = sold
            .get(hotelNumber)!
            .flatMap((number) => publicCandidates(hotelNumber, pricedByNumber.get(number)));
          const price = priceFrom(candidates, today);
          if (price) found.set(hotelNumber, price);
        }
      }
      return found;
    },
  });
  return {
    load: (hotelNumber) =>
      chain(hotelVisitTypes.load(hotelNumber), (visitTypes) => {
        asked.set(hotelNumber, visitTypes ?? []);
        return loader.load(hotelNumber);
      }),
  };
}

/** Groups of hotels, each with at most a portion of visit types, or a single hotel. */
function batchHotels(hotelNumbers: readonly number[], sold: ReadonlyMap<number, readonly number[]>): number[][] {
  const groups: number[][] = [];
  let free = 0;
  for (const hotelNumber of hotelNumbers) {
    const { length } = sold.get(hotelNumber)!;
    free -= length;
    const group = groups.at(-1);
    if (group && free >= 0) group.push(hotelNumber);
    else {
      groups.push([hotelNumber]);
      free = VISIT_TYPES_PER_BATCH - length;
    }
  }
  return groups;
}

/** The room types of a hotel in which a visit type is sold. */
function publicCandidates(hotelNumber: number, priced: PricedTariff | null | undefined): CategorisedCandidate[] {
  if (!priced) return [];
  const { tariff, book } = priced;
  const roomTypes = tariff.roomTypes.filter((room) => room.hotelNumber === hotelNumber);
  const promotions = applicablePromotions({ promotions: tariff.promotions, channel: PUBLIC_CHANNEL, hotelNumber });
  const { visitTypeNumber, stayCategory, rules } = tariff;
  return roomTypes.map((room) => ({ visitTypeNumber, stayCategory, rules, room, book, promotions }));
}
