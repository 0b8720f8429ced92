/**
 * Where metrics are read: on their own port, or on the main one by programs of this machine only. There the peer
 * address of the connection decides. Forwarding headers can only deny access: a request through a proxy is not local,
 * wherever the proxy runs.
 */
import { createServer, type Server } from 'node:http';
import type { Endpoint } from '../../http/endpoint.ts';
import { isLocalRequest } from '../../http/request/local-request.ts';
import { requestIdOf } from '../../http/request/request-id.ts';
import { failure, toHttpResponse } from '../../rest/rest-response.ts';
import type { OpenEndpoint } from '../pages/open-endpoint.ts';
import type { Metrics } from './metrics.ts';

export const METRICS_PATH = '/metrics';
const NO_STORE_HEADERS = { 'Cache-Control': 'no-store' };

/** `/metrics` for programs of this machine; 404 for everyone else. */
export function metricsEndpoint(open: OpenEndpoint, metrics: Metrics): Endpoint {
  return open(METRICS_PATH, async ({ request, headers }) => {
    if (!isLocalRequest(request.socket.remoteAddress, headers)) return toHttpResponse(failure(404));
    const { contentType, text } = await metrics.text();
    return { status: 200, headers: { ...NO_STORE_HEADERS, 'Content-Type': contentType }, bytes: Buffer.from(text) };
  });
}

/** A server for metrics only, not yet listening. `report` is called when they cannot be read. */
export function metricsServer(metrics: Metrics, report: (error: unknown) => void): Server {
  return createServer({ requestTimeout: 9_000, headersTimeout: 9_000 }, (request, response) => {
    response.setHeader('X-Request-Id', requestIdOf(request.headers));
    const refuse = (status: number, headers: Record<string, string> = {}) =>
      response.writeHead(status, { ...NO_STORE_HEADERS, ...headers }).end();
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
  });
}
