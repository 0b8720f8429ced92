/**
 * A cache of values that were each made under many epochs: a value is used as long as none of them was raised. Bounded in bytes.
 * Where one epoch is enough, `EpochCache` is simpler.
 */
import { LRUCache } from 'lru-cache';
import type { RecordedEpochs } from './dependencies.ts';
import type { CacheStats } from './epoch-cache.ts';

export interface RecordedEntry {
  /** The epochs that the value was made under. */
  readonly dependencies: RecordedEpochs;
}

export class RecordedCache<K extends {}, Entry extends RecordedEntry> {
  readonly #cached: LRUCache<K, Entry>;
  readonly #pending = new Map<K, Promise<Entry>>();

  constructor({ maxBytes, bytesOf }: { maxBytes: number; bytesOf: (entry: Entry) => number }) {
    this.#cached = new LRUCache({
      maxSize: Math.ceil(maxBytes),
      sizeCalculation: (entry) => bytesOf(entry) + entry.dependencies.size,
    });
  }

  /** The entry of a key, if it is up to date. */
  get(key: K): Entry | null {
    const cached = this.#cached.get(key);
    return cached?.dependencies.isFresh() ? cached : null;
  }

  /** Gets or computes the entry of a key. Callers at the same time share one computation. */
  async getOrCompute(key: K, compute: () => Promise<Entry>): Promise<Entry> {
    const earlier = this.#pending.get(key);
    // It may have read before a change that the caller knows of.
    if (earlier) await earlier.catch(() => {});
    const cached = this.get(key);
    if (cached) return cached;
    // A failure, as at the deadline of the request that began it, is reported to that request alone.
    return this.#pending.get(key)?.catch(() => this.getOrCompute(key, compute)) ?? this.#start(key, compute);
  }

  #start(key: K, compute: () => Promise<Entry>): Promise<Entry> {
    const computed = compute().then((entry) => {
      this.#cached.set(key, entry);
      return entry;
    });
    this.#pending.set(key, computed);
    const settle = () => this.#pending.delete(key);
    computed.then(settle, settle);
    return computed;
  }

  stats(): CacheStats {
    const { size: entries, calculatedSize: size, maxSize: limit } = this.#cached;
    return { entries, size, limit };
  }
}
