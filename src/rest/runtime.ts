/** What the REST interface needs from the application around it; whoever wires the application passes it in. */
import type { GraphQLSchema } from 'graphql';
import type { ApiKeys } from '../data/keys/api-keys.ts';
import type { Executor } from '../graphql/execution/executor.ts';
import type { ResponseCache } from '../http/response/response-cache.ts';
import type { Services } from '../operations/access/request-context.ts';

export interface RestRuntime {
  /** The stored documents are validated against it when the application starts. */
  readonly schema: GraphQLSchema;
  /** Runs stored operations. */
  readonly executor: Executor;
  readonly apiKeys: ApiKeys;
  readonly services: Services;
  readonly responseCache: ResponseCache;
  /** How long reading may go on for a request, in milliseconds. */
  readonly operationTimeoutMs: number;
  /** Told of every failure that is not the caller's. */
  report(error: unknown, requestId: string): void;
}
