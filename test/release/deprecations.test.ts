/** Every deprecation names an existing replacement. */
import { buildSchema, type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import type { Json } from './json-schema-changes.ts';
import { presentState } from './releases.ts';

const { schema, document } = presentState();

/** A deprecated element: its reason, and the names that it may refer to. */
interface Deprecated {
  readonly name: string;
  readonly says: string;
  readonly beside: readonly string[];
}

/** The replacement in a reason: the first name after "Use". */
const INSTEAD = /\bUse `([^`]+)`/;

function unhelpful(found: readonly Deprecated[], existing: ReadonlySet<string>): string[] {
  return found
    .filter(({ name, says, beside }) => {
      const instead = INSTEAD.exec(says)?.[1];
      return instead === undefined || instead === name || !(beside.includes(instead) || existing.has(instead));
    })
    .map(({ name, says }) => `${name}: ${says}`);
}

/** The deprecated elements of a schema, and all its names (`Type`, `Type.field`). */
function inSchema(types: GraphQLSchema): { found: Deprecated[]; existing: Set<string> } {
  const found: Deprecated[] = [];
  const existing = new Set<string>();
  const look = (owner: string, members: readonly { name: string; deprecationReason?: string | null | undefined }[]) => {
    for (const { name, deprecationReason } of members) {
      existing.add(`${owner}.${name}`);
      if (deprecationReason == null) continue;
      const beside = members.map((member) => member.name).filter((other) => other !== name);
      found.push({ name: `${owner}.${name}`, says: deprecationReason, beside });
    }
  };
  for (const type of Object.values(types.getTypeMap()).filter(({ name }) => !name.startsWith('__'))) {
    existing.add(type.name);
    if (isEnumType(type)) look(type.name, type.getValues());
    if (isInputObjectType(type) || isObjectType(type) || isInterfaceType(type)) {
      look(type.name, Object.values(type.getFields()));
    }
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) look(`${type.name}.${field.name}`, field.args);
    }
  }
  return { found, existing };
}

/** The deprecated operations, parameters and properties of a document; operations are named `GET /v2/hotels`. */
function inDocument(whole: Json): { found: Deprecated[]; existing: Set<string> } {
  const found: Deprecated[] = [];
  const existing = new Set<string>();
  const note = (name: string, value: Json, beside: readonly string[]) => {
    if (value.deprecated === true) found.push({ name, says: String(value.description ?? ''), beside });
  };
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    const { properties, parameters } = value as { properties?: Record<string, Json>; parameters?: Json[] };
    const names = Object.keys(properties ?? {});
    for (const [name, property] of Object.entries(properties ?? {})) {
      note(
        name,
        property,
        names.filter((other) => other !== name),
      );
    }
    if (Array.isArray(parameters)) {
      for (const one of parameters)
        note(
          String(one.name),
          one,
          parameters.map(({ name }) => String(name)),
        );
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  for (const [path, item] of Object.entries(whole.paths as Record<string, Record<string, Json>>)) {
    for (const [method, operation] of Object.entries(item)) {
      existing.add(`${method.toUpperCase()} ${path}`);
      note(`${method.toUpperCase()} ${path}`, operation, []);
    }
  }
  visit(whole);
  return { found, existing };
}

test('in the GraphQL schema', () => {
  const { found, existing } = inSchema(buildSchema(schema));
  expect(unhelpful(found, existing)).toEqual([]);
});

test('in the OpenAPI document', () => {
  const { found, existing } = inDocument(document);
  expect(found.map(({ name }) => name)).toContain('thumbnailUrl');
  expect(unhelpful(found, existing)).toEqual([]);
});

test('and deprecations without a replacement, or with an unknown one, are found', () => {
  const { found, existing } = inSchema(
    buildSchema(`
      type Query {
        good(old: Int @deprecated(reason: "Use \`young\`."), young: Int): Int @deprecated(reason: "Use \`Other.field\`, it is faster.")
        silent: Int @deprecated
        itself: Int @deprecated(reason: "Use \`Query.itself\`.")
        gone: Kind @deprecated(reason: "Use \`nothing\`.")
      }
      type Other { field: Int }
      enum Kind { A @deprecated(reason: "Use \`B\`.") B C @deprecated(reason: "B is better.") }
    `),
  );
  expect(unhelpful(found, existing).map((line) => line.split(':')[0])).toEqual([
    'Query.silent',
    'Query.itself',
    'Query.gone',
    'Kind.C',
  ]);
  const property = (description: string) => ({
    paths: {},
    components: { properties: { width: { type: 'integer' }, size: { deprecated: true, description } } },
  });
  for (const [description, faults] of [
    ['Use `width`.', 0],
    ['Old.', 1],
    ['Use `size`.', 1],
  ] as const) {
    const looked = inDocument(property(description));
    expect(unhelpful(looked.found, looked.existing)).toHaveLength(faults);
  }
});
