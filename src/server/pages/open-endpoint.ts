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
  return (path, respond) => ({ ...openEndpoint(log), methods: ['GET', 'HEAD'], path, respond });
}

/** 404 for every other address. */
export function unknownEndpoint(log: Logger): Endpoint {
  const respond = () => toHttpResponse(failure(404));
  return { ...openEndpoint(log), methods: null, path: '/*', route: NO_ROUTE, respond };
}

function openEndpoint(log: Logger): Pick<Endpoint, 'admission' | 'vary' | 'refuse'> {
  return {
    admission: 'open',
    vary: [],
    refuse(error, { requestId }) {
      if (error instanceof RefusedRequest) return toHttpResponse(answerToRefused(error));
      reportFailure(log, error, requestId);
      return toHttpResponse(failure(500));
    },
  };
}
