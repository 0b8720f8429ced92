/**
 * What REST needs from the application around it: the GraphQL schema and a way to open a request context, nothing of
 * databases.
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
  /** The stored documents are validated against it at the start. */
  readonly schema: GraphQLSchema;
  readonly apiKeys: ApiKeys;
  /** The context for a caller's stored document. Opened once per request. */
  contextFor(caller: Caller, acceptLanguage: string | undefined, timeLimit: TimeLimit): Soon<GraphQLContext>;
  readonly executor: Executor;
  readonly answers: AnswerStore;
  /** Counts bookings refused before a document runs. */
  readonly bookings: BookingCounts;
  /** How long a request may read, in milliseconds. */
  readonly operationTimeoutMs: number;
  /** The business date (T2). */
  today(): Day;
  readonly cursors: CursorSigner;
  /**
   * The stable code of a thrown error: its `extensions.code`, `SERVICE_UNAVAILABLE` for a database that is away or too
   * busy, else `INTERNAL_SERVER_ERROR`.
   */
  codeOfError(error: unknown): string;
  /** Called with every failure that is not the caller's fault. */
  report(error: unknown, requestId: string): void;
}
