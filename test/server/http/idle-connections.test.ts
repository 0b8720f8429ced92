/** Connections that ask nothing (A3): they are closed though their clients neither read nor close, and an address has few. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  limitConnections,
  MAX_PIPELINED_REQUESTS,
  REQUEST_TIMEOUT_MS,
  requestTimeouts,
} from '../../../src/server/connections.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { connectIdle, connectionsOf, graphqlRequest, type IdleClient } from '../../support/requests/idle-client.ts';
import { until } from '../../support/requests/until.ts';

let clients: IdleClient[] = [];
let close: () => unknown = () => {};
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  clients = [];
  await close();
  close = () => {};
});

async function connectTo(url: string, text = ''): Promise<IdleClient> {
  const client = await connectIdle(url, text);
  clients.push(client);
  return client;
}

test('26.9 (A3): 100 connections that never send a byte, or not a whole head or body, are closed though their clients neither read nor close', async () => {
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, requestTimeoutMs: 500 });
  close = () => gateway.close();
  const url = await gateway.listen();
  const key = await gateway.key();
  const request = graphqlRequest(key, '{ viewer { today } }');
  const parts = [
    '',
    'GET /health HT',
    'GET /health HTTP/1.1\r\nHost: gateway\r\n',
    request.slice(0, -1),
    'nonsense\r\n\r\n',
  ];
  const opened = Array.from({ length: 100 }, (_, index) => connectTo(url, parts[index % parts.length]));
  await Promise.all(opened);
  await until(
    () => connectionsOf(gateway.server),
    (count) => count === 0,
  );
  const received = await Promise.all(clients.slice(0, parts.length).map((client) => client.read()));
  expect(received.map((text) => text.slice(0, 12))).toEqual(['', ...Array(3).fill('HTTP/1.1 408'), 'HTTP/1.1 400']);
});

test('32 requests at once on a connection are answered; one more closes it, and what came with it is not begun', async () => {
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config: { rateLimitPerMinute: 600 } });
  close = () => gateway.close();
  const url = await gateway.listen();
  const key = await gateway.key();
  const request = `GET /api/v1/destinations HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const last = request.replace('Host:', 'Connection: close\r\nHost:');
  const answered = await connectTo(url, request.repeat(MAX_PIPELINED_REQUESTS - 1) + last);
  expect((await answered.read()).match(/HTTP\/1\.1 200 /g)).toHaveLength(MAX_PIPELINED_REQUESTS);
  let parsed = 0;
  gateway.server.on('request', () => parsed++);
  const closed = await connectTo(url, request.repeat(300));
  expect(await closed.read()).toBe('');
  expect(parsed).toBe(MAX_PIPELINED_REQUESTS + 1);
  expect(Object.fromEntries(gateway.services.limits.entries())).toMatchObject({ connections: 1 });
  const { headers } = await gateway.inject({
    url: '/api/v1/destinations',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(headers['ratelimit-remaining']).toBe(String(600 - MAX_PIPELINED_REQUESTS - 2));
});

test('a connection between requests stays open, whatever the time of a request', async () => {
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, requestTimeoutMs: 500 });
  close = () => gateway.close();
  const url = await gateway.listen();
  const kept = await connectTo(url, 'GET /health HTTP/1.1\r\nHost: gateway\r\n\r\n');
  const silent = await connectTo(url);
  await once(kept.socket.resume(), 'data');
  await silent.read();
  expect(await connectionsOf(gateway.server)).toBe(1);
  expect(gateway.server.keepAliveTimeout).toBe(72_000);
});

test('a connection that was idle for long is closed, but not with a request in it that a busy loop has not read', async () => {
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  close = () => gateway.close();
  const url = await gateway.listen();
  gateway.server.keepAliveTimeout = 1_000;
  const request = 'GET /health HTTP/1.1\r\nHost: gateway\r\n\r\n';
  const [idle, asking] = [await connectTo(url, request), await connectTo(url, request)];
  const answers = Promise.all([idle.read(), asking.read()]);
  await Promise.all([idle, asking].map(({ socket }) => once(socket, 'data')));
  asking.socket.write(request);
  // The request is in the kernel now, and the timers of both are due before it is read.
  for (const until = performance.now() + 3_000; performance.now() < until; );
  const counts = (await answers).map((text) => text.match(/HTTP\/1\.1 200 /g)?.length);
  expect(counts).toEqual([1, 2]);
});

test('a client has 10 s to send a request, with the interval in which Node looks', () => {
  const { requestTimeout, headersTimeout, connectionsCheckingInterval } = requestTimeouts();
  expect([requestTimeout + connectionsCheckingInterval, headersTimeout]).toEqual([REQUEST_TIMEOUT_MS, requestTimeout]);
  expect(REQUEST_TIMEOUT_MS).toBe(10_000);
});

describe('26.9 (A3): an address has so many connections', () => {
  let server: Server;
  let url: string;
  let refused: number;

  async function serve(perAddress: number, isExempt: (address: string) => boolean): Promise<void> {
    refused = 0;
    server = createServer((_, response) => response.end());
    limitConnections(server, { perAddress, isExempt, onRefused: () => refused++ });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () => {
      server.closeAllConnections();
      server.close();
    };
  }

  const openThree = () => Promise.all([1, 2, 3].map(() => connectTo(url)));

  test('at most; one more is closed at once, and has its place when another ends', async () => {
    await serve(2, () => false);
    await openThree();
    await until(
      async () => refused,
      (count) => count === 1,
    );
    expect(await connectionsOf(server)).toBe(2);
    const ended = await Promise.race(clients.map((client) => client.read().then(() => client)));
    const other = clients.find((client) => client !== ended)!;
    other.socket.destroy();
    await until(
      () => connectionsOf(server),
      (count) => count === 1,
    );
    const next = await connectTo(url, 'GET / HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\r\n');
    expect(await next.read()).toMatch(/^HTTP\/1\.1 200 /);
    expect(refused).toBe(1);
  });

  test.each<[string, number, boolean]>([
    ['is exempt', 2, true],
    ['has no limit', 0, false],
  ])('any number when it %s', async (_, perAddress, exempt) => {
    await serve(perAddress, () => exempt);
    await openThree();
    await until(
      () => connectionsOf(server),
      (count) => count === 3,
    );
    expect(refused).toBe(0);
  });
});
