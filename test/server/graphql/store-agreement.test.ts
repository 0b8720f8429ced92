/**
 * A process with a response cache and one without answer every address alike, to the last header, the first time and
 * the second. Addresses are sent as raw bytes.
 */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { exchange, type RawRequest, type StrictAnswer } from '../../support/requests/strict-http.ts';

const RUNS = 600;
/** Headers that depend on the clock. */
const OF_THE_MOMENT = ['date', 'x-request-id'];

const gateways: TestGateway[] = [];
const ports: number[] = [];
let key: string;
let otherKey: string;

beforeAll(async () => {
  const database = await freshDatabase();
  for (const responseStoreMb of [32, 0]) {
    const gateway = await startGateway({
      ...(responseStoreMb === 0 ? {} : { catalogue: SMALL_CATALOGUE }),
      today: TODAY,
      config: { responseStoreMb },
      database: responseStoreMb === 0 ? { ...database, close: async () => {} } : database,
    });
    gateways.unshift(gateway);
    ports.push(Number(new URL(await gateway.listen()).port));
  }
  key = await gateways[0]!.key();
  otherKey = await gateways[0]!.key();
  for (const {
    epochs,
    database: { prisma },
  } of gateways)
    epochs.observe(await readRaised({ prisma }));
  // Content that a mistake could expose.
  const headers = [['Authorization', `Bearer ${key}`]] as const;
  for (const path of PATHS) await exchange(ports[0]!, [{ path, headers }]);
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
});

const GRAPHQL = '/graphql?query={hotels{totalCount}}';
const PATHS = ['/api/v1/destinations', '/api/v2/hotels/1', '/api/v2/hotels', '/api/v2/hotels?limit=1', GRAPHQL];

function reported({ status, headers, body }: StrictAnswer): unknown {
  const lasting = [...headers].filter(([name]) => !OF_THE_MOMENT.includes(name));
  return { status, headers: Object.fromEntries(lasting), body: body.toString() };
}

/** The answers of both processes to a request that is sent twice in a row. */
async function answersTo(request: RawRequest): Promise<[withStore: unknown[], without: unknown[]]> {
  const [withStore, without] = await Promise.all(ports.map((port) => exchange(port, [request, request])));
  return [withStore!.map(reported), without!.map(reported)];
}

/** Placeholders for two keys with the same visibility, in generated requests. */
const RIGHT = 'RIGHT';
const OTHER = 'OTHER';
const withKeys = (text: string) => text.replaceAll(RIGHT, key).replaceAll(OTHER, otherKey);
const token = fc.constantFrom(RIGHT, RIGHT, OTHER, 'zz', '', `${RIGHT}x`, `${RIGHT}%20`);
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('access_token', 'access%5Ftoken', '%61ccess_token') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['ACCESS_TOKEN', 'access_token[]', 'access+token', 'access%255Ftoken', 'access_token%00', 'access_token%'],
    ),
  },
);
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(name, token).map((pair) => pair.join('=')) },
  { weight: 1, arbitrary: name },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['limit=1', 'limit=%31', 'limit=01', 'limit=1&limit=2', 'LIMIT=1', 'search=a', 'search=a+b', 'search=%00'],
      ...['x=%ff', 'x=%zz', 'x=%', '%=1', '=1', 'a=b=c', 'a', '', '', 'expand=amenityLabels', '__proto__=1'],
      ...['query={hotels{totalCount}}', 'variables={}', 'operationName=A'],
    ),
  },
);
const separator = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('&', '?') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(';', '#', '??', '&&', '/', '//', '%3F', '%26', '+', '/../', '/./', '/%2e%2e/'),
  },
);
const before = fc.oneof(
  { weight: 10, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('http://gateway', 'HTTP://gateway', 'http://u:p@gateway:80', '/', '/api/..', '/.'),
  },
);
const address = fc
  .tuple(
    before,
    fc.constantFrom(...PATHS, ...PATHS, '/api/v2/hotels/', '/API/v2/hotels', '/health', '/nothing'),
    fc.array(fc.tuple(separator, piece), { maxLength: 3 }),
  )
  .map(([start, path, more]) => `${start}${path}${more.flat().join('')}`);
const authorization = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(`Bearer ${RIGHT}`, `Bearer ${OTHER}`) },
  { weight: 1, arbitrary: fc.constantFrom('Bearer zz', `Basic ${RIGHT}`, undefined) },
);
const headers = fc.record({
  Authorization: authorization,
  'Accept-Language': fc.constantFrom('de', undefined, undefined, undefined),
  'Accept-Encoding': fc.constantFrom('gzip', 'br', undefined),
});
const request = fc.record({ method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'), path: address, headers });

test(`an address is answered alike with and without a store, at first and again (${RUNS} random ones)`, async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, headers: named }) => {
      const asked: RawRequest = {
        method,
        path: withKeys(path),
        headers: Object.entries(named).flatMap(([header, value]) =>
          value ? [[header, withKeys(value)] as const] : [],
        ),
      };
      const [withStore, without] = await answersTo(asked);
      expect(withStore).toEqual(without);
      expect(withStore.length === 1 || withStore[1]).toBeTruthy();
      const { status } = without[0] as { status: number };
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }),
    { numRuns: RUNS },
  );
  for (const status of [200, 400, 401, 404]) expect([status, seen.get(status) ?? 0]).not.toEqual([status, 0]);
});

test.each([
  ['a name that is encoded', '/api/v2/hotels/1?access%5Ftoken=zz', 401],
  ['another encoding of it', '/api/v2/hotels/1?%61ccess_token=zz', 401],
  ['a parameter behind no question mark', '/api/v2/hotels/1&access_token=zz', 400],
  ['a key of nobody', '/api/v2/hotels/1?access_token=zz', 401],
  ['a key that is repeated', '/api/v2/hotels/1?access_token=RIGHT&access_token=RIGHT', 401],
  ['an encoded name in a GraphQL address', `${GRAPHQL}&access%5Ftoken=zz`, 401],
  ['an encoded key of somebody else', '/api/v2/hotels/1?access%5Ftoken=OTHER', 401],
  ['an encoded key of somebody else in a GraphQL address', `${GRAPHQL}&access%5Ftoken=OTHER`, 401],
  ['the same key again', '/api/v2/hotels/1?access%5Ftoken=RIGHT', 200],
])('an answer that is stored is not given for %s that would be refused without it: %s', async (_, path, status) => {
  const asked = (by: string) => ({ path: withKeys(path), headers: [['Authorization', `Bearer ${by}`]] as const });
  // If this key is the one in the address, the answer is cached.
  await answersTo(asked(otherKey));
  const [withStore, without] = await answersTo(asked(key));
  expect(withStore).toEqual(without);
  expect(without.map((answer) => (answer as { status: number }).status)).toEqual([status, status]);
});
