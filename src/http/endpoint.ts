/** What answers at an address. */
import type { METHODS } from 'node:http';
import type { MaybePromise } from '../data/cache/maybe-promise.ts';
import type { Exchange } from './exchange.ts';
import type { HttpResponse } from './response/response.ts';

/** A method of HTTP, in capitals. */
export type Method = (typeof METHODS)[number];

export interface Endpoint {
  /** Null: all that there are. */
  readonly methods: readonly Method[] | null;
  /** The address, in which `:name` stands for a parameter and `*` for whatever follows. */
  readonly path: string;
  /** The pattern that requests are counted and logged under, where it is not the path. */
  readonly route?: string;
  /**
   * `counted`: requests count against the rate limit. `open`: they do not. `refused`: whatever is asked here is refused, so
   * that nothing of the request is looked at.
   */
  readonly admission: 'counted' | 'open' | 'refused';
  /** Headers of the request that its responses depend on; null: nobody is to keep them, so that it need not be said. */
  readonly vary: readonly string[] | null;
  respond(exchange: Exchange): MaybePromise<HttpResponse>;
  /** The response to what was thrown over a request: a RefusedRequest, or a failure. */
  refuse(error: unknown, exchange: Exchange): HttpResponse;
}
