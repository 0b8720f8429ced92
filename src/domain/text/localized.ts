/** Texts of the catalogue by locale. */
import type { Locale } from './locale.ts';

/** As in the catalogue: a locale may be missing, null or empty. */
export type Localized = Readonly<Partial<Record<Locale, string | null>>>;

export interface LocalizedShape extends Localized {
  /** Whether an empty text is meaningful (it marks a decorative image). Elsewhere it counts as missing. */
  readonly isEmptyMeant?: boolean;
}

/** The first of `locales` in which there is a text; null: there is none. */
export function matchingLocale(texts: LocalizedShape, locales: readonly Locale[]): Locale | null {
  for (const locale of locales) {
    const text = texts[locale];
    if (text || (text === '' && texts.isEmptyMeant)) return locale;
  }
  return null;
}

/** The first available text in the order of `locales`. */
export function bestMatch(texts: LocalizedShape, locales: readonly Locale[]): string | null {
  const locale = matchingLocale(texts, locales);
  return locale === null ? null : (texts[locale] ?? null);
}

/** The texts with null for empty ones (V7); the same object if there is none. */
export function withoutEmpty(texts: Localized): Localized {
  const entries = Object.entries(texts);
  if (entries.every(([, text]) => text !== '')) return texts;
  return Object.fromEntries(entries.map(([locale, text]) => [locale, text || null]));
}
