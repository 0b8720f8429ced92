export const LOCALES = ['cs_CZ', 'de', 'en', 'ru'];
const FACTS = {
    cs_CZ: { currency: 'CZK', tag: 'cs-CZ', language: 'cs' },
    de: { currency: 'EUR', tag: 'de', language: 'de' },
    en: { currency: 'EUR', tag: 'en', language: 'en' },
    ru: { currency: 'EUR', tag: 'ru', language: 'ru' },
};
const LOCALE_OF_LANGUAGE = new Map(LOCALES.map((locale) => [FACTS[locale].language, locale]));
const DEFAULT_CUSTOMER_LANGUAGE = 'cs_CZ';
/** The currency in which a language is quoted (L3). */
export function currencyOf(locale) {
    return FACTS[locale].currency;
}
/** The BCP 47 tag of a locale: `cs_CZ` is `cs-CZ`. */
export function languageTag(locale) {
    return FACTS[locale].tag;
}
function wishOf(element) {
    const match = /^([a-z]{1,8}(?:[-_][a-z0-9]{1,8})*|\*)\s*(?:;\s*q\s*=\s*(0(?:\.\d*)?|1(?:\.0*)?)\s*)?$/i.exec(element.trim());
    if (!match)
        return null;
    const [language = ''] = match[1].toLowerCase().split(/[-_]/);
    const locale = language === '*' ? language : LOCALE_OF_LANGUAGE.get(language);
    return locale ? { locale, weight: Number(match[2] ?? 1) } : null;
}
/** What the header wants, in its order: no locale twice, `*` kept as it is, everything with `q=0` struck out. */
function wishesOf(acceptLanguage) {
    const listed = (acceptLanguage ?? '').split(',').map(wishOf);
    const usable = listed.filter((wish) => wish !== null);
    const excluded = new Set(usable.filter(({ weight }) => weight === 0).map(({ locale }) => locale));
    return { wishes: usable.filter(({ locale }) => !excluded.has(locale)), excluded };
}
/**
 * The locales of an answer, most wanted first: by weight, then as listed; `*` stands for all that were not named.
 * Nothing wanted (no header, nothing usable in it): all four.
 */
export function preferredLocales(acceptLanguage) {
    const { wishes, excluded } = wishesOf(acceptLanguage);
    const named = new Set(wishes.map(({ locale }) => locale));
    const others = LOCALES.filter((locale) => !named.has(locale) && !excluded.has(locale));
    const ordered = wishes
        .toSorted((a, b) => b.weight - a.weight)
        .flatMap(({ locale }) => (locale === '*' ? others : [locale]));
    return ordered.length > 0 ? [...new Set(ordered)] : [...LOCALES];
}
/** The locales of an answer in the fixed order of `LOCALES` (L1). */
export function includedLocales(acceptLanguage) {
    const included = preferredLocales(acceptLanguage);
    return LOCALES.filter((locale) => included.includes(locale));
}
/**
 * The language of a customer's e-mails: the first *listed* supported language, whatever the weights; `*` names none.
 * None given: Czech (L2).
 */
export function customerLanguage(acceptLanguage) {
    for (const { locale } of wishesOf(acceptLanguage).wishes)
        if (locale !== '*')
            return locale;
    return DEFAULT_CUSTOMER_LANGUAGE;
}
//# sourceMappingURL=locale.js.map