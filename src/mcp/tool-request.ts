/** The request behind the call of a tool: it opens the context, and collects what logs and metrics report. */
import { GraphQLError } from 'graphql';
import { chain, type MaybePromise } from '../data/cache/maybe-promise.ts';
import type { OperationRequest } from '../graphql/execution/executor.ts';
import type { Operation } from '../graphql/execution/operation.ts';
import type { Usage } from '../http/limits/usage.ts';
import type { ContextRequest, RequestContext, Services } from '../operations/access/request-context.ts';
import type { RequestedBooking } from '../operations/booking/booking-counts.ts';

export class ToolRequest implements OperationRequest {
  readonly isReadOnly = false;
  readonly #services: Services;
  readonly #request: ContextRequest;
  readonly #usage: Usage | null;
  #context: RequestContext | null = null;
  #operation: Operation | null = null;

  constructor(services: Services, request: ContextRequest, usage: Usage | null) {
    this.#services = services;
    this.#request = request;
    this.#usage = usage;
  }

  /** One of a bounded set of names; null: nothing was executed. */
  get label(): string | null {
    return this.#operation?.label ?? null;
  }

  working<Result>(run: () => Result): Result {
    return this.#usage ? this.#usage.working(run) : run();
  }

  executing(operation: Operation): void {
    this.#operation = operation;
  }

  open(): MaybePromise<RequestContext> {
    return chain(this.#services.open(this.#request), (context) => {
      this.#context = context;
      return context;
    });
  }

  spending(cost: number): MaybePromise<void> {
    return chain(this.#usage?.spend(cost) ?? null, (refusal) => {
      if (!refusal) return;
      const { message, headers } = refusal;
      throw new GraphQLError(message, { extensions: { code: 'RATE_LIMITED', http: { headers } } });
    });
  }

  charging(points: number): MaybePromise<void> {
    return this.#usage?.charge(points);
  }

  subscribing(): void {
    throw new GraphQLError('Tools do not subscribe.', { extensions: { code: 'BAD_REQUEST' } });
  }

  /** The requested booking. One refused before execution is counted here, so call it once. */
  requestedBooking(refusal: string | null): RequestedBooking | null {
    if (this.#context?.requestedBooking) return this.#context.requestedBooking;
    return refusal !== null && this.#operation?.books ? this.#services.bookings.addRefused(refusal) : null;
  }
}
