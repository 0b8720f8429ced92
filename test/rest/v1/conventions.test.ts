/**
 * What all paths of v1 share: keys, languages, headers, and the bodies of errors (I5 to I7, L1).
 */

import { describe, expect, test } from 'vitest';
import { revokeKey } from '../../../src/data/keys/api-keys.ts';
import { requestBody } from '../../support/booking/booking-body.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';
import { type Answer, type Asked, type Query, queryString, restClient } from '../../support/requests/rest-client.ts';

const client = restClient();
const NOON = Date.parse('2027-01-10T12:00:00Z');

const READS: readonly [path: string, query: Query][] = [
  ['/visit-types', {}],
  ['/price', { visit_type_id: 101, room_type_id: 11, date_from: '2027-03-09', date_to: '2027-03-13' }],
  ['/calendar/dates', {}],
  ['/lowest-price', {}],
  ['/destinations', {}],
];
const ALL = [...READS.map(([path]) => path), '/booking'];

function call(path: string, asked: Asked = {}, query: Query = {}): Promise<Answer> {
  const known = READS.find(([read]) => read === path);
  return known ? client.get(path, { ...known[1], ...query }, asked) : client.book(requestBody(), asked);
}

const ERROR = { success: false, message: expect.any(String) };

/** An ErrorResponse: these keys in this order, and no internals. */
function expectError(answer: Answer, status: number): void {
  expect([answer.status, answer.body]).toEqual([status, ERROR]);
  expect(Object.keys(answer.body as object)).toEqual(['success', 'message']);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.text).not.toMatch(/ {4}at |\/src\/|node_modules|SELECT|prisma|FST_/i);
}

describe('every endpoint requires an API key', () => {
  test.each(ALL)('401: %s without one', async (path) => {
    const answer = await call(path, { key: null });
    expectError(answer, 401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test.each(ALL)('%s takes it as a bearer credential or as access_token', async (path) => {
    const key = await client.key();
    expect((await call(path, { key })).status).toBeLessThan(300);
    const query = { ...READS.find(([read]) => read === path)?.[1], access_token: key };
    const url = `/api/v1${path}${queryString(query)}`;
    const isBooking = path === '/booking';
    const answer = await client.send(
      isBooking ? { method: 'POST', url, payload: JSON.stringify(requestBody()) } : { method: 'GET', url },
      { key: null, headers: isBooking ? { 'content-type': 'application/json' } : {} },
    );
    expect(answer.status).toBeLessThan(300);
  });

  test('401: every invalid key gets the same answer, whatever the reason', async () => {
    const valid = await client.key();
    const expired = await client.key({ expiresAt: new Date(NOON + 1000) });
    const revoked = await client.key();
    expect((await call('/destinations', { key: revoked })).status).toBe(200);
    const { database, epochs } = client.gateway;
    await revokeKey({ database, prefix: revoked, clock: { now: () => NOON } });
    epochs.observe(await readRaised(database));
    const missing = await call('/destinations', { key: null });
    const keys = [
      revoked,
      'x',
      `${valid}x`,
      valid.slice(0, -1),
      valid.toUpperCase(),
      'k'.repeat(5000),
      '%00',
      'Bearer',
    ];
    for (const key of keys) {
      const answer = await call('/destinations', { key });
      expectError(answer, 401);
      expect([answer.text, answer.headers['www-authenticate']]).toEqual([missing.text, 'Bearer']);
    }
    expect((await call('/destinations', { key: expired })).status).toBe(200);
    client.gateway.setToday('2027-01-11');
    try {
      expect((await call('/destinations', { key: expired })).text).toBe(missing.text);
    } finally {
      client.gateway.setToday('2027-01-10');
    }
  });

  test('header and access_token both sent: equal is fine, different is 401', async () => {
    const [one, other] = [await client.key(), await client.key()];
    expect((await call('/destinations', { key: one }, { access_token: one })).status).toBe(200);
    expectError(await call('/destinations', { key: one }, { access_token: other }), 401);
    expectError(await call('/destinations', { key: one }, { access_token: 'x' }), 401);
    expectError(await call('/destinations', { key: null }, { access_token: [one, one] }), 401);
    expect((await call('/destinations', { key: one }, { access_token: '' })).status).toBe(200);
  });

  test('only Bearer is accepted, in any case of letters', async () => {
    const key = await client.key();
    const withScheme = (authorization: string) => call('/destinations', { key: null, headers: { authorization } });
    expect((await withScheme(`bearer ${key}`)).status).toBe(200);
    for (const scheme of ['Basic', 'Token', 'ApiKey']) expectError(await withScheme(`${scheme} ${key}`), 401);
    expectError(await withScheme(key), 401);
  });

  test('a header of another scheme beside an access_token counts as none: a proxy may have its own', async () => {
    const asked = { key: null, headers: { authorization: 'Basic dXNlcjpwYXNz' } };
    expect((await call('/destinations', asked, { access_token: await client.key() })).status).toBe(200);
    expectError(await call('/destinations', asked, { access_token: 'x' }), 401);
  });

  test('401 comes before anything else that is wrong', async () => {
    expectError(await client.get('/visit-types', { max: 0 }, { key: 'x' }), 401);
    expectError(await client.book('no json', { key: 'x' }), 401);
    expectError(await client.book('x'.repeat(100_000), { key: 'x', headers: { 'content-type': 'text/plain' } }), 401);
  });

  test.each(READS)('403: %s with a key that lacks the scope read', async (path, query) => {
    expectError(await client.get(path, query, { key: await client.key({ scopes: ['book'] }) }), 403);
  });
});

describe('Accept-Language is a list of locales to include', () => {
  test.each<[string | undefined, string]>([
    [undefined, 'cs-CZ, de, en, ru'],
    ['', 'cs-CZ, de, en, ru'],
    ['*', 'cs-CZ, de, en, ru'],
    ['fr, it', 'cs-CZ, de, en, ru'],
    ['en', 'en'],
    ['en,cs_CZ', 'cs-CZ, en'],
    ['CS', 'cs-CZ'],
    ['cs-cz, de-AT', 'cs-CZ, de'],
    ['ru;q=0.1, en;q=0.9, fr', 'en, ru'],
    ['*, de;q=0', 'cs-CZ, en, ru'],
    ['de;q=0', 'cs-CZ, en, ru'],
    ['*;q=0', 'cs-CZ, de, en, ru'],
    ['nonsense;;, \u00e9, en', 'en'],
  ])('%j includes %s, as Content-Language says', async (header, languages) => {
    const headers: Record<string, string> = header === undefined ? {} : { 'accept-language': header };
    for (const [path] of READS) expect((await call(path, { headers })).headers['content-language']).toBe(languages);
    const { body } = await client.get<{ name: object }[]>('/destinations', {}, { headers });
    expect(Object.keys(body[0]!.name)).toEqual(languages.replace('cs-CZ', 'cs_CZ').split(', '));
  });

  test('prices are keyed by language, in the currency of that language', async () => {
    const { body } = await client.get<Record<string, { currency: string }>>('/lowest-price');
    const currencies = Object.entries(body).map(([locale, { currency }]) => `${locale} ${currency}`);
    expect(currencies).toEqual(['cs_CZ CZK', 'de EUR', 'en EUR', 'ru EUR']);
  });
});

describe('headers', () => {
  test.each(READS)('200: %s is JSON, varies, and may be cached by the caller only', async (path, query) => {
    const { status, headers } = await client.get(path, query);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers.vary!.split(', ')).toEqual(expect.arrayContaining(['Accept-Language', 'Authorization']));
  });

  test('a booking is not cacheable, and is not localized', async () => {
    const { headers } = await client.book(requestBody(), { headers: { 'accept-language': 'de' } });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-language']).toBeUndefined();
  });

  test('errors vary as well', async () => {
    for (const answer of [await call('/destinations', { key: null }), await client.get('/visit-types', { max: 0 })]) {
      expect(answer.headers.vary!.split(', ')).toEqual(expect.arrayContaining(['Accept-Language', 'Authorization']));
    }
  });

  test.each(READS)('HEAD %s has the headers of GET and no body', async (path, query) => {
    const url = `/api/v1${path}${queryString(query)}`;
    const got = await client.send({ method: 'GET', url });
    const headed = await client.send({ method: 'HEAD', url });
    expect([headed.status, headed.text]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'content-language', 'x-total-count', 'vary']) {
      expect(headed.headers[name]).toBe(got.headers[name]);
    }
  });
});

describe('parameters', () => {
  test('400: a repeated one; an unknown one is ignored, an empty one counts as omitted', async () => {
    const repeated = await client.send({ method: 'GET', url: '/api/v1/visit-types?max=1&max=1' });
    expect([repeated.status, repeated.body]).toEqual([
      400,
      { ...ERROR, errors: [{ path: 'max', code: 'REPEATED', message: 'Must be given only once.' }] },
    ]);
    const plain = await client.get('/visit-types');
    const strange = await client.send({
      method: 'GET',
      url: '/api/v1/visit-types?max=&hotel_id=&foo=1&foo=2&&=&%00=x',
    });
    expect([strange.status, strange.text]).toEqual([200, plain.text]);
  });

  test('400: a ValidationErrorResponse has success, message and errors, each with path, code and message, in this order', async () => {
    const { text } = await client.get('/visit-types', { max: 0 });
    expect(text).toBe(
      '{"success":false,"message":"The request is not valid.","errors":[{"path":"max","code":"OUT_OF_RANGE","message":"Must be from 1 to 100, not 0."}]}',
    );
  });

  test.each(['%', '%zz', '%ff', '%00', "' OR 1=1 --", '{}', '[]', '😀', '١', '1\n', '1'.repeat(2000), '-'.repeat(9)])(
    'no value gives a 5xx: %j',
    async (value) => {
      const names = [
        'max',
        'offset',
        'hotel_id',
        'visit_type_id',
        'room_type_id',
        'guests',
        'occupancy',
        'date_from',
        'date_to',
        'nights_min',
      ];
      for (const [path] of READS) {
        for (const name of names) {
          const escaped = value.startsWith('%') ? value : encodeURIComponent(value);
          const { status } = await client.send({ method: 'GET', url: `/api/v1${path}?${name}=${escaped}` });
          expect(status).toBeLessThan(500);
        }
      }
    },
  );
});

describe('404: an unknown path', () => {
  test.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v1/visit-types/101',
    '/api/v1/visit-types/101/',
    '/api/v1/visit-types//',
    '/api/v1/prices',
    '/api/v3/x',
    '/api/v1//price',
    '/api/V1/price',
  ])('%s, with or without a key', async (url) => {
    expectError(await client.send({ method: 'GET', url }), 404);
    expectError(await client.send({ method: 'POST', url, payload: '<' }, { key: null }), 404);
  });

  test('400: that cannot be read is an error like any other', async () => {
    const answer = await client.send({ method: 'GET', url: '/api/v1/%zz' });
    expectError(answer, 400);
  });
});

describe('a slash at the end of a path changes nothing', () => {
  test.each(READS)('GET %s/ answers like the path without it', async (path, query) => {
    const [without, withSlash] = [await client.get(path, query), await client.get(`${path}/`, query)];
    expect([withSlash.status, withSlash.text]).toEqual([without.status, without.text]);
  });

  test('POST /booking/ books, without a redirect', async () => {
    const request = { method: 'POST', url: '/api/v1/booking/', payload: JSON.stringify(requestBody()) };
    const answer = await client.send(request, { headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(201);
  });

  test('a wrong method on it is 405', async () => {
    const answer = await client.send({ method: 'DELETE', url: '/api/v1/booking/' });
    expectError(answer, 405);
    expect(answer.headers.allow).toBe('POST');
  });
});

describe('405: a wrong method', () => {
  test.each(READS)('on %s names GET and HEAD', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await client.send({ method, url: `/api/v1${path}?max=1`, payload: 'x' });
      expectError(answer, 405);
      expect(answer.headers.allow).toBe('GET, HEAD');
    }
  });

  test('on an encoded address names the same as on the address', async () => {
    for (const url of ['/api/v1/%70rice', '/%61pi/v1/price', '/api/v1/price/']) {
      const answer = await client.send({ method: 'DELETE', url });
      expectError(answer, 405);
      expect(answer.headers.allow).toBe('GET, HEAD');
    }
  });

  test('on /booking names POST', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await client.send({ method, url: '/api/v1/booking' });
      expectError(answer, 405);
      expect(answer.headers.allow).toBe('POST');
    }
  });
});
