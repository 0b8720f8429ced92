/** Loaders for one request over process-wide caches. */
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { nextTurn } from '../turns.ts';
import type { CacheState, EpochCache } from './epoch-cache.ts';
import type { MaybePromise } from './maybe-promise.ts';

/** Keys of one statement: turning the rows of more into values would hold up other requests (A9). */
const MAX_BATCH = 1_000;
const MANY = 100;

export interface CachedLoader<K, V> {
  /** The value of a key, or null: at once if it is cached, else batched with the other loads of this turn. */
  load(key: K): MaybePromise<V | null>;
}

/**
 * A loader for one request over a process-wide cache. Keys that are asked for in one turn of the event loop and not cached are
 * read together, once; those that another request is reading in the same state are awaited instead. After an update all
 * requests ask for the same, and each would read and build it. Keys that `read` leaves out load as null, and their absence is
 * cached.
 */
export function createCachedLoader<K extends {}, V extends {}>({
  cache,
  epochOf,
  day = 0,
  read,
  maxPerRequest = null,
  shared = null,
}: {
  cache: EpochCache<K, V>;
  /** The epoch of a key's value; called before it is read, and recorded for the response. */
  epochOf: (key: K) => number;
  /** Today, for values that depend on it. */
  day?: number;
  read: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;
  /** How many loaded values the request itself holds, if they are large; null: all. */
  maxPerRequest?: number | null;
  /** Reads what is not cached, together with what others ask it for; null: this loader by itself. */
  shared?: CachedLoader<K, V> | null;
}): CachedLoader<K, V> {
  async function loadAll(keys: readonly K[]): Promise<(V | null)[]> {
    // Before the reading: what is raised after this has a later epoch.
    const states = new Map(keys.map((key): [K, CacheState] => [key, { epoch: epochOf(key), day }]));
    const found = cache.readTogether(states, readAll);
    const values = await Promise.all(keys.map((key) => found.get(key) ?? null));
    // What a request makes of many values takes a while, and several requests may have waited for the same.
    if (keys.length >= MANY) await nextTurn();
    return values;
  }
  async function readAll(missing: ReadonlyMap<K, CacheState>): Promise<ReadonlyMap<K, V>> {
    const found = await read([...missing.keys()]);
    // A request that scans everything must not evict what others use.
    readSoFar += missing.size;
    const isScanning = maxPerRequest !== null && readSoFar > maxPerRequest;
    for (const [key, state] of missing) {
      if (!isScanning || cache.hasRoom()) cache.set(key, found.get(key) ?? null, state);
    }
    return found;
  }
  let readSoFar = 0;
  // Most requests find everything in the cache.
  let batch: DataLoader<K, V | null> | null = null;
  return {
    load(key) {
      const cached = cache.get(key, { epoch: epochOf(key), day });
      if (cached !== undefined) return cached;
      if (shared) return shared.load(key);
      batch ??= new DataLoader<K, V | null>(loadAll, {
        maxBatchSize: MAX_BATCH,
        cacheMap:
          maxPerRequest === null
            ? new Map()
            : new LRUCache<K, Promise<V | null>>({ maxSize: maxPerRequest, sizeCalculation: () => 1 }),
      });
      return batch.load(key);
    },
  };
}
