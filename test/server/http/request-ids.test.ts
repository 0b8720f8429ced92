/** Every answer names the line of the log that is about its request (F11), whatever answers, and however. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EVENT_CHANNEL } from '../../../src/data/events/publish-events.ts';
import { LimitCounts } from '../../../src/operations/limit-counts.ts';
import { createGuards } from '../../../src/server/guards.ts';
import { createLog } from '../../../src/server/telemetry/log.ts';
import type { Metrics } from '../../../src/server/telemetry/metrics.ts';
import { metricsServer } from '../../../src/server/telemetry/metrics-page.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { until } from '../../support/requests/until.ts';

const ID = /^[A-Za-z0-9._-]{1,100}$/;
const OWN = 'shop.example_2026-11-22';

let gateway: TestGateway;
let address: string;
let key: string;
let lines: string[] = [];
beforeAll(async () => {
  const destination = { write: (line: string) => void lines.push(line) };
  gateway = await startGateway({
    catalogue: SMALL_CATALOGUE,
    today: TODAY,
    config: { corsOrigins: ['*'], rateLimitPerMinute: 10_000, rateLimitCostPerMinute: 100_000_000 },
    log: await createLog({ level: 'info', terminal: false, destination }),
  });
  address = await gateway.listen();
  key = await gateway.key({ scopes: ['read', 'book', 'bookings', 'manage'] });
});
beforeEach(() => {
  lines = [];
});
afterAll(() => {
  // The client keeps its connections, and the server would wait for them.
  gateway.server.closeAllConnections();
  return gateway.close();
});

const json = { 'content-type': 'application/json', accept: 'application/json' };
const LIST = '/api/v1/destinations';
const SUBSCRIPTION = encodeURIComponent(
  'subscription { calendar(filter: { visitType: "101", hotel: "1", roomType: "11" }) { days { date } } }',
);

/** A request of every kind with the status of its answer. */
const KINDS: [string, number, string, RequestInit & { withoutKey?: boolean }][] = [
  ['REST', 200, LIST, {}],
  ['REST, compressed', 200, '/api/v1/visit-types', { headers: { 'accept-encoding': 'br' } }],
  ['REST by HEAD', 200, LIST, { method: 'HEAD' }],
  ['REST that is known already', 304, LIST, { headers: { 'if-none-match': '*' } }],
  ['REST with a mistake', 400, '/api/v1/visit-types?max=0', {}],
  ['REST without a key', 401, LIST, { withoutKey: true }],
  ['an unknown address of REST', 404, '/api/v1/nothing', {}],
  ['another method', 405, '/api/v1/booking', { method: 'PUT' }],
  [
    'a body of another type',
    415,
    '/api/v1/booking',
    { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } },
  ],
  ['GraphQL', 200, '/graphql', { method: 'POST', body: '{"query":"{ destinations { number } }"}', headers: json }],
  ['GraphQL by GET', 200, '/graphql?query={destinations{number}}', { headers: json }],
  [
    'GraphQL that is known already',
    304,
    '/graphql?query={destinations{number}}',
    { headers: { ...json, 'if-none-match': '*' } },
  ],
  ['GraphQL with a mistake', 400, '/graphql', { method: 'POST', body: '{', headers: json }],
  [
    'GraphQL by Yoga',
    200,
    '/graphql',
    { method: 'POST', body: '{"query":"{ __typename }"}', headers: { ...json, accept: 'multipart/mixed' } },
  ],
  ['a body that is too large', 413, '/graphql', { method: 'POST', body: ' '.repeat(300_000), headers: json }],
  ['a catalogue', 200, '/manage/catalogue', {}],
  ['a page', 200, '/docs', { withoutKey: true }],
  ['GraphiQL', 200, '/graphql', { withoutKey: true, headers: { accept: 'text/html' } }],
  ['/health', 200, '/health', { withoutKey: true }],
  ['/ready', 200, '/ready', { withoutKey: true }],
  ['/metrics', 200, '/metrics', { withoutKey: true }],
  ['an unknown address', 404, '/nothing', { withoutKey: true }],
  [
    'a preflight request',
    204,
    '/graphql',
    { method: 'OPTIONS', withoutKey: true, headers: { origin: 'https://shop.example' } },
  ],
];

async function send(path: string, { withoutKey = false, ...init }: (typeof KINDS)[number][3], id?: string) {
  const headers: Record<string, string> = { ...(init.headers as Record<string, string>) };
  if (!withoutKey) headers.authorization = `Bearer ${key}`;
  if (id !== undefined) headers['x-request-id'] = id;
  const answer = await fetch(`${address}${path}`, { ...init, headers });
  await answer.arrayBuffer();
  return answer;
}

/** The lines about a request. Its own is written once the connection has taken the answer. */
async function logged(id: string): Promise<Record<string, unknown>[]> {
  const about = async () => lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id);
  return until(about, (found) => found.length > 0);
}

describe.each(KINDS)('%s', (_, status, path, init) => {
  test('has the id that the caller has sent, in the answer and in the log', async () => {
    const answer = await send(path, init, OWN);
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([status, OWN]);
    expect(await logged(OWN)).toMatchObject([{ msg: 'request', status }]);
  });

  test('has one of its own otherwise, twice another one', async () => {
    const ids = [];
    for (const sent of [undefined, 'not valid!']) {
      const id = (await send(path, init, sent)).headers.get('x-request-id')!;
      expect(id).toMatch(ID);
      expect(await logged(id)).toMatchObject([{ msg: 'request', status }]);
      ids.push(id);
    }
    expect(ids[0]).not.toBe(ids[1]);
  });
});

test('a failure in the background is not taken for one of a request or of subscriptions', async () => {
  const { database } = gateway;
  const listen: typeof database.listen = (channel, on) =>
    channel === EVENT_CHANNEL ? Promise.reject(new Error('the channel is away')) : database.listen(channel, on);
  const other = await startGateway({
    today: TODAY,
    database: { ...database, listen, close: async () => {} },
    log: await createLog({ level: 'info', terminal: false, destination: { write: (line) => void lines.push(line) } }),
  });
  const isFailure = ({ err }: { err?: { message: string } }) => err?.message === 'the channel is away';
  const about = async () => lines.map((line) => JSON.parse(line)).filter(isFailure);
  expect(await until(about, (found) => found.length > 0)).toMatchObject([{ requestId: 'background' }]);
  await other.close();
});

test('a stream has it as well', async () => {
  const gone = new AbortController();
  const answer = await fetch(`${address}/graphql?query=${SUBSCRIPTION}`, {
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', 'x-request-id': OWN },
    signal: gone.signal,
  });
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, OWN]);
  gone.abort();
});

test('an address that cannot be decoded, and what is not HTTP, are answered with one', async () => {
  expect((await send('/api/v1/%E0', {}, OWN)).headers.get('x-request-id')).toBe(OWN);
  const { port } = new URL(address);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
    socket.setEncoding('latin1').once('data', resolve).once('error', reject);
  });
  expect(answer).toMatch(/\r\nX-Request-Id: [A-Za-z0-9._-]{1,100}\r\n/);
});

test('the port of the metrics has it too', async () => {
  const trustedProxies = { networks: [], header: 'x-forwarded-for' } as const;
  const guards = createGuards({ trustedProxies, connectionsPerAddress: 0 }, { limits: new LimitCounts() });
  const metrics = { text: async () => ({ contentType: 'text/plain', text: '' }) } as Metrics;
  const server = metricsServer(metrics, { guards, report: () => {} });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const path of ['metrics', 'nothing']) {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`, { headers: { 'x-request-id': OWN } });
    expect(answer.headers.get('x-request-id')).toBe(OWN);
  }
  server.closeAllConnections();
  server.close();
});
