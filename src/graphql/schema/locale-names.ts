/** Languages by their names in the schema (F6). */
import type { Locale } from '../../domain/text/locale.ts';

const LOCALE_OF = { CS: 'cs_CZ', DE: 'de', EN: 'en', RU: 'ru' } as const satisfies Record<string, Locale>;

/** Names in capitals. */
export type LocaleName = keyof typeof LOCALE_OF;

const NAME_OF = Object.fromEntries(Object.entries(LOCALE_OF).map(([name, locale]) => [locale, name])) as Record<
  Locale,
  LocaleName
>;

export function localeName(locale: Locale): LocaleName {
  return NAME_OF[locale];
}

export function localeOf(name: LocaleName): Locale {
  return LOCALE_OF[name];
}

/** Where a text is looked for: first in the named language, if there is one, then as the caller prefers. */
export function searchedLocales(name: LocaleName | null | undefined, preferred: readonly Locale[]): readonly Locale[] {
  return name == null ? preferred : [localeOf(name), ...preferred];
}
