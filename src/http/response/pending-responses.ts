/**
 * Reads whose responses are being computed for the cache (U5). After a change all who ask for the same find theirs stale; the
 * first computes it, the others wait and look again. Nobody waits twice, so what cannot be cached is computed by all at once.
 */
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import type { HttpResponse } from './response.ts';
import type { ResponseCache } from './response-cache.ts';

export class PendingResponses {
  readonly #cache: ResponseCache;
  readonly #pending = new Map<string, Promise<void>>();

  constructor(cache: ResponseCache) {
    this.#cache = cache;
  }

  /**
   * The response of the same request that is being computed, once it is cached; null: compute it. Only a response that is fresh
   * by then counts, so a change during the wait is not missed.
   */
  get(caller: Caller, key: string): MaybePromise<HttpResponse | null> {
    const pending = this.#pending.get(placeOf(caller, key));
    return pending === undefined ? null : chain(pending, () => this.#cache.get(caller, key));
  }

  /** Lets others wait until a read is answered. */
  add(caller: Caller, key: string, response: MaybePromise<HttpResponse>): void {
    if (!(response instanceof Promise) || this.#cache.stats().limit === 0) return;
    const place = placeOf(caller, key);
    if (this.#pending.has(place)) return;
    const settle = () => void this.#pending.delete(place);
    this.#pending.set(place, response.then(settle, settle));
  }
}

function placeOf(caller: Caller, key: string): string {
  return `${caller.visibilityKey} ${key}`;
}
