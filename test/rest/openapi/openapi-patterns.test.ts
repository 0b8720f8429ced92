/**
 * The patterns of the reference and of the catalogue's JSON Schema mean to every validator what the server checks: with
 * and without the flag `u`, and in the syntax that Python, Java, .NET, Go and Rust share with JavaScript.
 */
import { expect, test } from 'vitest';
import { code } from '../../../src/catalogue/file/file-values.ts';
import { buildCatalogueJsonSchema } from '../../../src/catalogue/stored/json-schema.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { buildOpenApiDocument } from '../../../src/rest/openapi/openapi.ts';
import { PORTABLE_PATTERNS } from '../../../src/rest/openapi/portable-patterns.ts';
import { bindingBody, requestBody } from '../../support/booking/booking-body.ts';
import { answerCheck } from '../../support/gateway/documented-answer.ts';

const document = buildOpenApiDocument(parseDay('2026-11-21')!);

function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'pattern' && typeof inner === 'string' ? [inner] : patternsIn(inner),
  );
}

const PATTERNS = [
  ...new Set([document, buildCatalogueJsonSchema()].flatMap((one) => patternsIn(JSON.parse(JSON.stringify(one))))),
];

/** Escapes that some engine lacks or reads differently, special groups, nested classes. */
const NOT_SHARED = /\\(?![dswSxnrt\\/.])|\(\?(?!:)|\[\^?\]|\[[^\]]*\[|&&|--|~~/;

test('every pattern is read with the flag u, without it, and by engines that know less than JavaScript', () => {
  expect(PATTERNS.length).toBeGreaterThan(8);
  for (const pattern of PATTERNS) {
    expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')], pattern).not.toThrow();
    expect(pattern, 'needs a row in src/rest/openapi/portable-patterns.ts').not.toMatch(NOT_SHARED);
  }
});

test('every pattern takes a text with the flag u exactly when it takes it without', () => {
  const characters = [
    'a',
    'Z',
    '9',
    ' ',
    '\n',
    '\t',
    '\0',
    '\x7f',
    '\x85',
    '\xa0',
    'é',
    '\u2028',
    '\ufeff',
    '-',
    '.',
    '@',
    '"',
    '😀',
    '\ud800',
    '\udc00',
  ];
  const texts = ['', ...characters, ...characters.flatMap((a) => characters.flatMap((b) => [a + b, `a${a}${b}a`]))];
  for (const pattern of PATTERNS) {
    const [plain, flagged] = [new RegExp(pattern), new RegExp(pattern, 'u')];
    expect(
      texts.filter((text) => plain.test(text) !== flagged.test(text)),
      pattern,
    ).toEqual([]);
  }
});

test.each(Object.entries(PORTABLE_PATTERNS))(
  '%s has a portable form that agrees on every character',
  (source, portable) => {
    const checked = new RegExp(source, 'u');
    const reported = portable === null ? [/^/] : [new RegExp(portable), new RegExp(portable, 'u')];
    const differing: string[] = [];
    for (let point = 0; point <= 0x10ffff; point++) {
      // Surrogate halves are not text.
      if (portable === null && 0xd800 <= point && point <= 0xdfff) continue;
      const character = String.fromCodePoint(point);
      for (const text of [character, `a${character}b`]) {
        const isTaken = checked.test(text);
        if (reported.some((one) => one.test(text) !== isTaken)) differing.push(point.toString(16));
      }
    }
    expect(differing).toEqual([]);
  },
);

test('a code of the catalogue is checked by its published pattern', () => {
  const pattern = /^\S([\s\S]*\S)?$/;
  expect(PATTERNS).toContain(pattern.source);
  for (const text of ['a', 'a b', 'a\nb', '😀', 'a\u2028b', ' a', 'a ', 'a\n', '\u00a0a', ' ', '']) {
    expect([text, code.safeParse(text).success]).toEqual([text, pattern.test(text)]);
  }
});

test('bookings fit the document with the flag u exactly when they do without, and as the server takes them', () => {
  const schema = '#/paths/~1v1~1booking/post/requestBody/content/application~1json/schema';
  const checks = [true, false].map((unicodeRegExp) => answerCheck(document, { unicodeRegExp }));
  const fits = (body: object) => checks.map((check) => check.misfitsOf(body, schema).length === 0);
  const named = (first_name: string) => requestBody({ guests: [{ first_name, last_name: 'Nová' }] });
  for (const name of ['Anna', 'Žofie', 'Ню́ша', '李小龙', 'Anna 😀', '👩‍👩‍👧', "O'Neill-Šťastná"]) {
    expect([name, ...fits(named(name))]).toEqual([name, true, true]);
    expect(fits(bindingBody({ customer_note: `${name}\r\n\t${name}` }))).toEqual([true, true]);
  }
  for (const name of ['', ' ', 'A\nB', 'A\0', 'A\x7f', 'A\x85', '\x1b[31m']) {
    expect([name, ...fits(named(name))]).toEqual([name, false, false]);
  }
  expect(fits(requestBody({ customer_note: 'a\0b' }))).toEqual([false, false]);
});
