/**
 * Requests made to wear the service out: each gets a specific 4xx before it has cost anything. Size and cost of
 * operations are tested with GraphQL, deadlines with operations.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Documents } from '../../../src/graphql/execution/documents.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { statementsOf } from '../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const PER_MINUTE = 5;
const CONTENT_TYPES = ['application/json', 'application/graphql-response+json'];

let gateway: TestGateway;
let counting: TestGateway;
let key: string;
beforeAll(async () => {
  const database = await freshDatabase();
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, database });
  const shared = { ...database, close: async () => {} };
  counting = await startGateway({ today: TODAY, database: shared, config: { rateLimitPerMinute: PER_MINUTE } });
  key = await gateway.key();
});
afterAll(async () => {
  await counting.close();
  await gateway.close();
});

const bearer = (accept = 'application/json') => ({ authorization: `Bearer ${key}`, accept });
const post = (payload: string | object, accept?: string) =>
  gateway.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...bearer(accept), 'content-type': 'application/json' },
    payload,
  });

describe('nothing but the key is looked up for', () => {
  const deep = (before: string, after: string) => `${before.repeat(5_000)}${after.repeat(5_000)}`;
  const lists = (count: number) => Array.from({ length: count }, () => '"1"').join(',');

  test.each([
    ['selections 5,000 levels deep', deep('{ viewer ', '}')],
    ['lists 5,000 levels deep', `{ nodes(ids: ${deep('[', ']')}) { id } }`],
    ['objects 5,000 levels deep', `{ hotels(filter: ${deep('{ code: ', '}')}) { totalCount } }`],
    ['types 5,000 levels deep', `query ($ids: ${deep('[', ']')}) { viewer { today } }`],
    ['a list of 20,000 literals', `{ nodes(ids: [${lists(20_000)}]) { id } }`],
    ['8,000 operations', 'query A { viewer { today } } '.repeat(8_000)],
  ])('%s: 400 in both content types, naming the limit', async (_, query) => {
    const statements = await statementsOf(async () => {
      for (const accept of CONTENT_TYPES) {
        const answer = await post({ query }, accept);
        expect([answer.statusCode, answer.json()]).toEqual([
          400,
          {
            errors: [
              { message: 'The document has more than 2000 tokens.', extensions: { code: 'OPERATION_TOO_LARGE' } },
            ],
          },
        ]);
      }
    });
    expect(statements.filter((statement) => !/\bapi_key/.test(statement))).toEqual([]);
  });

  test.each(
    ['variables', 'extensions'].flatMap((name) =>
      ['%7B', '[]', '%5B1%5D', '1', '%22text%22', 'true', '%7B%22a%22', '%00', deep('[', ']')].map((value) => [
        name,
        value,
      ]),
    ),
  )('GET with %s=%s, which is not a JSON object: 400', async (name, value) => {
    const statements = await statementsOf(async () => {
      for (const accept of CONTENT_TYPES) {
        const url = `/graphql?query=%7Bviewer%7Btoday%7D%7D&${name}=${value}`;
        const answer = await gateway.inject({ url, headers: bearer(accept) });
        expect([answer.statusCode, answer.json()]).toEqual([
          400,
          {
            errors: [{ message: `The parameter ${name} is not a JSON object.`, extensions: { code: 'BAD_REQUEST' } }],
          },
        ]);
      }
    });
    expect(statements.filter((statement) => !/\bapi_key/.test(statement))).toEqual([]);
  });

  test('bodies of 5,000 levels, of arrays, and variables of another type: 400', async () => {
    const query = '{ viewer { today } }';
    const bodies = [deep('[', ']'), deep('{"a":', '}').replace('}', '1}'), '[]', '"text"', 'null'];
    for (const body of [...bodies, ...['"x"', '[]', '1'].map((value) => `{"query":"${query}","variables":${value}}`)]) {
      const answer = await post(body);
      expect([body.slice(0, 60), answer.statusCode]).toEqual([body.slice(0, 60), 400]);
      expect(answer.json()).not.toHaveProperty('data');
    }
  });

  test('variables 5,000 levels deep, which no type takes', async () => {
    const body = `{"query":"query ($ids: [ID!]!) { nodes(ids: $ids) { id } }","variables":{"ids":${deep('[', ']')}}}`;
    const statements = await statementsOf(async () => {
      const answer = await post(body, CONTENT_TYPES[1]);
      expect([answer.statusCode, answer.json().data]).toEqual([400, undefined]);
    });
    expect(statements.filter((statement) => !/\bapi_key/.test(statement))).toEqual([]);
  });
});

describe('the schema', () => {
  const SCHEMA = '{ __schema { types { name } } }';
  const TYPE = '{ __type(name: "Hotel") { name } }';

  test('is revealed to nobody without a key, however it is requested, and to everybody with one', async () => {
    for (const query of [SCHEMA, TYPE]) {
      const url = `/graphql?query=${encodeURIComponent(query)}`;
      for (const request of [{ method: 'POST', url: '/graphql', payload: { query } } as const, { url }]) {
        const refused = await gateway.inject({ ...request, headers: { accept: 'application/json' } });
        expect([refused.statusCode, Object.keys(refused.json())]).toEqual([401, ['errors']]);
        const reported = await gateway.inject({ ...request, headers: bearer() });
        expect([reported.statusCode, reported.json().errors]).toEqual([200, undefined]);
      }
    }
  });
});

describe('the rate limit', () => {
  const ask = (url: string, presented: string) =>
    counting.inject({ url, headers: { authorization: `Bearer ${presented}`, accept: 'application/json' } });

  test('is in every answer of REST and GraphQL, which count together, and a refusal says when to retry', async () => {
    const own = await counting.key();
    const urls = [
      '/api/v1/destinations',
      '/graphql?query={viewer{today}}',
      '/api/v2/hotels',
      '/api/v1/visit-types?max=0',
      '/graphql',
    ];
    const remaining: unknown[] = [];
    for (const url of urls) {
      const { headers } = await ask(url, own);
      expect([url, headers['ratelimit-limit']]).toEqual([url, String(PER_MINUTE)]);
      expect(headers['ratelimit-reset']).toMatch(/^[1-9]\d?$/);
      remaining.push(headers['ratelimit-remaining']);
    }
    expect(remaining).toEqual(['4', '3', '2', '1', '0']);
    for (const url of urls) {
      const { statusCode, headers } = await ask(url, own);
      expect([url, statusCode, headers['ratelimit-remaining']]).toEqual([url, 429, '0']);
      expect(headers['retry-after']).toMatch(/^[1-9]\d?$/);
    }
    expect((await ask(urls[0]!, await counting.key())).statusCode).toBe(200);
  });

  test('counts made-up keys by where they come from, so that guessing is limited too', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < PER_MINUTE + 2; guess++) {
      statuses.push((await ask('/api/v1/destinations', `ssg_${String(guess).padStart(36, '0')}`)).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: PER_MINUTE }, () => 401), 429, 429]);
  });

  test.each(['/health', '/ready', '/ready/write', '/'])('does not count %s', async (url) => {
    for (let request = 0; request < PER_MINUTE + 2; request++) {
      const { statusCode, headers } = await counting.inject({ url });
      expect([statusCode, headers['ratelimit-remaining']]).toEqual([200, undefined]);
    }
  });
});

test('cached documents stay within their memory bound, however many are sent', () => {
  const bytes = 5_000_000;
  const documents = new Documents(schema, { bytes });
  for (let count = 0; count < 50; count++) {
    documents.prepare(`{ a${count} ${'a '.repeat(1_900)} }`);
    documents.prepare(`{ ${count} ${' '.repeat(200_000)}`);
    expect(documents.stats().size).toBeLessThanOrEqual(bytes);
  }
  expect(documents.stats().entries).toBeGreaterThan(4);
  const small = '{ viewer { today } }';
  expect(documents.prepare(small)).toBe(documents.prepare(small));
});
