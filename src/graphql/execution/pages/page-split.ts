// biome-ignore-all lint/style/noNonNullAssertion: `findLists` finds only fields with a selection, entities of these kinds, and connections, which have `nodes`.
/**
 * An operation that shows a list of entities, split in two: one for the page, which only names its entities, and one for each of
 * them. So the entities of a page can be computed, and cached, one by one.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { EntityKind } from '../../../data/reads/catalogue-loaders.ts';

export interface PageSplit {
  /** The operation that asks for nothing but the numbers of the entities. */
  readonly page: DocumentNode;
  /** The response keys that lead to the list. */
  readonly path: readonly string[];
  /** What is selected of an entity, as an operation. */
  readonly entity: DocumentNode;
  readonly entityKind: EntityKind;
  /** The schema with the type of the entities in place of the query type, so that a row is the root value. */
  readonly entitySchema: GraphQLSchema;
}

/** The types whose objects are rows of the catalogue. */
const KINDS: Readonly<Record<string, EntityKind>> = {
  Hotel: 'hotel',
  RoomType: 'roomType',
  VisitType: 'visitType',
  VisitTypeCategory: 'visitTypeCategory',
};
const NUMBER: SelectionSetNode = {
  kind: Kind.SELECTION_SET,
  selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: 'number' } }],
};

/** Null: the operation shows no list of entities, or not in a simple way: exactly one, as `nodes` or as a root field. */
export function splitPage(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): PageSplit | null {
  const queryType = schema.getQueryType();
  if (operation.operation !== OperationTypeNode.QUERY || !queryType) return null;
  const found = [...findLists(operation.selectionSet, queryType)];
  const [list] = found;
  if (!list || found.length > 1) return null;
  const { fields, type } = list;
  const [shown] = fields.slice(-1) as [FieldNode];
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const names = { ...shown, selectionSet: NUMBER };
  const page = visit(operation, { Field: (field) => (field === shown ? names : undefined) });
  const entity = withUsedVariables({ ...operation, selectionSet: shown.selectionSet! }, fragments as never);
  return {
    page: { kind: Kind.DOCUMENT, definitions: [page, ...fragments] },
    path: fields.map(responseKey),
    entity: { kind: Kind.DOCUMENT, definitions: [entity, ...fragments] },
    entityKind: KINDS[type.name]!,
    entitySchema: schemaOf(schema, type),
  };
}

const responseKey = ({ alias, name }: FieldNode): string => (alias ?? name).value;

interface FoundList {
  /** From the root field down. */
  readonly fields: readonly FieldNode[];
  readonly type: GraphQLObjectType;
}

/** The lists of entities among the root fields and their `nodes`. */
function* findLists(root: SelectionSetNode, queryType: GraphQLObjectType): Generator<FoundList> {
  for (const field of plainFields(root)) {
    const type = queryType.getFields()[field.name.value]?.type;
    const entity = type && entityOfList(type);
    if (entity) yield { fields: [field], type: entity };
    const connection = getNullableType(type);
    if (!isObjectType(connection) || !field.selectionSet) continue;
    for (const nodes of plainFields(field.selectionSet)) {
      if (nodes.name.value !== 'nodes') continue;
      const row = entityOfList(connection.getFields().nodes!.type);
      if (row) yield { fields: [field, nodes], type: row };
    }
  }
}

/** The fields of a selection that has no fragments, no directives and no field twice; of others none. */
function plainFields({ selections }: SelectionSetNode): readonly FieldNode[] {
  const fields = selections.filter(
    (selection): selection is FieldNode => selection.kind === Kind.FIELD && !selection.directives?.length,
  );
  const isPlain = fields.length === selections.length && new Set(fields.map(responseKey)).size === fields.length;
  return isPlain ? fields : [];
}

/** The type of the entities of a list that contains no null; where the list itself is null, its field has failed. */
function entityOfList(type: GraphQLOutputType): GraphQLObjectType | null {
  const list = getNullableType(type);
  const item = isListType(list) && isNonNullType(list.ofType) ? list.ofType.ofType : null;
  return isObjectType(item) && Object.hasOwn(KINDS, item.name) ? item : null;
}

/** The operation with those of its variables that its selection uses, so that no others are read for every entity. */
function withUsedVariables(
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): OperationDefinitionNode {
  const used = new Set<string>();
  for (const part of [operation.selectionSet, ...fragments]) {
    visit(part, { Variable: ({ name }) => void used.add(name.value) });
  }
  const { variableDefinitions = [] } = operation;
  return { ...operation, variableDefinitions: variableDefinitions.filter((one) => used.has(one.variable.name.value)) };
}

const schemas = new WeakMap<GraphQLObjectType, GraphQLSchema>();

function schemaOf(schema: GraphQLSchema, query: GraphQLObjectType): GraphQLSchema {
  const known =
    schemas.get(query) ??
    new GraphQLSchema({ ...schema.toConfig(), query, mutation: null, subscription: null, assumeValid: true });
  schemas.set(query, known);
  return known;
}
