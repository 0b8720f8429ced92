/**
 * The output schema of a tool, from what its operation selects (X5). Refusals are one object beside the data: what any of them has, of
 * whichever type. Codes and other enumerations are texts, because more may come.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';
import { type JsonObject, orNull, scalarSchema } from './scalar-schema.ts';

/** What an error of GraphQL has of a refusal. */
const ERROR: JsonObject = {
  code: { type: 'string' },
  message: { type: 'string' },
  problems: { type: 'array', items: { type: 'object' } },
  retryAfterSeconds: { type: 'integer' },
};

export function outputSchema(schema: GraphQLSchema, document: DocumentNode): JsonObject {
  const selected = new Selected(schema, document);
  // biome-ignore lint/style/noNonNullAssertion: a stored document has one operation, of a type that exists.
  const operation = getOperationAST(document)!;
  // biome-ignore lint/style/noNonNullAssertion: as above.
  const root = schema.getRootType(operation.operation)!;
  const { properties } = selected.object(root, [operation.selectionSet]);
  const refusal = { type: 'object', properties: { ...ERROR, ...selected.refused }, required: ['code', 'message'] };
  return {
    type: 'object',
    properties: { ...properties, refusal, next: { type: 'string' }, isCut: { type: 'boolean' } },
  };
}

class Selected {
  /** The fields of all refusals so far. */
  readonly refused: Record<string, JsonObject> = {};
  readonly #schema: GraphQLSchema;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode) {
    this.#schema = schema;
    for (const one of definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(one.name.value, one);
  }

  object(type: GraphQLObjectType, selections: readonly SelectionSetNode[]): { properties: Record<string, JsonObject> } {
    const fields = new Map<string, FieldNode[]>();
    for (const set of selections) this.#collect(type, set, fields);
    const properties: Record<string, JsonObject> = {};
    for (const [key, nodes] of fields) {
      const name = nodes[0]?.name.value ?? '';
      const field = type.getFields()[name];
      properties[key] = field ? this.#value(field.type, nodes) : { type: 'string' };
    }
    return { properties };
  }

  #value(type: GraphQLOutputType, nodes: readonly FieldNode[]): JsonObject {
    return isNonNullType(type) ? this.#present(type.ofType, nodes) : orNull(this.#present(type, nodes));
  }

  #present(type: GraphQLOutputType, nodes: readonly FieldNode[]): JsonObject {
    if (isListType(type)) return { type: 'array', items: this.#value(type.ofType, nodes) };
    if (!isCompositeType(type)) return scalarSchema(String(type));
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (isObjectType(type)) return { type: 'object', ...this.object(type, sets) };
    const properties: Record<string, JsonObject> = {};
    for (const possible of this.#schema.getPossibleTypes(type)) {
      const of = this.object(possible, sets).properties;
      const isRefusal = possible.getInterfaces().some(({ name }) => name === 'Problem');
      Object.assign(isRefusal ? this.refused : properties, isRefusal ? asOptional(of) : of);
    }
    return { type: 'object', properties };
  }

  #collect(type: GraphQLObjectType, { selections }: SelectionSetNode, fields: Map<string, FieldNode[]>): void {
    for (const one of selections) {
      if (one.kind === Kind.FIELD) {
        const key = (one.alias ?? one.name).value;
        fields.set(key, [...(fields.get(key) ?? []), one]);
        continue;
      }
      const part = one.kind === Kind.INLINE_FRAGMENT ? one : this.#fragments.get(one.name.value);
      if (part && this.#isOf(type, part.typeCondition)) this.#collect(type, part.selectionSet, fields);
    }
  }

  #isOf(type: GraphQLObjectType, condition: FragmentDefinitionNode['typeCondition'] | undefined): boolean {
    const wanted = condition && typeFromAST(this.#schema, condition);
    return !wanted || wanted === type || (isAbstractType(wanted) && this.#schema.isSubType(wanted, type));
  }
}

/** Facts that a refusal lacks are left out. */
function asOptional({ __typename: _, ...fields }: Record<string, JsonObject>): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, (schema.anyOf as [JsonObject] | undefined)?.[0] ?? schema]),
  );
}
