import type { MaybePromise } from '../data/cache/maybe-promise.ts';
import type { Exchange } from './exchange.ts';
import type { HttpResponse } from './response/response.ts';

export interface Endpoint {
  /** In capitals. Null: all methods. */
  readonly methods: readonly string[] | null;
  /** `:name` is a parameter, `*` is everything that follows. */
  readonly path: string;
  /** The pattern for counts and logs, if it is not the path. */
  readonly route?: string;
  /**
   * `counted`: counts against the rate limit. `open`: does not. `refused`: refused without reading anything of the
   * request.
   */
  readonly admission: 'counted' | 'open' | 'refused';
  /** The request headers that responses depend on; null: responses must not be cached, so `Vary` is moot. */
  readonly vary: readonly string[] | null;
  respond(exchange: Exchange): MaybePromise<HttpResponse>;
  /** The response to an error: a RefusedRequest, or a failure. */
  refuse(error: unknown, exchange: Exchange): HttpResponse;
}
