// biome-ignore-all lint/style/noNonNullAssertion: a loop stays within the stays and the room types that were added, or the nights of `remaining`; a check would run for each stay of each room.
/** The stay to offer to a party in one hotel under one visit type (Y1), of those that the rules of the visit type allow. */
import type { RoomType } from '../pricing/price-list.ts';
import { type StayPrices, UNPRICED } from '../pricing/stay-prices.ts';
import type { Day } from '../time/civil-date.ts';
import type { OfferedStays, OfferTerms } from './offered-stays.ts';
import type { Party } from './party.ts';

/** A room type as the party sees it. */
export type RoomForParty = Pick<RoomType, 'number' | 'beds'>;

export class PartyStays {
  readonly #party: Party;
  readonly #stays: OfferedStays;
  readonly #today: Day;
  readonly #roomTypes: RoomForParty[] = [];
  readonly #places: number[] = [];
  /** For each room type its totals, one for each stay. */
  readonly #totals: Float64Array[] = [];
  readonly #left: Uint8Array[] = [];
  // The same of one stay, a value for each room type.
  readonly #stayTotals: number[] = [];
  readonly #stayLeft: number[] = [];
  readonly #enough: number[] = [];
  #taken: number[] = [];
  /** Whether a stay has a price in the room type that was added last, and whether one of them can be booked at once. */
  isPriced = false;
  isLeft = false;
  /** The total of the stay that `choose` has found, or `UNPRICED`. */
  totalMinor = UNPRICED;
  arrival: Day = 0;
  nights = 0;
  isAvailable = false;

  constructor(party: Party, stays: OfferedStays, today: Day) {
    this.#party = party;
    this.#stays = stays;
    this.#today = today;
  }

  /** Turns to a hotel, without any room type. */
  begin(): void {
    this.#roomTypes.length = 0;
  }

  /**
   * Adds the room type that `totals` stands at. Room types are added ascending by number.
   * @param remaining rooms left by night - `today`; past the end: none
   */
  addRoomType(
    room: RoomForParty,
    totals: StayPrices,
    remaining: Int32Array,
    { onDemand, includeOnRequest }: Pick<OfferTerms, 'onDemand' | 'includeOnRequest'>,
  ): void {
    const at = this.#roomTypes.push(room) - 1;
    const { count } = this.#stays;
    const totalOf = sized(this.#totals, at, count, Float64Array);
    const leftOf = sized(this.#left, at, count, Uint8Array);
    this.#places[at] = this.#party.placesFor(room.beds);
    this.isPriced = false;
    this.isLeft = false;
    for (let stay = 0; stay < count; stay++) {
      const arrival = this.#stays.arrivalAt(stay);
      const nights = this.#stays.nightsAt(stay);
      const left = onDemand ? 0 : roomsLeft(remaining, arrival - this.#today, nights, this.#party.rooms);
      const total = left === 0 && !includeOnRequest ? UNPRICED : totals.totalOf(arrival, nights);
      totalOf[stay] = total;
      leftOf[stay] = left;
      if (total === UNPRICED) continue;
      this.isPriced = true;
      if (left > 0) this.isLeft = true;
    }
  }

  /**
   * Chooses the stay to offer: one in which all rooms are AVAILABLE before one ON_DEMAND, then the lowest total, then the earliest arrival,
   * then the fewest nights. Returns whether there is one. ON_DEMAND is offered at the lowest total, whatever is left.
   */
  choose({ includeOnRequest, maxTotal }: Pick<OfferTerms, 'includeOnRequest' | 'maxTotal'>): boolean {
    this.totalMinor = UNPRICED;
    this.isAvailable = false;
    for (let stay = 0; stay < this.#stays.count; stay++) {
      this.#turnTo(stay);
      if (this.#offer(stay, this.#stayLeft, maxTotal, true)) continue;
      if (includeOnRequest && !this.isAvailable) this.#offer(stay, this.#enough, maxTotal, false);
    }
    return this.totalMinor !== UNPRICED;
  }

  /** The room types of the chosen stay, in the order of the party. */
  roomTypeNumbers(): number[] {
    return this.#party.arrange(this.#taken, this.#roomTypes);
  }

  #turnTo(stay: number): void {
    for (let at = 0; at < this.#roomTypes.length; at++) {
      this.#stayTotals[at] = this.#totals[at]![stay]!;
      this.#stayLeft[at] = this.#left[at]![stay]!;
      this.#enough[at] = this.#party.rooms;
    }
  }

  /** Takes the stay if it is better than the one before. Returns whether the party finds rooms that it can pay. */
  #offer(stay: number, left: readonly number[], maxTotal: number, isAvailable: boolean): boolean {
    const count = this.#roomTypes.length;
    const totalMinor = this.#party.assign({ count, places: this.#places, totals: this.#stayTotals, left });
    if (totalMinor === UNPRICED || totalMinor > maxTotal) return false;
    const isBetter = this.totalMinor === UNPRICED || totalMinor < this.totalMinor || isAvailable !== this.isAvailable;
    if (!isBetter) return true;
    this.totalMinor = totalMinor;
    this.arrival = this.#stays.arrivalAt(stay);
    this.nights = this.#stays.nightsAt(stay);
    this.isAvailable = isAvailable;
    this.#taken = this.#party.taken.slice(0, count);
    return true;
  }
}

/** The list at a place, with room for so many entries. */
function sized<List extends Float64Array | Uint8Array>(
  lists: List[],
  at: number,
  count: number,
  Kind: new (length: number) => List,
): List {
  const list = lists[at];
  if (list && list.length >= count) return list;
  const larger = new Kind(count);
  lists[at] = larger;
  return larger;
}

/** How many rooms are left on each of the nights; `most` stands for more. */
function roomsLeft(remaining: Int32Array, place: number, nights: number, most: number): number {
  const end = place + nights;
  if (end > remaining.length) return 0;
  let left = most;
  for (let night = place; night < end && left > 0; night++) left = Math.min(left, remaining[night]!);
  return Math.max(0, left);
}
