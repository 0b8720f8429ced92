/**
 * A bounded cache of values that are valid while an epoch stays the same, and for a day where they depend on it. A value under
 * another epoch is as good as none; it is replaced when it is asked for.
 */
import { LRUCache } from 'lru-cache';
import { isDoubtful } from './epoch-table.ts';
import { chain, type MaybePromise } from './maybe-promise.ts';

/** What a cached value depends on. */
export interface CacheState {
  /** The epoch of the value's tag, or the largest of its tags if it has several of the catalogue. */
  readonly epoch: number;
  /** Today, for values that depend on it; else 0. */
  readonly day: number;
}

interface Entry<V> extends CacheState {
  /** Null: there is no such thing. */
  readonly value: V | null;
}

/** A computation that others may share. */
interface Flight<V> {
  readonly state: CacheState;
  readonly value: Promise<V>;
}

/** The fill level, in the unit of the bound: bytes, rows or entries. */
export interface CacheStats {
  readonly entries: number;
  readonly size: number;
  readonly limit: number;
}

/** The visit types that the caches of a process are for by default. Those of a larger catalogue are as many times larger. */
export const USUAL_VISIT_TYPES = 20_000;

/** A number of entries, or a total size by `sizeOf`. */
export type CacheBounds<V, K = unknown> = { entries: number } | { size: number; sizeOf: (value: V, key: K) => number };

/** A process-wide cache. */
export class EpochCache<K extends {}, V extends {}> {
  readonly #entries: LRUCache<K, Entry<V>>;
  readonly #inFlight = new Map<K, Flight<V>>();

  constructor(bounds: CacheBounds<V, K>) {
    const { size, sizeOf } = 'entries' in bounds ? { size: bounds.entries, sizeOf: () => 1 } : bounds;
    // No `max`, even where every entry counts as one: LRUCache would allocate for all of them at once.
    this.#entries = new LRUCache({
      maxSize: Math.ceil(size),
      sizeCalculation: ({ value }, key) => (value === null ? 1 : Math.max(1, sizeOf(value, key))),
    });
  }

  /** The value that is valid in a state; null: there is none, which is known; undefined: not known. */
  get(key: K, { epoch, day }: CacheState): V | null | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.epoch === epoch && entry.day === day ? entry.value : undefined;
  }

  /** Keeps a value that was read, or computed, after its state was. */
  set(key: K, value: V | null, { epoch, day }: CacheState): void {
    if (isDoubtful(epoch)) return;
    const entry = this.#entries.peek(key);
    const isOlder = entry !== undefined && (epoch < entry.epoch || day < entry.day);
    if (!isOlder) this.#entries.set(key, { value, epoch, day });
  }

  /** Gets or computes a value. Concurrent callers in the same state share one computation, but in a doubtful one nobody shares anything. */
  getOrCompute(key: K, state: CacheState, compute: () => MaybePromise<V>): MaybePromise<V> {
    const cached = this.get(key, state);
    if (cached != null) return cached;
    const pending = this.#inFlight.get(key);
    if (pending && pending.state.epoch === state.epoch && pending.state.day === state.day) return pending.value;
    const value = chain(compute(), (computed) => {
      this.set(key, computed, state);
      return computed;
    });
    if (value instanceof Promise && !isDoubtful(state.epoch)) this.#share(key, { state, value });
    return value;
  }

  #share(key: K, flight: Flight<V>): void {
    this.#inFlight.set(key, flight);
    const settle = () => {
      if (this.#inFlight.get(key) === flight) this.#inFlight.delete(key);
    };
    flight.value.then(settle, settle);
  }

  /** Whether another entry of average size fits. */
  hasRoom(): boolean {
    const { calculatedSize, maxSize, size } = this.#entries;
    return calculatedSize + calculatedSize / Math.max(1, size) < maxSize;
  }

  stats(): CacheStats {
    const { size: entries, calculatedSize: size, maxSize: limit } = this.#entries;
    return { entries, size, limit };
  }
}
