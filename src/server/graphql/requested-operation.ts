/** The operation of a GraphQL request: it opens the context, and collects what logs and metrics report. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import type { OperationRequest } from '../../graphql/execution/executor.ts';
import type { Operation } from '../../graphql/execution/operation.ts';
import { NO_OPERATION } from '../../graphql/execution/operation-label.ts';
import type { Subscription } from '../../graphql/execution/subscription.ts';
import type { Usage } from '../../http/limits/usage.ts';
import type { ContextRequest, RequestContext, Services } from '../../operations/access/request-context.ts';
import type { RequestedBooking } from '../../operations/booking/booking-counts.ts';
import type { OpenKey } from '../subscriptions/subscriptions.ts';

export class RequestedOperation implements OperationRequest {
  readonly isReadOnly: boolean;
  /** What it costs; 0 until that is known. */
  cost = 0;
  /** Null until it is open. */
  context: RequestContext | null = null;
  /** Whether its text came with its hash, to be known by it from then on. */
  bringsDocument = false;
  /** The stable code of the refusal; null: not refused. */
  refusal: string | null = null;
  /** The place of a subscription; null: it has none. */
  admitted: OpenKey | null = null;
  /** What became of a subscription that Yoga has read. */
  outcome: ExecutionResult | Subscription | null = null;
  readonly #request: ContextRequest;
  readonly #services: Services;
  readonly #admit: (caller: Caller) => OpenKey;
  readonly #usage: Usage | null;
  #operation: Operation | null = null;

  constructor(
    services: Services,
    {
      isReadOnly,
      admit,
      usage,
      ...request
    }: ContextRequest & {
      readonly isReadOnly: boolean;
      readonly admit: (caller: Caller) => OpenKey;
      readonly usage: Usage | null;
    },
  ) {
    this.#services = services;
    this.#admit = admit;
    this.#usage = usage;
    this.#request = request;
    this.isReadOnly = isReadOnly;
  }

  get caller(): Caller {
    return this.#request.caller;
  }

  /** Whether nobody may store its answer, because of what guests have said of themselves. */
  get isPersonal(): boolean {
    return this.context?.dependencies.isPersonal === true;
  }

  /** From a bounded set of names. */
  get label(): string {
    return this.#operation?.label ?? NO_OPERATION;
  }

  working<Result>(run: () => Result): Result {
    return this.#usage ? this.#usage.working(run) : run();
  }

  executing(operation: Operation): void {
    this.#operation = operation;
  }

  open(): MaybePromise<RequestContext> {
    return chain(this.#services.open(this.#request), (context) => {
      this.context = context;
      return context;
    });
  }

  spending(cost: number): MaybePromise<void> {
    this.cost = cost;
    return chain(this.#usage?.spend(cost) ?? null, (refusal) => {
      if (!refusal) return;
      const { message, status } = refusal;
      throw new GraphQLError(message, { extensions: { code: 'RATE_LIMITED', http: { status } } });
    });
  }

  charging(points: number): MaybePromise<void> {
    return this.#usage?.charge(points);
  }

  subscribing({ caller }: RequestContext): void {
    this.admitted = this.#admit(caller);
  }

  /** Whether it is a valid one, begun or refused. */
  get isSubscription(): boolean {
    return this.#operation?.isSubscription === true;
  }

  /** Whether it is a query that is being executed. */
  get isQuery(): boolean {
    return this.#operation?.isQuery === true;
  }

  /** The requested booking. One refused before execution is counted here, so call it once. */
  requestedBooking(): RequestedBooking | null {
    if (!this.#operation?.books) return null;
    const { context, refusal } = this;
    return context?.requestedBooking ?? (refusal === null ? null : this.#services.bookings.addRefused(refusal));
  }
}

/** The stable code of the first error. Codes are the server's own, never a client's. */
export function firstErrorCode([first]: readonly GraphQLError[]): string {
  const code = first?.extensions?.code;
  return typeof code === 'string' ? code : 'BAD_REQUEST';
}
