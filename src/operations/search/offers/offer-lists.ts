/**
 * The lists of recent searches for offers, so that further pages cost next to nothing. A list is used as long as nothing has changed
 * that it was made of: prices, rooms left, what belongs to what, stars; a hold that expires counts as a change. Bounded in bytes.
 */
import { LRUCache } from 'lru-cache';
import type { RecordedEpochs } from '../../../data/cache/dependencies.ts';
import type { CacheStats } from '../../../data/cache/epoch-cache.ts';
import type { OfferList } from '../../../domain/offer/offer-list.ts';

export interface CachedOffers {
  readonly list: OfferList;
  readonly dependencies: RecordedEpochs;
}

/** A few lists of a whole catalogue of 2,000 hotels, or hundreds of a destination. */
const MAX_BYTES = 16 * 1024 * 1024;
/** An object of nine fields, and its place in the list. */
const BYTES_PER_OFFER = 112;
/** What an offer to a party has besides: a list of up to six numbers. */
const BYTES_PER_PARTY = 112;
/** The objects around a list. */
const BYTES_PER_LIST = 1_024;

export class OfferLists {
  readonly #cached = new LRUCache<string, CachedOffers>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ list, dependencies }) =>
      BYTES_PER_LIST + list.offers.length * bytesPerOffer(list) + dependencies.size,
  });
  readonly #pending = new Map<string, Promise<CachedOffers>>();

  /** The list of a search, if it is up to date. */
  get(key: string): CachedOffers | null {
    const cached = this.#cached.get(key);
    return cached?.dependencies.isFresh() ? cached : null;
  }

  /** Gets or computes the list of a search. Callers at the same time share one computation. */
  async getOrCompute(key: string, compute: () => Promise<CachedOffers>): Promise<CachedOffers> {
    const earlier = this.#pending.get(key);
    // It may have read before a change that the caller knows of. Its failure is reported to the request that began it.
    if (earlier) await earlier.catch(() => {});
    return this.get(key) ?? this.#pending.get(key) ?? this.#start(key, compute);
  }

  #start(key: string, compute: () => Promise<CachedOffers>): Promise<CachedOffers> {
    const computed = compute().then((cached) => {
      this.#cached.set(key, cached);
      return cached;
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

function bytesPerOffer({ offers: [first] }: OfferList): number {
  return BYTES_PER_OFFER + (first?.roomTypeNumbers ? BYTES_PER_PARTY : 0);
}
