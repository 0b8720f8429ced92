/**
 * The executor of all operations. It prepares the document (parses, limits, validates), checks scope and cost, runs the
 * operation, compiled or plain, within the request's deadline, and reports and masks errors. The stored operations of
 * REST skip the checks and run on the same engine.
 */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Scope } from '../../data/generated/prisma/enums.ts';
import { nextTurn } from '../../data/turns.ts';
import type { ErrorCode } from '../../domain/problem/error-codes.ts';
import type { RequestContext } from '../../operations/access/request-context.ts';
import { withDeadline } from '../../operations/deadline.ts';
import { HolderPlaces } from '../../operations/holder-places.ts';
import type { LiveSource } from '../../operations/live/live-source.ts';
import { inLanguage } from '../schema/errors.ts';
import { withBoundedErrors, withBoundedRefusals } from './bounded-refusals.ts';
import type { Documents, PreparedDocument } from './documents.ts';
import { maskError } from './errors.ts';
import type { Operation, Variables } from './operation.ts';
import { costExceeded, MAX_COST } from './operation-cost.ts';
import { hasConditionalRoot, Subscription } from './subscription.ts';

/** An operation that costs more, which is 5 ms, is long enough to be noticed by others. */
const COST_OF_OWN_TURN = 2_500;

/** An operation as sent. */
export interface OperationParams {
  readonly query: string;
  readonly variables?: Variables | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** An operation of ours, as the only one of its document; its variables are a client's. */
export interface StoredParams {
  readonly prepared: PreparedDocument;
  readonly variables: Variables;
  readonly operationName?: undefined;
}

/** The request behind an operation. */
export interface OperationRequest {
  /** Whether its method must not change anything. */
  readonly isReadOnly: boolean;
  /** Runs synchronous work, whose time the caller is charged for if the request is refused (A2). */
  working<Result>(run: () => Result): Result;
  /** Called with the operation once it is valid, before it runs. */
  executing(operation: Operation): void;
  /** Opens the request context. */
  open(): MaybePromise<RequestContext>;
  /**
   * Called with the cost of an operation that may run, before it does (F12).
   * @throws GraphQLError if the caller has not as much left
   */
  spending(cost: number): MaybePromise<void>;
  /** Counts what it costs beyond that, even if less is left (F12). */
  charging(points: number): MaybePromise<void>;
  /**
   * Called with a subscription that may begin, before anything is computed for it.
   * @throws GraphQLError or ServiceUnavailable if it must not
   */
  subscribing(context: RequestContext): void;
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
  readonly #places = new HolderPlaces();

  constructor(parts: ExecutorParts) {
    this.#parts = parts;
  }

  /** Executes an operation for a client. Never rejects: every failure is in the result, as far as there is room (A2). */
  execute(
    params: OperationParams | StoredParams,
    request: OperationRequest,
  ): MaybePromise<ExecutionResult | Subscription> {
    return chain(this.#execute(params, request), (outcome) =>
      outcome instanceof Subscription || !outcome.errors ? outcome : withBoundedErrors(outcome),
    );
  }

  #execute(
    params: OperationParams | StoredParams,
    request: OperationRequest,
  ): MaybePromise<ExecutionResult | Subscription> {
    const { variables, operationName } = params;
    const prepared =
      'prepared' in params ? params.prepared : request.working(() => this.#parts.documents.prepare(params.query));
    if (prepared instanceof GraphQLError) return { errors: [prepared] };
    const operation = prepared.operation(operationName);
    if (!operation)
      return refused(400, 'OPERATION_RESOLUTION_FAILURE', 'Could not determine what operation to execute.');
    if (operation.isMutation && request.isReadOnly) {
      const message = 'Can only perform a mutation operation from a POST request.';
      return refused(405, 'BAD_REQUEST', message, { Allow: 'POST' });
    }
    const errors = request.working(() => prepared.errors);
    if (errors.length > 0) return { errors };
    request.executing(operation);
    const reading = prepared.takeReadingCost();
    return this.#orMasked(() =>
      chain(request.open(), (context) =>
        this.#executeIn(context, { operation, variables: variables ?? {}, request, reading }),
      ),
    );
  }

  /**
   * Runs an operation without checks, a stored one or one that passed them, when its holder has a place (A9). Only mutations of a client's own
   * keys need none: a hotel's system may write over many connections. A query that takes long begins in a turn of its own, or several would
   * follow each other before anything else is done.
   * @param cost its estimate
   */
  run(
    operation: Operation,
    variables: Variables,
    context: RequestContext,
    cost: number,
  ): MaybePromise<ExecutionResult> {
    const { trace } = this.#parts;
    // Here, so that no mutation can be forgotten: some write by Prisma, past `transact`.
    if (operation.isMutation) context.services.database.requireWrites();
    const run = () => {
      // A mutation must report its outcome, so no deadline cuts it off once it has begun.
      if (operation.isMutation) context.deadline = null;
      return operation.run(variables, context);
    };
    const traced = () => (trace ? trace(operation, run) : run());
    const isPlaced = operation.isQuery || context.caller.isPublishable;
    const placed = () => (isPlaced ? this.#places.run(context, traced) : traced());
    return operation.isQuery && cost > COST_OF_OWN_TURN ? nextTurn().then(placed) : placed();
  }

  #executeIn(
    context: RequestContext,
    {
      operation,
      variables,
      request,
      reading,
    }: { operation: Operation; variables: Variables; request: OperationRequest; reading: number },
  ): MaybePromise<ExecutionResult | Subscription> {
    const { caller, dependencies } = context;
    // Mutations and failures must not be cached, not even for the same caller.
    if (!operation.isQuery) dependencies.isPrivate = true;
    const lacked = operation.scopesLackedBy(caller.scopes);
    if (lacked !== null) return refused(403, 'FORBIDDEN', formatLackedScopes(lacked));
    const cost = request.working(() => operation.cost(variables, context));
    if (typeof cost !== 'number') return cost;
    if (cost > MAX_COST) return withCost(costExceeded(cost, operation.rootFields), cost);
    const charge = chargedOnce(context, (points) => request.charging(points));
    context.charge = (points, { isLimited } = { isLimited: false }) => {
      if (isLimited) {
        const whole = cost + context.limitedCost + points;
        // A field that is found to cost more than was estimated is refused like an operation that is estimated at as much.
        if (whole > MAX_COST) throw costExceeded(whole, operation.rootFields).errors?.[0];
        context.limitedCost += points;
      }
      return charge(points);
    };
    return chain(request.spending(cost), () =>
      // The document has been read by now. What is refused before this is charged by the time that it took.
      chain(request.charging(reading), () => this.#runWithin(context, { operation, variables, request, cost })),
    );
  }

  #runWithin(
    context: RequestContext,
    {
      operation,
      variables,
      request,
      cost,
    }: { operation: Operation; variables: Variables; request: OperationRequest; cost: number },
  ): MaybePromise<ExecutionResult | Subscription> {
    const { dependencies, deadline } = context;
    if (operation.isSubscription) {
      request.subscribing(context);
      return this.#subscribe(context, { operation, variables, cost });
    }
    const running = this.run(operation, variables, context, cost);
    // A mutation has a deadline only while it waits for its place.
    const result =
      running instanceof Promise && operation.isQuery && deadline ? withDeadline(deadline, running) : running;
    return chain(result, (found) => {
      if (found.errors) dependencies.isPrivate = true;
      const { refused } = context;
      const shown = found.errors ? this.#masked(found, context) : found;
      return withCost(refused === null ? shown : withBoundedRefusals(shown, refused.fields), cost);
    });
  }

  async #subscribe(
    context: RequestContext,
    { operation, variables, cost }: { operation: Operation; variables: Variables; cost: number },
  ): Promise<ExecutionResult | Subscription> {
    if (hasConditionalRoot(operation)) {
      return refused(400, 'GRAPHQL_VALIDATION_FAILED', 'The field of a subscription must not be skipped or included.');
    }
    const subscribing = this.#places.run(context, () => operation.subscribe(variables, context)) as ReturnType<
      Operation['subscribe']
    >;
    const source = await (context.deadline ? withDeadline(context.deadline, subscribing) : subscribing);
    // Events are not charged. What charges leads to the request too, whose body would stay in memory.
    context.charge = null;
    if ('errors' in source) return withCost(this.#masked(source, context), cost);
    const execute = (event: unknown) =>
      chain(operation.runEvent(event, variables, context), (result) =>
        withCost(result.errors ? this.#masked(result, context) : result, cost),
      );
    const languages = `${context.languages.preferred} ${context.messages}`;
    return new Subscription(source as LiveSource, { operation, variables, languages, execute });
  }

  #masked(result: ExecutionResult, { messages }: RequestContext): ExecutionResult {
    const { errors = [] } = result;
    for (const error of errors) this.#parts.report(error);
    return { ...result, errors: errors.map((error) => inLanguage(maskError(error), messages)) };
  }

  /** The result of `execute`, or its masked error. */
  #orMasked(execute: () => MaybePromise<ExecutionResult | Subscription>): MaybePromise<ExecutionResult | Subscription> {
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

/**
 * Charges what the runs of a context come to cost beyond their estimates. One that begins again, because the result of the one before it was
 * discarded, has been paid for as far as that one came, whatever it computes: a list of the first is in memory then, a calendar is not.
 */
export function chargedOnce(
  context: RequestContext,
  charge: (points: number) => MaybePromise<void>,
): (points: number) => MaybePromise<void> {
  let paid = 0;
  return (points) => {
    context.furtherCost += points;
    const due = context.furtherCost - paid;
    if (due <= 0) return undefined;
    paid = context.furtherCost;
    return charge(due);
  };
}

/** The result, which reports what the operation costs. */
function withCost(result: ExecutionResult, requested: number): ExecutionResult {
  const cost = { requested, allowed: MAX_COST };
  // The usual case. On Node 20 a spread with another key costs as much as several fields.
  if (!result.errors && !result.extensions) return { data: result.data, extensions: { cost } };
  return { ...result, extensions: { ...result.extensions, cost } };
}

function refused(
  status: number,
  code: ErrorCode,
  message: string,
  headers?: Readonly<Record<string, string>>,
): ExecutionResult {
  const http = headers ? { status, headers } : { status };
  return { errors: [new GraphQLError(message, { extensions: { code, http } })] };
}

function formatLackedScopes([first, ...others]: readonly Scope[]): string {
  if (others.length === 0) return `The API key lacks the scope \`${first}\`.`;
  const last = others.pop();
  return `The API key has none of the scopes ${[first, ...others].map((scope) => `\`${scope}\``).join(', ')} and \`${last}\`.`;
}
