/**
 * The cost of operations: reported with every result as `extensions.cost`, and refused before any resolver runs if too
 * high. It estimates the processor time of the answer from the schema and the size of the catalogue: pages count with their requested
 * size, searches and calendars with the work behind them.
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
  visit,
} from 'graphql';
import type { RequestContext } from '../../operations/access/request-context.ts';
import { howToAskForLess } from '../schema/cost.ts';
import { argumentProblem, variableOf } from './errors.ts';
import { variableProblems, variablesRefusal } from './values/variable-problems.ts';

/** Four tenths of a second. All that is documented, of any page, search or calendar, stays below it. */
export const MAX_COST = 200_000;

/** Reading a request, finding out who asks, and writing an answer take two tenths of a millisecond, whatever is asked. */
const OPERATION_COST = 100;
/** A part of what the whole schema takes, because some ask for less of it. */
const INTROSPECTION_COST = 5_000;

/**
 * The cost of an operation with its variables, or the refusal of both. GraphQL would execute the other fields if one
 * has invalid arguments; here the whole operation is refused.
 */
export function operationCost(
  operation: OperationDefinitionNode,
  {
    schema,
    document: { definitions },
    variables,
    context,
  }: {
    schema: GraphQLSchema;
    document: DocumentNode;
    variables: Readonly<Record<string, unknown>>;
    context: RequestContext;
  },
): number | ExecutionResult {
  const problems = variableProblems(schema, operation, variables, definitions);
  if (problems.length > 0) return variablesRefusal(problems);
  const fragments = definitions.filter(
    (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
  try {
    const { complexity } = complexityFromQuery(document, { schema, ctx: context, variables });
    return OPERATION_COST + countIntrospections(document) * INTROSPECTION_COST + Math.ceil(complexity);
  } catch (error) {
    if (error instanceof GraphQLError) return argumentRefusal(error);
    throw error;
  }
}

/** How often the schema is asked for. Its fields have no resolvers that could state a cost. */
function countIntrospections(document: DocumentNode): number {
  let count = 0;
  visit(document, {
    Field({ name }) {
      if (name.value === '__schema') count++;
    },
  });
  return count;
}

/** The refusal of an argument: in a valid document with valid variables, a null variable where a value is needed. */
function argumentRefusal({ nodes }: GraphQLError): ExecutionResult {
  const extensions = { code: 'BAD_USER_INPUT', ...variableOf(nodes), http: { status: 400 } };
  return { errors: [new GraphQLError(argumentProblem(nodes), { nodes, extensions })] };
}

function errorResult(message: string, code: string, nodes?: GraphQLError['nodes']): ExecutionResult {
  return { errors: [new GraphQLError(message, { nodes, extensions: { code, http: { status: 400 } } })] };
}

export function withCost(result: ExecutionResult, requested: number): ExecutionResult {
  const cost = { requested, allowed: MAX_COST };
  // The usual case. On Node 20 a spread with another key costs as much as several fields.
  if (!result.errors && !result.extensions) return { data: result.data, extensions: { cost } };
  return { ...result, extensions: { ...result.extensions, cost } };
}

/** The refusal of an operation with these root fields. */
export function costExceeded(requested: number, rootFields: Iterable<string>): ExecutionResult {
  const message = `The operation costs ${requested}; ${MAX_COST} is the most. ${howToAskForLess(rootFields)}`;
  return withCost(errorResult(message, 'COST_EXCEEDED'), requested);
}
