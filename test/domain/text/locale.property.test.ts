/**
 * `Accept-Language` as an inclusion list (L1) and as the choice of a customer's language (L2), against a naive reading,
 * element by element.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  customerLanguage,
  LOCALES,
  type Locale,
  languagesOf,
  preferredLocales,
} from '../../../src/domain/text/locale.ts';

const RUNS = { numRuns: 10_000 };
const SPELLINGS: Record<string, Locale> = {
  cs: 'cs_CZ',
  'cs-CZ': 'cs_CZ',
  cs_CZ: 'cs_CZ',
  'CS-cz': 'cs_CZ',
  de: 'de',
  'de-AT': 'de',
  DE: 'de',
  en: 'en',
  'en-GB': 'en',
  'EN-us': 'en',
  ru: 'ru',
  'ru-RU': 'ru',
  Ru: 'ru',
};
const UNSUPPORTED = ['fr', 'pl-PL', 'csb', 'den', 'e', 'russian'];

interface Element {
  tag: string;
  quality: string | null;
}

const elements = fc.array(
  fc.record({
    tag: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...Object.keys(SPELLINGS)) },
      { weight: 2, arbitrary: fc.constantFrom(...UNSUPPORTED) },
      { weight: 1, arbitrary: fc.constant('*') },
    ),
    quality: fc.constantFrom(null, null, null, '1', '0.8', '0.5', '0', '0.000', '0.1', '1.0'),
  }),
  { maxLength: 5 },
);
const spaces = fc.constantFrom('', ' ', '  ');

/** The header with its parsed elements; a language requested both with and without q=0 is undefined, and left out. */
const headers = fc
  .tuple(elements, spaces)
  .filter(([list]) => {
    const excluded = list.filter(isExcluded).map(languageOf);
    return !list.some((element) => !isExcluded(element) && excluded.includes(languageOf(element)));
  })
  .map(([list, space]) => {
    const written = list.map(({ tag, quality }) => (quality === null ? tag : `${tag}${space};${space}q=${quality}`));
    return { list, header: written.join(`,${space}`) };
  });

function isExcluded({ quality }: Element): boolean {
  return quality !== null && Number(quality) === 0;
}

function languageOf({ tag }: Element): Locale | '*' | null {
  return tag === '*' ? '*' : (SPELLINGS[tag] ?? null);
}

/** What is meant where no locale is asked for: all that are not excluded, or all four if that leaves none. */
function allBut(list: readonly Element[]): readonly Locale[] {
  const excluded = list.filter(isExcluded).map(languageOf);
  const others = LOCALES.filter((locale) => !excluded.includes(locale));
  return excluded.includes('*') || others.length === 0 ? LOCALES : others;
}

test('the included locales are exactly those asked for and not excluded, in the fixed order, or all that are not excluded', () => {
  fc.assert(
    fc.property(headers, ({ list, header }) => {
      const included = new Set<Locale>();
      for (const element of list) {
        const language = languageOf(element);
        if (isExcluded(element) || language === null) continue;
        for (const locale of LOCALES) if (language === '*' || language === locale) included.add(locale);
      }
      for (const element of list) {
        const language = languageOf(element);
        if (isExcluded(element) && language !== null && language !== '*') included.delete(language);
      }
      const expected = included.size === 0 ? allBut(list) : LOCALES.filter((locale) => included.has(locale));
      expect(languagesOf(header).included).toEqual(expected);
    }),
    RUNS,
  );
});

test('a customer’s language is the first supported one listed, whatever the qualities say, or Czech', () => {
  fc.assert(
    fc.property(headers, ({ list, header }) => {
      if (list.some(({ tag }) => tag === '*')) return;
      const first = list.find((element) => !isExcluded(element) && languageOf(element) !== null);
      expect(customerLanguage(header)).toBe(first === undefined ? 'cs_CZ' : languageOf(first));
    }),
    RUNS,
  );
});

test('preferred locales are ordered by quality, the earlier of equals first, and name no locale twice', () => {
  fc.assert(
    fc.property(headers, ({ list, header }) => {
      if (list.some(({ tag }) => tag === '*')) return;
      const asked = list.filter((element) => !isExcluded(element) && languageOf(element) !== null);
      const named = asked.map((element) => languageOf(element) as Locale);
      const preferred = preferredLocales(header);
      if (named.length === 0) {
        expect(preferred).toEqual(allBut(list));
        return;
      }
      expect(new Set(preferred)).toEqual(new Set(named));
      expect(preferred).toHaveLength(new Set(named).size);
      if (new Set(named).size < named.length) return;
      const quality = ({ quality: text }: Element) => (text === null ? 1 : Number(text));
      const byQuality = [...asked].sort((a, b) => quality(b) - quality(a));
      expect(preferred).toEqual(byQuality.map(languageOf));
    }),
    RUNS,
  );
});

test('no header, however odd, makes the negotiation fail or name an unsupported locale', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'cdenru*-_;,=q0.1 \t'), maxLength: 30 }), (header) => {
      const included = languagesOf(header).included;
      expect(LOCALES.filter((locale) => included.includes(locale))).toEqual(included);
      expect(included.length).toBeGreaterThan(0);
      expect(LOCALES).toContain(customerLanguage(header));
    }),
    RUNS,
  );
});
