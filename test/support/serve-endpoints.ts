/** Endpoints behind the real listener, without an application around them. */
import type { RequestListener } from 'node:http';
import inject, { type InjectOptions, type Response } from 'light-my-request';
import pino from 'pino';
import type { Endpoint } from '../../src/http/endpoint.ts';
import type { RequestObserver } from '../../src/http/exchange.ts';
import { createListener } from '../../src/http/listener.ts';
import { BaseHeadersByOrigin } from '../../src/http/response/base-headers.ts';
import { UnsentBytes } from '../../src/http/response/unsent-bytes.ts';
import { LimitCounts } from '../../src/operations/limit-counts.ts';
import { answerToUnreadable } from '../../src/rest/endpoints.ts';
import { createOpenEndpoints, type OpenEndpoint, unknownEndpoint } from '../../src/server/pages/open-endpoint.ts';

const log = pino({ level: 'silent' });

/** Makes endpoints whose failures are not logged. */
export const open: OpenEndpoint = createOpenEndpoints(log);

export interface ServedEndpoints {
  readonly listener: RequestListener;
  inject(request: InjectOptions | string): Promise<Response>;
}

/**
 * Serves endpoints that need no key.
 * @param readerStallMs how long a reader may take nothing
 */
export function serveEndpoints(
  endpoints: readonly Endpoint[],
  observe: RequestObserver = () => {},
  readerStallMs?: number,
): ServedEndpoints {
  const nobody = { authenticateCached: () => null, authenticate: async () => null, recordUses: async () => {} };
  const listener = createListener({
    endpoints: [
      ...endpoints,
      unknownEndpoint(
        log,
        endpoints.find(({ path }) => path === '/'),
      ),
    ],
    unreadable: answerToUnreadable,
    apiKeys: nobody,
    baseHeaders: new BaseHeadersByOrigin(null),
    rateLimits: null,
    proxies: null,
    unsent: new UnsentBytes(new LimitCounts(), { stallMs: readerStallMs }),
    observers: [observe],
    report: (error) => {
      throw error;
    },
  });
  return { listener, inject: (request) => inject(listener, request) };
}
