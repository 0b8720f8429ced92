/**
 * The lists of recent searches for offers, so that further pages cost next to nothing. A list is used as long as nothing has changed
 * that it was made of: prices, rooms left, what belongs to what, stars; a hold that expires counts as a change. Bounded in bytes.
 */
import { RecordedCache, type RecordedEntry } from '../../../data/cache/recorded-cache.ts';
import type { OfferCount, OfferList } from '../../../domain/offer/offer-list.ts';

/** The offers of a list by the values of a facet. */
export interface CountedOffers extends RecordedEntry {
  readonly counts: readonly OfferCount[];
}

export interface CachedOffers extends RecordedEntry {
  readonly list: OfferList;
  /** What was counted of it so far. */
  readonly counted: Map<string, CountedOffers>;
}

/** A few lists of a whole catalogue of 2,000 hotels, or hundreds of a destination. */
const MAX_BYTES = 16 * 1024 * 1024;
/** An object of nine fields, and its place in the list and in that of the first of each hotel. */
const BYTES_PER_OFFER = 120;
/** What an offer to a party has besides: a list of up to six numbers. */
const BYTES_PER_PARTY = 112;
/** The objects around a list. */
const BYTES_PER_LIST = 1_024;

export class OfferLists extends RecordedCache<string, CachedOffers> {
  constructor() {
    super({ maxBytes: MAX_BYTES, bytesOf: ({ list }) => BYTES_PER_LIST + list.offers.length * bytesPerOffer(list) });
  }
}

function bytesPerOffer({ offers: [first] }: OfferList): number {
  return BYTES_PER_OFFER + (first?.roomTypeNumbers ? BYTES_PER_PARTY : 0);
}
