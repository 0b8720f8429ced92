/** The characters that texts may have, against written-out lists. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginningOf, isBlank, isPlainLine, isPlainText } from '../../../src/domain/text/text-characters.ts';

/** Ranges of code points, from the Unicode character database: control, format, separators, and what is ignored by default. */
const UNSEEN: readonly (readonly [number, number])[] = [
  ...([
    [0x00, 0x20],
    [0x7f, 0xa0],
    [0xad, 0xad],
    [0x34f, 0x34f],
    [0x61c, 0x61c],
    [0x115f, 0x1160],
  ] as const),
  ...([
    [0x17b4, 0x17b5],
    [0x180b, 0x180f],
    [0x2000, 0x200f],
    [0x2028, 0x202f],
    [0x205f, 0x206f],
  ] as const),
  ...([
    [0x2800, 0x2800],
    [0x3000, 0x3000],
    [0x3164, 0x3164],
    [0xfe00, 0xfe0f],
    [0xfeff, 0xfeff],
  ] as const),
  ...([
    [0xffa0, 0xffa0],
    [0x1d173, 0x1d17a],
    [0xe0000, 0xe0fff],
  ] as const),
];
const DIRECTION = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];

const unseen = fc
  .constantFrom(...UNSEEN)
  .chain(([first, last]) => fc.integer({ min: first, max: last }))
  .map((point) => String.fromCodePoint(point));
const seen = fc.oneof(
  fc.constantFrom(...'aZ0.-ěščřžýáíéßЖ漢字ي한😀'),
  fc.integer({ min: 0x21, max: 0x7e }).map((point) => String.fromCodePoint(point)),
);
const textOf = (unit: fc.Arbitrary<string>) => fc.array(unit, { maxLength: 20 }).map((units) => units.join(''));

describe('a text is blank', () => {
  test('when all its characters are invisible, and not when one is visible', () => {
    fc.assert(
      fc.property(textOf(unseen), seen, textOf(unseen), (before, one, after) => {
        expect([isBlank(before + after), isBlank(before + one + after)]).toEqual([true, false]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a text is plain', () => {
  const control = (point: number) => point < 0x20 || (point >= 0x7f && point <= 0x9f);

  test('in one line without controls, separators of lines and changes of direction; in several with tabs and line breaks', () => {
    fc.assert(
      fc.property(textOf(fc.oneof(seen, unseen)), (text) => {
        const points = [...text].map((character) => character.codePointAt(0)!);
        const turns = points.some((point) => DIRECTION.includes(point));
        const line = !turns && !points.some((point) => control(point) || point === 0x2028 || point === 0x2029);
        const lines = !turns && !points.some((point) => control(point) && ![0x09, 0x0a, 0x0d].includes(point));
        expect([isPlainLine(text), isPlainText(text)]).toEqual([line, lines]);
      }),
      { numRuns: 3_000 },
    );
  });
});

test('the beginning of a text has as many whole characters as fit, whatever readers take for one', () => {
  const characters = fc.array(fc.constantFrom('a', ' ', 'e\u0301', '😀', '👨‍👩‍👧', '🇨🇿', '한'), { maxLength: 20 });
  fc.assert(
    fc.property(characters, fc.nat(60), (all, most) => {
      const wanted = all.reduce((text, _, index) => {
        const longer = all.slice(0, index + 1).join('');
        return longer.length <= most ? longer : text;
      }, '');
      expect(beginningOf(all.join(''), most)).toBe(wanted);
    }),
  );
});
