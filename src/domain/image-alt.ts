/**
 * The alternative text of a picture by locale (V7): a text that is missing or null falls back to what the picture shows, for
 * a picture of a room the room's category and, in a language that the category does not have, the hotel's name; for others
 * the hotel's name. An empty text stays, for it says that the picture is decorative.
 */
import { LOCALES, type Locale } from './locale.ts';

/** Texts by locale as the catalogue has them; a locale may be missing, null or empty. */
type Texts = Readonly<Partial<Record<Locale, string | null>>>;

const NO_CATEGORY: Texts = {};

/**
 * The alternative text in every locale, never null where the hotel has a name. `category` is that of the room type of which
 * the picture is. Emptiness is never taken over from a category or a name: only the text of the picture itself can declare
 * it decorative.
 */
export function altOf({
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
