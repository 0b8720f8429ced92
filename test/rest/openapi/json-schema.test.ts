/** Zod schemas as the reference renders them. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { withJsonSchemas } from '../../../src/rest/openapi/json-schema.ts';

function written(schema: z.ZodType) {
  const named: Record<string, unknown> = {};
  return { schema: withJsonSchemas({ schema }, named).schema, named };
}

test.each<[string, z.ZodType, object]>([
  ['a text', z.string().nullable().describe('A text.'), { type: ['string', 'null'], description: 'A text.' }],
  ['bounds', z.int().min(1).nullable(), { type: ['integer', 'null'], minimum: 1 }],
  ['a list', z.array(z.string()).nullable(), { type: ['array', 'null'], items: { type: 'string' } }],
  ['an enumeration', z.enum(['a', 'b']).nullable(), { type: ['string', 'null'], enum: ['a', 'b', null] }],
  ['what is described inside', z.number().describe('A.').nullable(), { type: ['number', 'null'], description: 'A.' }],
])('what may be null has two types: %s', (_, schema, expected) => {
  expect(written(schema).schema).toEqual(expected);
});

test('an integer has its own bounds, and no others', () => {
  expect(written(z.int()).schema).toEqual({ type: 'integer' });
  expect(written(z.int().min(0)).schema).toEqual({ type: 'integer', minimum: 0 });
  expect(written(z.int().max(5)).schema).toEqual({ type: 'integer', maximum: 5 });
});

test('a schema with an id is a component; its uses are a reference with their own description and nothing else', () => {
  const unit = z.strictObject({ size: z.int() }).meta({ id: 'TestUnit', description: 'A unit.' });
  const body = z.strictObject({
    first: unit,
    second: unit.describe('The second.'),
    third: unit.describe('The third.').nullable(),
  });
  const $ref = '#/components/schemas/TestUnit';
  const { schema, named } = written(body);
  expect((schema as { properties: unknown }).properties).toEqual({
    first: { $ref },
    second: { $ref, description: 'The second.' },
    third: { anyOf: [{ $ref }, { type: 'null' }], description: 'The third.' },
  });
  expect(named).toEqual({
    TestUnit: {
      type: 'object',
      description: 'A unit.',
      properties: { size: { type: 'integer' } },
      required: ['size'],
      additionalProperties: false,
    },
  });
});

test('a pattern is one that every validator reads', () => {
  expect(written(z.string().regex(/^\P{Cc}*$/u)).schema).toEqual({
    type: 'string',
    pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*$',
  });
  expect(written(z.string().regex(/^\P{Surrogate}*$/u)).schema).toEqual({ type: 'string' });
});
