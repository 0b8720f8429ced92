/** Questions about the schema cost what they answer (A9), whichever way they take through it. */
import { executeSync, getIntrospectionQuery, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { introspectionCost } from '../../../src/graphql/execution/introspection-cost.ts';
import { MAX_COST } from '../../../src/graphql/execution/operation-cost.ts';
import { validateDocument } from '../../../src/graphql/execution/validate-document.ts';
import { FIELD_COST } from '../../../src/graphql/schema/cost.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';

/** The estimate in fields, and how many fields there are in the answer. */
function fieldsOf(query: string): { estimated: number; answered: number } {
  const document = parse(query);
  expect(validateDocument(schema, document)).toEqual([]);
  const { data, errors } = executeSync({ schema, document });
  expect(errors).toBeUndefined();
  return { estimated: introspectionCost(schema, document) / FIELD_COST, answered: countFields(data) };
}

function countFields(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + countFields(one), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + 1 + countFields(one), 0);
}

const ALL = { specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true, inputValueDeprecation: true };
const times = (count: number, field: (alias: string) => string) =>
  Array.from({ length: count }, (_, index) => field(`a${index}`)).join(' ');

describe('what tools ask is estimated within a factor of two, and takes a small part of what is allowed:', () => {
  test.each([
    ['the usual introspection', getIntrospectionQuery()],
    ['that with all options', getIntrospectionQuery({ ...ALL, oneOf: true })],
    ['that without descriptions', getIntrospectionQuery({ descriptions: false })],
    ['names of types', '{ __schema { types { name kind } } }'],
    ['names of fields', '{ __schema { types { name fields { name args { name } } } } }'],
  ])('%s', (_, query) => {
    const { estimated, answered } = fieldsOf(query);
    expect(estimated / answered).toBeGreaterThan(0.5);
    expect(estimated / answered).toBeLessThan(2);
    expect(estimated * FIELD_COST).toBeLessThan(MAX_COST / 10);
  });
});

const INSIDE = 'name description isDeprecated deprecationReason type { name } args { name }';
test.each([
  ['aliases in all types', `{ __schema { types { ${times(25, (alias) => `${alias}: fields { ${INSIDE} }`)} } } }`],
  [
    'fragments in all types',
    `{ __schema { types { a: fields { ...F } b: fields { ...F } c: fields { ...F } } } }
    fragment F on __Field { ${INSIDE} }`,
  ],
  [
    'aliases of a large type',
    `{ __type(name: "Query") { ${times(40, (alias) => `${alias}: fields { ${INSIDE} }`)} } }`,
  ],
  ['codes many times', `{ __type(name: "ProblemCode") { ${times(49, (alias) => `${alias}: enumValues { name }`)} } }`],
  ['detours by interfaces', '{ __schema { types { interfaces { possibleTypes { name description } } } } }'],
  [
    'detours by types of fields',
    '{ __schema { types { fields { type { ofType { fields { name type { name } } } } } } } }',
  ],
  ['detours by results', '{ __schema { types { possibleTypes { fields { name description args { name } } } } } }'],
  [
    'several questions',
    `{ a: __schema { types { name } } ...More } fragment More on Query { b: __schema { types { name } } }`,
  ],
])('no way through the schema costs less than half of what it shows: %s', (_, query) => {
  const { estimated, answered } = fieldsOf(query);
  expect(answered).toBeGreaterThan(500);
  expect(estimated / answered).toBeGreaterThan(0.5);
});
