import { describe, expect, test } from 'vitest';
import {
  CURRENCY_OF,
  customerLanguage,
  LOCALES,
  languagesOf,
  languageTag,
  preferredLocales,
} from '../../../src/domain/text/locale.ts';

const ALL = ['cs_CZ', 'de', 'en', 'ru'];

describe('L1: Accept-Language is an inclusion list', () => {
  test.each([
    ['cs', ['cs_CZ']],
    ['cs-CZ', ['cs_CZ']],
    ['cs_CZ', ['cs_CZ']],
    ['CS_cz', ['cs_CZ']],
    ['de-AT', ['de']],
    ['EN-us', ['en']],
    ['zh-Hans-CN, ru-RU', ['ru']],
    ['ru, de', ['de', 'ru']],
    ['de;q=0.1,cs;q=0.9', ['cs_CZ', 'de']],
    ['  de ; q=0.5 ,\ten', ['de', 'en']],
    ['*', ALL],
    ['fr, *;q=0.1', ALL],
    ['*, de;q=0', ['cs_CZ', 'en', 'ru']],
    ['de;q=0, *', ['cs_CZ', 'en', 'ru']],
    ['en, de;q=0', ['en']],
    ['en, de;q=0.000', ['en']],
    ['en, *;q=0', ['en']],
    ['de, de', ['de']],
    ['en;q=0', ['cs_CZ', 'de', 'ru']],
    ['en;q=0, cs-CZ;q=0.0', ['de', 'ru']],
    ['fr, en;q=0', ['cs_CZ', 'de', 'ru']],
  ])('%j includes %j', (header, expected) => {
    expect(languagesOf(header).included).toEqual(expected);
  });

  test.each([
    undefined,
    '',
    ' ',
    ',',
    'fr',
    'fr, es;q=0.5',
    '*;q=0',
    '*;q=0, de;q=0',
    'cs;q=0, de;q=0, en;q=0, ru;q=0',
    'de;q=2',
    'de;q=',
    'd e',
    'deutsch',
    '🙂',
  ])('no header, or nothing usable in it: %j includes all four', (header) => {
    expect(languagesOf(header).included).toEqual(ALL);
  });

  test('a malformed element spoils only itself', () => {
    expect(languagesOf('cs;q=abc, de').included).toEqual(['de']);
  });

  test('a header of any length is read in one go', () => {
    expect(languagesOf(`${'a-'.repeat(8000)}, de`).included).toEqual(['de']);
    expect(languagesOf(`de${' '.repeat(16_000)};`).included).toEqual(ALL);
  });

  test('the languages of an answer are named in one fixed order by their BCP 47 tags', () => {
    expect(LOCALES.map(languageTag).join(', ')).toBe('cs-CZ, de, en, ru');
  });
});

describe('the best match for a text follows the weights, then the listing', () => {
  test.each([
    ['de;q=0.5, en', ['en', 'de']],
    ['ru, de', ['ru', 'de']],
    ['de;q=0.5, ru;q=0.5', ['de', 'ru']],
    ['ru, *;q=0.5', ['ru', 'cs_CZ', 'de', 'en']],
    ['*, de;q=0.5', ['cs_CZ', 'en', 'ru', 'de']],
    ['de;q=0.2, de-AT;q=0.9, en;q=0.5', ['de', 'en']],
    ['', ALL],
    ['cs;q=0', ['de', 'en', 'ru']],
  ])('%j prefers %j', (header, expected) => {
    expect(preferredLocales(header)).toEqual(expected);
  });
});

describe('L2: the customer is written to in the first listed supported language, not the one with the highest q', () => {
  test.each([
    ['de;q=0.1, en', 'de'],
    ['fr, ru, de', 'ru'],
    ['en;q=0, de', 'de'],
    ['*, en', 'en'],
    ['cs-CZ', 'cs_CZ'],
    ['*', 'cs_CZ'],
    ['fr', 'cs_CZ'],
    [undefined, 'cs_CZ'],
  ])('%j: %s', (header, expected) => {
    expect(customerLanguage(header)).toBe(expected);
  });
});

test('L3: Czech is quoted in CZK, German, English and Russian in EUR', () => {
  expect(LOCALES.map((locale) => CURRENCY_OF[locale])).toEqual(['CZK', 'EUR', 'EUR', 'EUR']);
});
