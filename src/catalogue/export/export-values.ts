/** Single values in the format of the catalogue file. */
import { majorOf } from '../../domain/pricing/money.ts';
import { LOCALES } from '../../domain/text/locale.ts';
import { formatDay, utcDay } from '../../domain/time/civil-date.ts';

type Localized = { [Locale in (typeof LOCALES)[number]]?: string | null };

/** A localized text with its locales in the usual order. Missing, null and empty stay distinct. */
export function formatLocalized(stored: unknown): Localized {
  const texts = stored as Localized;
  return Object.fromEntries(
    LOCALES.filter((locale) => Object.hasOwn(texts, locale)).map((locale) => [locale, texts[locale]]),
  );
}

/** `YYYY-MM-DD` of a date column. */
export function formatDate(stored: Date): string;
export function formatDate(stored: Date | null): string | null;
export function formatDate(stored: Date | null): string | null {
  return stored && formatDay(utcDay(stored.getTime()));
}

export function formatPercentage(basisPoints: number): number {
  return majorOf(basisPoints);
}
