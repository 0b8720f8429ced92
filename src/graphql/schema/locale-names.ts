/** Languages by their names in the schema (F6). */
import type { Locale } from '../../domain/text/locale.ts';

const NAME_OF = { cs_CZ: 'CS', de: 'DE', en: 'EN', ru: 'RU' } as const satisfies Record<Locale, string>;

/** Names in capitals. */
export type LocaleName = (typeof NAME_OF)[Locale];

const LOCALE_OF = Object.fromEntries(Object.entries(NAME_OF).map(([locale, name]) => [name, locale])) as Record<
  LocaleName,
  Locale
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
