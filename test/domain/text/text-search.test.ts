/** Searching for a part of a text: literal, without regard to case, accents, and how characters are composed (V2, F5). */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { containing, foldText } from '../../../src/domain/text/text-search.ts';

const RUNS = { numRuns: 10_000 };

describe('upper and lower case are the same', () => {
  test.each([
    ['Hotel Aurora', 'AURORA'],
    ['HOTEL AURORA', 'aurora'],
    ['hotel aurora', 'L aUr'],
    ['Lázně Železný', 'LÁZNĚ ŽELEZNÝ'],
    ['Schlössl', 'SCHLÖSS'],
    ['Санаторий «Ёлка»', 'ёлКА'],
  ])('"%s" contains "%s"', (text, part) => {
    expect(containing(part)(text)).toBe(true);
  });

  test.each([
    ['Große Kur', 'große'],
    ['Große Kur', 'GROSSE'],
    ['Große Kur', 'Grosse'],
    ['GROSSE KUR', 'große'],
    ['Große Kur', 'GROẞE'],
    ['GROẞE KUR', 'große'],
    ['GROẞE KUR', 'grosse'],
  ])('"%s" contains "%s", for an ß has several capitals', (text, part) => {
    expect(containing(part)(text)).toBe(true);
  });

  test.each([
    ['ΟΔΟΣ', 'οδος'],
    ['Οδοσα', 'οδοσ'],
    ['Οδοσα', 'ΟΔΟΣ'],
    ['Οδος', 'οδοσ'],
  ])('"%s" contains "%s", for the sigma looks different at the end of a word', (text, part) => {
    expect(containing(part)(text)).toBe(true);
  });

  test('of any part of a text in the alphabets of the languages, whatever stands around it', () => {
    const letters = fc.constantFrom(...'aABbzZáÁčďĚřšůŽäÖüßẞаБвЁйЯσΣςΩ 2-%_');
    const parts = fc
      .array(letters, { minLength: 1, maxLength: 8 })
      .chain((text) => fc.tuple(fc.constant(text), fc.nat(text.length - 1), fc.integer({ min: 1, max: text.length })));
    fc.assert(
      fc.property(parts, ([text, from, length]) => {
        const part = text.slice(from, from + length).join('');
        const spellings = [part, part.toUpperCase(), part.toLowerCase()];
        expect(spellings.filter((spelling) => !containing(spelling)(text.join('')))).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe('a text is found where it occurs', () => {
  test.each([
    ['at the beginning', 'Hotel'],
    ['in the middle', 'tel Au'],
    ['at the end', 'rora'],
    ['as a whole', 'Hotel Aurora'],
    ['as nothing', ''],
  ])('%s', (_, part) => {
    expect(containing(part)('Hotel Aurora')).toBe(true);
  });

  test.each(['Borealis', 'Hotel Aurora ', ' Hotel', 'Hotel  Aurora', 'HotelAurora', 'aroruA'])(
    'and not elsewhere: "Hotel Aurora" does not contain "%s"',
    (part) => {
      expect(containing(part)('Hotel Aurora')).toBe(false);
    },
  );

  test('with or without accents', () => {
    expect(containing('lazne')('Lázně')).toBe(true);
    expect(containing('lázně')('Lazne')).toBe(true);
    expect(containing('ёлка')('Елка')).toBe(true);
    expect(containing('Laz')('L\u0061\u0301zne\u030c')).toBe(true);
  });
});

test('a part is folded once, however many texts are looked at (A9)', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  try {
    const isFound = containing('lázně');
    const folded = normalize.mock.calls.length;
    // Texts of ASCII need none.
    const found = ['Lazne', 'Spa', 'Hotel Lazne'].map((text) => isFound(text));
    expect([found, normalize.mock.calls.length]).toEqual([[true, false, true], folded]);
    expect(folded).toBeGreaterThan(0);
  } finally {
    normalize.mockRestore();
  }
});

describe('characters stand for themselves', () => {
  test.each(['%', '_', '*', '?', '.', '\\', '^', '$', '[a-z]', 'A%a', 'A_rora', 'Aur.ra', 'A|B', '(', '\\w'])(
    '"%s" is not a pattern: it only matches itself',
    (part) => {
      expect(containing(part)('Hotel Aurora')).toBe(false);
      expect(containing(part)(`Hotel ${part} Aurora`)).toBe(true);
    },
  );

  test('a plain text is found exactly where a comparison at every place finds it', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'aAbB%_.*\\ '), maxLength: 8 });
    fc.assert(
      fc.property(texts, texts, (text, part) => {
        const [lowerText, lowerPart] = [text.toLowerCase(), part.toLowerCase()];
        const places = Array.from({ length: text.length + 1 }, (_, place) => place);
        const isThere = places.some((place) => lowerText.slice(place, place + part.length) === lowerPart);
        expect(containing(part)(text)).toBe(isThere);
      }),
      RUNS,
    );
  });
});

describe('characters composed in different ways are the same', () => {
  test.each(['Lázně', 'Železný', 'Schlössl', 'Ёлка', 'Ångström', 'Việt', 'ΐ'])('%s', (name) => {
    const spellings = [name.normalize('NFC'), name.normalize('NFD')];
    for (const text of spellings) {
      for (const part of spellings.flatMap((spelling) => [spelling, spelling.toUpperCase(), spelling.toLowerCase()])) {
        expect(containing(part)(`Hotel ${text}!`)).toBe(true);
      }
    }
  });
});

describe('a folded text contains a folded part without regard to case and accents (F5)', () => {
  test.each([
    ['Lázeňský týden', 'LAZENSKY'],
    ['Lazensky tyden', 'lázeňský týden'],
    ['Kur für Körper', 'korper'],
    ['Große Kur', 'grosse'],
    ['GROSSE KUR', 'große'],
    ['Ёлки', 'елки'],
    ['Елки', 'ЁЛКИ'],
    ['Việt', 'viet'],
    ['İstanbul', 'istanbul'],
    ['Łukasz Đorđe Ødegård', 'lukasz dorde odegard'],
    ['Æbeltoft', 'AEB'],
    ['Relax Days', 'x d'],
  ])('"%s" contains "%s"', (text, part) => {
    expect(foldText(text)).toContain(foldText(part));
  });

  test('and nothing that has other letters', () => {
    expect(foldText('Lázně')).not.toContain(foldText('lazna'));
    expect(foldText('Lázně 100%')).not.toContain(foldText('10_'));
  });

  test('whatever accents a letter gets, and in whichever case and composition it is written', () => {
    const letters = fc.constantFrom(...'abczeiouyABCZЕИа ');
    const accents = fc.constantFrom('', '\u0301', '\u030c', '\u0308', '\u0323\u0302');
    const accented = fc.array(fc.tuple(letters, accents), { maxLength: 12 });
    fc.assert(
      fc.property(accented, accented, fc.constantFrom('NFC', 'NFD'), (text, part, form) => {
        const plain = (letters: [string, string][]) => letters.map(([letter]) => letter.toLowerCase()).join('');
        const written = (letters: [string, string][]) => letters.flat().join('').normalize(form);
        const isThere = plain(text).includes(plain(part));
        expect(foldText(written(text)).includes(foldText(written(part)))).toBe(isThere);
        expect(foldText(written(text).toUpperCase())).toBe(foldText(written(text).toLowerCase()));
      }),
      RUNS,
    );
  });
});
