/** The operation of a GraphQL request: it opens the context, and collects what logs and metrics report. */
import type { GraphQLError } from 'graphql';
import type { Caller } from '../data/api-keys.ts';
import { type Soon, when } from '../data/soon.ts';
import type { GraphQLContext } from '../graphql/context.ts';
import type { OperationRequest } from '../graphql/execution/executor.ts';
import type { Operation } from '../graphql/execution/operation.ts';
import { NO_OPERATION } from '../graphql/execution/operation-label.ts';
import type { Gateway, Session } from '../operations/session.ts';
import { timeLimit } from '../operations/time-limit.ts';
import { contextOf } from './context.ts';
import type { GraphQLRequest } from './graphql-input.ts';

export class AskedOperation implements OperationRequest {
  readonly isReadOnly: boolean;
  /** Null until the context is open. */
  session: Session | null = null;
  /** The stable code of the refusal; null: not refused. */
  refusal: string | null = null;
  readonly #open: () => Soon<GraphQLContext>;
  readonly #gateway: Gateway;
  #operation: Operation | null = null;

  constructor({
    gateway,
    caller,
    request,
    operationTimeoutMs,
  }: { gateway: Gateway; caller: Caller; request: GraphQLRequest; operationTimeoutMs: number }) {
    this.isReadOnly = request.method === 'GET';
    this.#gateway = gateway;
    this.#open = () =>
      contextOf({
        gateway,
        caller,
        acceptLanguage: request.headers['accept-language'],
        timeLimit: timeLimit(operationTimeoutMs),
      });
  }

  /** From a bounded set of names. */
  get label(): string {
    return this.#operation?.label ?? NO_OPERATION;
  }

  executing(operation: Operation): void {
    this.#operation = operation;
  }

  open(): Soon<GraphQLContext> {
    return when(this.#open(), (context) => {
      this.session = context.session;
      return context;
    });
  }

  /** The outcome of a requested booking. A booking refused before execution is counted here, so call it once. */
  bookingOutcome(): string | null {
    if (!this.#operation?.isMutation) return null;
    const { session, refusal } = this;
    return session?.bookingOutcome ?? (refusal === null ? null : this.#gateway.bookings.addRefused(refusal));
  }
}

/** The stable code of the first error. Codes are the server's own, never a client's. */
export function codeOfErrors([first]: readonly GraphQLError[]): string {
  const code = first?.extensions?.code;
  return typeof code === 'string' ? code : 'BAD_REQUEST';
}
