/**
 * A stay and the rules of a visit type: when it is on sale, how long it lasts, on which weekdays it starts, and which dates
 * must hold its nights. Prices and capacity are not checked here. `stayProblem` judges one stay: it names the first rule
 * broken with the facts that broke it (F7); the edges put them into words. Calendars, offers and lowest prices weigh many stays at
 * once and state the rules again, with the predicates below.
 */
import type { StayProblem } from '../problem/stay-codes.ts';
import { addMonths, type Day, type DayRange, WEEKDAYS, type Weekday, weekdayOf } from '../time/civil-date.ts';
import { ALL_DAYS, arrivalsWithin } from '../time/day-ranges.ts';

/** The sales horizon: only nights within 24 months from today can be sold, quoted or shown (P8), both ends included. */
export const MONTHS_AHEAD = 24;

/** The last night that can be sold, inclusive: the date 24 months after `today`. 29 February clamps to the 28th. */
export function lastNightForSale(today: Day): Day {
  return addMonths(today, MONTHS_AHEAD);
}

/** The number of nights for sale: 731, or 732 when they include a 29 February. */
export function nightsForSale(today: Day): number {
  return lastNightForSale(today) - today + 1;
}

/** The most nights that a catalogue may say of a stay: of a visit type `nightsMin` and `nightsMax` are 1 to this. */
export const STAY_NIGHTS_MAX = 9_999;

/** The most beds that a catalogue may say of a room type. */
export const BEDS_MAX = 20;

/** Half-open: the departure day is neither slept nor charged (T1). Departure is after arrival. */
export interface Stay {
  readonly arrival: Day;
  readonly departure: Day;
}

export interface StayRules {
  /** Stays can only be requested, never confirmed from recorded capacity. */
  readonly onDemand: boolean;
  readonly nightsMin: number;
  readonly nightsMax: number;
  /** WEEKS: the number of nights must be a multiple of 7 (K4). */
  readonly reservationTimeSpan: 'DAYS' | 'WEEKS';
  /** Empty: any weekday (K4). */
  readonly startingDays: readonly Weekday[];
  /** Empty: no constraint (T3). */
  readonly timeConstraints: readonly DayRange[];
  /** First and last date for bookings; null: open (P9). */
  readonly sellingFrom: Day | null;
  readonly sellingTo: Day | null;
}

const DAYS_PER_WEEK = 7;

export function nightsOf(stay: Stay): number {
  return stay.departure - stay.arrival;
}

/** The shortest stay in nights, rounded up to whole weeks for WEEKS (K3, K4). */
export function minimumNights({
  nightsMin,
  reservationTimeSpan,
}: Pick<StayRules, 'nightsMin' | 'reservationTimeSpan'>): number {
  const nights = Math.max(1, nightsMin);
  return reservationTimeSpan === 'WEEKS' ? Math.ceil(nights / DAYS_PER_WEEK) * DAYS_PER_WEEK : nights;
}

/** Whether stays may last so many nights (K4). */
export function isAllowedLength(
  { nightsMin, nightsMax, reservationTimeSpan }: Pick<StayRules, 'nightsMin' | 'nightsMax' | 'reservationTimeSpan'>,
  nights: number,
): boolean {
  if (nights < Math.max(1, nightsMin) || nights > nightsMax) return false;
  return reservationTimeSpan === 'DAYS' || nights % DAYS_PER_WEEK === 0;
}

/** How many lengths stays may have, of those up to `most` nights (K4). */
export function countLengths(rules: StayRules, most: number): number {
  const step = rules.reservationTimeSpan === 'WEEKS' ? DAYS_PER_WEEK : 1;
  const longest = Math.min(rules.nightsMax, most);
  return Math.max(0, Math.floor(longest / step) - minimumNights(rules) / step + 1);
}

/** Whether `today` is in the selling period, both ends included (P9). */
export function isOnSale({ sellingFrom, sellingTo }: StayRules, today: Day): boolean {
  return (sellingFrom === null || sellingFrom <= today) && (sellingTo === null || today <= sellingTo);
}

/** Whether a stay may arrive on that weekday (K4). */
export function isStartingDay({ startingDays }: Pick<StayRules, 'startingDays'>, day: Day): boolean {
  return startingDays.length === 0 || startingDays.includes(weekdayOf(day));
}

/** Whether one range holds all nights of the stay (T3); touching ranges are not joined. */
export function meetsTimeConstraints({ timeConstraints }: StayRules, { arrival, departure }: Stay): boolean {
  return timeConstraints.length === 0 || timeConstraints.some(({ from, to }) => from <= arrival && departure - 1 <= to);
}

/** For scans: the arrivals for which `meetsTimeConstraints` holds for a stay of `nights` nights (T3). */
export function arrivalsInConstraints({ timeConstraints }: StayRules, nights: number): readonly DayRange[] {
  return timeConstraints.length === 0 ? ALL_DAYS : arrivalsWithin(timeConstraints, nights);
}

/** The first rule that forbids the stay (I4, P8), or null. */
export function stayProblem(
  rules: StayRules,
  stay: Stay,
  today: Day,
  latestNight = lastNightForSale(today),
): StayProblem | null {
  const nights = nightsOf(stay);
  const { arrival } = stay;
  const lastNight = stay.departure - 1;
  const { nightsMin, nightsMax, sellingFrom, sellingTo, timeConstraints } = rules;
  if (!isOnSale(rules, today)) return { code: 'NOT_ON_SALE', sellingFrom, sellingTo, today };
  const past = arrivalProblem(stay, today);
  if (past) return past;
  if (lastNight > latestNight) {
    const latestArrival = latestNight - nights + 1;
    return {
      code: 'BEYOND_HORIZON',
      lastNight,
      latestNight,
      latestArrival: latestArrival < today ? null : latestArrival,
    };
  }
  if (nights < Math.max(1, nightsMin)) return { code: 'TOO_SHORT', nights, minNights: nightsMin };
  if (nights > nightsMax) return { code: 'TOO_LONG', nights, maxNights: nightsMax };
  if (rules.reservationTimeSpan === 'WEEKS' && nights % DAYS_PER_WEEK !== 0) return { code: 'NOT_WHOLE_WEEKS', nights };
  if (!isStartingDay(rules, arrival)) {
    const weekdays = WEEKDAYS.filter((weekday) => rules.startingDays.includes(weekday));
    return { code: 'STARTING_DAY', arrival, weekday: weekdayOf(arrival), weekdays };
  }
  if (!meetsTimeConstraints(rules, stay)) {
    return { code: 'TIME_CONSTRAINTS', arrival, lastNight, ranges: timeConstraints };
  }
  return null;
}

/** Whether it is too late to arrive. */
export function arrivalProblem({ arrival }: Stay, today: Day): StayProblem<'IN_THE_PAST'> | null {
  return arrival >= today ? null : { code: 'IN_THE_PAST', arrival, today };
}
