/**
 * Civil dates as `YYYY-MM-DD` text for the oracle and the generators: text sorts like time, so `<` and `>` compare dates,
 * and everything else counts days one at a time or asks UTC `Date`. Slow and obvious; shares nothing with `src`.
 */
import { ORACLE_WEEKDAYS, type OracleWeekday } from './oracle-file.ts';

function dateOf({ year, month, day }: { year: number; month: number; day: number }): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function partsOf(date: string): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/** Days of a month counted from 1, with the Gregorian leap rule. */
function daysInMonth({ year, month }: { year: number; month: number }): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!;
}

const successors = new Map<string, string>();

function nextDate(date: string): string {
  const known = successors.get(date);
  if (known !== undefined) return known;
  let { year, month, day } = partsOf(date);
  day += 1;
  if (day > daysInMonth({ year, month })) {
    day = 1;
    month += 1;
  }
  if (month > 12) {
    month = 1;
    year += 1;
  }
  const next = dateOf({ year, month, day });
  successors.set(date, next);
  return next;
}

/** `date` moved by whole days, backwards when negative. */
export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The same day of another month, or that month's last day when it is shorter. */
export function plusMonths(date: string, months: number): string {
  const { year, month, day } = partsOf(date);
  const total = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(total / 12), month: (total % 12) + 1 };
  return dateOf({ ...target, day: Math.min(day, daysInMonth(target)) });
}

export function firstOfItsMonth(date: string): string {
  return `${date.slice(0, 8)}01`;
}

export function lastOfItsMonth(date: string): string {
  const { year, month } = partsOf(date);
  return dateOf({ year, month, day: daysInMonth({ year, month }) });
}

export function laterOf(a: string, b: string): string {
  if (a < b) return b;
  return a;
}

export function earlierOf(a: string, b: string): string {
  if (a < b) return a;
  return b;
}

/** Every date from `from` to `to`, both included; none when `from` is later. */
export function datesFromTo({ from, to }: { from: string; to: string }): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = nextDate(date)) dates.push(date);
  return dates;
}

/** The occupied nights of a stay: the departure date is not one. */
export function nightsOfStay({ dateFrom, dateTo }: { dateFrom: string; dateTo: string }): string[] {
  const nights: string[] = [];
  for (let date = dateFrom; date < dateTo; date = nextDate(date)) nights.push(date);
  return nights;
}

/** How many dates lie between `from` and `to`, both counted; zero or less when `from` is later. */
export function countDates({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;
}

export function weekdayOfDate(date: string): OracleWeekday {
  return ORACLE_WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()]!;
}
