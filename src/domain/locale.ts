/**
 * Languages: which of them an answer carries, and what they are called outside. `Accept-Language` is read as an
 * inclusion list, not as a negotiation (L1): an answer holds exactly the included locales, always in one fixed order.
 * An element that is malformed or names no supported language is passed over; it never fails a request.
 */
import type { Currency } from './money.ts';

export const LOCALES = ['cs_CZ', 'de', 'en', 'ru'] as const;
export type Locale = (typeof LOCALES)[number];

interface LocaleFacts {
  /** The currency that prices are quoted in for this language (L3). */
  readonly currency: Currency;
  /** The BCP 47 tag, as in `Content-Language`. */
  readonly tag: string;
  /** The primary subtag by which a request names it: `cs`, `cs-CZ`, `cs_CZ` are all one. */
  readonly language: string;
}

const FACTS: Readonly<Record<Locale, LocaleFacts>> = {
  cs_CZ: { currency: 'CZK', tag: 'cs-CZ', language: 'cs' },
  de: { currency: 'EUR', tag: 'de', language: 'de' },
  en: { currency: 'EUR', tag: 'en', language: 'en' },
  ru: { currency: 'EUR', tag: 'ru', language: 'ru' },
};

const LOCALE_OF_LANGUAGE: ReadonlyMap<string, Locale> = new Map(
  LOCALES.map((locale) => [FACTS[locale].language, locale]),
);
const DEFAULT_CUSTOMER_LANGUAGE: Locale = 'cs_CZ';

/** The currency in which a language is quoted (L3). */
export function currencyOf(locale: Locale): Currency {
  return FACTS[locale].currency;
}

/** The BCP 47 tag of a locale: `cs_CZ` is `cs-CZ`. */
export function languageTag(locale: Locale): string {
  return FACTS[locale].tag;
}

/** One usable element of the header: a supported locale or `*`, with its weight from 0 to 1. */
interface Wish {
  readonly locale: Locale | '*';
  readonly weight: number;
}

function wishOf(element: string): Wish | null {
  const match = /^([a-z]{1,8}(?:[-_][a-z0-9]{1,8})*|\*)\s*(?:;\s*q\s*=\s*(0(?:\.\d*)?|1(?:\.0*)?)\s*)?$/i.exec(
    element.trim(),
  );
  if (!match) return null;
  const [language = ''] = match[1]!.toLowerCase().split(/[-_]/);
  const locale = language === '*' ? language : LOCALE_OF_LANGUAGE.get(language);
  return locale ? { locale, weight: Number(match[2] ?? 1) } : null;
}

/** What the header wants, in its order: no locale twice, `*` kept as it is, everything with `q=0` struck out. */
function wishesOf(acceptLanguage: string | undefined): { wishes: Wish[]; excluded: ReadonlySet<Locale | '*'> } {
  const listed = (acceptLanguage ?? '').split(',').map(wishOf);
  const usable = listed.filter((wish) => wish !== null);
  const excluded = new Set(usable.filter(({ weight }) => weight === 0).map(({ locale }) => locale));
  return { wishes: usable.filter(({ locale }) => !excluded.has(locale)), excluded };
}

/**
 * The locales of an answer, most wanted first: by weight, then as listed; `*` stands for all that were not named.
 * Nothing wanted (no header, nothing usable in it): all four.
 */
export function preferredLocales(acceptLanguage: string | undefined): Locale[] {
  const { wishes, excluded } = wishesOf(acceptLanguage);
  const named = new Set(wishes.map(({ locale }) => locale));
  const others = LOCALES.filter((locale) => !named.has(locale) && !excluded.has(locale));
  const ordered = wishes
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ locale }) => (locale === '*' ? others : [locale]));
  return ordered.length > 0 ? [...new Set(ordered)] : [...LOCALES];
}

/** The locales of an answer in the fixed order of `LOCALES` (L1). */
export function includedLocales(acceptLanguage: string | undefined): Locale[] {
  const included = preferredLocales(acceptLanguage);
  return LOCALES.filter((locale) => included.includes(locale));
}

/**
 * The language of a customer's e-mails: the first *listed* supported language, whatever the weights; `*` names none.
 * None given: Czech (L2).
 */
export function customerLanguage(acceptLanguage: string | undefined): Locale {
  for (const { locale } of wishesOf(acceptLanguage).wishes) if (locale !== '*') return locale;
  return DEFAULT_CUSTOMER_LANGUAGE;
}

/** What an `Accept-Language` header asks for, in the three ways in which it is read. */
export interface Languages {
  /** Every locale, the most wanted first: where a single text is looked for. */
  readonly preferred: readonly Locale[];
  /** The locales of an answer, in the fixed order of `LOCALES` (L1). */
  readonly included: readonly Locale[];
  /** The language of a customer's e-mails (L2). */
  readonly customer: Locale;
}

/** Reads an `Accept-Language` header. */
export function languagesOf(acceptLanguage: string | undefined): Languages {
  const wanted = preferredLocales(acceptLanguage);
  return {
    preferred: [...wanted, ...LOCALES.filter((locale) => !wanted.includes(locale))],
    included: LOCALES.filter((locale) => wanted.includes(locale)),
    customer: customerLanguage(acceptLanguage),
  };
}
