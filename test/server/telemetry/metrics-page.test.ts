/**
 * Who may read the metrics, and what they never contain: input of any kind, in a bounded number of series; on the main
 * port for programs of the same machine only, or on their own port.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLocalRequest } from '../../../src/http/request/local-request.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { freshDatabase, putInto } from '../../support/database/fresh-database.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { readPrometheusText } from '../../support/gateway/prometheus-text.ts';
import { REQUESTS, readMetrics } from '../../support/gateway/read-metrics.ts';
import { startServing } from '../../support/gateway/run-cli.ts';
import {
  dateFromNow,
  environmentFor,
  servedCatalogue,
  servedClient,
  servedKey,
} from '../../support/gateway/served-gateway.ts';
import * as canaries from '../../support/requests/canaries.ts';

const open: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const one of open.reverse()) await one.close();
});

async function started(options: Partial<Parameters<typeof startGateway>[0]> = {}) {
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, ...options });
  open.push(gateway);
  return gateway;
}

test('names follow the conventions of Prometheus, and every metric says what it means', async () => {
  const gateway = await started();
  const { types } = await readMetrics(gateway);
  const own = [...types].filter(([name]) => name.startsWith('gateway_'));
  expect(own.length).toBeGreaterThan(10);
  for (const [name, type] of own) {
    expect(name).toMatch(/^gateway_[a-z]+(_[a-z]+)*$/);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
  }
  const documented = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const table = documented
    .match(/^\| `gateway_.* \| (?:gauge|counter|histogram) \|/gm)
    ?.flatMap((line) => line.split('|')[1]!.match(/gateway_\w+/g) ?? []);
  expect(table?.sort()).toEqual(own.map(([name]) => name).sort());
});

test('whatever clients send, the number of series is bounded, and none of them contains input', async () => {
  const gateway = await started();
  const key = await gateway.key();
  // So long that no word of the page has it by chance.
  const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnop'), minLength: 12, maxLength: 16 });
  const words: string[] = [];
  const seriesNow = async () =>
    (await readMetrics(gateway)).samples.filter(({ name }) => name.startsWith('gateway_')).length;
  const ask = async (one: string) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'accept-language': one,
      'user-agent': one,
      origin: `https://${one}.example`,
    };
    await gateway.inject({ url: `/${one}`, headers });
    await gateway.inject({ url: `/api/v1/${one}/${one}?${one}=${one}`, headers });
    await gateway.inject({ url: `/api/v2/hotels/${one}`, headers });
    await gateway.inject({ url: `/health?${one}`, headers });
    for (const query of [
      `query ${one} { viewer { today } }`,
      `{ ${one}: viewer { today } }`,
      `query ${one} { ...${one} } fragment ${one} on Query { hotels { totalCount } }`,
      `{ ${one} }`,
      one,
    ]) {
      const payload = JSON.stringify({ query, ...(query.startsWith('query') ? { operationName: one } : {}) });
      await gateway.inject({
        method: 'POST',
        url: '/graphql',
        headers: { ...headers, 'content-type': 'application/json' },
        payload,
      });
      await gateway.inject({
        url: `/graphql?query=${encodeURIComponent(query)}`,
        headers: { ...headers, accept: one },
      });
    }
  };
  await ask('warmingup');
  await ask('warmedup');
  // Scrapes are counted too, from the second one on.
  await seriesNow();
  const before = await seriesNow();
  await fc.assert(
    fc.asyncProperty(word, async (one) => {
      words.push(one);
      await ask(one);
    }),
    { numRuns: 15 },
  );
  expect(await seriesNow()).toBe(before);
  const { payload } = await gateway.inject({ url: '/metrics' });
  expect(words.filter((one) => payload.includes(one))).toEqual([]);
});

test('nothing of keys and guests is among them', async () => {
  const gateway = await started({ catalogue: servedCatalogue({ units: 50 }), today: dateFromNow(0) });
  const [owner, readOnly] = [await gateway.key(), await gateway.key({ scopes: ['read'] })];
  const stay = { arrival: dateFromNow(30), departure: dateFromNow(32) };
  for (const { method, url, headers, payload } of [
    ...canaries.restCanaries(owner, readOnly, stay),
    ...canaries.addressCanaries(owner),
    ...canaries.graphqlCanaries(owner, readOnly, stay),
  ]) {
    await gateway.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  }
  const { payload } = await gateway.inject({ url: '/metrics' });
  expect(readPrometheusText(payload).value('gateway_bookings_total')).toBeGreaterThan(0);
  expect(canaries.canariesIn(payload, owner)).toEqual([]);
});

describe('on the main port', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await started({ config: { rateLimitPerMinute: 1 } });
  });

  test.each(['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1'])(
    'a program of this machine (%s) reads them without a key and uncounted',
    async (remoteAddress) => {
      for (let time = 0; time < 3; time++) {
        const { statusCode, headers } = await gateway.inject({ url: '/metrics', remoteAddress });
        expect([statusCode, headers['ratelimit-limit']]).toEqual([200, undefined]);
      }
    },
  );

  test.each<[string, Record<string, string>]>([
    ['10.0.0.7', {}],
    ['::ffff:10.0.0.7', {}],
    ['2001:db8::1', {}],
    ['10.0.0.7', { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' }],
    ['127.0.0.1', { 'x-forwarded-for': '10.0.0.7' }],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    // A page of somebody else, whose name was rebound to this machine.
    ['127.0.0.1', { host: 'evil.example' }],
    ['127.0.0.1', { host: 'demo.example:4000' }],
    ['127.0.0.1', { host: '10.0.0.7:4000' }],
  ])('to another (%s with %j) the address is one of nothing', async (remoteAddress, headers) => {
    const nothing = await gateway.inject({ url: '/nothing', remoteAddress, headers });
    const answer = await gateway.inject({ url: '/metrics', remoteAddress, headers });
    const lasting = ({
      statusCode,
      headers: { date: _date, 'x-request-id': _id, ...reported },
      payload,
    }: typeof answer) => [statusCode, reported, payload];
    expect(lasting(answer)).toEqual(lasting(nothing));
    expect(answer.statusCode).toBe(404);
  });

  test.each([
    ...[
      'Forwarded',
      'Via',
      'X-Forwarded-For',
      'X-Forwarded-Proto',
      'X-Forwarded-Host',
      'X-Forwarded-Port',
      'X-Forwarded',
    ],
    ...['X-Forwarded-Server', 'X-Real-IP', 'CF-Connecting-IP', 'CF-Ray', 'CF-IPCountry', 'CF-Worker', 'True-Client-IP'],
    ...['Fastly-Client-IP', 'Fastly-FF', 'X-Client-IP', 'X-Cluster-Client-IP', 'CDN-Loop', 'X-Envoy-External-Address'],
    ...['X-Azure-ClientIP', 'X-Amzn-Trace-Id', 'X-Amz-Cf-Id', 'X-Original-Forwarded-For', 'Forwarded-For'],
    ...[
      'Forwarded-Proto',
      'Client-IP',
      'Proxy-Client-IP',
      'WL-Proxy-Client-IP',
      'X-ARR-LOG-ID',
      'X-ARR-SSL',
      'X-Remote-IP',
    ],
    ...[
      'Fly-Client-IP',
      'X-Vercel-Forwarded-For',
      'X-NF-Client-Connection-IP',
      'X-Appengine-User-IP',
      'DO-Connecting-IP',
    ],
    ...['X-Akamai-Edgescape', 'Incap-Client-IP', 'X-Sucuri-ClientIP', 'X-Cloud-Trace-Context', 'Tailscale-User-Login'],
    ...['X-Scheme', 'X-Request-Start', 'Proxy-Connection', 'Front-End-Https'],
  ])('a request through a proxy that adds %s is not local, whatever the value', async (name) => {
    for (const value of ['127.0.0.1', '']) {
      const answer = await gateway.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers: { [name]: value } });
      expect([value, answer.statusCode]).toEqual([value, 404]);
    }
  });

  test('an unknown address is not local', () => {
    const isLocal = (remoteAddress: string | undefined) =>
      isLocalRequest({ socket: { remoteAddress }, headers: { host: 'localhost' }, httpVersion: '1.1' } as never);
    expect(isLocal('127.0.0.1')).toBe(true);
    // A proxy that says nothing of itself, as nginx does by default.
    const ofHttp10 = { socket: { remoteAddress: '127.0.0.1' }, headers: { host: 'localhost' }, httpVersion: '1.0' };
    expect(isLocalRequest(ofHttp10 as never)).toBe(false);
    expect([undefined, '', 'localhost', '127.0.0.1.example', '1'].map(isLocal)).toEqual(Array(5).fill(false));
  });
});

test('where proxies are trusted nobody is known to be on this machine', async () => {
  const trustedProxies = { networks: ['192.0.2.0/24'], header: 'forwarded' } as const;
  const gateway = await started({ config: { trustedProxies } });
  expect((await gateway.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(404);
});

test('in demo mode, too, no page of another origin reads them', async () => {
  const gateway = await started({ demo: true });
  for (const origin of ['https://evil.example', 'http://localhost:3000', 'null']) {
    const answer = await gateway.inject({ url: '/metrics', headers: { origin } });
    const list = await gateway.inject({ url: '/api/v1/destinations', headers: { origin } });
    expect([answer, list].map(({ headers }) => headers['access-control-allow-origin'])).toEqual([undefined, '*']);
  }
});

test('METRICS_PORT moves them from the main port to a port with nothing else', async () => {
  const database = await freshDatabase();
  open.push(database);
  await putInto(database, servedCatalogue({ units: 1 }));
  const { key } = await servedKey(database);
  const server = await startServing({ ...environmentFor(database.url), METRICS_PORT: '0', LOG_LEVEL: 'info' });
  let ended: Awaited<ReturnType<typeof server.stop>> | undefined;
  try {
    const client = servedClient({ url: server.url, key });
    expect((await client.get('/api/v1/destinations')).status).toBe(200);
    expect((await client.get('/metrics')).status).toBe(404);
    const url = server.said.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'metrics').url as string;
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const reported = readPrometheusText(await answer.text());
    expect(reported.value(REQUESTS, { route: '/api/v1/destinations', status: '200' })).toBe(1);
    expect((await fetch(new URL('/graphql', url))).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  } finally {
    ended = await server.stop();
  }
  expect(ended.code).toBe(0);
});

test('a METRICS_PORT that is taken stops the start with one line that names it', async () => {
  const database = await freshDatabase();
  open.push(database);
  const { createServer } = await import('node:net');
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  await expect(startServing({ ...environmentFor(database.url), METRICS_PORT: String(port) })).rejects.toThrow(
    `METRICS_PORT ${port} on 127.0.0.1 is taken by another program`,
  );
  taken.close();
});
