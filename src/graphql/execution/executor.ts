/**
 * The executor of all operations. It prepares the document (parses, limits, validates), checks scope and cost, runs the
 * operation, compiled or plain, within the request's deadline, and reports and masks errors. The stored operations of
 * REST skip the checks and run on the same engine.
 */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { RequestContext } from '../../operations/access/request-context.ts';
import { withDeadline } from '../../operations/deadline.ts';
import type { Documents } from './documents.ts';
import { maskError } from './errors.ts';
import type { Operation, Variables } from './operation.ts';
import { costExceeded, MAX_COST, withCost } from './operation-cost.ts';

/** An operation as sent. */
export interface OperationParams {
  readonly query: string;
  readonly variables?: Variables | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** The request behind an operation. */
export interface OperationRequest {
  /** Whether its method must not change anything. */
  readonly isReadOnly: boolean;
  /** Called with the operation once it is valid, before it runs. */
  executing(operation: Operation): void;
  /** Opens the request context. */
  open(): MaybePromise<RequestContext>;
}

/** Runs an operation under its own span. */
export type TraceOperation = <T>(operation: Operation, run: () => T) => T;

export interface ExecutorParts {
  readonly documents: Documents;
  /** Null: tracing is off. */
  readonly trace: TraceOperation | null;
  /** Called with every error of a result and every thrown one, before masking. */
  readonly report: (error: GraphQLError) => void;
}

export class Executor {
  readonly #parts: ExecutorParts;

  constructor(parts: ExecutorParts) {
    this.#parts = parts;
  }

  /** Executes a client's operation. Never rejects: every failure is in the result. */
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

  /** Runs an operation without checks: a stored one, or one that passed them. */
  run(operation: Operation, variables: Variables, context: RequestContext): MaybePromise<ExecutionResult> {
    const { trace } = this.#parts;
    return trace ? trace(operation, () => operation.run(variables, context)) : operation.run(variables, context);
  }

  #executeIn(context: RequestContext, operation: Operation, variables: Variables): MaybePromise<ExecutionResult> {
    const { caller, dependencies, deadline } = context;
    // Mutations and failures must not be cached, not even for the same caller.
    if (!operation.isQuery) dependencies.isPrivate = true;
    if (!caller.scopes.has(operation.scope)) {
      return refused(403, 'FORBIDDEN', `The API key lacks the scope \`${operation.scope}\`.`);
    }
    const cost = operation.cost(variables, context);
    if (typeof cost !== 'number') return cost;
    if (cost > MAX_COST) return costExceeded(cost);
    const running = this.run(operation, variables, context);
    // A mutation must report its outcome, so no deadline cuts it off.
    const result =
      running instanceof Promise && operation.isQuery && deadline ? withDeadline(deadline, running) : running;
    return chain(result, (found) => {
      if (found.errors) dependencies.isPrivate = true;
      return withCost(found.errors ? this.#masked(found) : found, cost);
    });
  }

  #masked(result: ExecutionResult): ExecutionResult {
    for (const error of result.errors!) this.#parts.report(error);
    return { ...result, errors: result.errors!.map(maskError) };
  }

  /** The result of `execute`, or its masked error. */
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
