/**
 * Every port of a process has the guards of the main one (A1, A3): that of the metrics, and the main one while the database is migrated.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { LimitCounts } from '../../src/operations/limit-counts.ts';
import { createGuards, type Guards } from '../../src/server/guards.ts';
import { createStartingServer } from '../../src/server/process/starting-server.ts';
import type { Metrics } from '../../src/server/telemetry/metrics.ts';
import { metricsServer } from '../../src/server/telemetry/metrics-page.ts';
import { connectIdle, connectionsOf, type IdleClient } from '../support/requests/idle-client.ts';
import { until } from '../support/requests/until.ts';

/** More than the operating system takes of a connection that nobody reads. */
const LARGE = 'x'.repeat(30_000_000);

let server: Server;
let limits: LimitCounts;
let clients: IdleClient[] = [];
afterEach(() => {
  for (const { socket } of clients) socket.destroy();
  clients = [];
  server.closeAllConnections();
  server.close();
});

const metricsOf = (text: string) => (guards: Guards) =>
  metricsServer({ text: async () => ({ contentType: 'text/plain', text }) } as Metrics, { guards, report: () => {} });

async function serve(create: (guards: Guards) => Server, { perAddress = 256, readerStallMs = 10_000 } = {}) {
  limits = new LimitCounts();
  const trustedProxies = { networks: [], header: 'x-forwarded-for' } as const;
  const guards = createGuards({ trustedProxies, connectionsPerAddress: perAddress }, { limits, readerStallMs });
  // The clients of the test come from this machine.
  server = create({ ...guards, connections: { ...guards.connections, isExempt: () => false } });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function connectTo(url: string, text = ''): Promise<IdleClient> {
  const client = await connectIdle(url, text);
  clients.push(client);
  return client;
}

const counted = () => Object.fromEntries(limits.entries());
const get = (path: string, ...lines: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: gateway', ...lines].join('\r\n')}\r\n\r\n`;

describe.each([
  ['of the metrics', metricsOf('gateway_up 1'), '/metrics'],
  ['of a process that migrates its database', createStartingServer, '/health'],
])('the port %s', (_, create, path) => {
  test('answers', async () => {
    const answer = await fetch(`${await serve(create)}${path}`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.headers.get('x-request-id')).toMatch(/^req-/);
  });

  test('answers the same with one slash at the end of the path, and with a query (I7)', async () => {
    const url = await serve(create);
    for (const end of ['/', '/?a=/', '?a=/']) expect((await fetch(`${url}${path}${end}`)).status).toBe(200);
    expect((await fetch(`${url}${path}//`)).status).not.toBe(200);
  });

  test('has so many connections of an address', async () => {
    const url = await serve(create, { perAddress: 2 });
    for (let count = 0; count < 3; count++) await connectTo(url);
    await until(
      async () => counted().connections,
      (count) => count === 1,
    );
    expect(await connectionsOf(server)).toBe(2);
  });

  test('refuses more than 100 lines of headers, and a Host that is none, and closes the connection', async () => {
    const url = await serve(create);
    const many = await connectTo(url, get(path, ...Array.from({ length: 100 }, (_, line) => `X-${line}: 1`)));
    expect(await many.read()).toMatch(/^HTTP\/1\.1 431 .+"success":false/s);
    const strange = await connectTo(url, get(path).replace('gateway', 'a b'));
    expect(await strange.read()).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('closes a connection on which more requests come at once than may wait', async () => {
    const flood = await connectTo(await serve(create), get(path).repeat(300));
    await flood.read();
    await until(
      () => connectionsOf(server),
      (count) => count === 0,
    );
  });
});

test('a client that asks for metrics and reads nothing is disconnected, also one that goes on asking', async () => {
  const url = await serve(metricsOf(LARGE), { readerStallMs: 500 });
  await connectTo(url, get('/metrics'));
  const asking = await connectTo(url, get('/metrics').repeat(3));
  const timer = setInterval(() => asking.socket.write('G'), 100);
  await until(
    () => connectionsOf(server),
    (count) => count === 0,
  );
  clearInterval(timer);
  expect(counted().unsent_bytes).toBe(2);
});

test('26.9 (A3): this machine and trusted proxies may have any number of connections, and nobody else', () => {
  const areExempt = (networks: string[], addresses: readonly string[]) => {
    const config = { trustedProxies: { networks, header: 'x-forwarded-for' }, connectionsPerAddress: 256 } as const;
    const { isExempt, perAddress } = createGuards(config, { limits: new LimitCounts() }).connections;
    expect(perAddress).toBe(256);
    return addresses.map((address) => isExempt(address));
  };
  const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
  const proxies = ['192.0.2.7', '::ffff:192.0.2.7'];
  const others = ['198.51.100.1', '::ffff:198.51.100.1', '2001:db8::1', ''];
  const all = [...local, ...proxies, ...others];
  expect(areExempt(['192.0.2.0/24'], all)).toEqual(all.map((address) => !others.includes(address)));
  expect(areExempt([], all)).toEqual(all.map((address) => local.includes(address)));
});

/** A request with a body in so many chunks. */
const inChunks = (path: string, chunks: number) =>
  `${get(path, 'Transfer-Encoding: chunked')}${'1\r\nx\r\n'.repeat(chunks)}0\r\n\r\n`;

test('A2: who sends a body to the port of the metrics in too many chunks is disconnected, and others are not', async () => {
  const url = await serve(metricsOf('gateway_up 1'));
  const answersWith = async (chunks: number) => {
    const client = await connectTo(url, inChunks('/metrics', chunks) + get('/metrics', 'Connection: close'));
    return (await client.read()).match(/HTTP\/1\.1 200 /g)?.length ?? 0;
  };
  expect(await answersWith(1_000)).toBe(2);
  expect(await answersWith(100_000)).toBeLessThan(2);
});

test('A2: so it is while the database is migrated, when a body is read before it is answered', async () => {
  const url = await serve(createStartingServer);
  expect(await (await connectTo(url, inChunks('/graphql', 1_000))).read()).toMatch(/^HTTP\/1\.1 503 /);
  expect(await (await connectTo(url, inChunks('/graphql', 100_000))).read()).toBe('');
});

test('while the database is migrated, a client that waits for 100 Continue gets 503 in its place (U9)', async () => {
  const waiting = get('/api/v1/booking', 'Content-Length: 10', 'Expect: 100-continue').replace('GET', 'POST');
  const client = await connectTo(await serve(createStartingServer), waiting);
  expect(await client.read()).toMatch(/^HTTP\/1\.1 503 .+^Retry-After: /ims);
});
