/**
 * Tariffs with their rate books, kept across requests: one query batch and one build per visit type, catalogue epoch and
 * day. The cache is bounded by the bytes that the books take, so that a large catalogue never has to fit into memory.
 */
import type DataLoader from 'dataloader';
import type { Day } from '../domain/civil-date.ts';
import { buildRateBook, type RateBook } from '../domain/rate-book.ts';
import type { Database } from './database.ts';
import { cachedLoader, EpochCache } from './epoch-cache.ts';
import { readTariffs, type Tariff } from './tariffs.ts';

/** A tariff and the book of its prices from today on. */
export interface PricedTariff {
  readonly tariff: Tariff;
  readonly book: RateBook;
}

/** More than are ever asked for together; a search over the whole catalogue must not hold all of its books. */
const KEPT_BY_REQUEST = 500;
const CACHE_BYTES = 256 * 1024 * 1024;
/** What one night of a room type takes in the arrays of a book, all currencies together. */
const BYTES_PER_ROOM_NIGHT = 48;
/** Rules, promotions and objects beside the arrays. */
const BYTES_PER_TARIFF = 4_096;

function bytesOf({ book }: PricedTariff): number {
  return BYTES_PER_TARIFF + book.rooms.size * (book.lastNight - book.firstNight + 1) * BYTES_PER_ROOM_NIGHT;
}

/** The cache that the sessions of a process share, bounded by the bytes of its books. */
export function createRateBookCache(): EpochCache<number, PricedTariff> {
  return new EpochCache({ size: CACHE_BYTES, sizeOf: bytesOf });
}

/** A loader of priced tariffs by the number of the visit type, for one request; null for a visit type that is not there. */
export function rateBookLoader({
  database,
  cache,
  epoch,
  today,
}: {
  database: Database;
  cache: EpochCache<number, PricedTariff>;
  epoch: bigint;
  today: Day;
}): DataLoader<number, PricedTariff | null> {
  return cachedLoader({
    cache,
    state: { epoch, day: today },
    keptByRequest: KEPT_BY_REQUEST,
    read: async (numbers) => {
      const tariffs = await readTariffs(database.prisma, numbers);
      return new Map(
        [...tariffs].map(([number, tariff]) => [
          number,
          { tariff, book: buildRateBook({ priceLists: tariff.priceLists, roomTypes: tariff.roomTypes, today }) },
        ]),
      );
    },
  });
}
