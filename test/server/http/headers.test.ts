/** The headers of every kind of answer: what browsers may do with it, who may cache it, which origins may read it. */
import { connect } from 'node:net';
import type { Response } from 'light-my-request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAddressOf } from '../../../src/rest/route.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { requestBody } from '../../support/booking/booking-body.ts';
import { OBJECT_IDS, SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const OURS = 'https://shop.example';
const FOREIGN = 'https://other.example';

let database: FreshDatabase;
let gateway: TestGateway;
let key: string;
const open: TestGateway[] = [];

/** Another gateway over the same database, which the first one closes. */
async function gatewayWith(config: Parameters<typeof startGateway>[0]['config']): Promise<TestGateway> {
  const another = await startGateway({ today: TODAY, config, database: { ...database, close: async () => {} } });
  open.push(another);
  return another;
}

beforeAll(async () => {
  database = await freshDatabase();
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config: { corsOrigins: [OURS] }, database });
  key = await gateway.key({ scopes: ['read', 'book', 'bookings'] });
});
afterAll(async () => {
  for (const another of open) await another.close();
  await gateway.close();
});

interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'OPTIONS' | 'HEAD';
  url: string;
  headers?: Record<string, string>;
  payload?: string | object;
}

const bearer = () => ({ authorization: `Bearer ${key}` });
const QUERY = '/graphql?query={viewer{today}}';
const json = { 'content-type': 'application/json' };

/** An answer of every kind to a request with a key. */
const KEYED: [string, number, Asked][] = [
  ...['visit-types', 'destinations', 'calendar/dates', 'lowest-price'].map((path): [string, number, Asked] => [
    path,
    200,
    { url: `/api/v1/${path}` },
  ]),
  ['price', 200, { url: '/api/v1/price?visit_type_id=101&room_type_id=11&date_from=2027-03-01&date_to=2027-03-03' }],
  ['booking', 201, { method: 'POST', url: '/api/v1/booking', payload: requestBody() }],
  ...['hotels', `hotels/${OBJECT_IDS.hotel1}`, 'room-types', 'amenity-categories', 'events'].map(
    (path): [string, number, Asked] => [path, 200, { url: `/api/v2/${path}` }],
  ),
  ['a HEAD of a list', 200, { method: 'HEAD', url: '/api/v2/hotels' }],
  ['REST 400', 400, { url: '/api/v1/visit-types?max=0' }],
  ['REST 404', 404, { url: '/api/v1/price?visit_type_id=9&room_type_id=9&date_from=2027-03-01&date_to=2027-03-03' }],
  ['REST 404 of an unknown address', 404, { url: '/api/v1/nothing' }],
  ['REST 405', 405, { method: 'PUT', url: '/api/v1/booking' }],
  ['REST 413', 413, { method: 'POST', url: '/api/v1/booking', headers: json, payload: ' '.repeat(300_000) }],
  [
    'REST 415',
    415,
    { method: 'POST', url: '/api/v1/booking', headers: { 'content-type': 'text/plain' }, payload: 'x' },
  ],
  ['REST 422', 422, { url: '/api/v1/price?visit_type_id=101&room_type_id=31&date_from=2027-03-01&date_to=2027-03-03' }],
  ['GraphQL', 200, { method: 'POST', url: '/graphql', payload: { query: '{ viewer { today } }' } }],
  ['GraphQL by GET', 200, { url: QUERY }],
  ['GraphQL over a limit', 400, { url: `/graphql?query={${'a:viewer{today}'.repeat(21)}}` }],
  ['GraphQL 400', 400, { method: 'POST', url: '/graphql', headers: json, payload: '{' }],
  ['GraphQL 405', 405, { method: 'PUT', url: '/graphql' }],
  ['GraphQL 413', 413, { method: 'POST', url: '/graphql', headers: json, payload: ' '.repeat(300_000) }],
  ['GraphQL 415', 415, { method: 'POST', url: '/graphql', headers: { 'content-type': 'text/plain' }, payload: 'x' }],
  ['an address outside', 404, { url: '/nothing' }],
  ['an address that cannot be read', 400, { url: '/api/v1/%E0' }],
];
/** The same without a key. */
const KEYLESS: [string, number, Asked][] = [
  ['REST 401', 401, { url: '/api/v1/visit-types' }],
  ['GraphQL 401', 401, { url: QUERY, headers: { accept: 'application/json' } }],
  ['/health', 200, { url: '/health' }],
  ['/ready', 200, { url: '/ready' }],
];

const ask = (asked: Asked, headers: Record<string, string> = {}): Promise<Response> =>
  gateway.inject({ ...asked, headers: { accept: 'application/json', ...headers, ...asked.headers } });

describe.each([
  ...KEYED.map(([name, status, asked]) => ({ name, status, send: () => ask(asked, bearer()) })),
  ...KEYLESS.map(([name, status, asked]) => ({ name, status, send: () => ask(asked) })),
])('$name', ({ status, send }) => {
  test('is pure data to browsers, names no framework, and is private to its caller', async () => {
    const { statusCode, headers } = await send();
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers['cache-control']).toMatch(/^(private\b(?!.*public).*|no-store)$/);
  });
});

test('every route of the REST interface is among these', () => {
  const asked = KEYED.filter(([, status]) => status < 300).map(([, , { url }]) => url.replace(/^\/api|\?.*$/g, ''));
  const missing = ROUTES.filter((route) => !asked.some((path) => isAddressOf(route, path)));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

test('answers that depend on the key and on the languages vary by them', async () => {
  for (const [name, , asked] of KEYED.filter(([, , { url }]) => url.startsWith('/api') && !url.includes('%'))) {
    const { headers } = await ask(asked, bearer());
    const names = String(headers.vary).split(', ');
    expect([name, names]).toEqual([name, expect.arrayContaining(['Accept-Language', 'Authorization'])]);
  }
});

test('a connection that does not send HTTP gets pure data as well, and nobody may cache it', async () => {
  const { port } = new URL(await (await gatewayWith({})).listen());
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
    socket.setEncoding('latin1').once('data', resolve).once('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
  expect(answer).toMatch(/\r\nCache-Control: no-store\r\n/i);
  expect(answer).not.toMatch(/\r\n(Server|X-Powered-By):/i);
});

describe('a page', () => {
  const policyIn = ({ headers }: Response) =>
    new Map(
      String(headers['content-security-policy'])
        .split(';')
        .map((directive) => [directive.split(' ', 1)[0]!, directive.split(' ').slice(1)]),
    );

  test.each(['/', '/graphql', '/docs'])(
    'may run no inline script, call this server only, and be framed by nobody: %s',
    async (url) => {
      const page = await gateway.inject({ url, headers: { accept: 'text/html' } });
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cache-control': 'private, no-cache',
      });
      const policy = policyIn(page);
      const scripts = [...page.body.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script/gi)];
      for (const [, attributes, text] of scripts) {
        expect(attributes === ' type="application/json" id="settings"' || text === '').toBe(true);
      }
      expect(policy.get('script-src')).toEqual([scripts.length > 0 ? "'self'" : "'none'"]);
      expect(policy.get('default-src')).toEqual(["'none'"]);
      expect(policy.get('connect-src')).toEqual(["'self'"]);
      expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
      expect(String([...policy.values()])).not.toMatch(/unsafe-eval|https?:|\*|blob:/);
      for (const [name, values] of policy) if (name !== 'style-src') expect(values).not.toContain("'unsafe-inline'");
    },
  );

  test.each(['/', '/graphql', '/docs'])(
    'may be read by no page of another origin, even where all may call: %s',
    async (url) => {
      const everybody = await gatewayWith({ corsOrigins: ['*'] });
      const { headers } = await everybody.inject({ url, headers: { accept: 'text/html', origin: FOREIGN } });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );
});

describe('pages of other origins', () => {
  const PREFLIGHT = {
    'access-control-request-method': 'POST',
    'access-control-request-headers':
      'accept-language, apollo-require-preflight, authorization, baggage, content-type, gateway-simulate, idempotency-key, if-none-match, mcp-method, mcp-name, mcp-protocol-version, sentry-trace, traceparent, tracestate, x-request-id',
  };
  const allowedTo = async (one: TestGateway, origin: string, url = '/api/v1/destinations') => {
    const { headers } = await one.inject({ url, headers: { ...bearer(), origin } });
    return headers['access-control-allow-origin'];
  };

  test('that are listed may read answers, others may not, and answers vary by origin', async () => {
    for (const url of ['/api/v1/destinations', QUERY, '/api/v1/nothing']) {
      expect(await allowedTo(gateway, OURS, url)).toBe(OURS);
      expect(await allowedTo(gateway, FOREIGN, url)).toBeUndefined();
      const { headers } = await gateway.inject({ url, headers: { ...bearer(), origin: FOREIGN } });
      expect(String(headers.vary).split(/, ?/)).toContain('Origin');
    }
  });

  test('may all read answers where * is configured, without cookies, and none where nothing is', async () => {
    const everybody = await gatewayWith({ corsOrigins: ['*'] });
    expect(await allowedTo(everybody, FOREIGN)).toBe('*');
    const nobody = await gatewayWith({ corsOrigins: null });
    expect(await allowedTo(nobody, OURS)).toBeUndefined();
    for (const one of [everybody, nobody, gateway]) {
      const { headers } = await one.inject({ url: '/api/v1/destinations', headers: { ...bearer(), origin: OURS } });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test.each(['/graphql', '/api/v1/booking'])('ask beforehand without a key, and uncounted: %s', async (url) => {
    const counting = await gatewayWith({ corsOrigins: [OURS], rateLimitPerMinute: 1 });
    for (const _ of [1, 2]) {
      const answer = await counting.inject({ method: 'OPTIONS', url, headers: { origin: OURS, ...PREFLIGHT } });
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
      expect(answer.headers['access-control-allow-origin']).toBe(OURS);
      expect(answer.headers['access-control-allow-methods']).toBe('GET, HEAD, POST');
      expect(answer.headers['access-control-max-age']).toBe('7200');
      expect(String(answer.headers['access-control-allow-headers']).toLowerCase().split(', ')).toEqual(
        expect.arrayContaining(PREFLIGHT['access-control-request-headers'].split(', ')),
      );
    }
    const foreign = await counting.inject({ method: 'OPTIONS', url, headers: { origin: FOREIGN, ...PREFLIGHT } });
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('see every informative header of an answer', async () => {
    const limits = { rateLimitPerMinute: 60, rateLimitCostPerMinute: 1_000_000 };
    const limited = await gatewayWith({ corsOrigins: [OURS], ...limits });
    const headers = { ...bearer(), origin: OURS };
    for (const url of ['/api/v1/visit-types', '/api/v2/hotels', '/api/v2/amenity-categories', QUERY]) {
      const answer = await limited.inject({ url, headers });
      const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase().split(', ');
      expect(exposed).toContain('retry-after');
      const telling = Object.keys(answer.headers).filter((name) =>
        /^(x-(total|service|request)|ratelimit|etag|content-lang)/.test(name),
      );
      expect(telling).toEqual(expect.arrayContaining(['etag', 'ratelimit', 'ratelimit-remaining', 'x-request-id']));
      expect([url, telling.filter((name) => !exposed.includes(name))]).toEqual([url, []]);
    }
  });
});
