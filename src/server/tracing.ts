/**
 * What traces are told, without the libraries that make them: those are loaded when somebody wants traces and never else.
 * Spans name routes, operations, statements and codes; nothing that was sent is among them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Transact } from '../data/sql-transactions.ts';
import type { GraphQLContext } from '../graphql/context.ts';
import type { RequestObserver } from './request-observer.ts';

/** Runs an operation of a document under a span of its own. */
export type TraceOperation = <T>(document: DocumentNode, operationName: string | null | undefined, run: () => T) => T;

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

/** A span for every operation that Yoga's pipeline executes. Register it after whatever else wraps the execution. */
export function traceExecutions(trace: TraceOperation): Plugin<GraphQLContext> {
  return {
    onExecute({ args: { document, operationName }, executeFn, setExecuteFn }) {
      setExecuteFn((args) => trace(document, operationName, () => executeFn(args)));
    },
  };
}
