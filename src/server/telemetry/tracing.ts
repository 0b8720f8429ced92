/**
 * The interface of tracing, free of the libraries behind it, which are loaded only if traces are wanted. Spans name
 * routes, operations, statements and codes, never input.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transact } from '../../data/database/sql-transactions.ts';
import type { TraceOperation } from '../../graphql/execution/executor.ts';
import type { RequestObserver } from '../../http/exchange.ts';
import type { TraceDelivery } from '../../operations/delivery/delivery-worker.ts';

export interface Tracing {
  /** Handles a request under a span, a child of the caller's if there is one. */
  serve(request: IncomingMessage, response: ServerResponse, handle: () => void): void;
  /** Reports the answered request while its span is active. */
  readonly answered: RequestObserver;
  readonly operation: TraceOperation;
  /** Each try is a trace of its own. */
  readonly delivery: TraceDelivery;
  /** Runs each transaction under a span, with a span for every statement. */
  transact(transact: Transact): Transact;
  traceId(): string | undefined;
  /** Flushes within a bounded time and shuts down. */
  stop(): Promise<void>;
}
