/** The answers of all routes, in every reachable status, are documented, to the last field and header. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/data/database/database.ts';
import { migrate } from '../../../src/data/database/migrations.ts';
import { EVENT_ORDER } from '../../../src/operations/events/event-cursors.ts';
import { createCursorSigner, formatCursor } from '../../../src/operations/search/cursors.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { bindingBody, requestBody } from '../../support/booking/booking-body.ts';
import { TODAY as DIVIDED_TODAY, dividedCatalogue } from '../../support/catalogue/divided-catalogue.ts';
import { MEDIUM, randomCatalogue } from '../../support/catalogue/random/random-catalogue.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { V2_CATALOGUE } from '../../support/catalogue/v2-catalogue.ts';
import { startPostgres } from '../../support/database/postgres-server.ts';
import { ask, check, GOOD, gatewayWith, type Json, STAY, seen } from '../../support/gateway/documented-gateway.ts';
import { PEPPER, type TestGateway } from '../../support/gateway/gateway.ts';
import { amount, isSoak } from '../../support/gateway/soak.ts';
import { arbitraryRequest } from '../../support/requests/arbitrary/arbitrary-requests.ts';
import { QUERIES } from '../../support/requests/every-question.ts';

const EVERY_SCOPE = ['read', 'book', 'bookings'] as const;

let small: TestGateway;
let key: string;
beforeAll(async () => {
  small = await gatewayWith({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await small.key({ scopes: EVERY_SCOPE });
});

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0]!);
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies of a JSON value with one change each: an additional field, a missing identifier, a scalar turned into a list.
 */
function* changedOnce(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return yield [];
  if (!Array.isArray(value)) yield { ...value, more: 1 };
  for (const [name, inner] of Object.entries(value)) {
    const { [name]: _, ...others } = value as Json;
    if (/^(_?id|code|currency|date|nextCursor|amount|url)$/.test(name)) yield others;
    for (const changed of changedOnce(inner)) {
      yield Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed };
    }
  }
}

test('an answer that differs in a single place from its documentation is noticed', async () => {
  for (const { path, reference } of ROUTES) {
    const answer = { ...(await ask(small, key, GOOD[path]!)), body: JSON.stringify(reference.example.body) };
    expect(check.problemsOf(answer)).toEqual([]);
    const changes = [...changedOnce(reference.example.body)].map((changed) => JSON.stringify(changed));
    expect(changes.filter((body) => check.problemsOf({ ...answer, body }).length === 0)).toEqual([]);
    for (const name of ['cache-control', 'vary']) {
      const { [name]: _, ...headers } = answer.headers;
      expect(check.problemsOf({ ...answer, headers })).toHaveLength(1);
    }
    expect(check.problemsOf({ ...answer, headers: { ...answer.headers, 'x-more': '1' } })).toHaveLength(1);
    expect(check.problemsOf({ ...answer, statusCode: 418 })).toHaveLength(1);
  }
});

const CATALOGUES: readonly (readonly [string, unknown, string])[] = [
  ['the divided catalogue', dividedCatalogue(['north', 'south']), DIVIDED_TODAY],
  ['hotels in full detail', V2_CATALOGUE, TODAY],
  ['the small catalogue', SMALL_CATALOGUE, TODAY],
  ...(isSoak ? [1, 2, 3, 4, 5] : [1]).map(
    (seed) => [`a random catalogue (${seed})`, randomCatalogue(seed, MEDIUM, TODAY), TODAY] as const,
  ),
];

describe('answers are as documented', () => {
  test.each(CATALOGUES)('on every question to %s, in all languages and in some', async (_name, catalogue, today) => {
    const gateway = await gatewayWith({ catalogue, today });
    const everything = await gateway.key({ scopes: EVERY_SCOPE });
    const expand = ['?expand=amenityLabels', '?limit=100&expand=amenityLabels'];
    for (const { path, method } of ROUTES.filter((route) => route.method === 'GET')) {
      const queries = [...(QUERIES[path] ?? []), ...(path === '/v2/hotels' ? expand : [])];
      for (const query of queries) {
        const url = path.includes('{') ? `/api${path.replace(/\{\w+\}/, query)}` : `/api${path}${query}`;
        await ask(gateway, everything, { method, url });
        const headers = { 'accept-language': 'de, ru', 'accept-encoding': 'gzip' };
        await ask(gateway, everything, { method, url, headers });
      }
    }
  });

  test('200, 201 and 304: found, booked, and not modified', async () => {
    for (const [path, asked] of Object.entries(GOOD)) {
      const answer = await ask(small, key, asked);
      expect([path, answer.statusCode]).toEqual([path, asked.method === 'POST' ? 201 : 200]);
      if (asked.method === 'POST') continue;
      const again = await ask(small, key, { ...asked, headers: { 'if-none-match': String(answer.headers.etag) } });
      expect([path, again.statusCode]).toEqual([path, 304]);
    }
    const binding = { method: 'POST', url: '/api/v1/booking', payload: bindingBody() } as const;
    expect((await ask(small, key, binding)).statusCode).toBe(201);
  });

  test('400: requests that are malformed', async () => {
    for (const { method, path, parameters } of ROUTES) {
      const { url, payload } = GOOD[path]!;
      const origin = ['https://a.example', 'https://b.example'];
      const repeated = { method, url, headers: { origin }, ...(payload === undefined ? {} : { payload }) };
      expect([path, (await ask(small, key, repeated)).statusCode]).toEqual([path, 400]);
      const wrong = (name: string, value: string) =>
        url.includes('?') ? url.replace(new RegExp(`${name}=[^&]*`), `${name}=${value}`) : `${url}?${name}=${value}`;
      for (const [name, { kind, in: place }] of Object.entries(parameters)) {
        if (place === 'path') {
          expect((await ask(small, key, { url: '/api/v2/hotels/x' })).statusCode).toBe(400);
        } else if (kind !== 'text' && kind !== 'list' && !name.startsWith('loyalty')) {
          expect([name, (await ask(small, key, { method, url: wrong(name, 'x') })).statusCode]).toEqual([name, 400]);
        }
      }
    }
    for (const payload of ['{', '[]', '{}', JSON.stringify(requestBody({ guests: [{ first_name: 1 }] }))]) {
      const headers = { 'content-type': 'application/json' };
      const asked = { method: 'POST', url: '/api/v1/booking', headers, payload } as const;
      expect((await ask(small, key, asked)).statusCode).toBe(400);
    }
  });

  test('401, 403 and 405: no key, a key without the scope, another method', async () => {
    const onlyRead = await small.key({ scopes: ['read'] });
    const onlyBook = await small.key({ scopes: ['book'] });
    for (const [path, asked] of Object.entries(GOOD)) {
      expect([path, (await ask(small, null, asked)).statusCode]).toEqual([path, 401]);
      const other = asked.method === 'POST' ? onlyRead : onlyBook;
      expect([path, (await ask(small, other, asked)).statusCode]).toEqual([path, 403]);
      expect([path, (await ask(small, key, { method: 'PUT', url: asked.url })).statusCode]).toEqual([path, 405]);
    }
  });

  test('404 and 422: what does not exist, and what does not fit together', async () => {
    const price = (query: string) => ask(small, key, { url: `/api/v1/price?${query}` });
    expect((await price(`visit_type_id=999&room_type_id=11&${STAY}`)).statusCode).toBe(404);
    expect((await price(`visit_type_id=101&room_type_id=31&${STAY}`)).statusCode).toBe(422);
    expect((await ask(small, key, { url: '/api/v2/hotels/999' })).statusCode).toBe(404);
    const book = (changes: Json) =>
      ask(small, key, { method: 'POST', url: '/api/v1/booking', payload: requestBody(changes) });
    expect((await book({ hotel_id: 999 })).statusCode).toBe(404);
    expect((await book({ guests: [] })).statusCode).toBe(422);
  });

  test('409: a request with the same idempotency key is still running', async () => {
    const { prisma } = small.database;
    const { id: apiKeyId, clientId } = await prisma.apiKey.findFirstOrThrow({
      where: { name: 'test' },
      orderBy: { id: 'asc' },
    });
    const asked = { method: 'POST', url: '/api/v1/booking', payload: requestBody() } as const;
    await prisma.$transaction(
      async (first) => {
        const data = {
          apiKeyId,
          clientId,
          key: 'running',
          requestHash: 'a'.repeat(64),
          expiresAt: new Date('2028-01-01'),
        };
        await first.idempotencyRecord.create({ data });
        const answer = await ask(small, key, { ...asked, headers: { 'idempotency-key': 'running' } });
        expect(answer.statusCode).toBe(409);
      },
      { timeout: 60_000 },
    );
  });

  test('410: a cursor of events that the database has not reached', async () => {
    const cursor = formatCursor([1_000_000, 0], EVENT_ORDER, createCursorSigner(PEPPER));
    expect((await ask(small, key, { url: `/api/v2/events?cursor=${cursor}` })).statusCode).toBe(410);
  });

  test('413 and 415: bodies that are too large, of another type, compressed or in another charset', async () => {
    const asked = { method: 'POST', url: '/api/v1/booking' } as const;
    const json = { 'content-type': 'application/json' };
    expect((await ask(small, key, { ...asked, headers: json, payload: ' '.repeat(300_000) })).statusCode).toBe(413);
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=latin1' },
      { ...json, 'content-encoding': 'gzip' },
    ]) {
      expect((await ask(small, key, { ...asked, headers, payload: '{}' })).statusCode).toBe(415);
    }
  });

  test('429: too many requests', async () => {
    const limited = await gatewayWith({ catalogue: SMALL_CATALOGUE, today: TODAY, config: { rateLimitPerMinute: 1 } });
    for (const [path, asked] of Object.entries(GOOD)) {
      const fresh = await limited.key({ scopes: EVERY_SCOPE });
      const answers = [await ask(limited, fresh, asked), await ask(limited, fresh, asked)];
      expect([path, answers[1]!.statusCode]).toEqual([path, 429]);
      for (const { headers } of answers) expect(headers).toHaveProperty('ratelimit-remaining', '0');
    }
  });

  test('503: the database is away', async () => {
    const server = await startPostgres();
    const url = `${server.address}postgres`;
    const database = { ...(await openDatabase({ kind: 'postgresql', url })), url };
    await migrate(database);
    const away = await gatewayWith({ catalogue: SMALL_CATALOGUE, today: TODAY, database });
    const known = await away.key({ scopes: EVERY_SCOPE });
    expect((await ask(away, known, { url: '/api/v2/hotels/999' })).statusCode).toBe(404);
    await server.stop();
    for (const [path, asked] of Object.entries(GOOD)) {
      expect([path, (await ask(away, known, asked)).statusCode]).toEqual([path, 503]);
    }
  });

  test('for any request', async () => {
    const gateway = await gatewayWith({ catalogue: SMALL_CATALOGUE, today: TODAY });
    const keys = [
      await gateway.key({ scopes: EVERY_SCOPE }),
      await gateway.key({ scopes: ['read'] }),
      await gateway.key({ scopes: ['book'] }),
    ];
    const request = arbitraryRequest(keys);
    await fc.assert(
      fc.asyncProperty(request, async ({ headers, method, ...asked }) => {
        // HEAD and OPTIONS belong to HTTP, an undecodable path is no address, and `inject` resolves segments of dots.
        fc.pre(
          method !== 'HEAD' &&
            method !== 'OPTIONS' &&
            isDecodable(asked.url) &&
            !/\/\.\.?(?:[/?]|$)/.test(asked.url) &&
            check.operationOf({ method, ...asked }) !== null,
        );
        await ask(gateway, null, { method, headers, ...asked });
      }),
      { numRuns: amount({ short: 400, long: 10_000 }) },
    );
  });

  test('and every documented status was seen above, but the one for defects of the server', () => {
    // Those of catalogue files have their own tests.
    const routes = check.operations.filter(({ path }) => !path.startsWith('/manage/'));
    const missing = routes.flatMap(({ method, path, statuses }) =>
      statuses
        .filter((status) => status !== '500' && !seen.get(`${method} ${path}`)?.has(Number(status)))
        .map((status) => `${method} ${path} ${status}`),
    );
    expect(missing).toEqual([]);
  });
});
