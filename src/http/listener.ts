/**
 * The way of a request through the gateway, step by step: parse its address and headers, find its endpoint, count it
 * against the rate limit, let the endpoint respond, write and report the response.
 */
import type { RequestListener } from 'node:http';
import type { ApiKeys } from '../data/keys/api-keys.ts';
import type { Endpoint } from './endpoint.ts';
import { Exchange, type RequestObserver } from './exchange.ts';
import { networkOf, type RateLimit } from './limits/rate-limit.ts';
import { identify } from './request/caller.ts';
import { RefusedRequest, rejectRepeatedHeaders } from './request/request-headers.ts';
import type { BaseHeadersByOrigin } from './response/base-headers.ts';
import type { HttpResponse } from './response/response.ts';
import { write, writePreflight, writeUnreadable } from './response/write.ts';
import { createEndpointFinder } from './router.ts';

/** The route of preflight requests. */
const PREFLIGHT = '*';

export interface ListenerParts {
  /** The last one matches every address. */
  readonly endpoints: readonly Endpoint[];
  /** The response to an address that cannot be decoded. */
  readonly unreadable: HttpResponse;
  readonly apiKeys: ApiKeys;
  readonly baseHeaders: BaseHeadersByOrigin;
  /** Null: no limit. */
  readonly rateLimit: RateLimit | null;
  readonly observe: RequestObserver;
  /** Called with unexpected errors of writing a response. */
  readonly report: (error: unknown, requestId: string) => void;
}

export function createListener(parts: ListenerParts): RequestListener {
  const find = createEndpointFinder(parts.endpoints);
  const unknown = parts.endpoints.at(-1)!;
  let requests = 0;

  async function answer(exchange: Exchange): Promise<void> {
    const { method, headers, address } = exchange;
    const match = find(method, address.url);
    if (match === null) return writeUnreadable(exchange, parts.unreadable);
    const endpoint = method === 'OPTIONS' ? unknown : match.endpoint;
    exchange.route = method === 'OPTIONS' ? PREFLIGHT : (endpoint.route ?? endpoint.path);
    exchange.params = match.params;
    exchange.query = match.query;
    if (method === 'OPTIONS' && (await writePreflight(exchange, parts.baseHeaders))) return;
    const base = await parts.baseHeaders.of(headers.origin);
    const response = await respond(exchange, endpoint);
    await write(exchange, { endpoint, base, response, rateLimit: parts.rateLimit });
  }

  async function respond(exchange: Exchange, endpoint: Endpoint): Promise<HttpResponse> {
    try {
      if (endpoint.admission === 'counted') await count(exchange, parts);
      if (endpoint.admission !== 'refused') rejectRepeatedHeaders(exchange.request);
      return await endpoint.respond(exchange);
    } catch (error) {
      return endpoint.refuse(error, exchange);
    }
  }

  return (request, response) => {
    const exchange = new Exchange(request, response, `req-${(++requests).toString(36)}`);
    exchange.reportTo(parts.observe);
    answer(exchange).catch((error) => {
      parts.report(error, exchange.requestId);
      response.destroy();
    });
  };
}

/**
 * Counts a request against its key. Unknown keys share the count of their network, or guessing keys would be unlimited.
 * @throws RefusedRequest with 429 when the limit is reached
 */
async function count(exchange: Exchange, { rateLimit, apiKeys }: ListenerParts): Promise<void> {
  if (rateLimit === null) return;
  const caller = await Promise.resolve(identify(exchange, apiKeys)).catch(() => null);
  exchange.count = await rateLimit.count(caller?.apiKeyId ?? networkOf(exchange.request.socket.remoteAddress ?? ''));
  if (exchange.count.current > rateLimit.perMinute) throw new RefusedRequest(429);
}
