/** What another request is reading is read again. */
import * as whole from '../../../src/data/cache/epoch-cache.ts';
import { chain, type MaybePromise } from '../../../src/data/cache/maybe-promise.ts';

export * from '../../../src/data/cache/epoch-cache.ts';

export class EpochCache<K extends {}, V extends {}> extends whole.EpochCache<K, V> {
  override getOrCompute(key: K, state: whole.CacheState, compute: () => MaybePromise<V>): MaybePromise<V> {
    const cached = this.get(key, state);
    if (cached != null) return cached;
    return chain(compute(), (computed) => {
      this.set(key, computed, state);
      return computed;
    });
  }

  override readTogether(
    states: ReadonlyMap<K, whole.CacheState>,
    read: (missing: ReadonlyMap<K, whole.CacheState>) => Promise<ReadonlyMap<K, V>>,
  ): ReadonlyMap<K, Promise<V | null>> {
    const reading = read(states);
    return new Map([...states.keys()].map((key) => [key, reading.then((found) => found.get(key) ?? null)]));
  }
}
