/** The four languages of the page. The server decides which one a visitor sees first. */
import type { Currency } from '../generated/operations.ts';

export const LANGUAGES = {
  cs: { tag: 'cs-CZ', name: 'Čeština', currency: 'CZK' },
  de: { tag: 'de-DE', name: 'Deutsch', currency: 'EUR' },
  en: { tag: 'en-GB', name: 'English', currency: 'EUR' },
  ru: { tag: 'ru-RU', name: 'Русский', currency: 'EUR' },
} as const satisfies Record<string, { tag: string; name: string; currency: Currency }>;

export type Language = keyof typeof LANGUAGES;

export function languageOfPage(): Language {
  const { lang } = document.documentElement;
  return lang in LANGUAGES ? (lang as Language) : 'en';
}
