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

/** A list, and what was asked of it so far: counts by facet, and why it is empty. */
export interface SearchedOffers {
  readonly list: OfferList;
  readonly counted: RecordedCache<string, CountedOffers>;
  readonly explained: RecordedCache<'list', ExplainedOffers>;
}

export type CachedOffers = SearchedOffers & RecordedEntry;

/** As many as there are facets, so nothing bounds them. */
const UNBOUNDED = { maxBytes: Number.MAX_SAFE_INTEGER, bytesOf: () => 1 };

export function searchedOffers(list: OfferList): SearchedOffers {
  return { list, counted: new RecordedCache(UNBOUNDED), explained: new RecordedCache(UNBOUNDED) };
}

/** A dozen lists of a whole catalogue of 2,000 hotels, or two thousand of a destination. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The objects around a list, where each of nine columns is an array with a buffer, and what is asked of it. */
const BYTES_PER_LIST = 8_192;

export class OfferLists extends RecordedCache<string, CachedOffers> {
  /** @param scale how many times the usual catalogue they are for */
  constructor(scale = 1) {
    super({ maxBytes: MAX_BYTES * scale, bytesOf: ({ list }) => BYTES_PER_LIST + list.bytes });
  }
}
