/**
 * The way of a request through the gateway: a cached answer equals the computed one, to the last header; a key is
 * looked up once until keys change; and invalid bodies, keys and rates are refused.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import type { InjectOptions, Response } from 'light-my-request';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { raiseEpochs } from '../../src/data/cache/raise-epochs.ts';
import { createLog } from '../../src/server/telemetry/log.ts';
import { SMALL_CATALOGUE, TODAY } from '../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

const PER_MINUTE = 100_000;
/** Headers that depend on the clock or on earlier requests. */
const OF_THE_MOMENT = [
  ...['date', 'ratelimit', 'ratelimit-remaining', 'ratelimit-reset', 'x-request-id'],
  ...['connection', 'keep-alive'],
];
const QUERY = JSON.stringify({
  query: '{ visitTypes(first: 5) { nodes { name { cs_CZ: cs de en ru } description { en } } } }',
});

const open: { close(): Promise<void> }[] = [];
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  for (const one of open) await one.close();
});

async function gatewayWith(
  config: Parameters<typeof startGateway>[0]['config'],
  log?: Parameters<typeof startGateway>[0]['log'],
) {
  const gateway = await startGateway({
    catalogue: SMALL_CATALOGUE,
    today: TODAY,
    config: config ?? {},
    ...(log ? { log } : {}),
  });
  open.push(gateway);
  return { gateway, key: await gateway.key() };
}

/** Whether no key was looked up meanwhile. */
async function isKeyKnown(gateway: TestGateway, ask: () => Promise<unknown>): Promise<boolean> {
  const authenticate = vi.spyOn(gateway.apiKeys, 'authenticate');
  await ask();
  const calls = authenticate.mock.calls.length;
  authenticate.mockRestore();
  return calls === 0;
}

function reported({ statusCode, headers, rawPayload }: Response): unknown {
  const lasting = Object.entries(headers).filter(([name]) => !OF_THE_MOMENT.includes(name.toLowerCase()));
  return {
    statusCode,
    headers: Object.fromEntries(lasting.map(([name, value]) => [name, String(value)])),
    body: rawPayload.toString('base64'),
  };
}

const bearer = (key: string, headers: Record<string, string> = {}) => ({ authorization: `Bearer ${key}`, ...headers });
const rest =
  (url: string, headers: Record<string, string> = {}) =>
  (key: string): InjectOptions => ({ url, headers: bearer(key, headers) });
const graphql =
  (payload: string, headers: Record<string, string> = {}) =>
  (key: string): InjectOptions => ({
    method: 'POST',
    url: '/graphql',
    headers: bearer(key, { 'content-type': 'application/json', ...headers }),
    payload,
  });

const CALENDAR = '/api/v1/calendar/dates?visit_type_id=101&hotel_id=1&room_type_id=11';
const QUESTIONS: [string, (key: string) => InjectOptions][] = [
  ['REST', rest('/api/v1/visit-types')],
  ['REST with a query', rest(CALENDAR)],
  ['REST in one language', rest('/api/v1/destinations', { 'accept-language': 'de' })],
  ['REST with gzip', rest('/api/v1/visit-types', { 'accept-encoding': 'gzip' })],
  ['REST with Brotli', rest('/api/v1/visit-types', { 'accept-encoding': 'br, gzip' })],
  ['REST that is known already', rest('/api/v1/destinations', { 'if-none-match': '*' })],
  [
    'REST that is known already, compressed',
    rest('/api/v1/visit-types', { 'if-none-match': '*', 'accept-encoding': 'gzip' }),
  ],
  ['REST v2 with a header of its own', rest('/api/v2/hotels?limit=1')],
  ['GraphQL', graphql(QUERY)],
  ['GraphQL with gzip', graphql(QUERY, { 'accept-encoding': 'gzip' })],
  ['GraphQL in another media type', graphql(QUERY, { accept: 'application/graphql-response+json' })],
  ['GraphQL with a mistake', graphql('{"query":"{ nothing }"}', { accept: 'application/graphql-response+json' })],
  ['GraphQL that cannot be parsed', graphql('{"query":"{"}')],
  ['GraphQL with another name', graphql('{"query":"query A { viewer { today } }","operationName":"B"}')],
  [
    'GraphQL with a wrong variable',
    graphql('{"query":"query ($f: Int!) { hotels(first: $f) { totalCount } }","variables":{"f":"x"}}'),
  ],
  ['GraphQL that is no JSON', graphql('{"query"')],
  [
    'GraphQL that is not UTF-8',
    graphql('{"query":"{ viewer { today } }"}', { 'content-type': 'application/json; charset=utf-8' }),
  ],
  ['GraphQL with a parameter of no meaning', graphql('{"query":"{ viewer { today } }","more":1}')],
];

describe.each([
  ['that any origin may call', { corsOrigins: ['*'] }],
  ['that some origins may call', { corsOrigins: ['https://shop.example'] }],
  ['that no other origin may call', { corsOrigins: [] }],
])('a service %s', (_, config) => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    ({ gateway, key } = await gatewayWith({ ...config, rateLimitPerMinute: PER_MINUTE }));
  });

  test.each(QUESTIONS)(
    'answers %s alike the first time and again, to every origin, and looks the key up once',
    async (_name, ask) => {
      for (const origin of [undefined, 'https://shop.example', 'https://elsewhere.example']) {
        const request = ask(key);
        const asked = { ...request, headers: { ...request.headers, ...(origin ? { origin } : {}) } };
        const first = await gateway.inject(asked);
        let again: Response | undefined;
        const isKnown = await isKeyKnown(gateway, async () => {
          again = await gateway.inject(asked);
        });
        expect([origin, isKnown]).toEqual([origin, true]);
        expect(reported(again!)).toEqual(reported(first));
      }
    },
  );
});

describe('every kind of request gets its response:', () => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    ({ gateway, key } = await gatewayWith({}));
    for (const [, ask] of QUESTIONS) await gateway.inject(ask(key));
  });

  test.each<[string, (key: string) => InjectOptions, number]>([
    ['a key in the address', (by) => ({ url: `/api/v1/destinations?access_token=${by}` }), 200],
    ['what is not cached', rest('/api/v1/price?visit_type_id=1'), 400],
    ['another method', (by) => ({ method: 'HEAD', url: '/api/v1/destinations', headers: bearer(by) }), 200],
    ['a body where none belongs', (by) => ({ url: '/api/v1/destinations', headers: bearer(by), payload: '{}' }), 200],
    ['an empty body', graphql('', { 'content-length': '0' }), 400],
  ])('%s', async (_, ask, status) => {
    expect((await gateway.inject(ask(key))).statusCode).toBe(status);
  });

  test.each<[string, (key: string) => InjectOptions, number]>([
    ['that is too large', graphql(JSON.stringify({ query: QUERY, more: ' '.repeat(300_000) })), 413],
    ['of another type', graphql(QUERY, { 'content-type': 'application/graphql' }), 415],
    ['in another charset', graphql(QUERY, { 'content-type': 'application/json; charset=latin1' }), 415],
    ['that is compressed', graphql(QUERY, { 'content-encoding': 'gzip' }), 415],
  ])('a body %s', async (_, ask, status) => {
    expect((await gateway.inject(ask(key))).statusCode).toBe(status);
  });

  test('an unknown, revoked or expired key, and answers 401', async () => {
    const unknown = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    expect((await gateway.inject(rest('/api/v1/destinations')(unknown))).statusCode).toBe(401);
    const doomed = await gateway.key({ expiresAt: new Date(`${TODAY}T18:00:00Z`) });
    const ask = () => gateway.inject(rest('/api/v1/destinations')(doomed));
    expect((await ask()).statusCode).toBe(200);
    expect(await isKeyKnown(gateway, ask)).toBe(true);
    gateway.setClock(`${TODAY}T18:00:00Z`);
    expect((await ask()).statusCode).toBe(401);
    gateway.setToday(TODAY);
    expect((await ask()).statusCode).toBe(200);
    await gateway.database.prisma.apiKey.updateMany({
      where: { prefix: doomed.slice(0, 12) },
      data: { revokedAt: new Date(0) },
    });
    gateway.epochs.observe(await gateway.database.prisma.$transaction((tx) => raiseEpochs(tx, ['keys'])));
    expect((await ask()).statusCode).toBe(401);
  });

  test('with its key looked up again while the epochs are in doubt', async () => {
    const ask = () => gateway.inject(rest('/api/v1/destinations')(key));
    await ask();
    const isCurrent = vi.spyOn(gateway.epochs, 'isCurrent').mockReturnValue(false);
    expect(await isKeyKnown(gateway, ask)).toBe(false);
    isCurrent.mockRestore();
    expect(await isKeyKnown(gateway, ask)).toBe(true);
  });
});

test('requests that differ after a second question mark are distinct', async () => {
  const { gateway, key } = await gatewayWith({});
  const found = async (search: string, by = '') =>
    (
      await gateway.inject({
        url: `/api/v2/hotels?${by}search=${search}`,
        headers: by === '' ? bearer(key) : {},
      })
    ).json().data.length;
  for (const by of ['', `access_token=${key}&`]) {
    expect([by, await found('', by), await found('?none', by), await found('?', by)]).toEqual([by, 4, 0, 0]);
  }
});

test('REST and GraphQL count together against one limit', async () => {
  const limit = 12;
  const { gateway, key } = await gatewayWith({ rateLimitPerMinute: limit });
  const statuses: number[] = [];
  const remaining: unknown[] = [];
  for (let time = 0; time < limit + 4; time++) {
    const ask = time % 2 === 0 ? rest('/api/v1/destinations') : graphql(QUERY);
    const answer = await gateway.inject(ask(key));
    statuses.push(answer.statusCode);
    remaining.push(answer.headers['ratelimit-remaining']);
  }
  expect(statuses).toEqual([...Array<number>(limit).fill(200), 429, 429, 429, 429]);
  expect(remaining).toEqual([
    ...Array.from({ length: limit }, (_, time) => String(limit - 1 - time)),
    '0',
    '0',
    '0',
    '0',
  ]);
});

test('a cached response is logged like a computed one, without its address', async () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const { gateway, key } = await gatewayWith({}, await createLog({ level: 'info', terminal: false, destination }));
  for (let time = 0; time < 2; time++) {
    await gateway.inject(rest('/api/v1/visit-types?max=7')(key));
    await gateway.inject(graphql(QUERY)(key));
  }
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(requests.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/api/v1/visit-types', 200],
    ['POST', '/graphql', 200],
    ['GET', '/api/v1/visit-types', 200],
    ['POST', '/graphql', 200],
  ]);
  expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(4);
  expect(lines.join('')).not.toMatch(/max=7|visitTypes\(/);
});

test('a response announces the end of its connection when the server is about to stop', async () => {
  const { gateway, key } = await gatewayWith({});
  const ask = () => gateway.inject(graphql(QUERY)(key));
  await ask();
  // As the drain does, before all other listeners.
  gateway.server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  const answer = await ask();
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
  expect(answer.json().data.visitTypes.nodes.length).toBeGreaterThan(0);
});

test('a request that breaks off in its body does no harm', async () => {
  const { gateway, key } = await gatewayWith({});
  const { port } = new URL(await gateway.listen());
  await gateway.inject(graphql(QUERY)(key));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"query"`,
  );
  const [request] = (await once(gateway.server, 'request')) as [NodeJS.EventEmitter];
  const closed = new Promise((resolve) => request.once('close', resolve));
  socket.destroy();
  await closed;
  expect((await gateway.inject(graphql(QUERY)(key))).statusCode).toBe(200);
});
