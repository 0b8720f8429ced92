/**
 * From-prices of hotels (V4), kept for as long as the catalogue and the day stay. They are those of the public channel,
 * whoever asks (P7), and of all that a hotel sells: who sees the hotel sees its visit types too (I2).
 */
import type DataLoader from 'dataloader';
import type { CatalogueLoaders } from '../data/catalogue-loaders.ts';
import { type CacheState, cachedLoader, type EpochCache } from '../data/epoch-cache.ts';
import type { PricedTariff } from '../data/rate-books.ts';
import { type CategorisedCandidate, type PriceFrom, PUBLIC_CHANNEL, priceFrom } from '../domain/price-from.ts';
import { promotionsAt } from '../domain/promotion.ts';

/** Visit types whose rate books are held at the same time: enough for a page of hotels to be one portion, read together. */
const VISIT_TYPES_PER_PORTION = 1_500;

/** What from-prices are computed from. */
interface Sources {
  readonly hotelVisitTypes: CatalogueLoaders['related']['hotelVisitTypes'];
  readonly tariffs: DataLoader<number, PricedTariff | null>;
}

/** A loader of from-prices by the number of a hotel, for one request; null for a hotel that has nothing to sell. */
export function priceFromLoader({
  cache,
  state,
  sources,
}: {
  cache: EpochCache<number, PriceFrom>;
  /** Its day is today. */
  state: CacheState;
  sources: Sources;
}): DataLoader<number, PriceFrom | null> {
  return cachedLoader({
    cache,
    state,
    async read(hotelNumbers) {
      const found = new Map<number, PriceFrom>();
      for (const hotels of await portionsOf(hotelNumbers, sources)) {
        const tariffs = await tariffsOf(hotels, sources);
        for (const { hotelNumber, visitTypeNumbers } of hotels) {
          const candidates = visitTypeNumbers.flatMap((number) => candidatesIn(hotelNumber, tariffs.get(number)));
          const price = priceFrom(candidates, state.day);
          if (price) found.set(hotelNumber, price);
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

/** The hotels with what they sell, those together that sell no more than a portion, one at least. */
async function portionsOf(hotelNumbers: readonly number[], { hotelVisitTypes }: Sources): Promise<HotelSales[][]> {
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
      room = VISIT_TYPES_PER_PORTION - hotel.visitTypeNumbers.length;
    }
  }
  return portions;
}

async function tariffsOf(
  hotels: readonly HotelSales[],
  { tariffs }: Sources,
): Promise<ReadonlyMap<number, PricedTariff | null>> {
  const numbers = [...new Set(hotels.flatMap(({ visitTypeNumbers }) => visitTypeNumbers))];
  return new Map(await Promise.all(numbers.map(async (number) => [number, await tariffs.load(number)] as const)));
}

/** The room types of a hotel in which a visit type is sold. */
function candidatesIn(hotelNumber: number, priced: PricedTariff | null | undefined): CategorisedCandidate[] {
  if (!priced) return [];
  const { tariff, book } = priced;
  const promotions = promotionsAt({ promotions: tariff.promotions, channel: PUBLIC_CHANNEL, hotelNumber });
  return tariff.roomTypes
    .filter((room) => room.hotelNumber === hotelNumber)
    .map((room) => ({
      visitTypeNumber: tariff.visitTypeNumber,
      stayCategory: tariff.stayCategory,
      rules: tariff.rules,
      room,
      book,
      promotions,
    }));
}
