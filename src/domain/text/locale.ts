/**
 * The languages of an answer and their outside names. `Accept-Language` is an inclusion list, not a negotiation (L1): an answer
 * holds exactly the included locales, in one fixed order. Malformed elements and unsupported languages are ignored; they never
 * fail a request.
 */
import type { Currency } from '../pricing/money.ts';

export const LOCALES = ['cs_CZ', 'de', 'en', 'ru'] as const;
export type Locale = (typeof LOCALES)[number];

interface LocaleFacts {
  /** The BCP 47 tag, as in `Content-Language`. */
  readonly tag: string;
  /** The primary subtag. Requests may write `cs`, `cs-CZ` or `cs_CZ`. */
  readonly language: string;
}

const FACTS: Readonly<Record<Locale, LocaleFacts>> = {
  cs_CZ: { tag: 'cs-CZ', language: 'cs' },
  de: { tag: 'de', language: 'de' },
  en: { tag: 'en', language: 'en' },
  ru: { tag: 'ru', language: 'ru' },
};

const LOCALE_OF_LANGUAGE: ReadonlyMap<string, Locale> = new Map(
  LOCALES.map((locale) => [FACTS[locale].language, locale]),
);
const DEFAULT_CUSTOMER_LANGUAGE: Locale = 'cs_CZ';

/** The currency of prices in each language (L3). */
export const CURRENCY_OF: Readonly<Record<Locale, Currency>> = { cs_CZ: 'CZK', de: 'EUR', en: 'EUR', ru: 'EUR' };

/** The same value for each locale. */
export function eachLocale<Value>(value: Value): Record<Locale, Value> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, value])) as Record<Locale, Value>;
}

/** The BCP 47 tag of a locale: `cs-CZ` for `cs_CZ`. */
export function languageTag(locale: Locale): string {
  return FACTS[locale].tag;
}

/** An element of the header: a supported locale or `*`, and its weight from 0 to 1. */
interface LanguagePreference {
  readonly locale: Locale | '*';
  readonly weight: number;
}

function parsePreference(element: string): LanguagePreference | null {
  const match = /^([a-z]{1,8}(?:[-_][a-z0-9]{1,8})*|\*)\s*(?:;\s*q\s*=\s*(0(?:\.\d*)?|1(?:\.0*)?)\s*)?$/i.exec(
    element.trim(),
  );
  if (!match) return null;
  const [, range = '', weight = 1] = match;
  const [language = ''] = range.toLowerCase().split(/[-_]/);
  const locale = language === '*' ? language : LOCALE_OF_LANGUAGE.get(language);
  return locale ? { locale, weight: Number(weight) } : null;
}

/** The elements of the header in order, without repeated locales and without those of `q=0`, which are `excluded`. */
function parsePreferences(acceptLanguage: string | undefined): {
  wishes: LanguagePreference[];
  excluded: ReadonlySet<Locale | '*'>;
} {
  const listed = (acceptLanguage ?? '').split(',').map(parsePreference);
  const usable = listed.filter((wish) => wish !== null);
  const excluded = new Set(usable.filter(({ weight }) => weight === 0).map(({ locale }) => locale));
  return { wishes: usable.filter(({ locale }) => !excluded.has(locale)), excluded };
}

/**
 * The locales of an answer by preference: by weight, then as listed; `*` stands for all that were not named. A header that only
 * excludes means all others. All four when it is missing, or nothing usable is left.
 */
export function preferredLocales(acceptLanguage: string | undefined): Locale[] {
  const { wishes, excluded } = parsePreferences(acceptLanguage);
  const named = new Set(wishes.map(({ locale }) => locale));
  const others = LOCALES.filter((locale) => !named.has(locale) && !excluded.has(locale));
  const ordered = wishes
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ locale }) => (locale === '*' ? others : [locale]));
  if (ordered.length > 0) return [...new Set(ordered)];
  return others.length > 0 && !excluded.has('*') ? others : [...LOCALES];
}

/**
 * The language of a customer's e-mails: the first *listed* supported language, whatever the weights; `*` names none.
 * None given: Czech (L2).
 */
export function customerLanguage(acceptLanguage: string | undefined): Locale {
  for (const { locale } of parsePreferences(acceptLanguage).wishes) if (locale !== '*') return locale;
  return DEFAULT_CUSTOMER_LANGUAGE;
}

function messageLanguage(acceptLanguage: string | undefined): Locale | null {
  const named = parsePreferences(acceptLanguage).wishes.flatMap(({ locale, weight }) =>
    locale === '*' ? [] : [{ locale, weight }],
  );
  return named.toSorted((a, b) => b.weight - a.weight)[0]?.locale ?? null;
}

/** What an `Accept-Language` header asks for, in the four ways in which it is read. */
export interface Languages {
  /** Every locale, the most wanted first: where a single text is looked for. */
  readonly preferred: readonly Locale[];
  /** The locales of an answer, in the fixed order of `LOCALES` (L1). */
  readonly included: readonly Locale[];
  /** The same as `Content-Language`. */
  readonly contentLanguage: string;
  /** The language of a customer's e-mails (L2). */
  readonly customer: Locale;
  /** The language of messages (F7): the most wanted one that is named; null: none is. */
  readonly messages: Locale | null;
}

/** Reads an `Accept-Language` header. */
export function languagesOf(acceptLanguage: string | undefined): Languages {
  const wanted = preferredLocales(acceptLanguage);
  const included = LOCALES.filter((locale) => wanted.includes(locale));
  return {
    preferred: [...wanted, ...LOCALES.filter((locale) => !wanted.includes(locale))],
    included,
    contentLanguage: included.map(languageTag).join(', '),
    customer: customerLanguage(acceptLanguage),
    messages: messageLanguage(acceptLanguage),
  };
}
