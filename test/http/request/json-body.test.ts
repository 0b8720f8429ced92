/** JSON is read completely, or refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonReadOptions, parseJson, parseJsonBody } from '../../../src/http/request/json-body.ts';

const READING: JsonReadOptions = { knownNames: new Set(['a', 'b', 'c']), refusesProto: true };
const problemOf = (text: string) => {
  const read = parseJson(text, READING);
  return 'problem' in read ? `${read.problem.path} ${read.problem.code}` : null;
};

describe('a repeated name in an object is refused, with its place', () => {
  test.each([
    ['{"a":1,"a":1}', 'a REPEATED'],
    ['{"a":{"b":1,"c":2,"b":3}}', 'a.b REPEATED'],
    ['{"a":[{},{"b":1},{"b":1,"b":2}]}', 'a.2.b REPEATED'],
    ['[{"a":1,"a":2}]', '0.a REPEATED'],
    ['{"a":1,"\\u0061":2}', 'a REPEATED'],
    ['{"a":{"x":1},"a":2}', 'a REPEATED'],
    ['{"a":":","b":"\\"a\\":","b":"\\\\"}', 'b REPEATED'],
  ])('%s', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test('but without unknown names, which may be secrets', () => {
    expect(problemOf('{"a":{"Anna Nová":1,"Anna Nová":2}}')).toBe('a.* REPEATED');
    expect(problemOf('{"Anna":{"a":1,"a":2}}')).toBe('*.a REPEATED');
  });
});

test.each(['', ' ', '{', '{"a"}', '\ufeff{}', '{"a":1}}', "{'a':1}"])('%j is not JSON', (text) => {
  expect(problemOf(text)).toBe(' MALFORMED');
});

test('bytes that are not UTF-8 are not JSON', () => {
  expect(parseJsonBody(Buffer.from('{"a":"ý"}', 'latin1'), READING)).toHaveProperty('problem.code', 'MALFORMED');
  expect(parseJsonBody(Buffer.from('{"a":"ý"}'), READING)).toEqual({ value: { a: 'ý' } });
});

test.each(['{"__proto__":1}', '{"a":[{"\\u005f_proto__":{}}]}', '{"__proto__":1,"__proto__":2}'])(
  '__proto__ is refused where the reader says so: %s',
  (text) => {
    expect(problemOf(text)).toBe(' MALFORMED');
  },
);

test('elsewhere __proto__ is a name like any other, and must not be repeated', () => {
  const free = { ...READING, refusesProto: false };
  const read = parseJson('{"__proto__":{"a":1}}', free);
  expect('value' in read && Object.entries(read.value as object)).toEqual([['__proto__', { a: 1 }]]);
  expect(parseJson('{"__proto__":1,"__proto__":2}', free)).toHaveProperty('problem.code', 'REPEATED');
});

test('names of inherited properties are names like any other', () => {
  const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== '__proto__');
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, { toJSON: 2 }])));
  expect(parseJson(text, READING)).toEqual({ value: JSON.parse(text) });
});

test('JSON without repeated names is read as by JSON.parse, whatever its texts contain', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[":{}[\]\\,a]*$/));
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(
        text.filter((name) => name !== '__proto__'),
        tie('json'),
        { maxKeys: 4 },
      ),
    ),
  }));
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 2), (value, indentation) => {
      const written = JSON.stringify(value, null, indentation);
      expect(parseJson(written, READING)).toEqual({ value: JSON.parse(written) });
    }),
    { numRuns: 2_000 },
  );
});

test('a repeated name is always found: names are compared after unescaping', () => {
  const name = fc.string({ unit: 'binary', maxLength: 5 }).filter((one) => one !== '__proto__');
  const escaped = (one: string) =>
    `"${[...Array(one.length).keys()].map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;
  fc.assert(
    fc.property(name, fc.array(name), fc.boolean(), (twice, others, isEscaped) => {
      const more = [...new Set(others)]
        .filter((other) => other !== twice)
        .map((other) => `${JSON.stringify(other)}:[],`);
      const text = `{${JSON.stringify(twice)}:1,${more.join('')}${isEscaped ? escaped(twice) : JSON.stringify(twice)}:{}}`;
      expect(problemOf(text)).toMatch(/REPEATED$/);
    }),
    { numRuns: 1_000 },
  );
});

/** How many characters the check reads besides `JSON.parse`, counted by calls of string methods. */
function charactersRead(text: string): number {
  const { charCodeAt, indexOf } = String.prototype;
  let count = 0;
  Object.assign(String.prototype, {
    charCodeAt(this: string, at: number) {
      count++;
      return charCodeAt.call(this, at);
    },
    indexOf(this: string, sought: string, from = 0) {
      const found = indexOf.call(this, sought, from);
      count += (found === -1 ? this.length : found) - from;
      return found;
    },
  });
  try {
    parseJson(text, READING);
  } finally {
    Object.assign(String.prototype, { charCodeAt, indexOf });
  }
  return count;
}

test.each<[string, (size: number) => string]>([
  ['backslashes', (size) => `["${'\\\\'.repeat(size)}"]`],
  ['escaped quotes', (size) => `["${'\\"'.repeat(size)}"]`],
  ['short texts', (size) => `[${'"\\"",'.repeat(size)}1]`],
  ['names', (size) => `{${Array.from({ length: size }, (_, at) => `"${at}":1`).join(',')}}`],
  ['names, one of them twice', (size) => `{${Array.from({ length: size }, (_, at) => `"${at}":1`).join(',')},"1":1}`],
  ['lists beside a name that is there twice', (size) => `{"a":1,"a":[${'[],'.repeat(size)}1]}`],
  ['levels', (size) => '['.repeat(size) + ']'.repeat(size)],
])('a text with four times the %s takes at most four times the work', (_, make) => {
  const [small, large] = [make(2_000), make(8_000)];
  expect(charactersRead(large) / charactersRead(small)).toBeLessThan((1.2 * large.length) / small.length);
});

describe('a body that would be dear to read is refused before it is parsed (26-2, A2):', () => {
  const nested = (levels: number, inner: string) => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;
  const named = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":":[{"`).join(',')}}`;

  test('nested more than 200 levels deep', () => {
    expect(parseJson(nested(199, '{"a":1}'), READING)).toHaveProperty('value');
    for (const levels of [200, 100_000]) expect(problemOf(nested(levels, '{"a":1}'))).toMatch(/OUT_OF_RANGE$/);
  });

  test('with more than 6,000 names', () => {
    expect(parseJson(named(6_000), READING)).toHaveProperty('value');
    expect(problemOf(named(6_001))).toMatch(/OUT_OF_RANGE$/);
  });

  test('with more than 20,000 values', () => {
    const listed = (count: number) => `[${Array.from({ length: count }, () => '",[:"').join(',')}]`;
    expect(parseJson(listed(20_000), READING)).toHaveProperty('value');
    for (const count of [20_001, 85_000]) expect(problemOf(listed(count))).toMatch(/OUT_OF_RANGE$/);
  });

  test('and of a long path to a repeated name only the beginning is reported', () => {
    const read = parseJson(`${'{"a":'.repeat(190)}{"a":1,"a":1}${'}'.repeat(190)}`, READING);
    expect('problem' in read && read.problem.path.length).toBe(200);
  });

  test('a text that breaks off within a string is no JSON', () => {
    for (const text of ['"', '"\\', '{"a":"', '"\\"']) expect(problemOf(text)).toMatch(/MALFORMED$/);
  });
});
