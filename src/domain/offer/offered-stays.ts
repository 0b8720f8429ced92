// biome-ignore-all lint/style/noNonNullAssertion: a loop stays within the stays that were counted, or the nights of `remaining`; a check would run for each stay of each room.
/**
 * The stays that a search asks for (F4), of one visit type after another: those that its rules allow (I4), whatever they cost and
 * whether a room is left. By arrival, then by length, and of a room the one to offer.
 */

import { type StayPrices, UNPRICED } from '../pricing/stay-prices.ts';
import {
  isOnSale,
  isStartingDay,
  lastNightForSale,
  meetsTimeConstraints,
  minimumNights,
  type StayRules,
} from '../stay/stay.ts';
import type { Day, DayRange } from '../time/civil-date.ts';

/** When a search wants to stay. */
export interface AskedStays {
  readonly arrivals: DayRange;
  readonly nightsMin: number;
  readonly nightsMax: number;
}

/** The asked stays that do not begin in the past. `arrivals` may be empty. */
export function asksFor({
  arrival,
  flexibleDays,
  nightsMin,
  nightsMax,
  today,
}: {
  arrival: Day;
  /** Days by which the arrival may be earlier or later. */
  flexibleDays: number;
  nightsMin: number;
  nightsMax: number;
  today: Day;
}): AskedStays {
  const arrivals = { from: Math.max(today, arrival - flexibleDays), to: arrival + flexibleDays };
  return { arrivals, nightsMin, nightsMax };
}

/** All nights of the asked stays. */
export function nightsOfStays({ arrivals, nightsMax }: AskedStays): DayRange {
  return { from: arrivals.from, to: arrivals.to + nightsMax - 1 };
}

/** How many stays are asked for. */
export function countStays({ arrivals, nightsMin, nightsMax }: AskedStays): number {
  return Math.max(0, arrivals.to - arrivals.from + 1) * Math.max(0, nightsMax - nightsMin + 1);
}

/** What rooms of one visit type are offered by. */
export interface OfferTerms {
  readonly onDemand: boolean;
  /** Whether stays that can only be requested are offered too. */
  readonly includeOnRequest: boolean;
  /** The highest total of a stay, in minor units. */
  readonly maxTotal: number;
}

export class OfferedStays {
  readonly #asked: AskedStays;
  readonly #today: Day;
  readonly #lastNight: Day;
  readonly #arrivals: Int32Array;
  readonly #nights: Int32Array;
  #count = 0;
  /** The total of the stay that `choose` has found, or `UNPRICED`. */
  totalMinor = UNPRICED;
  arrival: Day = 0;
  nights = 0;
  isAvailable = false;

  constructor(asked: AskedStays, today: Day) {
    this.#asked = asked;
    this.#today = today;
    this.#lastNight = lastNightForSale(today);
    this.#arrivals = new Int32Array(countStays(asked));
    this.#nights = new Int32Array(countStays(asked));
  }

  /** How many of the asked stays the rules of the visit type allow. */
  get count(): number {
    return this.#count;
  }

  /** The day of arrival of one of them: by arrival, then by length. */
  arrivalAt(index: number): Day {
    return this.#arrivals[index]!;
  }

  nightsAt(index: number): number {
    return this.#nights[index]!;
  }

  /** Turns to a visit type. Returns how many of the asked stays its rules allow: those without a `stayProblem`. */
  setRules(rules: StayRules): number {
    this.#count = 0;
    const { arrivals, nightsMin, nightsMax } = this.#asked;
    const step = rules.reservationTimeSpan === 'WEEKS' ? 7 : 1;
    const shortest = Math.max(minimumNights(rules), Math.ceil(nightsMin / step) * step);
    const longest = Math.min(rules.nightsMax, nightsMax);
    if (shortest > longest || !isOnSale(rules, this.#today)) return 0;
    for (let arrival = arrivals.from; arrival <= arrivals.to; arrival++) {
      if (!isStartingDay(rules, arrival)) continue;
      for (let nights = shortest; nights <= longest; nights += step) {
        const departure = arrival + nights;
        if (departure - 1 > this.#lastNight) break;
        if (rules.timeConstraints.length > 0 && !meetsTimeConstraints(rules, { arrival, departure })) continue;
        this.#arrivals[this.#count] = arrival;
        this.#nights[this.#count] = nights;
        this.#count++;
      }
    }
    return this.#count;
  }

  /**
   * Chooses the stay to offer in the room that `totals` stands at: AVAILABLE before ON_DEMAND, then the lowest total, then the
   * earliest arrival, then the fewest nights. Returns whether there is one.
   * @param remaining rooms left by night - `today`; past the end: none
   */
  choose(totals: StayPrices, remaining: Int32Array, { onDemand, includeOnRequest, maxTotal }: OfferTerms): boolean {
    this.totalMinor = UNPRICED;
    this.isAvailable = false;
    for (let index = 0; index < this.#count; index++) {
      const arrival = this.#arrivals[index]!;
      const nights = this.#nights[index]!;
      const isAvailable = !onDemand && hasRoom(remaining, arrival - this.#today, nights);
      if (!isAvailable && (this.isAvailable || !includeOnRequest)) continue;
      const totalMinor = totals.totalOf(arrival, nights);
      if (totalMinor === UNPRICED || totalMinor > maxTotal) continue;
      const isBetter = this.totalMinor === UNPRICED || totalMinor < this.totalMinor || isAvailable !== this.isAvailable;
      if (!isBetter) continue;
      this.totalMinor = totalMinor;
      this.arrival = arrival;
      this.nights = nights;
      this.isAvailable = isAvailable;
    }
    return this.totalMinor !== UNPRICED;
  }
}

/** Whether a room is left on each of the nights. */
function hasRoom(remaining: Int32Array, place: number, nights: number): boolean {
  const end = place + nights;
  if (end > remaining.length) return false;
  for (let night = place; night < end; night++) if (remaining[night]! <= 0) return false;
  return true;
}
