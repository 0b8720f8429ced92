/** What an index finds of a wish, and how it grades it, is what a look at every word of every text finds (F15). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOT_FOUND, TEXT_PLACES, type TextPlace, wishedWords } from '../../../src/domain/wish/word-grades.ts';
import { indexOf, type PlacedText, WishGrades, WordIndex } from '../../../src/domain/wish/word-index.ts';
import { plainWords } from '../../support/oracle/oracle-wish.ts';

const RUNS = { numRuns: 2_000 };
const WORDS = [
  'Lázně',
  'LAZNE',
  'lázní',
  'Kur',
  'Kurort',
  'große',
  'Weiß',
  'weissen',
  'Ёлки',
  'елка',
  'Łódź',
  '12',
  '1',
];
const word = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ unit: fc.constantFrom(...'aÁbßẞкЁё1 -'), minLength: 1, maxLength: 4 }),
);
const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
const placed: fc.Arbitrary<PlacedText> = fc.record({
  number: fc.constantFrom(1, 2, 63, 64, 65, 200_000),
  place: fc.constantFrom(...TEXT_PLACES),
  text,
});

function indexed(texts: readonly PlacedText[], wish: string): WishGrades {
  const grades = new WishGrades(wishedWords(wish));
  for (const index of new Set(texts.map(({ number }) => indexOf(number)))) {
    grades.add(index, new WordIndex(texts.filter(({ number }) => indexOf(number) === index)));
  }
  return grades;
}

/** Steps behind names and words that are only beginnings; null: a word is missing. */
function lookedUp(texts: readonly PlacedText[], wish: string): [number, number] | null {
  const stands = (place: TextPlace) =>
    texts.filter((one) => one.place === place).flatMap((one) => plainWords(one.text));
  const found = [...new Set(plainWords(wish))].map((wanted) => {
    const step = TEXT_PLACES.findIndex((place) => stands(place).some((one) => one.startsWith(wanted)));
    return step < 0 ? null : { step, isWhole: stands(TEXT_PLACES[step]!).includes(wanted) };
  });
  if (found.includes(null)) return null;
  return [found.reduce((sum, one) => sum + one!.step, 0), found.reduce((sum, one) => sum + (one!.isWhole ? 0 : 1), 0)];
}

test('a wish finds the entries that have all its words, and ranks them by place, then by whole words', () => {
  fc.assert(
    fc.property(fc.array(placed, { maxLength: 12 }), text, (texts, wish) => {
      const grades = indexed(texts, wish);
      const entries = [...new Set(texts.map(({ number }) => number))].map((number) => ({
        rank: grades.rankOf(number),
        expected: lookedUp(
          texts.filter((one) => one.number === number),
          wish,
        ),
      }));
      for (const { rank, expected } of entries) expect(rank === NOT_FOUND).toBe(expected === null);
      for (const a of entries) {
        for (const b of entries) {
          if (!a.expected || !b.expected) continue;
          const order = a.expected[0] - b.expected[0] || a.expected[1] - b.expected[1];
          expect(Math.sign(a.rank - b.rank)).toBe(Math.sign(order));
        }
      }
    }),
    RUNS,
  );
});

test('beside another entry the better place of each word counts', () => {
  fc.assert(
    fc.property(fc.array(placed, { maxLength: 8 }), fc.array(placed, { maxLength: 8 }), text, (own, other, wish) => {
      const beside = indexed(other, wish).gradesOf(1);
      const together = [...own, ...other].filter(({ number }) => number === 1);
      expect(indexed(own, wish).rankOf(1, beside)).toBe(indexed(together, wish).rankOf(1));
    }),
    RUNS,
  );
});

describe('words of a wish', () => {
  test.each([
    ['Karlovy  Vary, sauna', ['KARLOVY', 'SAUNA', 'VARY']],
    ['back-pain', ['BACK', 'PAIN']],
    ['Spa spa SPA', ['SPA']],
    ['VII/4', ['4', 'VII']],
    ['  – !', []],
  ])('%j are %j', (wish, words) => {
    expect(wishedWords(wish)).toEqual(words);
  });
});

test('the size of an index grows with its words and with the entries that have them', () => {
  const bytesOf = (texts: readonly string[]) =>
    new WordIndex(texts.map((text, number) => ({ number, place: 'NAME', text }))).bytes;
  expect(bytesOf(['spa'])).toBeGreaterThan(bytesOf(['']));
  expect(bytesOf(['spa cure'])).toBeGreaterThan(bytesOf(['spa spa']));
  expect(bytesOf(['spa', 'spa'])).toBeGreaterThan(bytesOf(['spa']));
});
