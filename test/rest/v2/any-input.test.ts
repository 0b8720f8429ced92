/** For any input to v2, the answer is a documented one in its shape, never a 5xx (I5, I7). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OBJECT_IDS } from '../../support/catalogue/small-catalogue.ts';
import { getV2, V2_CATALOGUE } from '../../support/catalogue/v2-catalogue.ts';
import { amount } from '../../support/gateway/soak.ts';
import { type Answer, restClient } from '../../support/requests/rest-client.ts';

const client = restClient({ catalogue: V2_CATALOGUE });
const PATHS = ['/hotels', '/hotels/1', '/amenity-categories', '/room-types'];
const NAMES = [
  ...['destinationId', 'starsMin', 'starsMax', 'code', 'search', 'sort', 'limit', 'cursor', 'expand', 'hotelId'],
  ...['access_token', '__proto__', 'constructor', 'toString'],
];
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const VALUES = [
  ...['', '0', '1', '2', '5', '20', '100', '101', '-1', '01', '1e3', '1.5', '2147483648', '9'.repeat(40)],
  ...['id', 'name', 'stars', '-stars', 'code', 'beds', 'aurora', 'DBL', 'hotel', '%', '_', '\\', '\0', '\ud800'],
  ...['amenityLabels', 'amenityLabels,options', ',', 'f'.repeat(24), OBJECT_IDS.hotel1, 'x'.repeat(201)],
  ...[base64({ lastSortValue: 1, lastId: 1 }), base64({ lastSortValue: 'DBL', lastId: 1e300 })],
  ...[base64({ lastSortValue: {}, lastId: [] }), base64(['hotels', 'id', 1, 1]), 'a.b', '.', 'e30.e30', 'bnVsbA=='],
];

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.integer().map(String));
const value = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...VALUES) }, anyText);
const name = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...NAMES) }, fc.string());
const pairs = fc.array(fc.tuple(name, value), { maxLength: 6 });
const visible = fc.stringMatching(/^[\x20-\x7e\t\x80-\xff]{0,60}$/);
const language = fc.oneof(fc.constantFrom('de', 'cs, en;q=0', '*;q=0', ',,,', 'en-'.repeat(300)), visible);
const tags = fc.oneof(
  fc.constantFrom('*', '""', 'W/""', 'W/', '"', ',', '"x",'.repeat(500), `"${'x'.repeat(5000)}"`),
  fc.array(fc.constantFrom('"a"', 'W/"b"', '*', ',', ' ', '\t', 'W/', '"', 'x')).map((parts) => parts.join('')),
  visible,
);

function queryOf(query: readonly (readonly [string, string])[]): string {
  return query.map(([key, text]) => `${escaped(key)}=${escaped(text)}`).join('&');
}
/** Escapes as a browser does: half a character is dropped. */
const escaped = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** An answer in one of the shapes of the interface. */
function expectKnown({ status, body, text, headers }: Answer, statuses: readonly number[]): void {
  const said = text.slice(0, 200);
  expect([statuses.includes(status), status, said]).toEqual([true, status, said]);
  if (status === 304) expect([text, 'content-type' in headers]).toEqual(['', false]);
  else expect(headers['content-type']).toBe('application/json; charset=utf-8');
  if (status < 400) return;
  const keys = 'errors' in (body as object) ? ['success', 'message', 'errors'] : ['success', 'message'];
  expect(Object.keys(body as object)).toEqual(keys);
  expect(text).not.toMatch(/ {4}at |\/src\/|node_modules|SELECT |prisma|FST_/i);
}

test('no query and no header gives a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PATHS), pairs, language, tags, async (path, query, acceptLanguage, sent) => {
      const headers = { 'accept-language': acceptLanguage, 'if-none-match': sent };
      const answer = await client.send({ method: 'GET', url: `/api/v2${path}?${queryOf(query)}` }, { headers });
      expectKnown(answer, path === '/amenity-categories' ? [200, 304, 401] : [200, 304, 400, 401]);
      const { errors = [] } = (answer.body ?? {}) as { errors?: { path: string }[] };
      expect([answer.status, errors.length > 0]).toEqual([answer.status, answer.status === 400]);
      for (const { path: named } of errors) expect(NAMES).toContain(named);
    }),
    { numRuns: amount({ short: 500, long: 15_000 }) },
  );
});

test('no query that is not even escaped gives a 5xx', async () => {
  const raw = fc.array(
    fc.constantFrom('%', '%0', '%ff', '%00', '&', '=', '?', ';', '+', '[', ']', 'limit', 'sort=', '1'),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PATHS), raw, async (path, parts) => {
      const answer = await client.send({ method: 'GET', url: `/api/v2${path}?${parts.join('')}` });
      expectKnown(answer, [200, 400]);
    }),
    { numRuns: 500 },
  );
});

test('no path gives a 5xx', async () => {
  const segment = fc.oneof(
    fc.constantFrom(
      'hotels',
      'room-types',
      'amenity-categories',
      '1',
      '2',
      OBJECT_IDS.hotel1,
      '..',
      '.',
      '',
      '%',
      '%2e%2e',
    ),
    value.map(escaped),
    fc.constantFrom('1'.repeat(100), 'f'.repeat(101), '%00', '%ff', '%2F', '%zz', ':hotelId', '{hotelId}', '*'),
  );
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE');
  await fc.assert(
    fc.asyncProperty(method, fc.array(segment, { maxLength: 3 }), pairs, async (how, segments, query) => {
      const url = `/api/v2/${segments.join('/')}?${queryOf(query)}`;
      // Dots can lead out of REST, where a browser's pages are.
      fc.pre(new URL(url, 'http://gateway.example').pathname.startsWith('/api/'));
      const answer = await client.send({ method: how, url });
      if (how === 'HEAD') expect([answer.text, answer.status < 500]).toEqual(['', true]);
      else expectKnown(answer, [200, 400, 401, 404, 405, 414]);
    }),
    { numRuns: amount({ short: 400, long: 10_000 }) },
  );
});

test('an identifier of a hotel finds one, finds none, or is none: never a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(value, fc.integer().map(String)), async (id) => {
      const segment = escaped(id);
      fc.pre(segment !== '' && segment.length < 100 && !/^\.{1,2}$/.test(segment));
      const answer = await getV2(client, `/hotels/${segment}`);
      expectKnown(answer, [200, 400, 404]);
      const isIdentifier = /^(?:0|-?[1-9]\d*)$/.test(id) || /^[0-9a-fA-F]{24}$/.test(id);
      expect([id, answer.status === 400]).toEqual([id, !isIdentifier]);
    }),
    { numRuns: amount({ short: 300, long: 7_000 }) },
  );
});

test('no made-up cursor leads anywhere: it is refused, or of the older form', async () => {
  const content = fc.oneof(
    fc.jsonValue(),
    fc.record({ lastSortValue: fc.jsonValue({ maxDepth: 0 }), lastId: fc.oneof(fc.integer(), fc.double()) }),
    fc.tuple(
      fc.constantFrom('hotels', 'room-types'),
      fc.constantFrom('id', 'name', 'beds'),
      fc.integer(),
      fc.integer(),
    ),
  );
  const cursor = fc.oneof(
    content.map(base64),
    content.map((inside) => `${base64(inside).replaceAll('=', '')}.AAAAAAAAAAAAAAAAAAAAAA`),
    fc.base64String(),
    anyText,
  );
  const list = fc.constantFrom(
    ['/hotels', 'name'],
    ['/hotels', '-stars'],
    ['/room-types', 'beds'],
    ['/room-types', 'code'],
  );
  await fc.assert(
    fc.asyncProperty(list, cursor, async ([path, sort], sent) => {
      const answer = await client.send({ method: 'GET', url: `/api/v2${path}?sort=${sort}&cursor=${escaped(sent)}` });
      expectKnown(answer, [200, 400]);
      const isOlder = Buffer.from(sent, 'base64').toString().includes('lastSortValue');
      if (answer.status === 200) expect([sent, isOlder || sent === '']).toEqual([sent, true]);
    }),
    { numRuns: amount({ short: 400, long: 10_000 }) },
  );
});
