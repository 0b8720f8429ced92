/**
 * Headers of every response: who may read it (CORS), and what browsers must not do with it. An API response is pure
 * data: nothing in it may load, run or be framed. The headers depend on the request's origin alone, so the middleware
 * that computes them runs once per origin and its result is cached.
 */
import { IncomingMessage, type OutgoingHttpHeader, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors, { type CorsOptions } from 'cors';
import helmet from 'helmet';
import { LRUCache } from 'lru-cache';
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';

export interface BaseHeaders {
  /** Names and values, alternating. */
  readonly fields: readonly string[];
  /** The same for pages, which no other origin may read. */
  readonly pageFields: readonly string[];
  /** The request headers that they depend on. */
  readonly vary: readonly string[];
}

/** For responses to unreadable requests. */
export const HEADERS_OF_UNREADABLE = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/** A bound, because callers may send any origin. */
const CACHED_ORIGINS = 100;

const secure = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  strictTransportSecurity: true,
  xContentTypeOptions: true,
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  // Useless for data, or only for obsolete browsers.
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** As long as Chromium keeps the answer to a preflight request at most. */
const PREFLIGHT_SECONDS = 2 * 60 * 60;

/** What pages of other origins may send and read (F11). */
const CORS: CorsOptions = {
  methods: 'GET, HEAD, POST',
  allowedHeaders: [
    ...['Accept-Language', 'Apollo-Require-Preflight', 'Authorization', 'baggage', 'Content-Type', 'Gateway-Simulate'],
    ...['Idempotency-Key', 'If-None-Match', 'sentry-trace', 'traceparent', 'tracestate', 'X-Request-Id'],
  ].join(', '),
  exposedHeaders: [
    ...['Content-Language', 'ETag', 'RateLimit', 'RateLimit-Limit', 'RateLimit-Policy', 'RateLimit-Remaining'],
    ...['RateLimit-Reset', 'Retry-After', 'X-Request-Id', 'X-Service-Amenities-Version', 'X-Total-Count'],
  ].join(', '),
  maxAge: PREFLIGHT_SECONDS,
};

/** The origins whose pages may read responses: all, a list, or null for none. */
export type AllowedOrigins = '*' | readonly string[] | null;

export class BaseHeadersByOrigin {
  readonly #allowed: () => MaybePromise<AllowedOrigins>;
  /** Whether the allowed origins change at run time, so that responses must vary by origin. */
  readonly #isDynamic: boolean;
  readonly #cached = new LRUCache<string, BaseHeaders>({ max: CACHED_ORIGINS });

  constructor(allowed: AllowedOrigins | (() => MaybePromise<AllowedOrigins>)) {
    this.#isDynamic = typeof allowed === 'function';
    this.#allowed = typeof allowed === 'function' ? allowed : () => allowed;
  }

  /** The headers of a response to an origin. Synchronous unless the allowed origins have to be looked up. */
  of(origin = ''): MaybePromise<BaseHeaders> {
    return chain(this.#allowed(), (allowed) => {
      const key = `${allowed === null ? '-' : '+'}${origin}`;
      const cached = this.#cached.get(key);
      if (cached) return cached;
      const prepared = this.#prepare(origin, allowed);
      this.#cached.set(key, prepared);
      return prepared;
    });
  }

  /** The headers of a preflight response; null: no origin is allowed. */
  preflight(origin: string | undefined): MaybePromise<readonly string[] | null> {
    return chain(this.#allowed(), (allowed) =>
      allowed === null ? null : listFields(this.#respondTo('OPTIONS', origin, allowed)),
    );
  }

  #prepare(origin: string, allowed: AllowedOrigins): BaseHeaders {
    const response = this.#respondTo('GET', origin === '' ? undefined : origin, allowed);
    const vary = response.getHeader('vary');
    response.removeHeader('vary');
    const fields = listFields(response);
    response.removeHeader('access-control-allow-origin');
    response.removeHeader('access-control-expose-headers');
    return { fields, pageFields: listFields(response), vary: vary === undefined ? [] : [String(vary)] };
  }

  /** A response without a connection, with the headers that the middleware sets. */
  #respondTo(method: string, origin: string | undefined, allowed: AllowedOrigins): ServerResponse {
    const request = new IncomingMessage(new Socket());
    request.method = method;
    if (origin !== undefined) request.headers.origin = origin;
    const response = new ServerResponse(request);
    const failed = (error?: unknown) => {
      if (error) throw error;
    };
    secure(request, response, failed);
    if (this.#isDynamic) response.setHeader('Vary', 'Origin');
    if (allowed !== null)
      cors({ ...CORS, origin: typeof allowed === 'string' ? allowed : [...allowed] })(request, response, failed);
    return response;
  }
}

/** Names and values, alternating. */
function listFields(response: ServerResponse): string[] {
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value as OutgoingHttpHeader)]);
}
