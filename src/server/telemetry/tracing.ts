/**
 * What traces are told, without the libraries that make them: those are loaded when somebody wants traces and never else.
 * Spans name routes, operations, statements and codes; nothing that was sent is among them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transact } from '../../data/database/sql-transactions.ts';
import type { TraceOperation } from '../../graphql/execution/executor.ts';
import type { RequestObserver } from '../../http/exchange.ts';

/** The traces of a process. */
export interface Tracing {
  /** Has a request handled under a span, which goes on with the trace of its caller if that has one. */
  serve(request: IncomingMessage, response: ServerResponse, handle: () => void): void;
  /** Is told what became of the request, while its span is the active one. */
  readonly answered: RequestObserver;
  readonly operation: TraceOperation;
  /** The same transactions under a span each, with one for every statement. */
  transact(transact: Transact): Transact;
  /** The trace that is active now. */
  traceId(): string | undefined;
  /** Sends what has not been sent, for as long as that may take, and ends. */
  stop(): Promise<void>;
}
