/**
 * A bounded cache of values that are constant within an epoch. Each state (an epoch, plus the date where it matters) has a
 * cache of its own. A newer state drops the older cache whole; a request that began before keeps using it.
 */
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { chain, type MaybePromise } from './maybe-promise.ts';

/** The state under which cached values hold. A later `order` replaces an earlier one. */
export interface CacheState {
  epoch: bigint;
  /** Today, for values that depend on it; else 0. */
  day: number;
}

// Stands for undefined, which LRUCache cannot hold.
const ABSENT = Symbol('absent');

/** The fill level, in the unit of the bound: bytes, rows or entries. */
export interface CacheStats {
  readonly entries: number;
  readonly size: number;
  readonly limit: number;
}

/** A number of entries, or a total size by `sizeOf`. */
export type CacheBounds<V> = { entries: number } | { size: number; sizeOf: (value: V) => number };

/** A process-wide cache; `at` returns the part that is valid in a state. */
export class EpochCache<K extends {}, V extends {}> {
  readonly #bounds: CacheBounds<V>;
  #state: CacheState = { epoch: -1n, day: 0 };
  #current: LRUCache<K, V | typeof ABSENT> | null = null;

  constructor(bounds: CacheBounds<V>) {
    this.#bounds = bounds;
  }

  at(state: CacheState): LRUCache<K, V | typeof ABSENT> {
    if (this.#current && state.epoch === this.#state.epoch && state.day === this.#state.day) return this.#current;
    const isNewer =
      state.epoch > this.#state.epoch || (state.epoch === this.#state.epoch && state.day > this.#state.day);
    const fresh = this.#create();
    if (isNewer) {
      this.#state = state;
      this.#current = fresh;
    }
    return fresh;
  }

  /** The fill level of the current part. */
  stats(): CacheStats {
    const limit = 'entries' in this.#bounds ? this.#bounds.entries : this.#bounds.size;
    return { entries: this.#current?.size ?? 0, size: this.#current?.calculatedSize ?? 0, limit };
  }

  #create(): LRUCache<K, V | typeof ABSENT> {
    const bounds = this.#bounds;
    // No `max`, even where every entry counts as one: LRUCache would allocate for all of them at once.
    return 'entries' in bounds
      ? new LRUCache({ maxSize: bounds.entries, sizeCalculation: () => 1 })
      : new LRUCache({
          maxSize: bounds.size,
          sizeCalculation: (value) => (value === ABSENT ? 1 : Math.max(1, bounds.sizeOf(value))),
        });
  }
}

/** The part of a cache that is valid in one state. */
export type EpochEntries<K extends {}, V extends {}> = ReturnType<EpochCache<K, V>['at']>;

/** Computations in flight for a part of a cache, by key. */
const inFlight = new WeakMap<object, Map<unknown, Promise<unknown>>>();

/** Gets or computes a cached value. Concurrent callers share one computation. */
export function getOrCompute<K extends {}, V extends {}>(
  entries: EpochEntries<K, V>,
  key: K,
  compute: () => MaybePromise<V>,
): MaybePromise<V> {
  const cached = entries.get(key);
  if (cached !== undefined && cached !== ABSENT) return cached as V;
  const pendingByKey = inFlight.get(entries) ?? new Map<unknown, Promise<unknown>>();
  const pending = pendingByKey.get(key);
  if (pending) return pending as Promise<V>;
  const value = chain(compute(), (computed) => {
    entries.set(key, computed);
    return computed;
  });
  if (value instanceof Promise) {
    inFlight.set(entries, pendingByKey.set(key, value));
    const settle = () => pendingByKey.delete(key);
    value.then(settle, settle);
  }
  return value;
}

/** Whether another entry of average size fits. */
function hasRoom({
  calculatedSize,
  maxSize,
  size,
}: {
  calculatedSize: number;
  maxSize: number;
  size: number;
}): boolean {
  return calculatedSize + calculatedSize / Math.max(1, size) < maxSize;
}

/** A loader for one request. */
export interface CachedLoader<K, V> {
  /** The value of a key, or null: at once if it is cached, else batched with the other loads of this turn. */
  load(key: K): MaybePromise<V | null>;
}

/**
 * A loader for one request over a process-wide cache. Keys that are asked for in one turn of the event loop and not cached are
 * read together, once. Keys that `read` leaves out load as null, and their absence is cached.
 */
export function createCachedLoader<K extends {}, V extends {}>({
  cache,
  state,
  read,
  maxPerRequest = null,
}: {
  cache: EpochCache<K, V>;
  state: CacheState;
  read: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;
  /** How many loaded values the request itself holds, if they are large; null: all. */
  maxPerRequest?: number | null;
}): CachedLoader<K, V> {
  const entries = cache.at(state);
  async function loadAll(keys: readonly K[]): Promise<(V | null)[]> {
    const asked = [...new Set(keys)];
    const found = await read(asked);
    // A request that scans everything must not evict what others use.
    readSoFar += asked.length;
    const isScanning = maxPerRequest !== null && readSoFar > maxPerRequest;
    for (const key of asked) if (!isScanning || hasRoom(entries)) entries.set(key, found.get(key) ?? ABSENT);
    return keys.map((key) => found.get(key) ?? null);
  }
  let readSoFar = 0;
  // Most requests find everything in the cache.
  let batch: DataLoader<K, V | null> | null = null;
  return {
    load(key) {
      const cached = entries.get(key);
      if (cached !== undefined) return cached === ABSENT ? null : (cached as V);
      batch ??= new DataLoader<K, V | null>(loadAll, {
        cacheMap:
          maxPerRequest === null
            ? new Map()
            : new LRUCache<K, Promise<V | null>>({ maxSize: maxPerRequest, sizeCalculation: () => 1 }),
      });
      return batch.load(key);
    },
  };
}
