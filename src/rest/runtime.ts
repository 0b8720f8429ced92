/**
 * What the REST interface needs from the application around it. It knows GraphQL's schema and how to open a context, and
 * nothing of databases; whoever wires the application passes the rest in.
 */
import type { GraphQLSchema } from 'graphql';
import type { ApiKeys, Caller } from '../data/api-keys.ts';
import type { Soon } from '../data/soon.ts';
import type { Day } from '../domain/civil-date.ts';
import type { GraphQLContext } from '../graphql/context.ts';
import type { Executor } from '../graphql/execution/executor.ts';
import type { AnswerStore } from '../http/response-cache.ts';
import type { BookingCounts } from '../operations/booking-counts.ts';
import type { CursorSigner } from '../operations/cursors.ts';
import type { TimeLimit } from '../operations/time-limit.ts';

export interface RestRuntime {
  /** The stored documents are validated against it when the application starts. */
  readonly schema: GraphQLSchema;
  readonly apiKeys: ApiKeys;
  /** The context in which a stored document runs for a caller. Opened once for each request. */
  contextFor(caller: Caller, acceptLanguage: string | undefined, timeLimit: TimeLimit): Soon<GraphQLContext>;
  /** Runs stored operations. */
  readonly executor: Executor;
  /** Finished answers that may be given again. */
  readonly answers: AnswerStore;
  /** Where bookings are counted that are refused before a document runs. */
  readonly bookings: BookingCounts;
  /** How long reading may go on for a request, in milliseconds. */
  readonly operationTimeoutMs: number;
  /** The business date (T2). */
  today(): Day;
  readonly cursors: CursorSigner;
  /**
   * The stable code of whatever was thrown, by a resolver or outside of one: `extensions.code` where there is one,
   * `SERVICE_UNAVAILABLE` for a database that is away or too busy, `INTERNAL_SERVER_ERROR` for anything else.
   */
  codeOfError(error: unknown): string;
  /** Told of every failure that is not the caller's. */
  report(error: unknown, requestId: string): void;
}
