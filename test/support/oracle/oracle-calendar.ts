/**
 * The calendar by brute force: every day checks every candidate, every candidate walks every night of its minimum stay.
 * The automatic search is a naive scan of check-in dates, day by day and room type by room type.
 */
import {
  countDates,
  datesFromTo,
  firstOfItsMonth,
  lastOfItsMonth,
  laterOf,
  plusDays,
  plusMonths,
  weekdayOfDate,
} from './oracle-dates.ts';
import type { FileVisitType, OracleCurrency } from './oracle-file.ts';
import { ORACLE_CURRENCIES } from './oracle-file.ts';
import { decimalOf, halfUp } from './oracle-money.ts';
import {
  cheapest,
  isNightPriced,
  keepsTimeConstraints,
  type NightlyAmount,
  type PerCurrency,
  promotedNightPrice,
} from './oracle-night.ts';
import { basesOf } from './oracle-price.ts';
import { type Combination, combinations, isSoldToday, type OracleScene, remainingUnits } from './oracle-scope.ts';

export interface CalendarQuestion {
  visitTypeId?: number | null;
  hotelId?: number | null;
  roomTypeId?: number | null;
  destinationId?: number | null;
  /** Exactly that many beds. */
  guests?: number | null;
  dateFrom?: string | null;
  dateTo?: string | null;
}

export type OracleAvailability = 'NOT_AVAILABLE' | 'ON_DEMAND' | 'AVAILABLE';

export interface OracleCalendarDay {
  date: string;
  selectable: boolean;
  availability: OracleAvailability;
  /** Decimal amounts of the room per currency, and whether a stay costs just that (K5). */
  price: Partial<Record<OracleCurrency, { amount: number; isFinal: boolean }>> | null;
  /** Per night and guest, the lowest over the candidates that are not NOT_AVAILABLE that day. */
  fromPrice: PerCurrency<NightlyAmount | null>;
}

export type CalendarAnswer = { status: 200; days: OracleCalendarDay[] } | { status: 400; why: string };

/** `nightsMin`, for whole weeks the next multiple of seven (K3). */
export function minimumStayOf({ nightsMin, reservationTimeSpan }: FileVisitType): number {
  let nights = nightsMin;
  while (reservationTimeSpan === 'WEEKS' && nights % 7 !== 0) nights += 1;
  return nights;
}

function minimumStayFrom(visitType: FileVisitType, date: string): string[] {
  return datesFromTo({ from: date, to: plusDays(date, minimumStayOf(visitType) - 1) });
}

/** Whether the nights of the minimum stay from a date are for sale and keep the time constraints. */
function isMinimumStayAllowed(scene: OracleScene, visitType: FileVisitType, date: string): boolean {
  const nights = minimumStayFrom(visitType, date);
  return (
    nights.every((night) => night >= scene.today && night <= scene.lastNight) && keepsTimeConstraints(visitType, nights)
  );
}

/** Whether the minimum stay from a date is allowed, has capacity and has a price in one currency. */
function isMinimumStayFree(scene: OracleScene, { visitType, roomType }: Combination, date: string): boolean {
  if (!isMinimumStayAllowed(scene, visitType, date)) return false;
  const nights = minimumStayFrom(visitType, date);
  const dateTo = plusDays(date, nights.length);
  if (nights.some((night) => remainingUnits(scene, roomType.id, night) <= 0)) return false;
  return ORACLE_CURRENCIES.some(
    (currency) => basesOf({ visitType, roomType }, currency, { dateFrom: date, dateTo }).length > 0,
  );
}

function startsOn({ startingDays }: FileVisitType, date: string): boolean {
  return startingDays.length === 0 || startingDays.includes(weekdayOfDate(date));
}

/** K3 for one candidate. */
function candidateOn(
  scene: OracleScene,
  combination: Combination,
  date: string,
): { availability: OracleAvailability; selectable: boolean } {
  const { visitType } = combination;
  const open =
    date >= scene.today &&
    isSoldToday(scene, visitType) &&
    keepsTimeConstraints(visitType, [date]) &&
    isNightPriced(scene, combination, date);
  if (!open) return { availability: 'NOT_AVAILABLE', selectable: false };
  const free = !visitType.onDemand && isMinimumStayFree(scene, combination, date);
  const selectable = startsOn(visitType, date) && isMinimumStayAllowed(scene, visitType, date);
  return { availability: free ? 'AVAILABLE' : 'ON_DEMAND', selectable };
}

/** K5: the one combination whose room price a calendar may show, if its parameters name a visit type and leave one room. */
function pinnedOf(question: CalendarQuestion, candidates: readonly Combination[]): Combination | null {
  const named = question.visitTypeId !== null && question.visitTypeId !== undefined;
  return named && candidates.length === 1 ? candidates[0]! : null;
}

/** One day of the calendar over its candidates (K2, K3, K5). */
export function dayOf(
  scene: OracleScene,
  { candidates, pinned }: { candidates: readonly Combination[]; pinned: Combination | null },
  date: string,
): OracleCalendarDay {
  const answers = candidates.map((combination) => ({ combination, ...candidateOn(scene, combination, date) }));
  const order: OracleAvailability[] = ['AVAILABLE', 'ON_DEMAND', 'NOT_AVAILABLE'];
  const availability = order.find((one) => answers.some((answer) => answer.availability === one)) ?? 'NOT_AVAILABLE';
  const price: NonNullable<OracleCalendarDay['price']> = {};
  for (const currency of ORACLE_CURRENCIES) {
    const found = pinned && promotedNightPrice(scene, pinned, { currency, night: date });
    const isFinal = availability === 'AVAILABLE' && found?.isRate === true;
    if (found) price[currency] = { amount: decimalOf(halfUp(found.price)), isFinal };
  }
  const open = answers.filter((answer) => answer.availability !== 'NOT_AVAILABLE');
  return {
    date,
    selectable: answers.some((answer) => answer.selectable),
    availability,
    price: pinned && availability !== 'NOT_AVAILABLE' ? price : null,
    fromPrice: cheapest(
      scene,
      open.map(({ combination }) => ({ combination, night: date })),
    ),
  };
}

/** K7: the first check-in date on which a stay of minimum length is bookable, by trying every date. */
function firstBookableDate(scene: OracleScene, candidates: readonly Combination[]): string | null {
  for (const date of datesFromTo({ from: scene.today, to: scene.lastNight })) {
    for (const combination of candidates) {
      const { visitType } = combination;
      if (visitType.onDemand || !isSoldToday(scene, visitType) || !startsOn(visitType, date)) continue;
      if (!isMinimumStayFree(scene, combination, date)) continue;
      if (isNightPriced(scene, combination, plusDays(date, minimumStayOf(visitType)))) return date;
    }
  }
  return null;
}

/** The window of the automatic search: the month of that date, not before today, and the whole next one. */
export function firstBookableWindow(
  scene: OracleScene,
  candidates: readonly Combination[],
): { from: string; to: string } | null {
  const date = firstBookableDate(scene, candidates);
  if (date === null) return null;
  return { from: laterOf(firstOfItsMonth(date), scene.today), to: endOfNextMonth(date) };
}

function endOfNextMonth(date: string): string {
  return lastOfItsMonth(plusMonths(firstOfItsMonth(date), 1));
}

/**
 * The window without the automatic search (K6): a past start becomes today before anything is derived from it, and it
 * may have 731 days, or as many as from today to the last night for sale.
 */
export function plainWindow(
  scene: OracleScene,
  { dateFrom, dateTo }: CalendarQuestion,
): { from: string; to: string } | { why: string } {
  if (dateFrom && dateTo && dateFrom > dateTo) return { why: 'date_from after date_to' };
  const from = laterOf(dateFrom || scene.today, scene.today);
  const to = dateTo || endOfNextMonth(from);
  const isTooLong =
    countDates({ from, to }) > 731 && countDates({ from, to }) > countDates({ from: scene.today, to: scene.lastNight });
  if (isTooLong) return { why: 'more than 731 days and more than are for sale' };
  return { from, to };
}

/** GET /calendar/dates (K1 to K8). */
export function answerCalendar(scene: OracleScene, question: CalendarQuestion): CalendarAnswer {
  const candidates = combinations(scene, { ...question, beds: question.guests });
  const searches = !question.dateFrom && !question.dateTo && question.hotelId != null && question.visitTypeId != null;
  const found = searches ? firstBookableWindow(scene, candidates) : null;
  const window = found ?? plainWindow(scene, question);
  if ('why' in window) return { status: 400, why: window.why };
  const pinned = pinnedOf(question, candidates);
  return { status: 200, days: datesFromTo(window).map((date) => dayOf(scene, { candidates, pinned }, date)) };
}
