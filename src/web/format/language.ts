/** The four languages of the page. The server decides which one a visitor sees first. */
import type { Locale } from '../../domain/text/locale.ts';
import type { Currency } from '../generated/operations.ts';

export const LANGUAGES = {
  cs: { tag: 'cs-CZ', locale: 'cs_CZ', name: 'Čeština', currency: 'CZK' },
  de: { tag: 'de-DE', locale: 'de', name: 'Deutsch', currency: 'EUR' },
  en: { tag: 'en-GB', locale: 'en', name: 'English', currency: 'EUR' },
  ru: { tag: 'ru-RU', locale: 'ru', name: 'Русский', currency: 'EUR' },
} as const satisfies Record<string, { tag: string; locale: Locale; name: string; currency: Currency }>;

export type Language = keyof typeof LANGUAGES;

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

/** Browsers may forbid it; then the choice holds for this page. */
function recall(): string | null {
  const name = `${REMEMBERED}=`;
  return (
    document.cookie
      .split('; ')
      .find((one) => one.startsWith(name))
      ?.slice(name.length) ?? null
  );
}
