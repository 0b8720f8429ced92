/**
 * What an operation costs, told with every answer as `extensions.cost`, and refused before any resolver runs when it is too
 * much. The cost is about the number of fields that the answer will hold, as the schema declares it: pages count as large as
 * they are asked for, and searches and calendars count for the work behind them.
 */
import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { RequestContext } from '../../operations/access/request-context.ts';
import { argumentProblem } from './errors.ts';
import { variableProblems, variablesRefusal } from './variable-problems.ts';

/** A page of 100 hotels with everything on it takes two thirds of it. */
export const MAX_COST = 200_000;

/**
 * The cost of an operation with its variables; the answer in its place when it cannot be executed with them: when a field has
 * arguments that it does not take, the other fields of the operation would be executed none the less, so it is refused whole.
 */
export function operationCost(
  operation: OperationDefinitionNode,
  {
    schema,
    document,
    variables,
    context,
  }: {
    schema: GraphQLSchema;
    document: DocumentNode;
    variables: Readonly<Record<string, unknown>>;
    context: RequestContext;
  },
): number | ExecutionResult {
  if (!schema.getRootType(operation.operation)) {
    return errorResult(`The schema has no operation of the kind ${operation.operation}.`, 'BAD_USER_INPUT');
  }
  const problems = variableProblems(schema, operation, variables);
  if (problems.length > 0) return variablesRefusal(problems);
  const fragments = document.definitions.filter(
    (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  try {
    const { complexity } = complexityFromQuery(
      { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] },
      { schema, ctx: context, variables },
    );
    return Math.ceil(complexity);
  } catch (error) {
    if (error instanceof GraphQLError) return errorResult(argumentProblem(error), 'BAD_USER_INPUT', error.nodes);
    throw error;
  }
}

function errorResult(message: string, code: string, nodes?: GraphQLError['nodes']): ExecutionResult {
  return { errors: [new GraphQLError(message, { nodes, extensions: { code, http: { status: 400 } } })] };
}

/** The result with its cost. */
export function withCost(result: ExecutionResult, requested: number): ExecutionResult {
  const cost = { requested, allowed: MAX_COST };
  // Nearly every result is this one, and on Node 20 a spread with a key beside it takes as long as some whole fields.
  if (!result.errors && !result.extensions) return { data: result.data, extensions: { cost } };
  return { ...result, extensions: { ...result.extensions, cost } };
}

/** The answer to an operation that costs too much. */
export function tooCostly(requested: number): ExecutionResult {
  const message = `The operation costs ${requested}; ${MAX_COST} is the most. Ask for smaller pages or fewer fields.`;
  return withCost(errorResult(message, 'COST_EXCEEDED'), requested);
}
