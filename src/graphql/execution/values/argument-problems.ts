/**
 * Arguments within the answer of a mutation. Their fields would refuse them when the write is done, and might take its answer along, so they
 * are looked at before it (F9).
 */
import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Locale } from '../../../domain/text/locale.ts';
import { problemsOfEach } from '../../../domain/text/refusal-bounds.ts';
import { argumentProblemsOf } from '../../schema/builder.ts';
import { argumentsError } from '../../schema/errors.ts';

type CheckedFields = ReadonlyMap<FieldNode, GraphQLField<unknown, unknown>>;
type Variables = Readonly<Record<string, unknown>>;

/** The fields of a document that say what they refuse. */
export function checkedFields(document: DocumentNode, schema: GraphQLSchema): CheckedFields {
  const found = new Map<FieldNode, GraphQLField<unknown, unknown>>();
  const typeInfo = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field(node) {
        const field = typeInfo.getFieldDef();
        if (field && node.arguments?.length && argumentProblemsOf(field)) found.set(node, field);
      },
    }),
  );
  return found;
}

/**
 * The refusal of arguments with these variables, which are valid; null: none is refused.
 * @param fields those of the document; only what the operation reaches, and does not leave out by a directive, is looked at
 */
export function argumentsRefusal(
  fields: CheckedFields,
  operation: OperationDefinitionNode,
  {
    document,
    schema,
    variables,
    messages,
  }: { document: DocumentNode; schema: GraphQLSchema; variables: Variables; messages: Locale | null },
): ExecutionResult | null {
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  const errors = problemsOfEach(executedFields(operation, document, coerced), (node) => {
    const field = fields.get(node);
    const problems = (field && argumentProblemsOf(field)?.(getArgumentValues(field, node, coerced))) ?? [];
    if (problems.length === 0) return [];
    const { message, extensions } = argumentsError(problems, messages);
    return [new GraphQLError(message, { nodes: node, extensions: { ...extensions, http: { status: 400 } } })];
  });
  return errors.length > 0 ? { errors } : null;
}

/** The fields that an operation executes, those of a fragment once. */
function executedFields(operation: OperationDefinitionNode, document: DocumentNode, variables: Variables): FieldNode[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  const found: FieldNode[] = [];
  const collect = (selections: readonly SelectionNode[] = []): void => {
    for (const one of selections) {
      if (!isIncluded(one, variables)) continue;
      if (one.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(one.name.value);
        fragments.delete(one.name.value);
        collect(fragment?.selectionSet.selections);
        continue;
      }
      if (one.kind === Kind.FIELD) found.push(one);
      collect(one.selectionSet?.selections);
    }
  };
  collect(operation.selectionSet.selections);
  return found;
}

function isIncluded(node: SelectionNode, variables: Variables): boolean {
  if (!node.directives?.length) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;
}
