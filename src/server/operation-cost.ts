/**
 * What an operation costs, told with every answer as `extensions.cost`, and refused before any resolver runs when it is too
 * much. The cost is about the number of fields that the answer will hold, as the schema declares it: pages count as large as
 * they are asked for, and searches and calendars count for the work behind them.
 */
import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  Kind,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GraphQLContext } from '../graphql/context.ts';
import { argumentProblem } from './errors.ts';
import { refusalOfVariables, variableProblems } from './variable-problems.ts';

/** A page of 100 hotels with everything on it takes two thirds of it. */
export const COST_ALLOWED = 200_000;

/** Documents that front ends send all day, each with some of the variables that it came with. */
const known = new WeakMap<DocumentNode, LRUCache<string, number>>();
const KNOWN_VARIABLES = 50;
const LONGEST_VARIABLES = 500;

/**
 * The cost of an operation, remembered for when it comes again with the same variables on the same day; the answer in its place
 * when it cannot be executed with these variables; null when the document has no such operation.
 */
export function costOf(args: ExecutionArgs): number | ExecutionResult | null {
  const { document, operationName, variableValues, contextValue } = args;
  const variables = textOf(variableValues ?? {});
  if (variables === null || variables.length > LONGEST_VARIABLES) return computeCost(args);
  const { today } = (contextValue as GraphQLContext).session;
  const key = `${operationName ?? ''} ${today} ${variables}`;
  let costs = known.get(document);
  const remembered = costs?.get(key);
  if (remembered !== undefined) return remembered;
  const cost = computeCost(args);
  if (typeof cost !== 'number') return cost;
  costs ??= new LRUCache({ max: KNOWN_VARIABLES });
  known.set(document, costs.set(key, cost));
  return cost;
}

/** Null: it is nested too deep to be written. */
function textOf(variables: object): string | null {
  try {
    return JSON.stringify(variables);
  } catch {
    return null;
  }
}

/**
 * When a field has arguments that it does not take, the other fields of the operation would be executed none the less, so it
 * is refused as a whole.
 */
function computeCost(args: ExecutionArgs): number | ExecutionResult | null {
  const { schema, document, operationName, variableValues, contextValue } = args;
  const operation = getOperationAST(document, operationName);
  if (!operation) return null;
  if (!schema.getRootType(operation.operation)) {
    return refused(`The schema has no operation of the kind ${operation.operation}.`, 'BAD_USER_INPUT');
  }
  const problems = variableProblems(schema, operation, variableValues ?? {});
  if (problems.length > 0) return refusalOfVariables(problems);
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
    if (error instanceof GraphQLError) return refused(argumentProblem(error), 'BAD_USER_INPUT', error.nodes);
    throw error;
  }
}

function refused(message: string, code: string, nodes?: GraphQLError['nodes']): ExecutionResult {
  return { errors: [new GraphQLError(message, { nodes, extensions: { code, http: { status: 400 } } })] };
}

/** The result with its cost. */
export function withCost(result: ExecutionResult, requested: number): ExecutionResult {
  const cost = { requested, allowed: COST_ALLOWED };
  // Nearly every result is this one, and on Node 20 a spread with a key beside it takes as long as some whole fields.
  if (!result.errors && !result.extensions) return { data: result.data, extensions: { cost } };
  return { ...result, extensions: { ...result.extensions, cost } };
}

/** The answer to an operation that costs too much. */
export function refusalOf(requested: number): ExecutionResult {
  const message = `The operation costs ${requested}; ${COST_ALLOWED} is the most. Ask for smaller pages or fewer fields.`;
  return withCost(refused(message, 'COST_EXCEEDED'), requested);
}
