/** Documents that are too long or nested too deep are refused before parsing; all others are parsed. */
import fc from 'fast-check';
import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { findExcess, MAX_LINES, MAX_NESTING, MAX_TOKENS } from '../../../src/graphql/execution/document-limits.ts';

const TOO_LONG = `The document has more than ${MAX_TOKENS} tokens.`;
const TOO_DEEP = `The document is nested more than ${MAX_NESTING} levels deep.`;

/** A document with so many nested brackets. */
const nested = (levels: number, opening = '[', closing = ']') =>
  `{ a(b: ${opening.repeat(levels - 2)}${closing.repeat(levels - 2)}) }`;
/** A document with so many tokens. */
const long = (tokens: number) => `{ ${'a '.repeat(tokens - 2)}}`;

describe('a document may be parsed', () => {
  test(`with ${MAX_TOKENS} tokens, comments and commas not counted, and not with one more`, () => {
    expect(findExcess(long(MAX_TOKENS))).toBeNull();
    expect(findExcess(`# a comment\n${long(MAX_TOKENS)} ,,, # another`)).toBeNull();
    expect(findExcess(long(MAX_TOKENS + 1))).toBe(TOO_LONG);
  });

  test(`with ${MAX_NESTING} levels of brackets, whichever they are, and not with one more`, () => {
    for (const [opening, closing] of [['[', ']'] as const, ['{ a: ', '}'] as const]) {
      expect(findExcess(nested(MAX_NESTING, opening, closing))).toBeNull();
      expect(findExcess(nested(MAX_NESTING + 1, opening, closing))).toBe(TOO_DEEP);
    }
    expect(findExcess('{ a }'.repeat(MAX_NESTING + 1))).toBeNull();
    expect(findExcess(`{ a(b: "${'['.repeat(1_000)}") }`)).toBeNull();
  });

  test.each(['\n', '\r', '\r\n'])(
    `with ${MAX_LINES} lines, each of which ends with %j, and not with one more`,
    (end) => {
      const breaks = end.repeat(MAX_LINES - 1);
      for (const ofLines of [(lines: string) => `{ a${lines}}`, (lines: string) => `{ a(b: """${lines}`]) {
        expect(findExcess(ofLines(breaks))).toBeNull();
        expect(findExcess(ofLines(`${breaks}${end}`))).toBe(`The document has more than ${MAX_LINES} lines.`);
      }
    },
  );

  test('when it has a syntax error: the parser reports the place', () => {
    for (const document of ['', '{', '}}}}', '{ a ', '{ a ¤ }', '"""', ']'.repeat(500)]) {
      expect([document, findExcess(document)]).toEqual([document, null]);
      expect(() => parse(document)).toThrow(/Syntax Error/);
    }
  });
});

test('a document both too long and too deep is reported as too long; valid or not, it is never parsed', () => {
  expect(findExcess('['.repeat(5_000))).toBe(TOO_LONG);
  expect(findExcess(`${'['.repeat(1_999)} ¤`)).toBe(TOO_DEEP);
});

test('every accepted document can be parsed or refused without exhausting the stack', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    ' a',
    ': ',
    '1 ',
    '"x" ',
    '$b ',
    '...',
    '@c ',
    '! ',
    '¤',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(pieces, fc.integer({ min: 1, max: 800 })), { maxLength: 12 }), (parts) => {
      const document = parts.map(([piece, times]) => piece.repeat(times)).join('');
      if (findExcess(document) !== null) return;
      try {
        parse(document);
      } catch (error) {
        expect((error as Error).name).toBe('GraphQLError');
      }
    }),
    { numRuns: 300 },
  );
});
