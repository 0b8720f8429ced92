/**
 * Where metrics are read: on a port of their own, or on the main one by programs of this machine alone. There the address
 * that a connection comes from counts; what a proxy says of it cannot open anything, and a request that came through one is
 * not of this machine, wherever the proxy runs.
 */
import { createServer } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { failure } from '../rest/answer.js';
import { send } from '../rest/plugin.js';
export const METRICS_PATH = '/metrics';
const NOT_KEPT = { 'Cache-Control': 'no-store' };
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
/** What proxies add to requests. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
/** Whether a request comes from a program of this machine. `address` is the one that its connection comes from. */
export function isOfThisMachine(address, headers) {
    if (FORWARDED.some((name) => headers[name] !== undefined))
        return false;
    const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
    const version = isIP(plain);
    return version !== 0 && loopback.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}
/** Registers `/metrics` for programs of this machine; to all others there is nothing at the address. */
export function registerMetrics(fastify, metrics) {
    fastify.get(METRICS_PATH, async (request, reply) => {
        if (!isOfThisMachine(request.socket.remoteAddress, request.headers))
            return send(reply, failure(404));
        const { contentType, text } = await metrics.text();
        return reply.headers({ ...NOT_KEPT, 'Content-Type': contentType }).send(text);
    });
}
/** A server that has the metrics and nothing else; it does not listen yet. `report` is told when they cannot be read. */
export function metricsServer(metrics, report) {
    return createServer({ requestTimeout: 9_000, headersTimeout: 9_000 }, (request, response) => {
        const refuse = (status, headers = {}) => response.writeHead(status, { ...NOT_KEPT, ...headers }).end();
        if (request.url?.split('?', 1)[0] !== METRICS_PATH)
            return void refuse(404);
        if (request.method !== 'GET' && request.method !== 'HEAD')
            return void refuse(405, { Allow: 'GET, HEAD' });
        metrics.text().then(({ contentType, text }) => response.writeHead(200, { ...NOT_KEPT, 'Content-Type': contentType }).end(text), (error) => {
            report(error);
            refuse(500);
        });
    });
}
//# sourceMappingURL=metrics-page.js.map