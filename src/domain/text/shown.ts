/**
 * Dates, money and percentages as people read them, by Intl, for the page and for e-mails. `tag` is a BCP 47 tag of a
 * language and region: `en-GB`.
 */
import { decimalOf } from '../pricing/money.ts';
import type { Day } from '../time/civil-date.ts';
import type { Locale } from './locale.ts';

const MS_PER_DAY = 86_400_000;

/** Tags with a region, which decides the order of a date: en-GB, not en-US. */
export const REGIONAL_TAGS: Readonly<Record<Locale, string>> = {
  cs_CZ: 'cs-CZ',
  de: 'de-DE',
  en: 'en-GB',
  ru: 'ru-RU',
};

/** Formatters are cached under their style: one costs a hundred times as much as formatting, and most styles are constants. */
const dayFormats = new WeakMap<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

/** A civil date has no time and no zone, so it is shown in UTC: the reader's clock never moves it. */
function dayFormat(tag: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const ofStyle = dayFormats.get(style) ?? new Map<string, Intl.DateTimeFormat>();
  const format = ofStyle.get(tag) ?? new Intl.DateTimeFormat(tag, { ...style, timeZone: 'UTC' });
  dayFormats.set(style, ofStyle.set(tag, format));
  return format;
}

export function showDay(day: Day, tag: string, style: Intl.DateTimeFormatOptions): string {
  return dayFormat(tag, style).format(day * MS_PER_DAY);
}

/** Two days, what they share said once: `3–10 May 2027`. */
export function showDays({ from, to }: { from: Day; to: Day }, tag: string, style: Intl.DateTimeFormatOptions): string {
  return dayFormat(tag, style).formatRange(from * MS_PER_DAY, to * MS_PER_DAY);
}

/** Intl writes some languages' negative numbers with a hyphen. */
export const withMinus = (text: string) => text.replace('-', '\u2212');

/** There are few languages and currencies. */
const moneyFormats = new Map<string, Intl.NumberFormat>();

/** An amount with its currency, and with decimals only if there are any; every digit is exact, every space is U+00A0 (F6). */
export function showMoney({ amountMinor, currency }: { amountMinor: number; currency: string }, tag: string): string {
  const key = `${tag} ${currency}`;
  let format = moneyFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(tag, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });
    moneyFormats.set(key, format);
  }
  return withMinus(format.format(decimalOf(amountMinor)));
}

/** A percentage that is taken off, 0 to 100. */
export function showReduction(percentage: number, tag: string): string {
  return withMinus(
    new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 }).format(-percentage / 100),
  );
}
