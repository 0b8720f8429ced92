/**
 * One day of a calendar: whether a stay can start there and if not, why; how firmly it can be promised; what the night costs.
 * Days of different candidates merge by taking the better of each (K2), so a large calendar can be computed in parts.
 */
import { type LowestPrice, mergeLowestPrices } from '../minimum-price/lowest-price.ts';
import type { Currency } from '../pricing/money.ts';
import { AVAILABILITIES, type Availability } from '../stay/availability.ts';
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

export interface CalendarDay {
  readonly day: Day;
  /** Whether a stay can start here: price, time constraints and starting day. Capacity does not matter (K3). */
  readonly selectable: boolean;
  readonly availability: Availability;
  /** The reasons of all candidates; of a selectable day none if a stay can be booked, and none if they were not asked for. */
  readonly reasons: readonly DayReason[];
  /** The price of the night for the whole room, when the query pins one room and the day is available (K5). */
  readonly price: {
    /** False when an operator has to confirm. */
    readonly isFinal: boolean;
    /** Only the currencies that price the night. */
    readonly amounts: Readonly<Partial<Record<Currency, number>>>;
  } | null;
  /** Per night and guest, the lowest of the candidates that are available or on demand (K5). */
  readonly fromPrice: LowestPrice;
  /** In the room type of `price`, if they were asked for (F1). */
  readonly stays: readonly StayOption[];
}

/**
 * Merges the calendars of two sets of candidates over the same days. The result does not depend on how the candidates were
 * divided.
 */
export function mergeCalendars(some: readonly CalendarDay[], others: readonly CalendarDay[]): CalendarDay[] {
  if (some.length !== others.length || some[0]?.day !== others[0]?.day) {
    throw new RangeError('calendars of different days cannot be merged');
  }
  return some.map((day, index) => mergeDay(day, others[index]!));
}

function mergeDay(a: CalendarDay, b: CalendarDay): CalendarDay {
  const selectable = a.selectable || b.selectable;
  return {
    day: a.day,
    selectable,
    availability:
      AVAILABILITIES.indexOf(a.availability) > AVAILABILITIES.indexOf(b.availability) ? a.availability : b.availability,
    reasons: mergeReasons(a, b),
    price: a.price ?? b.price,
    fromPrice: mergeLowestPrices(a.fromPrice, b.fromPrice),
    stays: a.stays.length > 0 ? a.stays : b.stays,
  };
}

/** Reasons that must hold for all candidates. */
const OF_ALL: readonly DayReason[] = ['NOTHING_MATCHES', 'NO_STAY_PRICED'];

/** The union of both, except that only a part counts on whose candidates a stay can start, if there is one. */
function mergeReasons(a: CalendarDay, b: CalendarDay): readonly DayReason[] {
  if (a.selectable !== b.selectable) return a.selectable ? a.reasons : b.reasons;
  if (a.selectable && (a.reasons.length === 0 || b.reasons.length === 0)) return [];
  return DAY_REASONS.filter((reason) => {
    const [inA, inB] = [a.reasons.includes(reason), b.reasons.includes(reason)];
    return OF_ALL.includes(reason) ? inA && inB : inA || inB;
  });
}
