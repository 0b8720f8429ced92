/**
 * Arguments within the answer of a mutation. Their fields would refuse them when the write is done, and might take its answer along, so they
 * are looked at before it (F9).
 */
import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  getVariableValues,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Locale } from '../../../domain/text/locale.ts';
import { argumentProblemsOf } from '../../schema/builder.ts';
import { argumentsError } from '../../schema/errors.ts';

interface Checked {
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown>;
}

/** The fields of an operation with its fragments that say what they refuse. */
export function checkedFields(own: DocumentNode, schema: GraphQLSchema): readonly Checked[] {
  const found: Checked[] = [];
  const typeInfo = new TypeInfo(schema);
  visit(
    own,
    visitWithTypeInfo(typeInfo, {
      Field(node) {
        const field = typeInfo.getFieldDef();
        if (field && node.arguments?.length && argumentProblemsOf(field)) found.push({ node, field });
      },
    }),
  );
  return found;
}

/** The refusal of their arguments with these variables, which are valid; null: none is refused. */
export function argumentsRefusal(
  fields: readonly Checked[],
  { variableDefinitions = [] }: OperationDefinitionNode,
  {
    schema,
    variables,
    messages,
  }: { schema: GraphQLSchema; variables: Readonly<Record<string, unknown>>; messages: Locale | null },
): ExecutionResult | null {
  const { coerced } = getVariableValues(schema, variableDefinitions, variables);
  const errors = fields.flatMap(({ node, field }) => {
    const problems = argumentProblemsOf(field)?.(getArgumentValues(field, node, coerced)) ?? [];
    if (problems.length === 0) return [];
    const { message, extensions } = argumentsError(problems, messages);
    return [new GraphQLError(message, { nodes: node, extensions: { ...extensions, http: { status: 400 } } })];
  });
  return errors.length > 0 ? { errors } : null;
}
