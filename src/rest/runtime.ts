/** What REST needs from the application around it. */
import type { GraphQLSchema } from 'graphql';
import type { ApiKeys } from '../data/keys/key-lookup.ts';
import type { Executor } from '../graphql/execution/executor.ts';
import type { ResponseCache } from '../http/response/response-cache.ts';
import type { Services } from '../operations/access/request-context.ts';

export interface RestRuntime {
  /** The stored documents are validated against it at the start. */
  readonly schema: GraphQLSchema;
  readonly executor: Executor;
  readonly apiKeys: ApiKeys;
  readonly services: Services;
  readonly responseCache: ResponseCache;
  /** How long a request may read, in milliseconds. */
  readonly operationTimeoutMs: number;
  /** Called with every failure that is not the caller's fault. */
  report(error: unknown, requestId: string): void;
}
