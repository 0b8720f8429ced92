/** Endpoints that need no key and have no rate limit: pages, their assets, and the state of the service. */
import type { MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { type Exchange, NO_ROUTE } from '../../http/exchange.ts';
import { RefusedRequest } from '../../http/request/request-headers.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import { answerToRefused } from '../../rest/endpoints.ts';
import { failure, toHttpResponse } from '../../rest/rest-response.ts';
import { reportFailure } from '../telemetry/failures.ts';
import type { Logger } from '../telemetry/log.ts';

export type OpenEndpoint = (path: string, respond: (exchange: Exchange) => MaybePromise<HttpResponse>) => Endpoint;

/** Failures of these endpoints go to `log`. */
export function createOpenEndpoints(log: Logger): OpenEndpoint {
  return (path, respond) => ({
    methods: ['GET', 'HEAD'],
    path,
    admission: 'open',
    vary: [],
    respond,
    refuse: (error, exchange) => refuse(error, exchange, log),
  });
}

/** 404 for every other address. */
export function unknownEndpoint(log: Logger): Endpoint {
  return {
    methods: null,
    path: '/*',
    route: NO_ROUTE,
    admission: 'open',
    vary: [],
    respond: () => toHttpResponse(failure(404)),
    refuse: (error, exchange) => refuse(error, exchange, log),
  };
}

function refuse(error: unknown, { requestId }: Exchange, log: Logger): HttpResponse {
  if (error instanceof RefusedRequest) return toHttpResponse(answerToRefused(error));
  reportFailure(log, error, requestId);
  return toHttpResponse(failure(500));
}
