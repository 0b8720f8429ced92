/**
 * Tariffs with their rate books, cached across requests: one query batch, and one build per visit type, change of
 * its prices and day.
 * The cache is bounded by the bytes of the books, so a large catalogue never has to fit into memory.
 */
import { bytesOfRuns } from '../../domain/pricing/price-runs.ts';
import { buildRateBook, type RateBook } from '../../domain/pricing/rate-book.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { cacheTag, STRUCTURE } from '../cache/cache-tags.ts';
import { type Batches, type CachedLoader, createCachedLoader } from '../cache/cached-loader.ts';
import type { Dependencies } from '../cache/dependencies.ts';
import { EpochCache } from '../cache/epoch-cache.ts';
import type { Database } from '../database/database.ts';
import { nextTurn } from '../turns.ts';
import { readTariffs, type Tariff } from './tariffs.ts';

/** A tariff and its rate book from today on, which replaces the price lists. */
export interface PricedTariff {
  readonly tariff: Omit<Tariff, 'priceLists'>;
  readonly book: RateBook;
}

const BOOKS_PER_TURN = 100;
/** More than are ever loaded together; a search over the whole catalogue must not hold all of its books. */
const MAX_BOOKS_PER_REQUEST = 500;
/** More than twenty thousand visit types, whatever hotels sell them. */
const MAX_CACHE_BYTES = 128 * 1024 * 1024;
/** The book without its runs, and the objects around it; measured, with a margin. */
const BYTES_PER_BOOK = 1_024;
/** Memory of a tariff's objects per character of its JSON, as measured. */
const BYTES_PER_CHARACTER = 3;

/** The memory of a priced tariff, which grows with price changes, not with nights. */
function estimateBytes({ tariff, book }: PricedTariff): number {
  return BYTES_PER_BOOK + JSON.stringify(tariff).length * BYTES_PER_CHARACTER + bytesOfRuns(book.runs);
}

/** The process-wide cache, bounded by the bytes of its books, for `scale` times the usual catalogue. */
export function createRateBookCache(scale = 1): EpochCache<number, PricedTariff> {
  return new EpochCache({ size: MAX_CACHE_BYTES * scale, sizeOf: estimateBytes });
}

/** The epoch of a visit type's tariff, which names the rooms of the hotels that sell it. */
export function tariffEpoch(dependencies: Dependencies, visitTypeNumber: number): number {
  return Math.max(dependencies.use(cacheTag('rates', visitTypeNumber)), dependencies.use(STRUCTURE));
}

/** A loader for one request, by visit type number; null for a visit type that does not exist. */
export function createRateBookLoader({
  database,
  cache,
  batches,
  dependencies,
  today,
}: {
  database: Database;
  cache: EpochCache<number, PricedTariff>;
  batches: Batches;
  dependencies: Dependencies;
  today: Day;
}): CachedLoader<number, PricedTariff> {
  return createCachedLoader({
    batches,
    cache,
    epochOf: (number) => tariffEpoch(dependencies, number),
    day: today,
    maxPerRequest: MAX_BOOKS_PER_REQUEST,
    read: async (numbers) => {
      const found = new Map<number, PricedTariff>();
      for (const [number, { priceLists, ...tariff }] of await readTariffs(database.catalogue, numbers)) {
        // Other requests get their turns while hundreds of books are built.
        if (found.size % BOOKS_PER_TURN === BOOKS_PER_TURN - 1) await nextTurn();
        found.set(number, { tariff, book: buildRateBook({ priceLists, roomTypes: tariff.roomTypes, today }) });
      }
      return found;
    },
  });
}
