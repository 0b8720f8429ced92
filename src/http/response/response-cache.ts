/**
 * Finished answers, kept to be given again to whoever asks the same and sees the same, for as long as nothing that they were
 * made of has changed: the catalogue, the day, and the inventories that were looked into. A booking in one hotel therefore
 * ends the answers about its capacity and no others. An answer that is about its caller alone is never kept.
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
  /** What it takes in memory, in bytes. */
  readonly size: number;
}

/** An entry beside its bytes and its key. */
const OVERHEAD_BYTES = 600;
const BYTES_PER_MEGABYTE = 1024 * 1024;
/** Its bytes, and room for the same compressed. */
const ENCODINGS_FACTOR = 1.5;
/** One answer may take this share of the store. */
const MAX_SHARE = 8;

/** The store of a process. */
export interface ResponseCache {
  /** The answer to the same question by a caller who sees the same, if there is one that still holds. */
  get(caller: Caller, key: string): HttpResponse | null;
  /** Keeps the answer that a context has made to its caller's question, if it may be given again; whether it does. */
  put(context: RequestContext, key: string, response: HttpResponse, operation?: string): boolean;
  /** How full it is, in bytes. */
  stats(): CacheStats;
}

/** A store of so many megabytes; 0 keeps nothing. The epochs are to be current when it is asked. */
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
  // Both days only grow, so their sum tells every pair of them from a later one.
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

/**
 * The same bytes in memory of their own. Small buffers are cut out of slabs of 8 kB, and one that is kept keeps its whole slab,
 * which nobody counts.
 */
function copyOutOfPool(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
