/**
 * Civil dates as texts: YYYY-MM-DD, and months YYYY-MM. A civil date has no time and no zone, so it is computed and shown in
 * UTC; the visitor's clock never moves it.
 */
import { showDay } from '../../domain/text/shown.ts';
import { LANGUAGES, type Language } from './language.ts';

export type CivilDate = string;
export type Month = string;

const DAY_MS = 86_400_000;

const dayNumber = (date: CivilDate): number => Date.parse(date) / DAY_MS;

export function addDays(date: CivilDate, days: number): CivilDate {
  return new Date((dayNumber(date) + days) * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(from: CivilDate, to: CivilDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** 0 is Monday. */
export function weekdayOf(date: CivilDate): number {
  return (((dayNumber(date) + 3) % 7) + 7) % 7;
}

export const monthOf = (date: CivilDate): Month => date.slice(0, 7);
export const firstOf = (month: Month): CivilDate => `${month}-01`;
export const lastOf = (month: Month): CivilDate => addDays(firstOf(addMonths(month, 1)), -1);

export function addMonths(month: Month, months: number): Month {
  const date = new Date(firstOf(month));
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

/** The whole weeks, Monday first, that cover a month. */
export function weeksOf(month: Month): CivilDate[][] {
  const first = firstOf(month);
  const start = addDays(first, -weekdayOf(first));
  const weeks = Math.ceil((daysBetween(start, lastOf(month)) + 1) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(start, week * 7 + weekday)),
  );
}

/** The same day `months` later, or the last one of that month. */
export function sameDayIn(date: CivilDate, months: number): CivilDate {
  const month = addMonths(monthOf(date), months);
  const last = lastOf(month);
  const same = `${month}-${date.slice(8)}`;
  return same < last ? same : last;
}

/** The day of a moment on the clock of the browser, as moments are shown. */
export function localDayOf(moment: string): CivilDate {
  const at = new Date(moment);
  return new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())).toISOString().slice(0, 10);
}

export function showDate(date: CivilDate, language: Language, style: Intl.DateTimeFormatOptions): string {
  return showDay(dayNumber(date), LANGUAGES[language].tag, style);
}
