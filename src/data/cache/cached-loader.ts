/** Loaders for one request over process-wide caches. */
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { nextTurn } from '../turns.ts';
import type { CacheState, EpochCache } from './epoch-cache.ts';
import { isDoubtful } from './epoch-table.ts';
import type { MaybePromise } from './maybe-promise.ts';

/** Keys of one statement: turning the rows of more into values would hold up other requests (A9). */
export const MAX_BATCH = 1_000;
const MANY = 100;

export interface CachedLoader<K, V> {
  /** The value of a key, or null: at once if it is cached, else batched with the other loads of this turn. */
  load(key: K): MaybePromise<V | null>;
}

/**
 * A loader for one request over a process-wide cache. Keys that are asked for in one turn of the event loop and not cached are
 * read together, once, and again when their epoch was raised. Keys that `read` leaves out load as null, and their absence is cached.
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
    const found = await read(keys);
    // A request that scans everything must not evict what others use.
    readSoFar += keys.length;
    const isScanning = maxPerRequest !== null && readSoFar > maxPerRequest;
    for (const [key, state] of states) {
      if (!isScanning || cache.hasRoom()) cache.set(key, found.get(key) ?? null, state);
    }
    // What a request makes of many values takes a while.
    if (keys.length >= MANY) await nextTurn();
    return keys.map((key) => found.get(key) ?? null);
  }
  let readSoFar = 0;
  // Most requests find everything in the cache.
  let missing: { batch: DataLoader<K, V | null>; epochs: Map<K, number> } | null = null;
  return {
    load(key) {
      const epoch = epochOf(key);
      const cached = cache.get(key, { epoch, day });
      if (cached !== undefined) return cached;
      if (shared) return shared.load(key);
      missing ??= {
        batch: new DataLoader<K, V | null>(loadAll, {
          maxBatchSize: MAX_BATCH,
          cacheMap:
            maxPerRequest === null
              ? new Map()
              : new LRUCache<K, Promise<V | null>>({ maxSize: maxPerRequest, sizeCalculation: () => 1 }),
        }),
        epochs: new Map(),
      };
      const { batch, epochs } = missing;
      // Whatever is made of the value is cached under this epoch (U5); under a doubtful one nothing is.
      if (epochs.get(key) !== epoch && !isDoubtful(epoch)) {
        batch.clear(key);
        epochs.set(key, epoch);
      }
      return batch.load(key);
    },
  };
}
