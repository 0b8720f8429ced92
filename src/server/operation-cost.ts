/**
 * What an operation costs, told with every answer as `extensions.cost`, and refused before any resolver runs when it is too
 * much. The cost is about the number of fields that the answer will hold, as the schema declares it: pages count as large as
 * they are asked for, and searches and calendars count for the work behind them.
 */
import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type ExecutionArgs,
  type ExecutionResult,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  Kind,
} from 'graphql';

/** A page of 100 hotels with everything on it takes less than half of it. */
export const COST_ALLOWED = 200_000;

/** The cost of an operation, null for one that is not complete enough to have one: its execution says what is wrong. */
export function costOf({
  schema,
  document,
  operationName,
  variableValues,
  contextValue,
}: ExecutionArgs): number | null {
  const operation = getOperationAST(document, operationName);
  if (!operation) return null;
  const fragments = document.definitions.filter(
    (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  try {
    const { complexity } = complexityFromQuery(
      { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] },
      { schema, ctx: contextValue as object, variables: variableValues ?? {} },
    );
    return Math.ceil(complexity);
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

/** The result with its cost. */
export function withCost(result: ExecutionResult, requested: number): ExecutionResult {
  return { ...result, extensions: { ...result.extensions, cost: { requested, allowed: COST_ALLOWED } } };
}

/** The answer to an operation that costs too much. */
export function refusalOf(requested: number): ExecutionResult {
  const message = `The operation costs ${requested}; ${COST_ALLOWED} is the most. Ask for smaller pages or fewer fields.`;
  const extensions = { code: 'COST_EXCEEDED', http: { status: 400 } };
  return withCost({ errors: [new GraphQLError(message, { extensions })] }, requested);
}
