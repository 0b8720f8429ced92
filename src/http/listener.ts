/**
 * The way of a request through the gateway, step by step: parse its address and headers, refuse what is no HTTP, find its
 * endpoint, count it against the rate limit, let the endpoint respond, write and report the response.
 */
import type { RequestListener } from 'node:http';
import createRouter, { type HTTPMethod } from 'find-my-way';
import type { Caller } from '../data/keys/api-keys.ts';
import type { ApiKeys } from '../data/keys/key-lookup.ts';
import type { Endpoint } from './endpoint.ts';
import { Exchange, type RequestObserver } from './exchange.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import { openUsage } from './limits/usage.ts';
import { identify } from './request/caller.ts';
import { findHeadFault, rejectRepeatedHeaders } from './request/head.ts';
import { RefusedRequest } from './request/refused-request.ts';
import { readSimulation, SIMULATE_HEADER } from './request/simulation.ts';
import type { TrustedProxies } from './request/trusted-proxies.ts';
import type { BaseHeadersByOrigin } from './response/base-headers.ts';
import { headerText } from './response/representation.ts';
import type { HttpResponse } from './response/response.ts';
import { SMALL_ANSWER_BYTES, type UnsentBytes } from './response/unsent-bytes.ts';
import { write, writePreflight, writeUnreadable } from './response/write.ts';

/** The route of preflight requests. */
const PREFLIGHT = '*';

export interface ListenerParts {
  /** The last one matches every address. */
  readonly endpoints: readonly Endpoint[];
  /** The response to a request whose head or address cannot be read. */
  readonly unreadable: (fault: RefusedRequest) => HttpResponse;
  readonly apiKeys: ApiKeys;
  readonly baseHeaders: BaseHeadersByOrigin;
  /** Null: no limit. */
  readonly rateLimits: RateLimits | null;
  /** Null: none is trusted (A1). */
  readonly proxies: TrustedProxies | null;
  readonly unsent: UnsentBytes;
  /** Called with every answered request, one after another. */
  readonly observers: readonly RequestObserver[];
  /** Called with unexpected errors of writing a response. */
  readonly report: (error: unknown, requestId: string) => void;
}

export function createListener(parts: ListenerParts): RequestListener {
  const find = createEndpointFinder(parts.endpoints);
  // biome-ignore lint/style/noNonNullAssertion: the last endpoint is that of unknown addresses.
  const unknown = parts.endpoints.at(-1)!;

  async function answer(exchange: Exchange): Promise<void> {
    const { request, method, headers, address } = exchange;
    const fault = findHeadFault(request);
    exchange.closesConnection = fault !== null;
    const match = fault === null ? find(method, address.url) : null;
    if (match === null) {
      writeUnreadable(exchange, parts.unreadable(fault ?? new RefusedRequest(400)));
      return parts.unsent.watch(exchange);
    }
    const endpoint = method === 'OPTIONS' ? unknown : match.endpoint;
    exchange.route = method === 'OPTIONS' ? PREFLIGHT : (endpoint.route ?? endpoint.path);
    exchange.params = match.params;
    exchange.query = match.query;
    if (method === 'OPTIONS' && (await writePreflight(exchange, parts.baseHeaders)))
      return parts.unsent.watch(exchange);
    const base = await parts.baseHeaders.of(headers.origin);
    const response = await respond(exchange, endpoint);
    // The status counts too: an endpoint may have no code for what it refuses.
    if (response.status >= 400 || response.refusal) await exchange.usage?.chargeRefusal();
    await write(exchange, { endpoint, base, response, unsent: parts.unsent });
  }

  async function respond(exchange: Exchange, endpoint: Endpoint): Promise<HttpResponse> {
    try {
      if (endpoint.admission === 'counted') await count(exchange, parts);
      // Not even begun, so that nothing is done of which the client would not hear (A3).
      if (endpoint.admission === 'counted' && !parts.unsent.admits(exchange, SMALL_ANSWER_BYTES)) {
        throw parts.unsent.refuse(exchange);
      }
      if (endpoint.admission !== 'refused') rejectRepeatedHeaders(exchange.request);
      if (endpoint.admission === 'counted') await simulate(exchange, parts);
      return await endpoint.respond(exchange);
    } catch (error) {
      return endpoint.refuse(error, exchange);
    }
  }

  return (request, response) => {
    const exchange = new Exchange(request, response, parts.proxies);
    exchange.reportTo(parts.observers);
    answer(exchange).catch((error) => {
      parts.report(error, exchange.requestId);
      response.destroy();
    });
  };
}

/**
 * Counts a request against its holder.
 * @throws RefusedRequest with 429 when the limit is reached
 */
async function count(exchange: Exchange, { rateLimits, apiKeys }: ListenerParts): Promise<void> {
  if (rateLimits === null) return;
  const caller = await findCaller(exchange, apiKeys);
  exchange.usage = openUsage(rateLimits, caller, exchange.clientAddress);
  const refusal = await exchange.usage?.countRequest();
  if (refusal) throw refusal;
}

const SIMULATE = SIMULATE_HEADER.toLowerCase();

/**
 * Reads which case a request wants to be simulated. A request without an accepted key is refused elsewhere.
 * @throws RefusedRequest with 400 when it may not, or there is no such simulation
 */
async function simulate(exchange: Exchange, { apiKeys }: ListenerParts): Promise<void> {
  const header = headerText(exchange.headers[SIMULATE]);
  if (header === undefined) return;
  const caller = await findCaller(exchange, apiKeys);
  if (caller) exchange.simulation = readSimulation(header, caller);
}

/** The caller; null also when the key cannot be looked up now, which the endpoint reports. */
async function findCaller(exchange: Exchange, apiKeys: ApiKeys): Promise<Caller | null> {
  return Promise.resolve(identify(exchange, apiKeys)).catch(() => null);
}

/** Longest path parameter in characters: as long as all headers together may be. A longer one matches nothing. */
const MAX_PARAMETER_LENGTH = 16 * 1024;

interface Match {
  readonly endpoint: Endpoint;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** Decoded query parameters; a repeated one is a list. */
  readonly query: Readonly<Record<string, unknown>>;
}

/**
 * Returns a function that finds the endpoint of an address without a key; null: the address cannot be decoded. A slash at the end of
 * a path changes nothing (I7). There is no redirect: clients may repeat a POST without its body.
 */
export function createEndpointFinder(endpoints: readonly Endpoint[]): (method: string, url: string) => Match | null {
  const unused = () => {};
  const router = createRouter({ maxParamLength: MAX_PARAMETER_LENGTH, onBadUrl: unused, ignoreTrailingSlash: true });
  for (const endpoint of endpoints) {
    if (endpoint.methods === null) router.all(endpoint.path, unused, endpoint);
    else router.on(endpoint.methods as HTTPMethod[], endpoint.path, unused, endpoint);
  }
  return (method, url) => {
    const found = router.find(method as HTTPMethod, url);
    if (!found?.store) return null;
    return { endpoint: found.store as Endpoint, params: found.params, query: found.searchParams };
  };
}
