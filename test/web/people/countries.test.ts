import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../src/web/format/language.ts';
import { countriesIn, countryName, USUAL_COUNTRY } from '../../../src/web/people/countries.ts';

test('every language of the shop has the country that it begins with, and each country once, by a name of its own', () => {
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    const countries = countriesIn(language);
    expect(countries.map(({ code }) => code)).toContain(USUAL_COUNTRY[language]);
    expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length);
    for (const { name } of countries) expect(name).not.toMatch(/^[A-Z]{2}$/);
  }
  expect(countriesIn('ru').find(({ code }) => code === 'RUS')?.name).toBe('Россия');
});

test('a country that the form lacks keeps the code of the gateway', () => {
  expect([countryName('CZE', 'de'), countryName('BRA', 'de')]).toEqual(['Tschechien', 'BRA']);
});
