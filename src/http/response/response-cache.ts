/**
 * The response cache. A response is reused for the same request by callers with the same visibility until one of its
 * dependencies changes: the catalogue, the day, the inventories that it read. So a booking in one hotel invalidates the
 * responses about its capacity and no others. A response about its caller alone is never cached.
 */
import { type CacheStats, EpochCache } from '../../data/cache/epoch-cache.ts';
import type { Epochs } from '../../data/cache/epochs.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { type Day, dayInTimeZone, utcDay } from '../../domain/time/civil-date.ts';
import type { Clock } from '../../domain/time/clock.ts';
import type { RequestContext } from '../../operations/access/request-context.ts';
import { type HttpResponse, responseSource } from './response.ts';

interface CachedResponse {
  readonly response: HttpResponse;
  readonly inventories: readonly (readonly [hotelNumber: number, epoch: bigint])[];
  /** In memory, in bytes. */
  readonly size: number;
}

/** Of an entry, without its bytes and its key. */
const OVERHEAD_BYTES = 600;
const BYTES_PER_MEGABYTE = 1024 * 1024;
/** Room for the compressed variants. */
const ENCODINGS_FACTOR = 1.5;
/** One response may take at most one part in so many of the cache. */
const MAX_SHARE = 8;

export interface ResponseCache {
  /** The cached response to the same request by a caller with the same visibility, unless it is stale. */
  get(caller: Caller, key: string): HttpResponse | null;
  /** Caches a response if it may be reused. Returns whether it does. */
  put(context: RequestContext, key: string, response: HttpResponse, operation?: string): boolean;
  /** Sizes in bytes. */
  stats(): CacheStats;
}

/** A size of 0 disables the cache. The caller must make sure that the epochs are current. */
export function createResponseCache({
  megabytes,
  epochs,
  clock,
  businessTimeZone,
}: {
  megabytes: number;
  epochs: Epochs;
  clock: Clock;
  businessTimeZone: string;
}): ResponseCache {
  const size = megabytes * BYTES_PER_MEGABYTE;
  const entriesByState = new EpochCache<string, CachedResponse>({
    size: Math.max(1, size),
    sizeOf: (entry) => entry.size,
  });
  // Neither day ever goes back, so a sum stands for one pair.
  const entriesAt = (epoch: bigint, today: Day, todayUtc: Day) => entriesByState.at({ epoch, day: today + todayUtc });

  const isFresh = ({ inventories }: CachedResponse) =>
    inventories.every(([hotel, epoch]) => epochs.of(`inventory:${hotel}`) === epoch);

  return {
    get(caller, key) {
      if (size === 0) return null;
      const now = clock.now();
      const entries = entriesAt(epochs.of('catalogue'), dayInTimeZone(now, businessTimeZone), utcDay(now));
      const entry = entries.get(`${caller.visibilityKey} ${key}`);
      return typeof entry === 'object' && isFresh(entry) ? entry.response : null;
    },
    put(context, key, response, operation) {
      const { sources, caller, catalogueEpoch, today, todayUtc } = context;
      const bytes =
        response.bytes.length * ENCODINGS_FACTOR + key.length * 2 + sources.inventories.size * 32 + OVERHEAD_BYTES;
      if (sources.isPrivate || bytes > size / MAX_SHARE) return false;
      entriesAt(catalogueEpoch, today, todayUtc).set(`${caller.visibilityKey} ${key}`, {
        response: { ...response, bytes: copyOutOfPool(response.bytes), source: responseSource('stored', operation) },
        inventories: [...sources.inventories],
        size: Math.ceil(bytes),
      });
      return true;
    },
    stats: () => ({ ...entriesByState.stats(), limit: size }),
  };
}

/** Copies small buffers: they are slices of 8 kB slabs, and caching one would keep its whole slab alive, uncounted. */
function copyOutOfPool(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
