/**
 * The alternative text of an image by locale (V7). A missing or null text falls back to what the image shows: the room category
 * for an image of a room, else (or in a language that the category does not have) the hotel's name. An empty text stays; it
 * marks the image as decorative.
 */
import { LOCALES, type Locale } from '../text/locale.ts';
import type { Localized } from '../text/localized.ts';

/**
 * The alternative text in every locale, never null if the hotel has a name. `category` is that of the room type shown. An empty
 * category or name is not taken over: only the image's own text can declare it decorative.
 */
export function resolveAlt({
  alt,
  category = {},
  hotelName,
}: {
  alt: Localized;
  category?: Localized | undefined;
  /** A name, which is not translated. */
  hotelName: string;
}): Record<Locale, string | null> {
  return Object.fromEntries(
    LOCALES.map((locale) => [locale, alt[locale] ?? (category[locale] || hotelName || null)]),
  ) as Record<Locale, string | null>;
}
