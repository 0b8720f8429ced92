/**
 * What cancelling a booking costs (S12): from so many days before arrival on, a part of the total. Each term holds until the next
 * one begins, the last one for good; before the first one cancelling is free.
 */
import { portionOf } from '../pricing/money.ts';
import type { Day } from '../time/civil-date.ts';

/** Stays are sold at most two years ahead. */
export const DAYS_BEFORE_ARRIVAL_MAX = 731;
export const CANCELLATION_TERMS_MAX = 20;

/** Terms of a visit type come the earliest first, each `daysBeforeArrival` once. */
export interface CancellationTerm {
  readonly daysBeforeArrival: number;
  /** The part of the total that is due. */
  readonly basisPoints: number;
}

/** What is cancelled: the amount is the total of its price. */
export interface CancelledStay {
  readonly terms: readonly CancellationTerm[];
  readonly arrival: Day;
  readonly amountMinor: number;
}

/** What cancelling costs from a day on, until the next fee begins. */
export interface CancellationFee {
  readonly from: Day;
  readonly feeMinor: number;
}

/** Terms in their order: the earliest first. */
export function sortTerms<Term extends Pick<CancellationTerm, 'daysBeforeArrival'>>(terms: readonly Term[]): Term[] {
  return terms.toSorted((a, b) => b.daysBeforeArrival - a.daysBeforeArrival);
}

/** The fee of each term, the earliest first; an exact half is rounded up. None: cancelling is free. */
export function cancellationFees({ terms, arrival, amountMinor }: CancelledStay): CancellationFee[] {
  return terms.map(({ daysBeforeArrival, basisPoints }) => ({
    from: arrival - daysBeforeArrival,
    feeMinor: portionOf(amountMinor, basisPoints),
  }));
}

/** The last day on which cancelling costs nothing, which may have passed; null: it never costs anything. */
export function lastFreeDay(fees: readonly CancellationFee[]): Day | null {
  const first = fees.find(({ feeMinor }) => feeMinor > 0);
  return first === undefined ? null : first.from - 1;
}

/** The same for people, where `until` is that day: nobody can cancel from the day of arrival on, so the day before it is the last at all (S10). */
export function lastFreeDayToSay(until: Day | null, arrival: Day): Day {
  return until ?? arrival - 1;
}

/** The fee of cancelling on a day. */
export function cancellationFeeOn(stay: CancelledStay, day: Day): number {
  return feeOn(cancellationFees(stay), day);
}

/** What cancelling all of several bookings costs, given the fees of each. */
export function feesTogether(each: readonly (readonly CancellationFee[])[]): CancellationFee[] {
  const days = [...new Set(each.flat().map(({ from }) => from))].sort((one, other) => one - other);
  return days.map((from) => ({ from, feeMinor: each.reduce((sum, fees) => sum + feeOn(fees, from), 0) }));
}

/** The fee on a day, of fees in their order. */
export function feeOn(fees: readonly CancellationFee[], day: Day): number {
  return fees.findLast(({ from }) => from <= day)?.feeMinor ?? 0;
}
