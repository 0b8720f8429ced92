/** Entity tags, and which `If-None-Match` matches one (V6, RFC 9110). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeEntityTag, matchesEntityTag } from '../../../src/http/response/entity-tag.ts';

describe('a tag', () => {
  test('is strong, and short enough for a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, languages) => {
        expect(computeEntityTag(text, languages)).toMatch(/^"[\w-]{20,64}"$/);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is the same for the same bytes and languages', () => {
    expect(computeEntityTag('{}', 'de')).toBe(computeEntityTag('{}', 'de'));
    expect(computeEntityTag('{}')).toBe(computeEntityTag('{}', ''));
  });

  test('is another one for other bytes or other languages', () => {
    const contents = ['', '{}', '{ }', '[]', 'ž', 'z', 'de\n{}', '\n{}'];
    const languages = ['', 'de', 'en', 'de, en', 'en, de', 'cs-CZ, de, en, ru'];
    const tags = contents.flatMap((text) => languages.map((language) => computeEntityTag(text, language)));
    expect(new Set(tags).size).toBe(contents.length * languages.length);
  });
});

describe('If-None-Match', () => {
  const tag = '"abc"';

  test.each([
    '"abc"',
    'W/"abc"',
    '*',
    ' * ',
    ' "abc" ',
    '"x","abc"',
    '"x" , W/"abc" ,"y"',
    '"abc",',
    ',,"abc"',
    '"x y", "abc"',
  ])('%j names the tag', (header) => {
    expect(matchesEntityTag(header, tag)).toBe(true);
  });

  test.each([
    undefined,
    '',
    ' ',
    ',',
    'abc',
    '"abc',
    'abc"',
    "'abc'",
    '"ABC"',
    '"abcd"',
    '"bc"',
    'w/"abc"',
    'W"abc"',
    'W/ "abc"',
    '"*"',
    '**',
    '"x", "y"',
    '"abc""x"',
  ])('%j does not name it', (header) => {
    expect(matchesEntityTag(header, tag)).toBe(false);
  });

  test('names just the tags in it, weak or strong, wherever they stand', () => {
    const opaque = fc.stringMatching(/^[\w-]{1,12}$/);
    const element = fc.tuple(fc.boolean(), opaque).map(([isWeak, text]) => `${isWeak ? 'W/' : ''}"${text}"`);
    const separator = fc.constantFrom(',', ', ', ' ,', ' , ', ',,', ', , ');
    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 6 }), separator, opaque, (elements, between, other) => {
        const header = elements.join(between);
        const strong = elements.map((one) => one.replace('W/', ''));
        for (const one of strong) expect(matchesEntityTag(header, one)).toBe(true);
        expect(matchesEntityTag(header, `"${other}"`)).toBe(strong.includes(`"${other}"`));
      }),
      { numRuns: 10_000 },
    );
  });

  test('never fails, and names nothing by chance', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => {
        expect(matchesEntityTag(header, computeEntityTag('{}'))).toBe(header.trim() === '*');
      }),
      { numRuns: 10_000 },
    );
  });
});
