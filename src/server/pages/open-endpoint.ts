/** Endpoints that need no key and have no rate limit: pages, their assets, and the state of the service. */
import type { MaybePromise } from '../../data/cache/maybe-promise.ts';
import { asServiceUnavailable } from '../../graphql/execution/errors.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { type Exchange, NO_ROUTE } from '../../http/exchange.ts';
import { RefusedRequest } from '../../http/request/refused-request.ts';
import { acceptedTypes } from '../../http/response/representation.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import { answerToRefused, failure, toHttpResponse } from '../../rest/rest-response.ts';
import { reportFailure } from '../telemetry/failures.ts';
import type { Logger } from '../telemetry/log.ts';
import { withStatus } from './html-page.ts';

export type OpenEndpoint = (path: string, respond: (exchange: Exchange) => MaybePromise<HttpResponse>) => Endpoint;

/** Failures of these endpoints go to `log`. */
export function createOpenEndpoints(log: Logger): OpenEndpoint {
  return (path, respond) => ({ ...openEndpoint(log), methods: ['GET', 'HEAD'], path, respond });
}

/** 404 for every other address: as `page` for who asks for HTML, as browsers do, else as our error body. */
export function unknownEndpoint(log: Logger, page?: Endpoint): Endpoint {
  const respond = async (exchange: Exchange) => {
    if (page === undefined || !isVisit(exchange)) return toHttpResponse(failure(404));
    return withStatus(await page.respond(exchange), 404);
  };
  return { ...openEndpoint(log), methods: null, path: '/*', route: NO_ROUTE, vary: ['Accept'], respond };
}

/** A browser names HTML; who takes anything gets our error body. */
function isVisit({ method, headers }: Exchange): boolean {
  const mediaType = acceptedTypes(headers.accept).mediaType(['application/json', 'text/html']);
  return (method === 'GET' || method === 'HEAD') && mediaType === 'text/html';
}

function openEndpoint(log: Logger): Pick<Endpoint, 'admission' | 'vary' | 'refuse'> {
  return {
    admission: 'open',
    vary: [],
    refuse(error, { requestId }) {
      if (error instanceof RefusedRequest) return toHttpResponse(answerToRefused(error));
      reportFailure(log, error, requestId);
      return toHttpResponse(failure(asServiceUnavailable(error) ? 503 : 500));
    },
  };
}
