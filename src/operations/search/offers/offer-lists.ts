/**
 * The lists of recent searches for offers, so that further pages cost next to nothing. A list is used as long as nothing has changed
 * that it was made of: prices, rooms left, what belongs to what, stars; a hold that expires counts as a change. Bounded in bytes.
 */
import { RecordedCache, type RecordedEntry } from '../../../data/cache/recorded-cache.ts';
import type { NoOffers } from '../../../domain/offer/no-offers.ts';
import type { OfferCount, OfferList } from '../../../domain/offer/offer-list.ts';

/** The offers of a list by the values of a facet. */
export interface CountedOffers extends RecordedEntry {
  readonly counts: readonly OfferCount[];
}

/** Why a list is empty. */
export interface ExplainedOffers extends RecordedEntry {
  readonly nothing: NoOffers;
}

export interface CachedOffers extends RecordedEntry {
  readonly list: OfferList;
  /** What was counted of it so far. */
  readonly counted: Map<string, CountedOffers>;
  /** Why it is empty, once that was asked. */
  explained?: ExplainedOffers;
}

/** A dozen lists of a whole catalogue of 2,000 hotels, or thousands of a destination. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The objects around a list: each of its nine columns is an array with a buffer. */
const BYTES_PER_LIST = 4_096;

export class OfferLists extends RecordedCache<string, CachedOffers> {
  /** @param scale how many times the usual catalogue they are for */
  constructor(scale = 1) {
    super({ maxBytes: MAX_BYTES * scale, bytesOf: ({ list }) => BYTES_PER_LIST + list.bytes });
  }
}
