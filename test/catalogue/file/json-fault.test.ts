import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createJsonScanner, type JsonFault } from '../../../src/catalogue/file/json-fault.ts';

/** The fault of a text that arrives in chunks of so many bytes. */
function faultIn(bytes: Uint8Array, pieces = bytes.length || 1): JsonFault | null {
  const scanner = createJsonScanner();
  for (let first = 0; first < bytes.length; first += pieces) {
    const fault = scanner.take(bytes.subarray(first, first + pieces));
    if (fault) return fault;
  }
  return scanner.end();
}

const faultOf = (text: string) => faultIn(Buffer.from(text));

describe('a JSON syntax error is reported with line and column, the expectation and one character of the text:', () => {
  const cases: [string, string, [line: number, column: number], string][] = [
    ['a comma after the last element', '{\n  "tags": [1, 2,]\n}', [2, 17], 'expected a value, found "]"'],
    ['a comma after the last field', '{"a": 1,\n}', [2, 1], 'expected a field name in quotation marks, found "}"'],
    ['a comma before the first element', '[,1]', [1, 2], 'expected a value or "]", found ","'],
    ['a missing comma', '{"a": 1 "b": 2}', [1, 9], `expected "," or "}", found '"'`],
    ['a missing colon', '{"a" 1}', [1, 6], 'expected ":", found "1"'],
    ['a name without quotation marks', '{a: 1}', [1, 2], 'expected a field name in quotation marks or "}", found "a"'],
    ['a wrong escape', '["ž\\x41"]', [1, 5], 'expected one of "\\/bfnrtu after a backslash, found "x"'],
    ['a short unicode escape', '["\\u12g4"]', [1, 7], 'expected four hexadecimal digits after \\u, found "g"'],
    [
      'a line break inside a text',
      '["Žluťoučký\nkůň"]',
      [1, 12],
      'the end of a line must be written as an escape inside a text',
    ],
    ['a word that is none', '[tru]', [1, 5], 'expected true, false or null, found "]"'],
    ['a number that begins with zero', '[01]', [1, 3], 'expected "," or "]", found "1"'],
    ['a number that ends with its point', '[1.]', [1, 4], 'expected a digit, found "]"'],
    ['more after the end', '{}\n{}', [2, 1], 'expected the end of the file, found "{"'],
    ['a bracket that does not match', '{"a": [1}}', [1, 9], 'expected "," or "]", found "}"'],
    [
      'typographic quotation marks',
      '{“a”: 1}',
      [1, 2],
      'expected a field name in quotation marks or "}", found a character that is not ASCII',
    ],
    ['the end inside a text', '{"a": "b', [1, 9], 'the text ends before its JSON does'],
    ['nothing at all', '', [1, 1], 'the text ends before its JSON does'],
  ];

  test.each(cases)('%s', (_, text, [line, column], message) => {
    expect(faultOf(text)).toMatchObject({ line, column, message });
  });

  test('bytes that are not UTF-8, with the place of their character', () => {
    const latin = Buffer.from('["Luhačovice"]', 'utf8').subarray(0, 6);
    expect(faultIn(Buffer.concat([latin, Buffer.from([0xe8]), Buffer.from('x"]')]))).toMatchObject({
      kind: 'ENCODING',
      ...{ line: 1, column: 7 },
    });
    for (const bytes of [
      [0x80],
      [0xc0, 0x80],
      [0xe0, 0x80, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xff],
    ]) {
      const text = Buffer.concat([Buffer.from('["é'), Buffer.from(bytes), Buffer.from('"]')]);
      expect(faultIn(text)).toMatchObject({ kind: 'ENCODING', line: 1, column: 4 });
    }
  });

  test('a byte order mark takes no room, and is one at the beginning only', () => {
    expect(faultOf('\ufeff[,]')).toMatchObject({ line: 1, column: 2 });
    expect(faultOf('\ufeff{}')).toBeNull();
    expect(faultOf('{\ufeff}')).toMatchObject({ line: 1, column: 2 });
  });
});

const document = fc
  .jsonValue({ maxDepth: 4 })
  .chain((value) => fc.constantFrom(0, 2).map((indent) => JSON.stringify(value, null, indent)));

/** Line and column of a position in a text, counted in characters. */
function placeOf(before: string): { line: number; column: number } {
  const lines = before.split('\n');
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 };
}

test('text that is valid nowhere in JSON is found exactly where it was inserted, however the text is chunked', () => {
  fc.assert(
    fc.property(document, fc.nat(), fc.integer({ min: 1, max: 9 }), (text, where, pieces) => {
      const characters = [...text];
      const at = where % (characters.length + 1);
      const before = characters.slice(0, at).join('');
      const broken = Buffer.from(`${before}\u0001${characters.slice(at).join('')}`);
      expect(faultIn(broken, pieces)).toMatchObject({ kind: 'SYNTAX', ...placeOf(before) });
    }),
    { numRuns: 500 },
  );
});

test('it accepts exactly what JSON.parse accepts, and reports the same place however the text is chunked', () => {
  const edit = fc.record({
    where: fc.nat(),
    remove: fc.nat(2),
    add: fc.constantFrom('', ',', ']', '}', '"', '\\', '0', '-', '.', 'e', ':', 't', ' ', '\n'),
  });
  fc.assert(
    fc.property(document, fc.array(edit, { maxLength: 2 }), fc.integer({ min: 1, max: 9 }), (text, edits, pieces) => {
      let edited = text;
      for (const { where, remove, add } of edits) {
        const at = where % (edited.length + 1);
        edited = edited.slice(0, at) + add + edited.slice(at + remove);
      }
      const isJson = (() => {
        try {
          return JSON.parse(edited) !== undefined;
        } catch {
          return false;
        }
      })();
      // An edit may leave half a character, which is written as a replacement character.
      const fault = faultIn(Buffer.from(edited));
      expect(fault === null).toBe(isJson);
      expect(faultIn(Buffer.from(edited), pieces)).toEqual(fault);
    }),
    { numRuns: 2_000 },
  );
});
