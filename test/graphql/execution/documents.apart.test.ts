/** Documents are prepared once, and no further than somebody asks. */
import { GraphQLError } from 'graphql';
import { beforeEach, expect, test, vi } from 'vitest';
import { Documents } from '../../../src/graphql/execution/documents.ts';
import * as validation from '../../../src/graphql/execution/validate-document.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';

vi.mock(import('../../../src/graphql/execution/validate-document.ts'), { spy: true });
beforeEach(() => vi.clearAllMocks());

const BOOK = 'mutation Book { createBooking(input: null) { __typename } } query Today { viewer { today } }';

test('which operation a document has is known without validating it: nobody pays for that before the caller is known', () => {
  const prepared = new Documents(schema).prepare(BOOK);
  if (prepared instanceof GraphQLError) throw prepared;
  expect([prepared.operation('Book')?.isMutation, prepared.operation('Today')?.isQuery]).toEqual([true, true]);
  expect(prepared.operation()).toBeNull();
  expect(validation.validateDocument).not.toHaveBeenCalled();
});

test('a document is validated once, however often it comes', () => {
  const documents = new Documents(schema);
  for (let time = 0; time < 3; time++) {
    const prepared = documents.prepare(BOOK);
    if (prepared instanceof GraphQLError) throw prepared;
    expect(prepared.errors.map(({ extensions }) => extensions.code)).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  }
  expect(validation.validateDocument).toHaveBeenCalledTimes(1);
});

test('a document that cannot be parsed is parsed once, and has the code of that', () => {
  const documents = new Documents(schema);
  const error = documents.prepare('{');
  expect(documents.prepare('{')).toBe(error);
  expect((error as GraphQLError).extensions.code).toBe('GRAPHQL_PARSE_FAILED');
});

test.each([
  ['lacks its argument', '@include'],
  ['has a value of another type', '@include(if: "a secret")'],
])('a subscription whose directive %s is not valid, and its value is not repeated', (_, directive) => {
  const prepared = new Documents(schema).prepare(
    `subscription { calendar(dateFrom: null) ${directive} { __typename } }`,
  );
  if (prepared instanceof GraphQLError) throw prepared;
  expect(prepared.errors.map(({ extensions }) => extensions.code)).toContain('GRAPHQL_VALIDATION_FAILED');
  expect(JSON.stringify(prepared.errors)).not.toContain('a secret');
});
