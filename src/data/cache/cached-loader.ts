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

/** What loaders read that was not cached, by cache. The loaders of all records of a page share it, so they read together. */
export type Batches = Map<object, unknown>;

interface Reading<K extends {}, V extends {}> {
  cache: EpochCache<K, V>;
  /** Today, for values that depend on it. */
  day?: number;
  /** Reads for every loader that shares the batches, so it records no dependencies. */
  read: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;
  /** How many loaded values the request itself holds, if they are large; null: all. */
  maxPerRequest?: number | null;
}

/**
 * A loader for one request over a process-wide cache. Keys that are asked for in one turn of the event loop and not cached are
 * read together, once, and again when their epoch was raised. Keys that `read` leaves out load as null, and their absence is cached.
 */
export function createCachedLoader<K extends {}, V extends {}>(
  parts: Reading<K, V> & {
    batches: Batches;
    /** The epoch of a key's value; called before it is read, and recorded for the response. */
    epochOf: (key: K) => number;
  },
): CachedLoader<K, V> {
  const { batches, cache, day = 0, epochOf } = parts;
  return {
    load(key) {
      const epoch = epochOf(key);
      const cached = cache.get(key, { epoch, day });
      if (cached !== undefined) return cached;
      let batch = batches.get(cache) as Batch<K, V> | undefined;
      if (!batch) {
        // Most requests find everything in the cache.
        batch = new Batch(parts);
        batches.set(cache, batch);
      }
      return batch.load(key, epoch);
    },
  };
}

/** The values of a cache that a request has read, or is reading. */
class Batch<K extends {}, V extends {}> {
  readonly #reading: Reading<K, V>;
  readonly #values: DataLoader<K, V | null>;
  /** The epochs under which keys were asked for last. */
  readonly #epochs = new Map<K, number>();
  #readSoFar = 0;

  constructor(reading: Reading<K, V>) {
    const { maxPerRequest = null } = reading;
    this.#reading = reading;
    this.#values = new DataLoader<K, V | null>((keys) => this.#readAll(keys), {
      maxBatchSize: MAX_BATCH,
      cacheMap:
        maxPerRequest === null
          ? new Map()
          : new LRUCache<K, Promise<V | null>>({ maxSize: maxPerRequest, sizeCalculation: () => 1 }),
    });
  }

  load(key: K, epoch: number): Promise<V | null> {
    if (this.#epochs.get(key) !== epoch) {
      // Whatever is made of the value is cached under this epoch (U5); under a doubtful one nothing is.
      if (!isDoubtful(epoch)) this.#values.clear(key);
      this.#epochs.set(key, epoch);
    }
    return this.#values.load(key);
  }

  async #readAll(keys: readonly K[]): Promise<(V | null)[]> {
    const { cache, day = 0, read, maxPerRequest = null } = this.#reading;
    // Before the reading: what is raised after this has a later epoch.
    // biome-ignore lint/style/noNonNullAssertion: a key is asked for under an epoch.
    const states = new Map(keys.map((key): [K, CacheState] => [key, { epoch: this.#epochs.get(key)!, day }]));
    const found = await read(keys);
    // A request that scans everything must not evict what others use.
    this.#readSoFar += keys.length;
    const isScanning = maxPerRequest !== null && this.#readSoFar > maxPerRequest;
    for (const [key, state] of states) {
      if (!isScanning || cache.hasRoom()) cache.set(key, found.get(key) ?? null, state);
    }
    // What a request makes of many values takes a while.
    if (keys.length >= MANY) await nextTurn();
    return keys.map((key) => found.get(key) ?? null);
  }
}
