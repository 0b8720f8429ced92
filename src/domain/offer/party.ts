// biome-ignore-all lint/style/noNonNullAssertion: a loop stays within the rooms and the places that there are; a check would run for each stay of each hotel.
/**
 * The rooms of a party (Y1): which room types a party in several rooms takes, so that its total is the lowest that can be had. A room type
 * fits a room of the party with as many beds as it has guests or more, so the room types for a large room are among those for a small
 * one. Therefore it is enough to take the cheapest rooms, one after the other, as long as those taken still find places: of the rooms
 * that fit only the `n` smallest places at most `n` are taken.
 */

import type { RoomType } from '../pricing/price-list.ts';
import { UNPRICED } from '../pricing/stay-prices.ts';

/** Guests of each room of a party. */
export const ROOM_GUESTS = { min: 1, max: 6 } as const;

/** What can be had of a hotel for one stay, by room type; the first `count` entries of each list. Room types are ascending by number. */
export interface RoomsOfStay {
  readonly count: number;
  /** The rooms of the party that it has beds for: `Party.placesFor`. */
  readonly places: readonly number[];
  /** In minor units, or `UNPRICED`. */
  readonly totals: readonly number[];
  /** How many rooms of it may be taken. */
  readonly left: readonly number[];
}

export class Party {
  readonly rooms: number;
  /** Guests of each room, the fewest first. */
  readonly #ascending: readonly number[];
  /** The place of each of these in the party. */
  readonly #positions: readonly number[];
  /** For each number of guests how many more rooms may be taken that have no more places. */
  readonly #slack: Int32Array;
  /** The room types from the lowest total to the highest. */
  readonly #order: number[] = [];
  /** How many rooms of each room type the last assignment takes. */
  readonly taken: number[] = [];

  /** @param guests of each room */
  constructor(guests: readonly number[]) {
    this.rooms = guests.length;
    this.#positions = guests.map((_, place) => place).sort((a, b) => guests[a]! - guests[b]! || a - b);
    this.#ascending = this.#positions.map((position) => guests[position]!);
    this.#slack = new Int32Array(guests.length + 1);
  }

  /** How many rooms of the party a room with so many beds is large enough for: the smallest ones. */
  placesFor(beds: number): number {
    let places = 0;
    while (places < this.rooms && this.#ascending[places]! <= beds) places++;
    return places;
  }

  /**
   * Takes the rooms of the lowest total; of equal totals those of room types with lower numbers. Returns the total of all, or `UNPRICED` if the party finds
   * no rooms; `taken` says how many rooms of each room type.
   */
  assign({ count, places, totals, left }: RoomsOfStay): number {
    const { rooms } = this;
    for (let place = 0; place <= rooms; place++) this.#slack[place] = place;
    const priced = this.#sort(count, places, totals);
    let sum = 0;
    for (let index = 0; index < priced && this.#slack[rooms]! > 0; index++) {
      const roomType = this.#order[index]!;
      let take = left[roomType]!;
      for (let place = places[roomType]!; place <= rooms; place++) take = Math.min(take, this.#slack[place]!);
      if (take <= 0) continue;
      for (let place = places[roomType]!; place <= rooms; place++) this.#slack[place]! -= take;
      this.taken[roomType] = take;
      sum += take * totals[roomType]!;
    }
    return this.#slack[rooms] === 0 ? sum : UNPRICED;
  }

  /** Puts the room types with a price and a place into `#order`, and returns how many. There are few, so insertion is fastest. */
  #sort(count: number, places: readonly number[], totals: readonly number[]): number {
    let priced = 0;
    for (let roomType = 0; roomType < count; roomType++) {
      this.taken[roomType] = 0;
      const total = totals[roomType]!;
      if (total === UNPRICED || places[roomType] === 0) continue;
      let place = priced++;
      while (place > 0 && totals[this.#order[place - 1]!]! > total) {
        this.#order[place] = this.#order[place - 1]!;
        place--;
      }
      this.#order[place] = roomType;
    }
    return priced;
  }

  /** The rooms that were taken in the order of the party: the more guests, the more beds; equal ones by number. */
  arrange(taken: readonly number[], roomTypes: readonly Pick<RoomType, 'number' | 'beds'>[]): number[] {
    const rooms = roomTypes
      .flatMap((roomType, index) => Array.from({ length: taken[index] ?? 0 }, () => roomType))
      .sort((a, b) => a.beds - b.beds || a.number - b.number);
    const arranged: number[] = [];
    this.#positions.forEach((position, place) => {
      arranged[position] = rooms[place]!.number;
    });
    return arranged;
  }
}
