/**
 * Traces: what a real process sends to a collector, and that nothing depends on it. They contain no keys, guests or
 * values; a collector that is away or silent costs spans only; without one the libraries are not even loaded.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/data/keys/api-keys.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { type FreshDatabase, freshDatabase, putInto } from '../../support/database/fresh-database.ts';
import { freePort } from '../../support/gateway/free-port.ts';
import { type Serving, startServing } from '../../support/gateway/run-cli.ts';
import {
  dateFromNow,
  environmentFor,
  nightBody,
  PEPPER,
  servedCatalogue,
  servedClient,
  servedKey,
} from '../../support/gateway/served-gateway.ts';
import { startCollector, type TraceCollector, treeOf } from '../../support/gateway/trace-collector.ts';
import * as canaries from '../../support/requests/canaries.ts';
import { until } from '../../support/requests/until.ts';
import { startReceiver } from '../../support/webhooks/receiver.ts';

let database: FreshDatabase;
let key: string;
const collectors: TraceCollector[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  await putInto(database, servedCatalogue({ units: 50 }));
  ({ key } = await servedKey(database));
});
afterAll(async () => {
  for (const one of collectors) await one.close();
  await database?.close();
});

async function collector(options?: Parameters<typeof startCollector>[0]) {
  const one = await startCollector(options);
  collectors.push(one);
  return one;
}

const serve = (env: Record<string, string>) =>
  startServing({ ...environmentFor(database.url), LOG_LEVEL: 'info', OTEL_BSP_SCHEDULE_DELAY: '20', ...env });

/** The trace of a caller, and its header. */
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

describe('a process with a collector', () => {
  let sent: TraceCollector;
  let server: Serving;
  let stopped = false;
  beforeAll(async () => {
    sent = await collector();
    server = await serve({
      OTEL_EXPORTER_OTLP_ENDPOINT: sent.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=spa',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    });
  });
  afterAll(async () => {
    if (!stopped) await server?.stop();
  });

  const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(`${server.url}${path}`, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });
  const graphql = (query: string, more: { variables?: object; traceparent?: string } = {}) =>
    ask('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(more.traceparent ? { traceparent: more.traceparent } : {}),
      },
      body: JSON.stringify({ query, variables: more.variables }),
    });
  /** The tree of the only trace with a span of that name, once it is complete. */
  async function traceWith(name: string, attributes: Record<string, unknown> = {}) {
    const root = await until(
      async () =>
        sent
          .spans()
          .find(
            (span) => span.name === name && Object.entries(attributes).every(([at, is]) => span.attributes[at] === is),
          ),
      (span) => span !== undefined,
    );
    return { root: root!, tree: treeOf(sent.spans(), root!.traceId) };
  }

  test('sends a GraphQL request as request, operation and queries, one below the other', async () => {
    expect((await graphql('query FirstHotels { hotels(first: 2) { nodes { name roomTypes { code } } } }')).status).toBe(
      200,
    );
    const { root, tree } = await traceWith('POST /graphql', { 'gateway.answer.operation': 'hotels' });
    expect(tree[0]).toBe('POST /graphql');
    const operation = tree.indexOf('  query FirstHotels');
    expect(operation).toBeGreaterThan(0);
    expect(tree.slice(operation + 1).some((line) => /^ {4}prisma:client:operation/.test(line))).toBe(true);
    expect(tree.some((line) => /^ {6,}prisma:client:db_query/.test(line))).toBe(true);
    expect(root).toMatchObject({ kind: 2, parentSpanId: null, isError: false });
    expect(root.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/graphql',
      'http.response.status_code': 200,
      'url.path': '/graphql',
      'gateway.answer.outcome': 'computed',
    });
    const executed = sent.spans().find(({ name }) => name === 'query FirstHotels');
    expect(executed?.attributes).toEqual({
      'graphql.operation.type': 'query',
      'graphql.operation.name': 'FirstHotels',
    });
  });

  test('sends a REST request with its stored document, under the pattern of its route', async () => {
    expect((await ask('/api/v2/hotels/1?expand=amenityLabels')).status).toBe(200);
    const { root, tree } = await traceWith('GET /api/v2/hotels/:hotelId');
    expect(tree.some((line) => /^ {2}query \w+$/.test(line))).toBe(true);
    expect(root.attributes).toMatchObject({ 'http.route': '/api/v2/hotels/:hotelId', 'url.path': '/api/v2/hotels/1' });
    expect((await ask('/api/v2/hotels/Kanarikova')).status).toBe(400);
    const { root: other } = await traceWith('GET /api/v2/hotels/:hotelId', { 'http.response.status_code': 400 });
    expect(other.attributes).not.toHaveProperty(['url.path']);
  });

  test('sends a booking with its transaction and the statements of it, without their values', async () => {
    const booked = await ask('/api/v1/booking', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'traced' },
      body: JSON.stringify(nightBody(3)),
    });
    expect(booked.status).toBe(201);
    const { root, tree } = await traceWith('POST /api/v1/booking', { 'http.response.status_code': 201 });
    expect(root.attributes['gateway.booking.outcome']).toBe('CREATED');
    const from = tree.indexOf('    transaction');
    expect(tree[from - 1]).toBe('  mutation Book');
    const statements = tree.slice(from + 1).filter((line) => line.startsWith('      '));
    expect(statements.map((line) => line.trim())).toEqual(
      expect.arrayContaining(['SELECT stay_hold', expect.stringMatching(/^INSERT /)]),
    );
    const written = sent
      .spans()
      .filter(({ attributes }) => String(attributes['db.query.text']).includes('inventory_night'));
    expect(written.length).toBeGreaterThan(0);
    expect(written.every(({ attributes }) => /\$1/.test(String(attributes['db.query.text'])))).toBe(true);
  });

  test('continues the trace of its caller, logs its id, and covers compiled and cached answers', async () => {
    const query = 'query Again($first: Int) { destinations { number } hotels(first: $first) { totalCount } }';
    for (let time = 0; time < 14; time++) await graphql(query, { variables: { first: time + 1 } });
    await graphql(query, { variables: { first: 50 }, traceparent: `00-${TRACE}-${PARENT}-01` });
    await graphql(query, { variables: { first: 50 }, traceparent: `00-${TRACE}-${PARENT}-01` });
    const own = await until(
      async () => sent.spans().filter(({ traceId }) => traceId === TRACE),
      (spans) => spans.filter(({ name }) => name === 'POST /graphql').length === 2,
    );
    const requests = own.filter(({ name }) => name === 'POST /graphql');
    expect(requests.map(({ parentSpanId }) => parentSpanId)).toEqual([PARENT, PARENT]);
    expect(requests.map(({ attributes }) => attributes['gateway.answer.outcome']).sort()).toEqual([
      'computed',
      'stored',
    ]);
    expect(treeOf(own, TRACE).filter((line) => line === '  query Again')).toHaveLength(1);
    // A process may log a request after its answer has arrived.
    await until(
      async () => server.said.map((line) => JSON.parse(line) as Record<string, unknown>),
      (lines) => lines.filter(({ msg, traceId }) => msg === 'request' && traceId === TRACE).length === 2,
    );
  });

  test('sends nothing of a request that its caller does not sample', async () => {
    const quiet = '1bf7651916cd43dd8448eb211c80319d';
    await graphql('query Quiet { viewer { today } }', { traceparent: `00-${quiet}-${PARENT}-00` });
    await graphql('query Loud { viewer { today keyPrefix } }');
    await traceWith('query Loud');
    expect(sent.spans().filter(({ traceId, name }) => traceId === quiet || name === 'query Quiet')).toEqual([]);
  });

  test('names its resource, and sends the configured headers', async () => {
    expect(sent.resource()).toMatchObject({
      'service.name': 'spa-stay-gateway',
      'service.version': expect.stringMatching(/^\d/),
      'deployment.environment.name': 'test',
    });
    expect(sent.received()).toContain('POST /v1/traces');
    expect(sent.received()).toContain('"x-tenant":"spa"');
  });

  test('has no traces of its own questions to the database', async () => {
    // The end of a request may be sent a batch after what happened in it.
    await until(
      async () => {
        const spans = sent.spans();
        const ids = new Set(spans.map(({ spanId }) => spanId));
        return spans.filter(
          ({ parentSpanId, kind }) => (parentSpanId === null || !ids.has(parentSpanId)) && kind !== 2,
        );
      },
      (orphans) => orphans.length === 0,
    );
  });

  test('sends nothing of keys, guests and values, and all that is left before it ends', async () => {
    const stay = { arrival: dateFromNow(30), departure: dateFromNow(32) };
    const { key: readOnly } = await servedKey(database);
    for (const { method, url, headers, payload } of [
      ...canaries.restCanaries(key, readOnly, stay),
      ...canaries.addressCanaries(key),
      ...canaries.graphqlCanaries(key, readOnly, stay),
    ]) {
      await fetch(`${server.url}${url}`, { method, headers, ...(payload === undefined ? {} : { body: payload }) });
    }
    await graphql(`query ${key} { viewer { today } }`);
    await graphql('query TheLast { viewer { today } }');
    stopped = true;
    expect((await server.stop()).code).toBe(0);
    const names = sent.spans().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['query TheLast', 'POST /api/v1/booking', 'transaction']));
    expect(canaries.canariesIn(sent.received(), key)).toEqual([]);
    expect(server.said.filter((line) => line.includes('traces cannot be sent'))).toEqual([]);
  });
});

test('a delivery is a trace of its own with what came of it, which its receiver can continue', async () => {
  const [sent, receiver] = [await collector(), await startReceiver()];
  const server = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: sent.url, WEBHOOKS_ALLOW_PRIVATE: '1' });
  const manage = await createKey({
    ...{ database, pepper: PEPPER, name: 'hotel system', channelCode: 'public', destinationNumbers: null },
    ...{ scopes: ['manage'], expiresAt: null, clock: systemClock },
  });
  const hook = `mutation { createWebhook(input: { url: "${receiver.url}" }) { __typename } }`;
  expect((await servedClient({ url: server.url, key: manage.key }).graphql(hook)).text).toContain('WebhookCreated');
  receiver.answer = (response) => response.writeHead(receiver.received.length === 1 ? 500 : 204).end();
  const shop = servedClient({ url: server.url, key });
  expect((await shop.book(nightBody(9))).status).toBe(201);
  expect((await shop.book({ ...nightBody(9), visit_type_id: 999 })).status).toBe(404);
  const tries = await until(
    async () => sent.spans().filter(({ name }) => name === 'deliver webhook'),
    (spans) => spans.length >= 2,
  );
  expect(tries.slice(0, 2)).toMatchObject([
    { attributes: { 'gateway.delivery.result': 'retry', 'gateway.delivery.outcome': '500' }, isError: true },
    { attributes: { 'gateway.delivery.result': 'done', 'gateway.delivery.outcome': '204' }, isError: false },
  ]);
  expect(receiver.received.slice(0, 2).map(({ headers }) => headers.traceparent)).toEqual(
    tries.slice(0, 2).map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`),
  );
  expect(tries.map(({ parentSpanId }) => parentSpanId)).toEqual(tries.map(() => null));
  const outcomes = sent.spans().flatMap(({ attributes }) => attributes['gateway.booking.outcome'] ?? []);
  expect(outcomes.sort()).toEqual(['CREATED', 'NOT_FOUND']);
  expect(sent.received()).not.toContain(receiver.url);
  await server.stop();
  await receiver.close();
  await database.prisma.webhookEndpoint.deleteMany();
});

describe.each([
  ['is away', async () => `http://127.0.0.1:${await freePort()}`],
  ['takes what it is sent and says nothing', async () => (await collector({ silent: true })).url],
])('a collector that %s', (name, address) => {
  test('does not affect requests, is reported at most once, and the process exits in time', async () => {
    const server = await serve({
      OTEL_EXPORTER_OTLP_ENDPOINT: await address(),
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
      OTEL_BSP_EXPORT_TIMEOUT: '400',
    });
    const client = servedClient({ url: server.url, key });
    const statuses = new Set<number>();
    for (let time = 0; time < 30; time++) {
      statuses.add((await client.get('/api/v1/destinations')).status);
      statuses.add((await client.graphql(`{ hotels(first: ${time + 1}) { totalCount } }`)).status);
    }
    expect([...statuses]).toEqual([200]);
    const complaints = () => server.said.filter((line) => line.includes('traces cannot be sent'));
    await until(
      async () => complaints().length,
      (reported) => reported === 1,
    );
    for (let time = 0; time < 10; time++) await client.get('/api/v1/visit-types');
    const { code, stderr } = await server.stop();
    // Exit code 0: not the deadline that forces the end.
    expect([name, code, stderr]).toEqual([name, 0, '']);
    expect(complaints()).toHaveLength(1);
    expect(server.said.some((line) => line.includes('ending with something still open'))).toBe(false);
  });
});

describe('a process that ends with spans which have not been sent', () => {
  const endingWith = async (url: string) => {
    const server = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '600000' });
    expect((await servedClient({ url: server.url, key }).get('/api/v1/destinations')).status).toBe(200);
    const { code } = await server.stop();
    // Logged when the process is forced to end with something open, a second before its time is over.
    return { code, isLate: server.said.some((line) => line.includes('ending with something still open')) };
  };

  test('sends them', async () => {
    const sent = await collector();
    expect(await endingWith(sent.url)).toEqual({ code: 0, isLate: false });
    expect(sent.spans().map(({ name }) => name)).toContain('GET /api/v1/destinations');
  });

  test('does not wait for a silent collector, however long an export may take', async () => {
    const sent = await collector({ silent: true });
    expect(await endingWith(sent.url)).toEqual({ code: 0, isLate: false });
    expect(sent.requests()).toBe(1);
  });
});

test('without a collector the libraries are not loaded: one module imports them, and it is loaded on demand alone', () => {
  const source = fileURLToPath(new URL('../../../src', import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const importing = (pattern: RegExp) =>
    files
      .filter((file) => pattern.test(readFileSync(`${source}/${file}`, 'utf8')))
      .map((file) => file.replaceAll('\\', '/'));
  expect(importing(/from '@(?:opentelemetry|prisma\/instrumentation)/).sort()).toEqual([
    'server/telemetry/trace-parent.ts',
    'server/telemetry/tracing-spans.ts',
  ]);
  expect(importing(/from '[^']*tracing-spans\.ts'/)).toEqual([]);
  expect(importing(/from '[^']*trace-parent\.ts'/)).toEqual(['server/telemetry/tracing-spans.ts']);
});

test('without OTEL_EXPORTER_OTLP_ENDPOINT nothing is sent, whatever else is set', async () => {
  const sent = await collector();
  const server = await serve({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${sent.url}/v1/traces` });
  const client = servedClient({ url: server.url, key });
  expect((await client.get('/api/v1/destinations')).status).toBe(200);
  expect((await server.stop()).code).toBe(0);
  expect(sent.requests()).toBe(0);
  const lines = server.said.map((line) => JSON.parse(line) as object);
  expect(lines.filter((line) => 'traceId' in line)).toEqual([]);
});
