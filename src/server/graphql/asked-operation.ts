/**
 * The operation that a GraphQL request asks for: how its context is opened, and what is found out about it while it is
 * answered, for logs and counts.
 */
import type { GraphQLError } from 'graphql';
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { OperationRequest } from '../../graphql/execution/executor.ts';
import type { Operation } from '../../graphql/execution/operation.ts';
import { NO_OPERATION } from '../../graphql/execution/operation-label.ts';
import type { ContextRequest, RequestContext, Services } from '../../operations/access/request-context.ts';

export class AskedOperation implements OperationRequest {
  readonly isReadOnly: boolean;
  /** Null until it has been opened. */
  context: RequestContext | null = null;
  /** The stable code that the request is refused with; null: it is not. */
  refusal: string | null = null;
  readonly #request: ContextRequest;
  readonly #services: Services;
  #operation: Operation | null = null;

  constructor(services: Services, { isReadOnly, ...request }: ContextRequest & { readonly isReadOnly: boolean }) {
    this.#services = services;
    this.#request = request;
    this.isReadOnly = isReadOnly;
  }

  /** One of a bounded number of names. */
  get label(): string {
    return this.#operation?.label ?? NO_OPERATION;
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

  /** What has become of the booking that was asked for; one that was refused before anybody looked at it is counted. Ask once. */
  bookingOutcome(): string | null {
    if (!this.#operation?.isMutation) return null;
    const { context, refusal } = this;
    return context?.bookingOutcome ?? (refusal === null ? null : this.#services.bookings.addRefused(refusal));
  }
}

/** The stable code of the first of the errors in a result. Codes are the server's own, never a client's. */
export function codeOfErrors([first]: readonly GraphQLError[]): string {
  const code = first?.extensions?.code;
  return typeof code === 'string' ? code : 'BAD_REQUEST';
}
