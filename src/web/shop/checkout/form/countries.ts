/** The countries of the form: the gateway's codes, with those for which browsers know names. */
import { LANGUAGES, type Language } from '../../../format/language.ts';

const COUNTRIES = {
  CZE: 'CZ',
  SVK: 'SK',
  DEU: 'DE',
  AUT: 'AT',
  CHE: 'CH',
  POL: 'PL',
  HUN: 'HU',
  ITA: 'IT',
  FRA: 'FR',
  NLD: 'NL',
  BEL: 'BE',
  DNK: 'DK',
  SWE: 'SE',
  NOR: 'NO',
  GBR: 'GB',
  IRL: 'IE',
  ESP: 'ES',
  UKR: 'UA',
  KAZ: 'KZ',
  ISR: 'IL',
  USA: 'US',
  CAN: 'CA',
};

export const USUAL_COUNTRY: Readonly<Record<Language, string>> = { cs: 'CZE', de: 'DEU', en: 'GBR', ru: 'CZE' };

/** Codes with names in the language, by name. */
export function countriesIn(language: Language): { readonly code: string; readonly name: string }[] {
  const names = new Intl.DisplayNames(LANGUAGES[language].tag, { type: 'region' });
  return Object.entries(COUNTRIES)
    .map(([code, region]) => ({ code, name: names.of(region) ?? region }))
    .sort((a, b) => a.name.localeCompare(b.name, LANGUAGES[language].tag));
}
