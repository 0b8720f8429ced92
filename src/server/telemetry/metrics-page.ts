/**
 * Where metrics are read: on their own port, or on the main one by programs of this machine only (A1), and never by a page
 * of another origin.
 */
import type { Server } from 'node:http';
import type { Endpoint } from '../../http/endpoint.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import { failure, methodNotAllowed, toHttpResponse } from '../../rest/rest-response.ts';
import type { Guards } from '../guards.ts';
import { createSmallServer } from '../small-server.ts';
import type { Metrics } from './metrics.ts';

const METRICS_PATH = '/metrics';
const NO_STORE_HEADERS = { 'Cache-Control': 'no-store' };

/** `/metrics` for programs of this machine; for everyone else an address like any other `unknown` one. */
export function metricsEndpoint({ route: _, ...unknown }: Endpoint, metrics: Metrics): Endpoint {
  return {
    ...unknown,
    methods: ['GET', 'HEAD'],
    path: METRICS_PATH,
    async respond(exchange) {
      if (!exchange.isFromThisMachine) return unknown.respond(exchange);
      // As a page, so that no other origin may read it: a browser of this machine shows pages from anywhere.
      return { ...(await shownMetrics(metrics)), isPage: true };
    },
  };
}

async function shownMetrics(metrics: Metrics): Promise<HttpResponse> {
  const { contentType, text } = await metrics.text();
  return { status: 200, headers: { ...NO_STORE_HEADERS, 'Content-Type': contentType }, bytes: Buffer.from(text) };
}

/** A server for metrics only, not yet listening. `report` is called when they cannot be read. */
export function metricsServer(
  metrics: Metrics,
  { guards, report }: { guards: Guards; report: (error: unknown) => void },
): Server {
  return createSmallServer(
    ({ method }, path) => {
      if (path !== METRICS_PATH) return toHttpResponse(failure(404));
      if (method !== 'GET' && method !== 'HEAD') return toHttpResponse(methodNotAllowed(['GET', 'HEAD']));
      return shownMetrics(metrics).catch((error) => {
        report(error);
        return toHttpResponse(failure(500));
      });
    },
    { guards, delaysContinue: false },
  );
}
