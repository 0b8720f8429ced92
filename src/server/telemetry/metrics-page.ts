/**
 * Where metrics are read: on their own port, or on the main one by programs of this machine only (A1), and never by a page
 * of another origin.
 */
import type { RequestListener, Server } from 'node:http';
import type { Endpoint } from '../../http/endpoint.ts';
import { requestIdOf } from '../../http/exchange.ts';
import { findHeadFault } from '../../http/request/head.ts';
import { createHttpServer } from '../http-server.ts';
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
      const { contentType, text } = await metrics.text();
      const headers = { ...NO_STORE_HEADERS, 'Content-Type': contentType };
      // As a page, so that no other origin may read it: a browser of this machine shows pages from anywhere.
      return { status: 200, headers, bytes: Buffer.from(text), isPage: true };
    },
  };
}

/** A server for metrics only, not yet listening. `report` is called when they cannot be read. */
export function metricsServer(metrics: Metrics, report: (error: unknown) => void): Server {
  const listener: RequestListener = (request, response) => {
    response.setHeader('X-Request-Id', requestIdOf(request.headers));
    const refuse = (status: number, headers: Record<string, string> = {}) =>
      response.writeHead(status, { ...NO_STORE_HEADERS, ...headers }).end();
    const fault = findHeadFault(request);
    if (fault !== null) return void refuse(fault.status, { Connection: 'close' });
    if (request.url?.split('?', 1)[0] !== METRICS_PATH) return void refuse(404);
    if (request.method !== 'GET' && request.method !== 'HEAD') return void refuse(405, { Allow: 'GET, HEAD' });
    metrics.text().then(
      ({ contentType, text }) =>
        response.writeHead(200, { ...NO_STORE_HEADERS, 'Content-Type': contentType }).end(text),
      (error) => {
        report(error);
        refuse(500);
      },
    );
  };
  return createHttpServer(listener, { delaysContinue: () => false, onUnreadable: () => {} });
}
