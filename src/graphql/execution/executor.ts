/**
 * The one way of an operation: its document is prepared (parsed, limited, validated), its scope and its cost are checked, it
 * runs, compiled or plain, within the deadline of the request, and errors of its result are reported and masked. REST has
 * documents of its own, whose operations run by the same engine.
 */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { RequestContext } from '../../operations/access/request-context.ts';
import { withDeadline } from '../../operations/deadline.ts';
import type { Documents } from './documents.ts';
import { maskError } from './errors.ts';
import type { Operation, Variables } from './operation.ts';
import { MAX_COST, tooCostly, withCost } from './operation-cost.ts';

/** An operation as it was sent. */
export interface OperationParams {
  readonly query: string;
  readonly variables?: Variables | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** The request that an operation came with. */
export interface OperationRequest {
  /** Whether it is of a method that changes nothing. */
  readonly isReadOnly: boolean;
  /** Told of the operation, which is valid and about to be executed. */
  executing(operation: Operation): void;
  /** Opens the context that the operation runs in. */
  open(): MaybePromise<RequestContext>;
}

/** Runs an operation of a document under a span of its own. */
export type TraceOperation = <T>(operation: Operation, run: () => T) => T;

/** What an executor is made of. */
export interface ExecutorParts {
  readonly documents: Documents;
  /** Null: nobody wants traces. */
  readonly trace: TraceOperation | null;
  /** Told of errors in results and of whatever was thrown, before clients get masked ones. */
  readonly report: (error: GraphQLError) => void;
}

export class Executor {
  readonly #parts: ExecutorParts;

  constructor(parts: ExecutorParts) {
    this.#parts = parts;
  }

  /** Executes the operation of a client. It never rejects: whatever goes wrong is in the result. */
  execute(
    { query, variables, operationName }: OperationParams,
    request: OperationRequest,
  ): MaybePromise<ExecutionResult> {
    const prepared = this.#parts.documents.prepare(query);
    if (prepared instanceof GraphQLError) return { errors: [prepared] };
    const operation = prepared.operation(operationName);
    if (!operation)
      return refused(400, 'OPERATION_RESOLUTION_FAILURE', 'Could not determine what operation to execute.');
    if (operation.isMutation && request.isReadOnly) {
      const message = 'Can only perform a mutation operation from a POST request.';
      return refused(405, 'BAD_REQUEST', message, { Allow: 'POST' });
    }
    if (prepared.errors.length > 0) return { errors: prepared.errors };
    request.executing(operation);
    return this.#orMasked(() =>
      chain(request.open(), (context) => this.#executeIn(context, operation, variables ?? {})),
    );
  }

  /** Runs an operation that needs no looking at: a stored one, or one that has been looked at. */
  run(operation: Operation, variables: Variables, context: RequestContext): MaybePromise<ExecutionResult> {
    const { trace } = this.#parts;
    return trace ? trace(operation, () => operation.run(variables, context)) : operation.run(variables, context);
  }

  #executeIn(context: RequestContext, operation: Operation, variables: Variables): MaybePromise<ExecutionResult> {
    const { caller, sources, deadline } = context;
    // What an operation changed, or failed at, is never given again, not even to the same caller.
    if (!operation.isQuery) sources.isPrivate = true;
    if (!caller.scopes.has(operation.scope)) {
      return refused(403, 'FORBIDDEN', `The API key lacks the scope \`${operation.scope}\`.`);
    }
    const cost = operation.cost(variables, context);
    if (typeof cost !== 'number') return cost;
    if (cost > MAX_COST) return tooCostly(cost);
    const running = this.run(operation, variables, context);
    // A mutation is always answered with what became of it.
    const result =
      running instanceof Promise && operation.isQuery && deadline ? withDeadline(deadline, running) : running;
    return chain(result, (found) => {
      if (found.errors) sources.isPrivate = true;
      return withCost(found.errors ? this.#masked(found) : found, cost);
    });
  }

  #masked(result: ExecutionResult): ExecutionResult {
    for (const error of result.errors!) this.#parts.report(error);
    return { ...result, errors: result.errors!.map(maskError) };
  }

  /** What `execute` gives, or the masked error that it throws. */
  #orMasked(execute: () => MaybePromise<ExecutionResult>): MaybePromise<ExecutionResult> {
    const failed = (error: unknown): ExecutionResult => {
      const thrown = error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error });
      this.#parts.report(thrown);
      return { errors: [maskError(error)] };
    };
    try {
      const result = execute();
      return result instanceof Promise ? result.catch(failed) : result;
    } catch (error) {
      return failed(error);
    }
  }
}

function refused(
  status: number,
  code: string,
  message: string,
  headers?: Readonly<Record<string, string>>,
): ExecutionResult {
  const http = headers ? { status, headers } : { status };
  return { errors: [new GraphQLError(message, { extensions: { code, http } })] };
}
