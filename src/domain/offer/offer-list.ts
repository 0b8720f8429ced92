/** The offers of a search in their order (F4), with the counts of all of them. */
import type { Day } from '../time/civil-date.ts';

export const OFFER_SORTS = ['PRICE', 'PRICE_DESC', 'STARS_DESC'] as const;
export type OfferSort = (typeof OFFER_SORTS)[number];

/** The stay that is offered in one room type under one visit type, or to a party in several rooms of a hotel (Y1). */
export interface OfferedStay {
  readonly visitTypeNumber: number;
  readonly hotelNumber: number;
  /** The room type; for a party, the one of its first room. */
  readonly roomTypeNumber: number;
  /** The room type of each room of a party, in the order in which they were asked for; undefined: one room was. */
  readonly roomTypeNumbers?: readonly number[] | undefined;
  readonly arrival: Day;
  readonly nights: number;
  /** Whether it can be booked at once; otherwise it can only be requested. */
  readonly isAvailable: boolean;
  readonly totalMinor: number;
  /** The stars of the hotel. */
  readonly stars: number;
  readonly destinationNumber: number;
}

/** The place of an offer in the order of a list. */
export type OfferPlace = Pick<
  OfferedStay,
  'totalMinor' | 'stars' | 'isAvailable' | 'visitTypeNumber' | 'hotelNumber' | 'roomTypeNumber'
>;

/** How many offers there are of something. */
export interface OfferCount {
  /** A number, or a value of an enumeration. */
  readonly of: number | string;
  readonly count: number;
}

/** A sorted list. */
export class OfferList {
  readonly offers: readonly OfferedStay[];
  readonly #sort: OfferSort;
  /** In minor units; null: no offers. */
  readonly lowestTotal: number | null;
  /** How many offers each hotel has, and the list of the first of each; made when it is asked for. */
  #ofHotels: Map<number, number> | null = null;
  #firstOfHotels: OfferList | null = null;

  /** @param found in any order */
  constructor(found: readonly OfferedStay[], sort: OfferSort) {
    this.offers = found.toSorted((a, b) => compareOffers(a, b, sort));
    this.#sort = sort;
    const lowest = found.reduce((least, { totalMinor }) => Math.min(least, totalMinor), Number.POSITIVE_INFINITY);
    this.lowestTotal = found.length === 0 ? null : lowest;
  }

  /** How many offers there are of each number that `numberOf` has for one. */
  countBy(numberOf: (offer: OfferedStay) => number): Map<number, number> {
    const counts = new Map<number, number>();
    for (const offer of this.offers) counts.set(numberOf(offer), (counts.get(numberOf(offer)) ?? 0) + 1);
    return counts;
  }

  /** How many of its offers are in a hotel. */
  countOfHotel(hotelNumber: number): number {
    this.#ofHotels ??= this.countBy((offer) => offer.hotelNumber);
    return this.#ofHotels.get(hotelNumber) ?? 0;
  }

  /** The first offer of each hotel, in the same order. */
  firstOfHotels(): OfferList {
    const seen = new Set<number>();
    const isFirst = ({ hotelNumber }: OfferedStay) => seen.size < seen.add(hotelNumber).size;
    this.#firstOfHotels ??= new OfferList(this.offers.filter(isFirst), this.#sort);
    return this.#firstOfHotels;
  }

  /** The first place after an offer, which need not be in the list. */
  placeAfter(offer: OfferPlace): number {
    let low = 0;
    let high = this.offers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = this.offers[middle];
      if (there && compareOffers(there, offer, this.#sort) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Negative when `a` comes first; 0 only for one offer at one total. */
function compareOffers(a: OfferPlace, b: OfferPlace, sort: OfferSort): number {
  const byTotal = a.totalMinor - b.totalMinor;
  return (
    (sort === 'STARS_DESC' ? b.stars - a.stars : Number(b.isAvailable) - Number(a.isAvailable)) ||
    (sort === 'PRICE_DESC' ? -byTotal : byTotal) ||
    a.visitTypeNumber - b.visitTypeNumber ||
    a.hotelNumber - b.hotelNumber ||
    a.roomTypeNumber - b.roomTypeNumber
  );
}
