// biome-ignore-all lint/style/noNonNullAssertion: places are within the columns; a check would run for each offer of a search.
/**
 * The offers of a search in their order (F4), with the counts of all of them. Nobody turns all the pages, so the list is not sorted: a page
 * is picked in one pass over the columns, which takes some nanoseconds an offer and can be made in portions (A9).
 */
import { OfferColumns, type OfferedStay } from './offer-columns.ts';

export const OFFER_SORTS = ['PRICE', 'PRICE_DESC', 'STARS_DESC'] as const;
export type OfferSort = (typeof OFFER_SORTS)[number];

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

/** What offers are counted by. */
type CountedNumber = 'visitTypeNumber' | 'hotelNumber' | 'destinationNumber' | 'stars';

/** Offers of a list that follow each other, from `start` on. */
export interface OffersInOrder {
  readonly start: number;
  readonly offers: readonly OfferedStay[];
}

/** What a list is made of. */
interface ListedOffers {
  readonly found: OfferColumns;
  readonly sort: OfferSort;
  /** Where the offers of the list are in the columns; null: it has all of them. */
  readonly places: Int32Array | null;
}

/** A list in an order. */
export class OfferList {
  readonly #found: OfferColumns;
  readonly #sort: OfferSort;
  /** Where the offers of the list are in the columns; null: it has all of them. */
  readonly #places: Int32Array | null;
  /** How many offers each hotel has, and the list of the first of each; made when it is asked for. */
  #ofHotels: Map<number, number> | null = null;
  #firstOfHotels: OfferList | null = null;

  /** @param found in any order; nothing is added any more */
  constructor(found: OfferColumns, sort: OfferSort, places: Int32Array | null = null) {
    this.#found = found;
    this.#sort = sort;
    this.#places = places;
  }

  get length(): number {
    return this.#places?.length ?? this.#found.length;
  }

  /** What it takes in memory, without what is made when it is asked for. */
  get bytes(): number {
    return this.#found.bytes;
  }

  /** In minor units; null: no offers. */
  get lowestTotal(): number | null {
    const { totalMinor } = this.#found;
    let lowest: number | null = null;
    for (let index = 0; index < this.length; index++) {
      const total = totalMinor[this.#placeOf(index)]!;
      if (lowest === null || total < lowest) lowest = total;
    }
    return lowest;
  }

  /** At most `first` offers that follow `after`, which need not be in the list, or the beginning. */
  page(after: OfferPlace | null, first: number): OffersInOrder {
    return this.pick(after, first).page();
  }

  /** The same, of a list that is too long to be looked at at once. */
  pick(after: OfferPlace | null, first: number): OfferPick {
    return new OfferPick({ found: this.#found, sort: this.#sort, places: this.#places }, after, first);
  }

  /** How many offers there are of each number. */
  countBy(name: CountedNumber): Map<number, number> {
    const numbers = this.#found[name];
    const counts = new Map<number, number>();
    // Offers of one thing are found one after another, so most are counted without being looked up.
    for (let index = 0; index < this.length; ) {
      const from = index;
      const number = numbers[this.#placeOf(index)]!;
      do index++;
      while (index < this.length && numbers[this.#placeOf(index)] === number);
      counts.set(number, (counts.get(number) ?? 0) + index - from);
    }
    return counts;
  }

  /** How many of its offers are in a hotel. */
  countOfHotel(hotelNumber: number): number {
    this.#ofHotels ??= this.countBy('hotelNumber');
    return this.#ofHotels.get(hotelNumber) ?? 0;
  }

  /** The first offer of each hotel, in the same order. */
  firstOfHotels(): OfferList {
    for (const _ of this.findFirsts());
    return this.#firstOfHotels!;
  }

  /** Finds these in portions of `most` offers; without it `firstOfHotels` finds them at once. */
  *findFirsts(most = Number.POSITIVE_INFINITY): Generator<void> {
    if (this.#firstOfHotels) return;
    const firsts = new Map<number, number>();
    for (let from = 0; from < this.length; from += most) {
      if (from > 0) yield;
      this.#findFirst(firsts, from, Math.min(this.length, from + most));
    }
    this.#firstOfHotels ??= new OfferList(this.#found, this.#sort, Int32Array.from(firsts.values()));
  }

  #findFirst(firsts: Map<number, number>, from: number, end: number): void {
    const found = this.#found;
    for (let index = from; index < end; index++) {
      const place = this.#placeOf(index);
      const hotelNumber = found.hotelNumber[place]!;
      const first = firsts.get(hotelNumber);
      if (first === undefined || compare(found, place, found, first, this.#sort) < 0) firsts.set(hotelNumber, place);
    }
  }

  #placeOf(index: number): number {
    return this.#places === null ? index : this.#places[index]!;
  }
}

/** Picks a page of a list. */
export class OfferPick {
  readonly #list: ListedOffers;
  readonly #length: number;
  /** The offer that the page follows. */
  readonly #before: OfferColumns | null;
  readonly #first: number;
  /** The places of the page so far, in order. */
  readonly #picked: number[] = [];
  #start = 0;
  #looked = 0;

  constructor(list: ListedOffers, after: OfferPlace | null, first: number) {
    this.#list = list;
    this.#length = list.places?.length ?? list.found.length;
    this.#before = after && OfferColumns.of([{ ...after, arrival: 0, nights: 0, destinationNumber: 0 }]);
    this.#first = first;
  }

  /** Looks at the list in portions of `most` offers; without it `page` looks at all at once. */
  *look(most = Number.POSITIVE_INFINITY): Generator<void> {
    while (this.#looked < this.#length) {
      if (this.#looked > 0) yield;
      const end = Math.min(this.#length, this.#looked + most);
      this.#lookAt(this.#looked, end);
      this.#looked = end;
    }
  }

  page(): OffersInOrder {
    for (const _ of this.look());
    return { start: this.#start, offers: this.#picked.map((place) => this.#list.found.at(place)) };
  }

  #lookAt(from: number, end: number): void {
    const { found, sort, places } = this.#list;
    const before = this.#before;
    const picked = this.#picked;
    const first = this.#first;
    for (let index = from; index < end; index++) {
      const place = places === null ? index : places[index]!;
      if (before && compare(found, place, before, 0, sort) <= 0) this.#start++;
      else if (picked.length < first || compare(found, place, found, picked[first - 1]!, sort) < 0) {
        picked.splice(this.#placeInPage(place), 0, place);
        if (picked.length > first) picked.pop();
      }
    }
  }

  /** Where an offer belongs: where the list falls, each one belongs before all others of the page. */
  #placeInPage(place: number): number {
    const { found, sort } = this.#list;
    let low = 0;
    let high = this.#picked.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(found, place, found, this.#picked[middle]!, sort) < 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Negative when the offer at `i` of `a` comes before the one at `j` of `b`; 0 only for one offer at one total. */
function compare(a: OfferColumns, i: number, b: OfferColumns, j: number, sort: OfferSort): number {
  const byTotal = a.totalMinor[i]! - b.totalMinor[j]!;
  return (
    (sort === 'STARS_DESC' ? b.stars[j]! - a.stars[i]! : b.isAvailable[j]! - a.isAvailable[i]!) ||
    (sort === 'PRICE_DESC' ? -byTotal : byTotal) ||
    a.visitTypeNumber[i]! - b.visitTypeNumber[j]! ||
    a.hotelNumber[i]! - b.hotelNumber[j]! ||
    a.roomTypeNumber[i]! - b.roomTypeNumber[j]!
  );
}
