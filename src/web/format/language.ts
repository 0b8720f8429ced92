/** The four languages of the page. The server decides which one a visitor sees first. */
import type { Locale } from '../../domain/text/locale.ts';
import { REGIONAL_TAGS } from '../../domain/text/shown.ts';
import type { Currency, Locale as GatewayLocale } from '../generated/operations.ts';

export const LANGUAGES = {
  cs: { tag: REGIONAL_TAGS.cs_CZ, locale: 'cs_CZ', name: 'Čeština', currency: 'CZK' },
  de: { tag: REGIONAL_TAGS.de, locale: 'de', name: 'Deutsch', currency: 'EUR' },
  en: { tag: REGIONAL_TAGS.en, locale: 'en', name: 'English', currency: 'EUR' },
  ru: { tag: REGIONAL_TAGS.ru, locale: 'ru', name: 'Русский', currency: 'EUR' },
} as const satisfies Record<string, { tag: string; locale: Locale; name: string; currency: Currency }>;

export type Language = keyof typeof LANGUAGES;

export const ALL_LANGUAGES = Object.keys(LANGUAGES) as Language[];

/** The names that the gateway's GraphQL gives to the languages. */
export const LOCALES = { cs: 'CS', de: 'DE', en: 'EN', ru: 'RU' } as const satisfies Record<Language, GatewayLocale>;

const IN_ADDRESS = 'lang';
const REMEMBERED = 'language';
/** A year. */
const REMEMBERED_SECONDS = 31_536_000;

export const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(LANGUAGES, text);

/** The one in the address, else the one chosen before, else the one that the server has found for the visitor. */
export function chosenLanguage(): Language {
  const { lang } = document.documentElement;
  const wanted = [new URLSearchParams(location.search).get(IN_ADDRESS), recall(), lang];
  return wanted.find(isLanguage) ?? 'en';
}

/** What the visitor chooses counts more than the language of the address that led here, after a reload, too. */
export function forgetLanguageOfAddress(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(IN_ADDRESS)) return;
  address.searchParams.delete(IN_ADDRESS);
  history.replaceState(history.state, '', address);
}

/** Stores the language for the pages that the visitor opens next; the server reads it, too. */
export function rememberLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has another way yet.
  document.cookie = `${REMEMBERED}=${language}; path=/; max-age=${REMEMBERED_SECONDS}; samesite=lax`;
}

/** The language of the cookie; null: there is none. Where the browser forbids cookies, a choice lasts as long as the page. */
function recall(): string | null {
  const name = `${REMEMBERED}=`;
  return (
    document.cookie
      .split('; ')
      .find((one) => one.startsWith(name))
      ?.slice(name.length) ?? null
  );
}
