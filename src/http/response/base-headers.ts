/**
 * Headers of every response: who may read it (CORS), and what browsers must not do with it. An API response is pure
 * data: nothing in it may load, run or be framed. The headers depend on the request's origin alone.
 */
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';

export interface BaseHeaders {
  /** Names and values, alternating. */
  readonly fields: readonly string[];
  /** Names and values for pages, which no other origin may read. */
  readonly pageFields: readonly string[];
  /** The request headers that they depend on. */
  readonly vary: readonly string[];
}

const SECURITY = {
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/** For responses to unreadable requests. */
export const HEADERS_OF_UNREADABLE = { 'Cache-Control': 'no-store', ...SECURITY } as const;

/** What a browser keeps to wherever the response is read. */
const PAGE_FIELDS = toFields({
  ...SECURITY,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
});

/** What pages of other origins may read (F11). */
const EXPOSED_FIELDS = toFields({
  'Access-Control-Expose-Headers': [
    ...['Content-Language', 'ETag', 'RateLimit', 'RateLimit-Limit', 'RateLimit-Policy', 'RateLimit-Remaining'],
    ...['RateLimit-Reset', 'Retry-After', 'X-Request-Id', 'X-Service-Amenities-Version', 'X-Total-Count'],
  ].join(', '),
});

/** What pages of other origins may send (F11). */
const PREFLIGHT_FIELDS = toFields({
  'Access-Control-Allow-Methods': 'GET, HEAD, POST',
  'Access-Control-Allow-Headers': [
    ...['Accept-Language', 'Apollo-Require-Preflight', 'Authorization', 'baggage', 'Content-Type', 'Gateway-Simulate'],
    ...['Idempotency-Key', 'If-None-Match', 'Mcp-Method', 'Mcp-Name', 'MCP-Protocol-Version', 'sentry-trace'],
    ...['traceparent', 'tracestate', 'X-Request-Id'],
  ].join(', '),
  // As long as Chromium keeps the answer to a preflight request at most: two hours.
  'Access-Control-Max-Age': '7200',
  'Content-Length': '0',
});

/** The origins whose pages may read responses: all, a list, or null for none. */
export type AllowedOrigins = '*' | readonly string[] | null;

export class BaseHeadersByOrigin {
  readonly #allowed: () => MaybePromise<AllowedOrigins>;
  /** Whether the allowed origins change at run time, so that responses must vary by origin. */
  readonly #isDynamic: boolean;

  constructor(allowed: AllowedOrigins | (() => MaybePromise<AllowedOrigins>)) {
    this.#isDynamic = typeof allowed === 'function';
    this.#allowed = typeof allowed === 'function' ? allowed : () => allowed;
  }

  /** The headers of a response to an origin. Synchronous unless the allowed origins have to be looked up. */
  of(origin = ''): MaybePromise<BaseHeaders> {
    return chain(this.#allowed(), (allowed) => this.#headersOf(origin, allowed));
  }

  /** The headers of a preflight response; null: no origin is allowed. */
  preflight(origin = ''): MaybePromise<readonly string[] | null> {
    return chain(this.#allowed(), (allowed) => {
      if (allowed === null) return null;
      const { fields, vary } = this.#headersOf(origin, allowed);
      return [...fields, ...PREFLIGHT_FIELDS, ...vary.flatMap((name) => ['vary', name])];
    });
  }

  /** Whether pages of an origin may read responses. */
  allows(origin: string): MaybePromise<boolean> {
    return chain(this.#allowed(), (allowed) => allowed === '*' || allowed?.includes(origin) === true);
  }

  #headersOf(origin: string, allowed: AllowedOrigins): BaseHeaders {
    const reader = allowed === '*' ? '*' : allowed?.includes(origin) ? origin : null;
    const varies = this.#isDynamic || (Array.isArray(allowed) && allowed.length > 0);
    return {
      fields:
        reader === null ? PAGE_FIELDS : [...PAGE_FIELDS, 'access-control-allow-origin', reader, ...EXPOSED_FIELDS],
      pageFields: PAGE_FIELDS,
      vary: varies ? ['Origin'] : [],
    };
  }
}

/** Names in lower case and values, alternating. */
function toFields(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name.toLowerCase(), value]);
}
