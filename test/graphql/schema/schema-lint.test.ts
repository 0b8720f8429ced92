/** The rules of @graphql-eslint for schemas, its recommended ones and those of connections. */
import plugin from '@graphql-eslint/eslint-plugin';
import { Linter } from 'eslint';
import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { printedSchema, schema } from '../../../src/graphql/schema/schema.ts';

const { rules: recommended } = plugin.configs['flat/schema-recommended'];
const { rules: relay } = plugin.configs['flat/schema-relay'];
const NAMES = '@graphql-eslint/naming-convention';
const OBJECTS = 'ObjectTypeDefinition,ObjectTypeExtension';
const [, { [OBJECTS]: ofObjects, ...conventions }] = recommended[NAMES] as unknown as [string, Record<string, unknown>];

/** Nouns of the field, as visit types and room types are: the suffix is not a remark on the kind of definition. */
const NOUNS = '[name.value=/^(VisitType|RoomType|PricedRoomType)$/]';

const RULES = {
  ...recommended,
  ...relay,
  [NAMES]: ['error', { ...conventions, [`ObjectTypeDefinition:not(${NOUNS}),ObjectTypeExtension`]: ofObjects }],
  // Ids are called `id` where a type has one; results and values have none.
  '@graphql-eslint/strict-id-in-types': 'off',
  // Lists are walked forward only, and need not have pages.
  '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
  '@graphql-eslint/relay-edge-types': [
    'error',
    { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false, withEdgeSuffix: true },
  ],
} as Linter.RulesRecord;

function problemsIn(schema: string): string[] {
  const config = {
    files: ['**/*.graphql'],
    plugins: { '@graphql-eslint': plugin as never },
    languageOptions: { parser: plugin.parser as never, parserOptions: { graphQLConfig: { schema } } },
    rules: RULES,
  };
  const found = new Linter().verify(schema, [config], { filename: 'schema.graphql' });
  return found.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** The names that Apollo Federation gives (X1). */
const FEDERATION = /"_(?:entities|service|Any|Entity|Service)"|Leading underscores/;

test('the schema has no problem', () => {
  expect(problemsIn(printedSchema()).filter((problem) => !FEDERATION.test(problem))).toEqual([]);
});

test('and the rules are looked at', () => {
  const schema = printedSchema()
    .replace('  amountMinor: SafeInt!\n', '  AmountMinor: SafeInt!\n')
    .replace('"""An amount of money."""\n', '');
  const messages = problemsIn(schema).join('\n');
  expect(messages).toContain('Field "AmountMinor" should be in camelCase');
  expect(messages).toContain('Description is required for type "Money"');
});

/** Words that refer to a neighbour: the printed schema is sorted, and editors show one member alone. */
const OF_A_NEIGHBOUR = /^(?:These|Those among|The same (?:by|before|for)|The last one|Where to\.)/;

test('a description says by itself what its member is', () => {
  const members = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__')) return [];
    if (isEnumType(type)) return type.getValues().map((value) => ({ ...value, of: type.name }));
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
    return Object.values<{ name: string; description?: string | null }>(type.getFields()).map(
      ({ name, description }) => ({
        ...{ name, description, of: type.name },
      }),
    );
  });
  const found = members.filter(({ description }) => OF_A_NEIGHBOUR.test(description ?? ''));
  expect(found.map(({ of, name, description }) => `${of}.${name}: ${description}`)).toEqual([]);
});
