// biome-ignore-all lint/style/noNonNullAssertion: places are within the columns; a check would run for each offer of a search.
/**
 * The offers of a search in columns (F4). A search of a large catalogue finds hundreds of thousands, and shows twenty: with an object for each
 * they would take four times the memory, and the collector most of the time.
 */
import type { Day } from '../time/civil-date.ts';

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

const FIRST_CAPACITY = 64;
/** An amount, five 32-bit numbers, one of 16 and two of 8 bits. */
const BYTES_PER_OFFER = 8 + 5 * 4 + 2 + 2;
/** What an offer to a party has besides: a list of up to six numbers. */
const BYTES_PER_PARTY = 112;

export class OfferColumns {
  #length = 0;
  #capacity = FIRST_CAPACITY;
  /** A value for each place; longer than `length`, except after `pack`. */
  totalMinor = new Float64Array(FIRST_CAPACITY);
  visitTypeNumber = new Int32Array(FIRST_CAPACITY);
  hotelNumber = new Int32Array(FIRST_CAPACITY);
  roomTypeNumber = new Int32Array(FIRST_CAPACITY);
  destinationNumber = new Int32Array(FIRST_CAPACITY);
  arrival = new Int32Array(FIRST_CAPACITY);
  nights = new Uint16Array(FIRST_CAPACITY);
  stars = new Uint8Array(FIRST_CAPACITY);
  isAvailable = new Uint8Array(FIRST_CAPACITY);
  /** Offers to a party have a room type for each of its rooms. */
  readonly #roomTypeNumbers: (readonly number[])[] = [];

  static of(offers: Iterable<OfferedStay>): OfferColumns {
    const columns = new OfferColumns();
    for (const offer of offers) columns.add(offer);
    return columns;
  }

  get length(): number {
    return this.#length;
  }

  /** What they take in memory. */
  get bytes(): number {
    return this.#capacity * BYTES_PER_OFFER + this.#roomTypeNumbers.length * BYTES_PER_PARTY;
  }

  add(offer: OfferedStay): void {
    const place = this.#length++;
    if (place === this.#capacity) this.#resize(Math.max(FIRST_CAPACITY, this.#capacity * 2));
    this.totalMinor[place] = offer.totalMinor;
    this.visitTypeNumber[place] = offer.visitTypeNumber;
    this.hotelNumber[place] = offer.hotelNumber;
    this.roomTypeNumber[place] = offer.roomTypeNumber;
    this.destinationNumber[place] = offer.destinationNumber;
    this.arrival[place] = offer.arrival;
    this.nights[place] = offer.nights;
    this.stars[place] = offer.stars;
    this.isAvailable[place] = Number(offer.isAvailable);
    if (offer.roomTypeNumbers) this.#roomTypeNumbers[place] = offer.roomTypeNumbers;
  }

  /** Gives back what the columns are longer than they need to be. */
  pack(): this {
    this.#resize(this.#length);
    return this;
  }

  at(place: number): OfferedStay {
    const roomTypeNumbers = this.#roomTypeNumbers[place];
    return {
      visitTypeNumber: this.visitTypeNumber[place]!,
      hotelNumber: this.hotelNumber[place]!,
      roomTypeNumber: this.roomTypeNumber[place]!,
      ...(roomTypeNumbers && { roomTypeNumbers }),
      arrival: this.arrival[place]!,
      nights: this.nights[place]!,
      isAvailable: this.isAvailable[place] === 1,
      totalMinor: this.totalMinor[place]!,
      stars: this.stars[place]!,
      destinationNumber: this.destinationNumber[place]!,
    };
  }

  #resize(capacity: number): void {
    this.#capacity = capacity;
    this.totalMinor = resized(this.totalMinor, new Float64Array(capacity));
    this.visitTypeNumber = resized(this.visitTypeNumber, new Int32Array(capacity));
    this.hotelNumber = resized(this.hotelNumber, new Int32Array(capacity));
    this.roomTypeNumber = resized(this.roomTypeNumber, new Int32Array(capacity));
    this.destinationNumber = resized(this.destinationNumber, new Int32Array(capacity));
    this.arrival = resized(this.arrival, new Int32Array(capacity));
    this.nights = resized(this.nights, new Uint16Array(capacity));
    this.stars = resized(this.stars, new Uint8Array(capacity));
    this.isAvailable = resized(this.isAvailable, new Uint8Array(capacity));
  }
}

/** The numbers of a column in another one, as many as fit. */
function resized<Column extends Float64Array | Int32Array | Uint16Array | Uint8Array>(
  from: Column,
  to: Column,
): Column {
  to.set(from.subarray(0, to.length));
  return to;
}
