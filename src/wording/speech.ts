/** How facts are said within a sentence: dates, numbers, money and lists, in each language and in plain English. */
import type { Currency } from '../domain/pricing/money.ts';
import type { Locale } from '../domain/text/locale.ts';
import { REGIONAL_TAGS, showDay, showDays, showMoney } from '../domain/text/shown.ts';
import {
  type Day,
  type DayRange,
  dayOf,
  formatDay,
  parseDay,
  WEEKDAYS,
  type Weekday,
} from '../domain/time/civil-date.ts';

export interface Speech {
  date(day: Day): string;
  range(range: DayRange): string;
  weekday(weekday: Weekday): string;
  number(value: number): string;
  money(amountMinor: number, currency: Currency): string;
  list(items: readonly string[]): string;
  or(items: readonly string[]): string;
}

/** As fields have them: dates as YYYY-MM-DD, weekdays by their codes, numbers by their digits. */
export const PLAIN_SPEECH: Speech = {
  date: formatDay,
  range: ({ from, to }) => `${formatDay(from)} to ${formatDay(to)}`,
  weekday: (weekday) => weekday,
  number: String,
  money: (amountMinor, currency) => `${amountMinor} minor units of ${currency}`,
  list: (items) => items.join(', '),
  or: (items) => items.join(' or '),
};

const IN_WORDS: Intl.DateTimeFormatOptions = { dateStyle: 'long' };
/** Written out, a Russian date ends with an abbreviation, whose dot a sentence would double. */
const IN_DIGITS: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric' };
const A_MONDAY = dayOf('2024-01-01');

function speechIn(locale: Locale): Speech {
  const tag = REGIONAL_TAGS[locale];
  const dates = locale === 'ru' ? IN_DIGITS : IN_WORDS;
  const numbers = new Intl.NumberFormat(tag);
  const choices = new Intl.ListFormat(tag, { type: 'disjunction' });
  return {
    date: (day) => showDay(day, tag, dates),
    range: (range) => showDays(range, tag, dates),
    weekday: (weekday) => showDay(A_MONDAY + WEEKDAYS.indexOf(weekday), tag, { weekday: 'long' }),
    number: (value) => numbers.format(value),
    money: (amountMinor, currency) => showMoney({ amountMinor, currency }, tag),
    list: (items) => items.join(', '),
    or: (items) => choices.format(items),
  };
}

export const SPEECH: Readonly<Record<Locale, Speech>> = {
  cs_CZ: speechIn('cs_CZ'),
  de: speechIn('de'),
  en: speechIn('en'),
  ru: speechIn('ru'),
};

/** A value that a fact has as a text: a date as people write it, a code or a number as it is. */
export function sayValue(text: string, say: Speech): string {
  const day = parseDay(text);
  return day === null ? text : say.date(day);
}

/** A window in which something is counted. */
export type Window = 'MINUTE' | 'HOUR' | 'DAY';

export function windowOf(seconds: number): Window {
  if (seconds <= 60) return 'MINUTE';
  return seconds <= 3_600 ? 'HOUR' : 'DAY';
}
