/** Texts of the catalogue by locale. */
import type { Locale } from './locale.ts';

/** As in the catalogue: a locale may be missing, null or empty. */
export type Localized = Readonly<Partial<Record<Locale, string | null>>>;

export interface LocalizedShape extends Localized {
  /** Whether an empty text is meaningful (it marks a decorative image). Elsewhere it counts as missing. */
  readonly isEmptyMeant?: boolean;
}

/** The first available text in the order of `locales`. */
export function bestMatch(texts: LocalizedShape, locales: readonly Locale[]): string | null {
  for (const locale of locales) {
    const text = texts[locale];
    if (text || (text === '' && texts.isEmptyMeant)) return text;
  }
  return null;
}
