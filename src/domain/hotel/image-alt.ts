/**
 * The alternative text of an image by locale (V7). A missing or null text falls back to what the image shows: the room category
 * for an image of a room, else (or in a language that the category does not have) the hotel's name. An empty text stays; it
 * marks the image as decorative.
 */
import { LOCALES, type Locale } from '../text/locale.ts';

/** As in the catalogue: a locale may be missing, null or empty. */
type Texts = Readonly<Partial<Record<Locale, string | null>>>;

const NO_CATEGORY: Texts = {};

/**
 * The alternative text in every locale, never null if the hotel has a name. `category` is that of the room type shown. An empty
 * category or name is not taken over: only the image's own text can declare it decorative.
 */
export function resolveAlt({
  alt,
  category = NO_CATEGORY,
  hotelName,
}: {
  alt: Texts;
  category?: Texts | undefined;
  /** The same in every locale. */
  hotelName: string;
}): Record<Locale, string | null> {
  return Object.fromEntries(
    LOCALES.map((locale) => [locale, alt[locale] ?? (category[locale] || hotelName || null)]),
  ) as Record<Locale, string | null>;
}
