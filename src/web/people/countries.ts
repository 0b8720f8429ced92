/** The countries of the form: the gateway's codes of three letters, each with the code of two letters by which browsers know its name. */
import { LANGUAGES, type Language } from '../format/language.ts';

const COUNTRIES = {
  AUT: 'AT',
  BEL: 'BE',
  BLR: 'BY',
  BGR: 'BG',
  HRV: 'HR',
  CYP: 'CY',
  CZE: 'CZ',
  DNK: 'DK',
  EST: 'EE',
  FIN: 'FI',
  FRA: 'FR',
  DEU: 'DE',
  GRC: 'GR',
  HUN: 'HU',
  ISL: 'IS',
  IRL: 'IE',
  ITA: 'IT',
  LVA: 'LV',
  LIE: 'LI',
  LTU: 'LT',
  LUX: 'LU',
  MLT: 'MT',
  MDA: 'MD',
  MNE: 'ME',
  NLD: 'NL',
  NOR: 'NO',
  POL: 'PL',
  PRT: 'PT',
  ROU: 'RO',
  RUS: 'RU',
  SRB: 'RS',
  SVK: 'SK',
  SVN: 'SI',
  ESP: 'ES',
  SWE: 'SE',
  CHE: 'CH',
  TUR: 'TR',
  UKR: 'UA',
  GBR: 'GB',
  ARM: 'AM',
  AZE: 'AZ',
  GEO: 'GE',
  KAZ: 'KZ',
  ISR: 'IL',
  SAU: 'SA',
  ARE: 'AE',
  KWT: 'KW',
  CHN: 'CN',
  JPN: 'JP',
  KOR: 'KR',
  IND: 'IN',
  AUS: 'AU',
  NZL: 'NZ',
  CAN: 'CA',
  USA: 'US',
};

/** Where the house number is not written apart: it is a part of the line of the street, or a place has no streets at all. */
const ONE_STREET_LINE: ReadonlySet<string> = new Set([
  'ARE',
  'AUS',
  'CAN',
  'CHN',
  'CYP',
  'FRA',
  'GBR',
  'IND',
  'IRL',
  'ISR',
  'JPN',
  'KOR',
  'KWT',
  'LUX',
  'MLT',
  'NZL',
  'SAU',
  'USA',
]);

/** Whether an address in the country is entered with the house number in a field of its own. */
export function hasHouseNumberApart(country: string): boolean {
  return !ONE_STREET_LINE.has(country);
}

export const USUAL_COUNTRY: Readonly<Record<Language, string>> = { cs: 'CZE', de: 'DEU', en: 'GBR', ru: 'RUS' };

/** The name of a country of the gateway's code; one that is not in the form keeps its code. */
export function countryName(code: string, language: Language): string {
  const region = (COUNTRIES as Readonly<Record<string, string>>)[code];
  const names = new Intl.DisplayNames(LANGUAGES[language].tag, { type: 'region' });
  return (region && names.of(region)) || code;
}

/** Codes with names in the language, by name. */
export function countriesIn(language: Language): { readonly code: string; readonly name: string }[] {
  return Object.keys(COUNTRIES)
    .map((code) => ({ code, name: countryName(code, language) }))
    .sort((a, b) => a.name.localeCompare(b.name, LANGUAGES[language].tag));
}
