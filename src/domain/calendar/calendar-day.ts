/**
 * One day of a calendar: whether a stay can start there and if not, why; how firmly it can be promised; what the night costs. It shows
 * the best of its candidates (K2).
 */
import type { LowestPrice } from '../minimum-price/lowest-price.ts';
import type { Currency } from '../pricing/money.ts';
import type { Availability } from '../stay/availability.ts';
import type { StayOption } from '../stay/stay-options.ts';
import type { Day } from '../time/civil-date.ts';

/**
 * Why no stay can start on a day, and from `ON_REQUEST` on why none of a day that is selectable can be booked (F2); in the order
 * in which reasons are reported.
 */
export const DAY_REASONS = [
  'IN_THE_PAST',
  'BEYOND_HORIZON',
  'NOTHING_MATCHES',
  'NOT_ON_SALE',
  'NOT_PRICED',
  'TIME_CONSTRAINTS',
  'STARTING_DAY',
  'ON_REQUEST',
  'SOLD_OUT',
  'NO_STAY_PRICED',
] as const;
export type DayReason = (typeof DAY_REASONS)[number];

export interface NightPrice {
  readonly amountMinor: number;
  /** False when an operator has to confirm, and for the average of a package, which no stay costs (K5). */
  readonly isFinal: boolean;
}

export interface CalendarDay {
  readonly day: Day;
  /** Whether the shortest stay can start here: price of the night, time constraints, horizon, starting day. Capacity does not matter (K3). */
  readonly selectable: boolean;
  readonly availability: Availability;
  /** The reasons of all candidates; of a selectable day none if a stay can be booked, and none if they were not asked for. */
  readonly reasons: readonly DayReason[];
  /** The price of the night for the whole room, when the query pins one room and the day is available, in each currency that prices it (K5). */
  readonly price: Readonly<Partial<Record<Currency, NightPrice>>> | null;
  /** Per night and guest, the lowest of the candidates that are available or on demand (K5). */
  readonly fromPrice: LowestPrice;
  /** In the room type of `price`, if they were asked for (F1). */
  readonly stays: readonly StayOption[];
}
