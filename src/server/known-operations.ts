/**
 * The shortest way: an operation that is compiled has come through everything that stands before an execution, often, so only
 * what depends on the request is asked again: the scope, the cost, the time. Whatever is not plainly in order takes the usual
 * way from its beginning, where it is told what is wrong; queries change nothing, so they may be executed twice.
 */
import type { DocumentNode, ExecutionResult } from 'graphql';
import { type Soon, when } from '../data/soon.ts';
import type { GraphQLContext } from '../graphql/context.ts';
import { schema } from '../graphql/schema.ts';
import { within } from '../operations/time-limit.ts';
import type { CompiledOperation, CompiledOperations } from './compiled-operations.ts';
import type { PlainOperation } from './direct-entrance.ts';
import { maskedError } from './errors.ts';
import type { ExecutionListener } from './graphql-reports.ts';
import { COST_ALLOWED, costOf, withCost } from './operation-cost.ts';
import type { TraceOperation } from './tracing.ts';

/** Gives a function that executes operations that are known, and answers null to all others. */
export function knownOperations<ServerContext extends ExecutionListener>({
  documents,
  compiled,
  contextFor,
  trace,
}: {
  documents: { get(text: string): DocumentNode | undefined };
  compiled: CompiledOperations;
  contextFor: (request: ServerContext) => Soon<GraphQLContext>;
  /** Where executions are traced. */
  trace: TraceOperation | undefined;
}): (operation: PlainOperation, request: ServerContext) => Soon<ExecutionResult | null> {
  return (operation, request) => {
    const document = documents.get(operation.query);
    const run = document && compiled.of(document, operation.operationName);
    if (!run) return null;
    request.executing(document, operation.operationName);
    return when(contextFor(request), (context) => {
      const cost = context.session.caller.scopes.has('read') ? plainCost(document, operation, context) : null;
      if (cost === null || cost > COST_ALLOWED) return null;
      const executed = () => inTime(run, operation, context);
      return when(trace ? trace(document, operation.operationName, executed) : executed(), (result) =>
        result === null || result.errors ? result : withCost(result, cost),
      );
    });
  };
}

/** Null: it has none, of which the usual way is to speak. */
function plainCost(
  document: DocumentNode,
  { operationName, variables }: PlainOperation,
  contextValue: GraphQLContext,
): number | null {
  const cost = costOf({ schema, document, operationName, variableValues: variables, contextValue });
  return typeof cost === 'number' ? cost : null;
}

/** The result; null when it has errors, of which the usual way is to speak, unless the time was over. */
function inTime(
  run: CompiledOperation,
  { variables }: PlainOperation,
  context: GraphQLContext,
): Soon<ExecutionResult | null> {
  const { timeLimit } = context.session;
  const result = when(run(undefined, context, variables ?? {}) as Soon<ExecutionResult>, unlessErrors);
  if (!(result instanceof Promise) || !timeLimit) return result;
  return within(timeLimit, result).catch((error) => ({ errors: [maskedError(error)] }));
}

function unlessErrors(result: ExecutionResult): ExecutionResult | null {
  return result.errors ? null : result;
}
