/** Addresses of hotels for people: in one line, the country last. */

/** Where hotels of a Central European catalogue are. */
const COUNTRIES = ['CZ', 'SK', 'DE', 'AT', 'PL', 'HU', 'SI', 'CH', 'IT'];
const LANGUAGES = ['cs', 'de', 'en', 'ru'];

const regionNames = (tag: string) => new Intl.DisplayNames(tag, { type: 'region' });

/** The codes of countries by their names in all languages. */
const codes = new Map(
  LANGUAGES.flatMap((tag) => COUNTRIES.map((code) => [regionNames(tag).of(code) ?? code, code] as const)),
);

/**
 * The address with its country in the reader's language. A country that it does not end with, or that is not known, stays as it is.
 * @param tag BCP 47 tag of the language
 */
export function showAddress(address: string, tag: string): string {
  const parts = address.split(',');
  const code = codes.get(parts.at(-1)?.trim() ?? '');
  return code === undefined ? address : [...parts.slice(0, -1), ` ${regionNames(tag).of(code)}`].join(',');
}
