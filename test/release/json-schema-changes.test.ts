/** The level of a difference between two schemas, by direction; and the rules about bodies. */
import { expect, test } from 'vitest';
import type { Level } from './change.ts';
import { type Direction, type Json, schemaChanges } from './json-schema-changes.ts';
import { openApiChanges } from './openapi-changes.ts';

/** The worst change between two schemas; null: none. Both may refer to schemas by `#/names/...`. */
function worst(direction: Direction, before: Json, after: Json, names: Json = {}): Level | null {
  const place = { before: { names }, after: { names }, direction, where: 'GET /', part: '', path: '' };
  const levels = schemaChanges(before, after, place).map(({ level }) => level);
  return (['breaking', 'dangerous', 'safe'] as const).find((level) => levels.includes(level)) ?? null;
}

const TEXT = { type: 'string' };
const NOTHING = { type: 'null' };

/** Narrower schemas, each with a wider one. */
const NARROWER: readonly (readonly [string, Json, Json])[] = [
  ['an integer than a number', { type: 'integer' }, { type: 'number' }],
  ['a text than anything', TEXT, {}],
  ['one value than two', { enum: ['a'] }, { enum: ['a', 'b'] }],
  ['one value than any', { ...TEXT, enum: ['a'] }, TEXT],
  ['a constant than two values', { const: 'a' }, { enum: ['a', 'b'] }],
  ['a pattern than none', { ...TEXT, pattern: '^a' }, TEXT],
  ['a date than a text', { ...TEXT, format: 'date' }, TEXT],
  ['at most two than at most three', { maxItems: 2 }, { maxItems: 3 }],
  ['at most two than any number', { maxItems: 2 }, {}],
  ['at least two than at least one', { minItems: 2 }, { minItems: 1 }],
  [
    'a required field than one that may be missing',
    { properties: { a: TEXT }, required: ['a'] },
    { properties: { a: TEXT } },
  ],
  ['a field that is never null', { properties: { a: TEXT } }, { properties: { a: { type: ['string', 'null'] } } }],
  ['items that are never null', { items: TEXT }, { items: { anyOf: [TEXT, NOTHING] } }],
  ['items of a type than any', { items: TEXT }, {}],
  ['fields of a type than any', { additionalProperties: TEXT }, {}],
  ['two conditions than one', { allOf: [{ pattern: 'a' }, { pattern: 'b' }] }, { allOf: [{ pattern: 'a' }] }],
  ['a condition that asks for more', { allOf: [{ minLength: 2 }] }, { allOf: [{ minLength: 1 }] }],
  [
    'one of two than one of three',
    { oneOf: [TEXT, { type: 'object' }] },
    { oneOf: [TEXT, { type: 'object' }, NOTHING] },
  ],
];

test.each(NARROWER)(
  '%s is narrower: it breaks where it is sent, and the other way round where it is answered',
  (_of, narrow, wide) => {
    expect([worst('request', wide, narrow), worst('response', wide, narrow)]).toEqual(['breaking', 'safe']);
    expect([worst('request', narrow, wide), worst('response', narrow, wide)]).toEqual(['safe', 'breaking']);
  },
);

test.each<[string, Json, Json]>([
  ['two types as a list, and as alternatives', { type: ['string', 'null'] }, { anyOf: [TEXT, NOTHING] }],
  ['alternatives in another order', { anyOf: [NOTHING, TEXT] }, { oneOf: [TEXT, NOTHING] }],
  ['a constant, and a list of one value', { const: 'a' }, { enum: ['a'] }],
  ['a name for a schema, and the schema', { $ref: '#/names/Text' }, TEXT],
  ['conditions in another order', { allOf: [{ pattern: 'a' }, TEXT] }, { allOf: [TEXT, { pattern: 'a' }] }],
  ['a pattern, and a condition of it', { ...TEXT, pattern: 'a' }, { ...TEXT, allOf: [{ pattern: 'a' }] }],
  ['a pattern with a flag, and what all read', { pattern: '^\\P{Cc}*$' }, { pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*$' }],
  ['a pattern of no text, and none', { ...TEXT, pattern: '^\\P{Surrogate}*$' }, TEXT],
  ['another description, another example', { ...TEXT, description: 'a' }, { ...TEXT, examples: ['b'] }],
])('%s are the same', (_of, before, after) => {
  for (const direction of ['request', 'response'] as const) {
    expect(worst(direction, before, after, { Text: TEXT })).toBe(null);
    expect(worst(direction, after, before, { Text: TEXT })).toBe(null);
  }
});

test.each<[string, Json, Json]>([
  ['another type', TEXT, { type: 'object' }],
  ['another pattern', { pattern: 'a' }, { pattern: 'b' }],
  ['other values', { enum: ['a'] }, { enum: ['b'] }],
  ['a field that is gone', { properties: { a: TEXT } }, { properties: {} }],
  ['a keyword that is not known here', { 'x-rule': 1 }, { 'x-rule': 2 }],
])('%s breaks either way', (_of, before, after) => {
  expect([worst('request', before, after), worst('response', before, after)]).toEqual(['breaking', 'breaking']);
});

test('answers may have fields more, whether or not the schema named all of them', () => {
  const closed = { properties: {}, additionalProperties: false };
  expect(worst('response', closed, { ...closed, properties: { a: TEXT } })).toBe('safe');
  expect(worst('response', closed, { properties: {} })).toBe(null);
});

test('schemas that hold themselves are compared to an end', () => {
  const tree = (label: Json) => ({
    names: { Tree: { properties: { label, inner: { items: { $ref: '#/names/Tree' } } } } },
  });
  const before = tree(TEXT);
  const place = { before, after: before, direction: 'response', where: 'GET /', part: '', path: '' } as const;
  const root = { $ref: '#/names/Tree' };
  expect(schemaChanges(root, root, place)).toEqual([]);
  const changes = schemaChanges(root, root, { ...place, after: tree({ type: ['string', 'null'] }) });
  expect(changes).toEqual([{ level: 'breaking', where: 'GET /', what: 'label may be null now' }]);
});

test('a body that is new, or required where it was not, breaks when it has to be sent', () => {
  const documented = (requestBody?: Json) => ({
    paths: { '/a': { post: { responses: {}, ...(requestBody ? { requestBody } : {}) } } },
  });
  const free = documented({ content: {}, required: false });
  const required = documented({ content: {}, required: true });
  const changed = (before: Json, after: Json) =>
    openApiChanges(before, after).map(({ level, what }) => `${level}: ${what}`);
  expect(changed(free, required)).toEqual(['breaking: body is required now']);
  expect(changed(required, free)).toEqual(['safe: body may be left out now']);
  expect(changed(documented(), required)).toEqual(['breaking: body is new and required']);
  expect(changed(documented(), free)).toEqual(['safe: body is new']);
});
