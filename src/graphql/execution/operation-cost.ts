/**
 * The cost of operations: reported with every result as `extensions.cost`, and refused before any resolver runs if too
 * high. It estimates the processor time of the answer from the schema and the size of the catalogue: pages count with their requested
 * size, searches and calendars with the work behind them.
 */
import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type ASTVisitor,
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { RequestContext } from '../../operations/access/request-context.ts';
import { howToAskForLess } from '../schema/cost.ts';
import { argumentProblem, variableOf } from './errors.ts';
import { introspectionCost } from './introspection-cost.ts';

/** Four tenths of a second. All that is documented, of any page, search or calendar, stays below it. */
export const MAX_COST = 200_000;

/** Reading a request, finding out who asks, and writing an answer take two tenths of a millisecond, whatever is asked. */
const OPERATION_COST = 100;

/** Parsing, validating and compiling a document, for each of its tokens: 5 to 20 us, measured with graphql 16 and graphql-jit 0.8. */
const TOKEN_COST = 10;

/** What it costs to read a document of so many tokens for the first time, beyond what every operation costs. */
export function readingCost(tokens: number): number {
  return Math.max(0, tokens * TOKEN_COST - OPERATION_COST);
}

interface Parts {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

/**
 * The cost of an operation with its variables, which are valid, or their refusal. GraphQL would execute the other fields if one
 * has invalid arguments; here the whole operation is refused.
 */
export function operationCost(
  operation: OperationDefinitionNode,
  {
    schema,
    document,
    variables,
    context,
  }: Parts & { readonly variables: Readonly<Record<string, unknown>>; readonly context: RequestContext },
): number | ExecutionResult {
  const own = ownDocument(operation, document);
  try {
    const { complexity } = complexityFromQuery(own, { schema, ctx: context, variables });
    return OPERATION_COST + Math.ceil(introspectionCost(schema, own) + complexity);
  } catch (error) {
    if (error instanceof GraphQLError) return argumentRefusal(error);
    throw error;
  }
}

/** Whether each field of an operation costs the same with all arguments and for everybody. */
export function hasFixedCost(operation: OperationDefinitionNode, { schema, document }: Parts): boolean {
  let isFixed = true;
  const depends = () => {
    isFixed = false;
    return BREAK;
  };
  const typeInfo = new TypeInfo(schema);
  const visitor: ASTVisitor = {
    // It may leave a field out.
    Directive: depends,
    Field: () => (typeof typeInfo.getFieldDef()?.extensions.complexity === 'function' ? depends() : undefined),
  };
  visit(ownDocument(operation, document), visitWithTypeInfo(typeInfo, visitor));
  return isFixed;
}

/** The operation with the fragments of its document. */
function ownDocument(operation: OperationDefinitionNode, { definitions }: DocumentNode): DocumentNode {
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
}

/** The refusal of an argument: in a valid document with valid variables, a null variable where a value is needed. */
function argumentRefusal({ nodes }: GraphQLError): ExecutionResult {
  const extensions = { code: 'BAD_USER_INPUT' as const, ...variableOf(nodes), http: { status: 400 } };
  return { errors: [new GraphQLError(argumentProblem(nodes), { nodes, extensions })] };
}

/** The refusal of an operation with these root fields. */
export function costExceeded(requested: number, rootFields: Iterable<string>): ExecutionResult {
  const message = `The operation costs ${requested}; ${MAX_COST} is the most. ${howToAskForLess(rootFields)}`;
  const extensions = { code: 'COST_EXCEEDED' as const, http: { status: 400 } };
  return { errors: [new GraphQLError(message, { extensions })] };
}
