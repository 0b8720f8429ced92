// biome-ignore-all lint/style/noNonNullAssertion: the columns are equally long, and a loop stays within their count; a check would run for each of many thousands of offers.
/**
 * The offers of a search as columns, in their order (F4), with the counts of all of them. A search of the whole catalogue finds a
 * hundred thousand; an object each would take ten times the memory and most of the time.
 */
import type { Day } from '../time/civil-date.ts';

export const OFFER_SORTS = ['PRICE', 'PRICE_DESC', 'STARS_DESC'] as const;
export type OfferSort = (typeof OFFER_SORTS)[number];

/** The stay that is offered in one room type under one visit type. */
export interface OfferedStay {
  readonly visitTypeNumber: number;
  readonly hotelNumber: number;
  readonly roomTypeNumber: number;
  readonly arrival: Day;
  readonly nights: number;
  /** Else it can only be requested. */
  readonly isAvailable: boolean;
  readonly totalMinor: number;
  /** The stars of the hotel. */
  readonly stars: number;
}

/** The place of an offer in the order of a list. */
export type OfferPlace = Pick<
  OfferedStay,
  'totalMinor' | 'stars' | 'isAvailable' | 'visitTypeNumber' | 'hotelNumber' | 'roomTypeNumber'
>;

/** How many offers there are of something. */
export interface OfferCount {
  /** A number of a destination, or stars. */
  readonly of: number;
  readonly count: number;
}

interface Columns {
  readonly totalsMinor: Float64Array;
  readonly visitTypes: Int32Array;
  readonly hotels: Int32Array;
  readonly roomTypes: Int32Array;
  readonly arrivals: Int32Array;
  readonly nights: Uint16Array;
  readonly stars: Uint8Array;
  readonly isAvailable: Uint8Array;
}

const BYTES_PER_OFFER = 28;
const FIRST_CAPACITY = 64;

function allocate(length: number): Columns {
  return {
    totalsMinor: new Float64Array(length),
    visitTypes: new Int32Array(length),
    hotels: new Int32Array(length),
    roomTypes: new Int32Array(length),
    arrivals: new Int32Array(length),
    nights: new Uint16Array(length),
    stars: new Uint8Array(length),
    isAvailable: new Uint8Array(length),
  };
}

const COLUMN_NAMES = Object.keys(allocate(0)) as (keyof Columns)[];

/** Collects offers, which come by visit type, hotel and room type, all ascending. */
export class OfferListWriter {
  #columns = allocate(FIRST_CAPACITY);
  #count = 0;
  readonly #byDestination = new Map<number, number>();
  readonly #byStars = new Map<number, number>();

  add(offer: OfferedStay, destinationNumber: number): void {
    const index = this.#count;
    if (index === this.#columns.nights.length) this.#grow();
    const columns = this.#columns;
    columns.totalsMinor[index] = offer.totalMinor;
    columns.visitTypes[index] = offer.visitTypeNumber;
    columns.hotels[index] = offer.hotelNumber;
    columns.roomTypes[index] = offer.roomTypeNumber;
    columns.arrivals[index] = offer.arrival;
    columns.nights[index] = offer.nights;
    columns.stars[index] = offer.stars;
    columns.isAvailable[index] = offer.isAvailable ? 1 : 0;
    this.#count++;
    this.#byDestination.set(destinationNumber, (this.#byDestination.get(destinationNumber) ?? 0) + 1);
    this.#byStars.set(offer.stars, (this.#byStars.get(offer.stars) ?? 0) + 1);
  }

  #grow(): void {
    const larger = allocate(this.#columns.nights.length * 2);
    for (const name of COLUMN_NAMES) larger[name].set(this.#columns[name]);
    this.#columns = larger;
  }

  /** The offers in an order. */
  finish(sort: OfferSort): OfferList {
    const order = sortedIndexes(this.#columns, this.#count, sort);
    const sorted = allocate(this.#count);
    for (const name of COLUMN_NAMES) {
      const [from, to] = [this.#columns[name], sorted[name]];
      for (let place = 0; place < order.length; place++) to[place] = from[order[place]!]!;
    }
    const counts = (of: ReadonlyMap<number, number>): OfferCount[] =>
      [...of].map(([of, count]) => ({ of, count })).sort((a, b) => a.of - b.of);
    return new OfferList(sorted, { sort, byDestination: counts(this.#byDestination), byStars: counts(this.#byStars) });
  }
}

/** The indexes of the first `count` offers in an order; those that it holds equal stay as they came. */
function sortedIndexes(
  { totalsMinor, stars, isAvailable }: Columns,
  count: number,
  sort: OfferSort,
): Float64Array | Uint32Array {
  let highest = 0;
  let mostStars = 0;
  for (let index = 0; index < count; index++) {
    highest = Math.max(highest, totalsMinor[index]!);
    mostStars = Math.max(mostStars, stars[index]!);
  }
  /** Ascending in the order. */
  const rankOf = (index: number): number => {
    const total = totalsMinor[index]!;
    if (sort === 'STARS_DESC') return (mostStars - stars[index]!) * (highest + 1) + total;
    return (isAvailable[index] === 1 ? 0 : highest + 1) + (sort === 'PRICE_DESC' ? highest - total : total);
  };
  const ranks = Float64Array.from({ length: count }, (_, index) => rankOf(index));
  const largest = (sort === 'STARS_DESC' ? mostStars + 1 : 2) * (highest + 1);
  if ((largest + 1) * count > Number.MAX_SAFE_INTEGER) {
    return Uint32Array.from({ length: count }, (_, index) => index).sort((a, b) => ranks[a]! - ranks[b]! || a - b);
  }
  // Rank and index in one number: plain numbers are sorted several times as fast as by a function.
  for (let index = 0; index < count; index++) ranks[index] = ranks[index]! * count + index;
  ranks.sort();
  for (let place = 0; place < count; place++) ranks[place] = ranks[place]! % count;
  return ranks;
}

/** A sorted list. */
export class OfferList {
  readonly #columns: Columns;
  readonly #sort: OfferSort;
  /** By number. */
  readonly byDestination: readonly OfferCount[];
  /** The fewest first. */
  readonly byStars: readonly OfferCount[];
  /** In minor units; null: no offers. */
  readonly lowestTotal: number | null;

  constructor(
    columns: Columns,
    { sort, byDestination, byStars }: Pick<OfferList, 'byDestination' | 'byStars'> & { sort: OfferSort },
  ) {
    this.#columns = columns;
    this.#sort = sort;
    this.byDestination = byDestination;
    this.byStars = byStars;
    this.lowestTotal = this.length === 0 ? null : columns.totalsMinor.reduce((a, b) => Math.min(a, b));
  }

  get length(): number {
    return this.#columns.nights.length;
  }

  /** In memory. */
  get bytes(): number {
    return this.length * BYTES_PER_OFFER;
  }

  /** The offer at a place from 0 to `length` - 1. */
  at(place: number): OfferedStay {
    const columns = this.#columns;
    return {
      visitTypeNumber: columns.visitTypes[place]!,
      hotelNumber: columns.hotels[place]!,
      roomTypeNumber: columns.roomTypes[place]!,
      arrival: columns.arrivals[place]!,
      nights: columns.nights[place]!,
      isAvailable: columns.isAvailable[place] === 1,
      totalMinor: columns.totalsMinor[place]!,
      stars: columns.stars[place]!,
    };
  }

  /** The first place after an offer, which need not be in the list. */
  placeAfter(offer: OfferPlace): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareOffers(this.at(middle), offer, this.#sort) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Negative when `a` comes first; 0 only for one offer at one total. */
export function compareOffers(a: OfferPlace, b: OfferPlace, sort: OfferSort): number {
  const byTotal = a.totalMinor - b.totalMinor;
  return (
    (sort === 'STARS_DESC' ? b.stars - a.stars : Number(b.isAvailable) - Number(a.isAvailable)) ||
    (sort === 'PRICE_DESC' ? -byTotal : byTotal) ||
    a.visitTypeNumber - b.visitTypeNumber ||
    a.hotelNumber - b.hotelNumber ||
    a.roomTypeNumber - b.roomTypeNumber
  );
}
