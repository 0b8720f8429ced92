/** What looks at the candidates of a search for offers (F4): for a room, for the rooms of a party, or for why there is nothing. */
import type { RoomType } from '../../../domain/pricing/price-list.ts';
import type { StayPrices } from '../../../domain/pricing/stay-prices.ts';

/** A visit type in one of its hotels. */
export interface Sale {
  readonly visitTypeNumber: number;
  readonly hotelNumber: number;
  readonly stars: number;
  readonly destinationNumber: number;
  readonly onDemand: boolean;
}

/** What looks at the candidates: at the room types of one sale after those of another. */
export interface CandidateLook {
  /** The fewest beds of a room type that it looks at. */
  readonly bedsMin: number;
  /** Whether it looks at visit types on demand. */
  readonly includeOnRequest: boolean;
  begin(sale: Sale): void;
  /**
   * Looks at a room type, at which `totals` stands; ascending by number.
   * @param remaining rooms left by night - today; past the end: none
   */
  room(room: RoomType, totals: StayPrices, remaining: Int32Array): void;
  end(): void;
}
