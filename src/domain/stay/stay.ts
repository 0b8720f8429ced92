/**
 * A stay and the rules of a visit type: when it is on sale, how long it lasts, on which weekdays it starts, and which dates
 * must hold its nights. Prices and capacity are not checked here. `stayProblem` is the only judge. It names the first rule
 * broken with the values that broke it, so that every interface answers in the same words.
 */
import { type Day, type DayRange, formatDay, WEEKDAYS, type Weekday, weekdayOf } from '../time/civil-date.ts';
import { ALL_DAYS, arrivalsWithin } from '../time/day-ranges.ts';
import { lastNightForSale } from '../time/horizon.ts';

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

export interface StayProblem {
  readonly code:
    | 'NOT_ON_SALE'
    | 'IN_THE_PAST'
    | 'BEYOND_HORIZON'
    | 'TOO_SHORT'
    | 'TOO_LONG'
    | 'NOT_WHOLE_WEEKS'
    | 'STARTING_DAY'
    | 'TIME_CONSTRAINTS';
  readonly message: string;
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
export function isAllowedLength({ nightsMin, nightsMax, reservationTimeSpan }: StayRules, nights: number): boolean {
  if (nights < Math.max(1, nightsMin) || nights > nightsMax) return false;
  return reservationTimeSpan === 'DAYS' || nights % DAYS_PER_WEEK === 0;
}

/** Whether `today` is in the selling period, both ends included (P9). */
export function isOnSale({ sellingFrom, sellingTo }: StayRules, today: Day): boolean {
  return (sellingFrom === null || sellingFrom <= today) && (sellingTo === null || today <= sellingTo);
}

/** Whether a stay may arrive on that weekday (K4). */
export function isStartingDay({ startingDays }: StayRules, day: Day): boolean {
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
export function stayProblem(rules: StayRules, stay: Stay, today: Day): StayProblem | null {
  const nights = nightsOf(stay);
  const horizon = lastNightForSale(today);
  const { nightsMin, nightsMax } = rules;
  if (!isOnSale(rules, today)) {
    return {
      code: 'NOT_ON_SALE',
      message: `It can be booked ${formatSellingPeriod(rules)}; today is ${formatDay(today)}.`,
    };
  }
  const past = arrivalProblem(stay, today);
  if (past) return past;
  if (stay.departure - 1 > horizon) {
    const last = `the last night is ${formatDay(stay.departure - 1)}`;
    return { code: 'BEYOND_HORIZON', message: `Nights up to ${formatDay(horizon)} are sold; ${last}.` };
  }
  if (nights < Math.max(1, nightsMin)) {
    return { code: 'TOO_SHORT', message: `The minimum is ${formatNights(nightsMin)}; the stay has ${nights}.` };
  }
  if (nights > nightsMax) {
    return { code: 'TOO_LONG', message: `The maximum is ${formatNights(nightsMax)}; the stay has ${nights}.` };
  }
  if (rules.reservationTimeSpan === 'WEEKS' && nights % DAYS_PER_WEEK !== 0) {
    return { code: 'NOT_WHOLE_WEEKS', message: `It is sold in whole weeks; the stay has ${formatNights(nights)}.` };
  }
  if (!isStartingDay(rules, stay.arrival)) {
    const allowed = WEEKDAYS.filter((weekday) => rules.startingDays.includes(weekday)).join(', ');
    const arrival = `${formatDay(stay.arrival)} is ${weekdayOf(stay.arrival)}`;
    return { code: 'STARTING_DAY', message: `Stays start on ${allowed}; ${arrival}.` };
  }
  if (!meetsTimeConstraints(rules, stay)) {
    const ranges = rules.timeConstraints.map(({ from, to }) => `${formatDay(from)} to ${formatDay(to)}`).join(', ');
    const asked = `${formatDay(stay.arrival)} to ${formatDay(stay.departure - 1)}`;
    return { code: 'TIME_CONSTRAINTS', message: `All nights must lie within one of ${ranges}; asked: ${asked}.` };
  }
  return null;
}

/** Whether it is too late to arrive. */
export function arrivalProblem({ arrival }: Stay, today: Day): StayProblem | null {
  if (arrival >= today) return null;
  return { code: 'IN_THE_PAST', message: `Arrival ${formatDay(arrival)} is before today, ${formatDay(today)}.` };
}

function formatNights(nights: number): string {
  return nights === 1 ? '1 night' : `${nights} nights`;
}

function formatSellingPeriod({ sellingFrom, sellingTo }: StayRules): string {
  const ends = [
    sellingFrom === null ? null : `from ${formatDay(sellingFrom)}`,
    sellingTo === null ? null : `until ${formatDay(sellingTo)}`,
  ];
  return ends.filter((end) => end !== null).join(' ');
}
