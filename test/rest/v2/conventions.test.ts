/**
 * What all paths of v2 share: keys, languages, headers, methods, and the bodies of errors (I5 to I7, L1). It is the
 * same as in v1.
 */
import { describe, expect, test } from 'vitest';
import { getV2, V2_CATALOGUE } from '../../support/catalogue/v2-catalogue.ts';
import { type Answer, restClient } from '../../support/requests/rest-client.ts';

const client = restClient({ catalogue: V2_CATALOGUE });
const PATHS = ['/hotels', '/hotels/1', '/amenity-categories', '/room-types'];
const ERROR = { success: false, message: expect.any(String) };

/** An ErrorResponse: these keys in this order, and no internals. */
function expectError(answer: Answer, status: number): void {
  expect([answer.status, answer.body]).toEqual([status, ERROR]);
  expect(Object.keys(answer.body as object)).toEqual(['success', 'message']);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.text).not.toMatch(/ {4}at |\/src\/|node_modules|SELECT|prisma|FST_/i);
}

function expectVaries({ headers }: Answer): void {
  expect(headers.vary!.split(', ')).toEqual(expect.arrayContaining(['Accept-Language', 'Authorization']));
}

describe('keys', () => {
  test.each(PATHS)('401: %s without one, and with any that is none, alike', async (path) => {
    const missing = await getV2(client, path, { key: null });
    for (const answer of [missing, await getV2(client, path, { key: 'x' })]) {
      expectError(answer, 401);
      expectVaries(answer);
      expect([answer.text, answer.headers['www-authenticate']]).toEqual([missing.text, 'Bearer']);
    }
  });

  test.each(PATHS)('%s takes one as access_token as well', async (path) => {
    const query = { access_token: await client.key() };
    expect((await getV2(client, path, { key: null, query })).status).toBe(200);
  });

  test.each(PATHS)('403: %s with one that lacks the scope read', async (path) => {
    expectError(await getV2(client, path, { key: await client.key({ scopes: ['book'] }) }), 403);
  });

  test('401 comes before anything else that is wrong, 400 before 404', async () => {
    expectError(await getV2(client, '/hotels', { key: 'x', query: { limit: 0 } }), 401);
    expectError(await getV2(client, '/hotels/x', { key: 'x' }), 401);
    expectError(await getV2(client, '/hotels/999', { key: 'x' }), 401);
    const { status } = await getV2(client, '/hotels/999', { query: { expand: ['a', 'b'] } });
    expect(status).toBe(400);
  });
});

describe('Accept-Language is a list of locales to include', () => {
  /** The distinct sets of locales of all localized objects in an answer. */
  function localesIn(body: unknown): string[] {
    const found = new Set<string>();
    JSON.stringify(body, (name, value) => {
      if (['name', 'category', 'label', 'alt', 'note', 'tagline', 'shortDescription'].includes(name)) {
        if (typeof value === 'object' && value !== null && !('code' in value)) found.add(Object.keys(value).join(', '));
      }
      return value;
    });
    return [...found];
  }

  test.each<[string | undefined, string]>([
    [undefined, 'cs-CZ, de, en, ru'],
    ['*', 'cs-CZ, de, en, ru'],
    ['fr', 'cs-CZ, de, en, ru'],
    ['en', 'en'],
    ['ru;q=0.1, cs', 'cs-CZ, ru'],
    ['*, de;q=0', 'cs-CZ, en, ru'],
  ])('%j includes %s, as Content-Language says', async (header, languages) => {
    const headers: Record<string, string> = header === undefined ? {} : { 'accept-language': header };
    for (const path of PATHS) {
      const answer = await getV2(client, path, { headers, query: { expand: 'amenityLabels' } });
      expect([answer.status, answer.headers['content-language']]).toEqual([200, languages]);
      expect(localesIn(answer.body)).toEqual([languages.replace('cs-CZ', 'cs_CZ')]);
    }
  });
});

describe('headers', () => {
  test.each(PATHS)('200: %s is JSON, varies, and is for the caller alone', async (path) => {
    const answer = await getV2(client, path);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const isDictionary = path === '/amenity-categories';
    expect(answer.headers['cache-control']).toBe(isDictionary ? 'private, max-age=3600' : 'private, no-cache');
    expect(answer.headers.etag).toMatch(/^"[\w-]{32}"$/);
    expect('x-service-amenities-version' in answer.headers).toBe(path !== '/room-types');
    expectVaries(answer);
  });

  test('errors vary as well, and hold no language', async () => {
    for (const path of ['/hotels?limit=0', '/hotels/x', '/hotels/999', '/room-types?limit=0', '/nothing']) {
      const answer = await client.send({ method: 'GET', url: `/api/v2${path}` });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers['content-language']).toBeUndefined();
      expectVaries(answer);
    }
  });

  test.each([...PATHS, '/hotels?limit=0', '/hotels/999', '/nothing'])(
    'HEAD %s has the status and headers of GET and no body',
    async (path) => {
      const asked = { headers: { 'x-request-id': 'the-same' } };
      const got = await client.send({ method: 'GET', url: `/api/v2${path}` }, asked);
      const headed = await client.send({ method: 'HEAD', url: `/api/v2${path}` }, asked);
      expect([headed.status, headed.text]).toEqual([got.status, '']);
      expect({ ...headed.headers, date: '' }).toEqual({ ...got.headers, date: '' });
    },
  );
});

describe('405: a wrong method', () => {
  test.each([...PATHS, '/hotels/999', '/hotels/x', '/hotels/a00000000000000000000001'])(
    'on %s names GET and HEAD, with or without a key',
    async (path) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        for (const asked of [{}, { key: null }]) {
          const answer = await client.send({ method, url: `/api/v2${path}?limit=1`, payload: 'x' }, asked);
          expectError(answer, 405);
          expect(answer.headers.allow).toBe('GET, HEAD');
        }
      }
    },
  );
});

describe('404: an unknown path', () => {
  test.each([
    '/api/v2',
    '/api/v2/',
    '/api/v2/hotels/1/rooms',
    '/api/v2/hotels//1',
    '/api/v2//hotels',
    '/api/v2/Hotels',
    '/api/V2/hotels',
    '/api/v2/room-types/11',
    '/api/v2/room-types/11/',
    '/api/v2/amenity-categories/wellness',
    '/api/v2/visit-types',
    '/api/v1/hotels',
    '/api/v1/hotels/1',
    '/api/hotels',
  ])('%s, with any method, with or without a key', async (url) => {
    expectError(await client.send({ method: 'GET', url }), 404);
    expectError(await client.send({ method: 'POST', url, payload: '<' }, { key: null }), 404);
  });

  test('400: an address that cannot be read is an error like any other', async () => {
    for (const url of ['/api/v2/hotels/%', '/api/v2/hotels/%zz', '/api/v2/hotels/%ff', '/api/v2/%']) {
      expectError(await client.send({ method: 'GET', url }), 400);
    }
  });
});
