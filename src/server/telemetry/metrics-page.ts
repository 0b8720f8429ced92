/**
 * Where metrics are read: on their own port, or on the main one by programs of this machine only. There the peer
 * address of the connection decides. Forwarding headers can only deny access: a request through a proxy is not local,
 * wherever the proxy runs.
 */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Endpoint } from '../../http/endpoint.ts';
import { requestIdOf } from '../../http/request/request-id.ts';
import { failure, toHttpResponse } from '../../rest/rest-response.ts';
import type { OpenEndpoint } from '../pages/open-endpoint.ts';
import type { Metrics } from './metrics.ts';

export const METRICS_PATH = '/metrics';
const NO_STORE_HEADERS = { 'Cache-Control': 'no-store' };

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Headers that proxies, load balancers and CDNs add: whole names, and prefixes. */
const FORWARDING: ReadonlySet<string> = new Set([
  ...['forwarded', 'via', 'cdn-loop', 'true-client-ip', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip'],
  ...['x-amzn-trace-id', 'x-amz-cf-id', 'x-host', 'x-original-host', 'x-original-url', 'x-rewrite-url'],
]);
const FORWARDING_FAMILIES = ['x-forwarded', 'x-original-forwarded', 'x-envoy-', 'x-azure-', 'cf-', 'fastly-'];

/** Whether a request comes from a program of this machine. `address` is the peer address of its connection. */
export function isLocalRequest(address: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (Object.keys(headers).some(isForwarding)) return false;
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  return version !== 0 && loopback.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

function isForwarding(name: string): boolean {
  return FORWARDING.has(name) || FORWARDING_FAMILIES.some((family) => name.startsWith(family));
}

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
