/**
 * Trusted documents are executed by id, on every way into GraphQL and as fast as sent texts; in the exclusive mode no
 * other text is executed, in whatever disguise.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GraphQLError, parse, print } from 'graphql';
import type { InjectOptions, Response } from 'light-my-request';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { ConfigError } from '../../../src/server/config.ts';
import { readTrustedDocuments } from '../../../src/server/graphql/trusted-documents.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { readPrometheusText } from '../../support/gateway/prometheus-text.ts';
import { canaryInput } from '../../support/requests/canaries.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const FIRST_HOTELS =
  'query FirstHotels($first: Int = 2) { hotels(first: $first) { totalCount nodes { number name } } }';
const BOOK = `mutation Book($input: CreateBookingInput!) {
  createBooking(input: $input) { __typename ... on Problem { code } } }`;
const TWO = 'query Today { viewer { today } } query Prefix { viewer { keyPrefix } }';
const COSTLY = 'query Costly { destinations { hotels { visitTypes { categories { visitTypes { number } } } } } }';
const MANIFEST = { [sha256(FIRST_HOTELS)]: FIRST_HOTELS, [sha256(BOOK)]: BOOK, two: TWO, costly: COSTLY };
const HOTELS = sha256(FIRST_HOTELS);

const { loyaltyProgramCode: _code, ...GUEST } = canaryInput({ arrival: '', departure: '' }).guests[0]!;
const INPUT = { ...canaryInput({ arrival: '2027-03-01', departure: '2027-03-04' }), guests: [GUEST] };

const folder = mkdtempSync(join(tmpdir(), 'trusted-documents-'));
const file = join(folder, 'persisted-documents.json');
writeFileSync(file, JSON.stringify(MANIFEST));

const open: TestGateway[] = [];
afterAll(async () => {
  for (const one of open) await one.close();
  rmSync(folder, { recursive: true });
});

async function started(only: boolean, config: Parameters<typeof startGateway>[0]['config'] = {}) {
  const gateway = await startGateway({
    catalogue: SMALL_CATALOGUE,
    today: TODAY,
    config: { trustedDocuments: { file, only }, ...config },
  });
  open.push(gateway);
  return { gateway, key: await gateway.key() };
}

type Params = Readonly<Record<string, unknown>>;
type Ask = (gateway: TestGateway, key: string, params: Params) => Promise<Response>;

const post = (url: string, key: string, params: Params): InjectOptions => ({
  method: 'POST',
  url,
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  payload: JSON.stringify(params),
});
const inAddress = (params: Params) =>
  new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
const WAYS: Readonly<Record<string, Ask>> = {
  POST: (gateway, key, params) => gateway.inject(post('/graphql', key, params)),
  'POST by Yoga': (gateway, key, params) => gateway.inject(post('/graphql?by=yoga', key, params)),
  GET: (gateway, key, params) =>
    gateway.inject({ url: `/graphql?${inAddress(params)}`, headers: { authorization: `Bearer ${key}` } }),
};
const BY_ID: Readonly<Record<string, (id: string) => Params>> = {
  documentId: (id) => ({ documentId: id }),
  'documentId with its algorithm': (id) => ({ documentId: `sha256:${id}` }),
  persistedQuery: (id) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: id } } }),
};

const codesOf = (answer: Response) =>
  (answer.json().errors ?? []).map(({ extensions }: { extensions?: { code?: string } }) => extensions?.code);

describe.each([
  ['where anything may be asked', false],
  ['where nothing else may be asked', true],
])('%s', (_, only) => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    ({ gateway, key } = await started(only));
    await gateway.inject(post('/graphql', key, { documentId: HOTELS }));
  });

  describe.each(Object.entries(WAYS))('%s', (way, ask) => {
    test.each(Object.entries(BY_ID))('executes a trusted document that is named by %s', async (_name, byId) => {
      const answer = await ask(gateway, key, { ...byId(HOTELS), variables: { first: 1 } });
      expect(answer.statusCode).toBe(200);
      const { data } = answer.json();
      expect([data.hotels.nodes.length, data.hotels.totalCount]).toEqual([1, 4]);
    });

    test('takes the operation of a document by its name', async () => {
      const answer = await ask(gateway, key, { documentId: 'two', operationName: 'Today' });
      expect(answer.json().data).toEqual({ viewer: { today: TODAY } });
    });

    test('refuses an id that is unknown in the words that Apollo clients wait for, and does not repeat it', async () => {
      for (const byId of Object.values(BY_ID)) {
        for (const unknown of ['Kanarikova', '__proto__', 'constructor']) {
          const answer = await ask(gateway, key, byId(unknown));
          expect(answer.statusCode).toBe(400);
          expect(answer.payload).not.toContain('Kanarikova');
          expect(codesOf(answer)).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
        }
      }
      const answer = await ask(gateway, key, { documentId: 'Kanarikova' });
      expect([answer.json().errors[0].message, codesOf(answer)]).toEqual([
        'PersistedQueryNotFound',
        ['PERSISTED_QUERY_NOT_FOUND'],
      ]);
    });

    test('holds trusted documents to the limit of cost and to the scopes of the key', async () => {
      const costly = await ask(gateway, key, { documentId: 'costly' });
      expect([costly.statusCode, codesOf(costly)]).toEqual([400, ['COST_EXCEEDED']]);
      const onlyBooks = await gateway.key({ scopes: ['book'] });
      const unread = await ask(gateway, onlyBooks, { documentId: HOTELS });
      expect([unread.statusCode, codesOf(unread)]).toEqual([403, ['FORBIDDEN']]);
    });

    test('does not execute a text beside an id, or only where any text may be asked', async () => {
      const query = '{ destinations { number } }';
      const both = await ask(gateway, key, { query, documentId: HOTELS });
      expect(both.statusCode).toBe(400);
      expect(both.json().data ?? null).toBeNull();
      const apollo = await ask(gateway, key, { query, ...BY_ID.persistedQuery!(HOTELS) });
      if (only) expect([apollo.statusCode, codesOf(apollo)]).toEqual([400, ['TRUSTED_DOCUMENTS_ONLY']]);
      // As Apollo's clients send it after an unknown id.
      else expect(Object.keys(apollo.json().data)).toEqual(['destinations']);
    });

    test(only ? 'executes no text at all' : 'executes texts as ever', async () => {
      const texts = [
        '{ destinations { number } }',
        '{ __typename }',
        '{ __schema { queryType { name } } }',
        // Not even a trusted text, exact or not.
        FIRST_HOTELS,
        print(parse(FIRST_HOTELS)),
      ];
      for (const query of texts) {
        for (const more of [{}, { operationName: null }, { variables: {} }]) {
          const answer = await ask(gateway, key, { query, ...(way === 'GET' ? {} : more) });
          expect([query, answer.statusCode, codesOf(answer)]).toEqual(
            only ? [query, 400, ['TRUSTED_DOCUMENTS_ONLY']] : [query, 200, []],
          );
        }
      }
    });

    test('reports the missing id or text', async () => {
      for (const params of [{}, { variables: { first: 1 } }, { extensions: { persistedQuery: null } }]) {
        const answer = await ask(gateway, key, params);
        // Without an id the request lacks its text, and is refused as usual.
        expect([answer.statusCode, codesOf(answer)]).toEqual(
          only ? [400, ['PERSISTED_QUERY_ID_REQUIRED']] : [200, ['BAD_REQUEST']],
        );
      }
    });
  });

  test('a mutation is executed by its id, but not by GET', async () => {
    const params = { documentId: sha256(BOOK), variables: { input: INPUT } };
    const booked = await WAYS.POST!(gateway, key, params);
    expect(booked.json().data.createBooking.__typename).toBe('BookingCreated');
    expect((await WAYS.GET!(gateway, key, params)).statusCode).toBe(405);
  });

  test('REST goes on, with its own stored operations', async () => {
    const answer = await gateway.inject({ url: '/api/v2/hotels?limit=1', headers: { authorization: `Bearer ${key}` } });
    expect([answer.statusCode, answer.json().data.length]).toEqual([200, 1]);
  });

  test('ids are as fast as texts: answered without Yoga, from the cache, and compiled', async () => {
    const ask = (first: number) => gateway.inject(post('/graphql', key, { documentId: HOTELS, variables: { first } }));
    const fetch = vi.spyOn(globalThis, 'Request');
    for (let time = 0; time < 15; time++) expect((await ask(20 + time)).statusCode).toBe(200);
    expect(fetch).not.toHaveBeenCalled();
    fetch.mockRestore();
    const opened = vi.spyOn(gateway.services, 'open');
    expect((await ask(20)).json().data.hotels.nodes).toHaveLength(4);
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
    // Known, compiled and cached by id, its text is still not executed.
    const byText = await gateway.inject(post('/graphql', key, { query: FIRST_HOTELS, variables: { first: 20 } }));
    expect(codesOf(byText)).toEqual(only ? ['TRUSTED_DOCUMENTS_ONLY'] : []);
  });

  test('metrics know trusted documents by the names of their operations', async () => {
    const { payload } = await gateway.inject({ url: '/metrics' });
    const told = readPrometheusText(payload);
    const name = 'gateway_graphql_operation_duration_seconds_count';
    expect(told.value(name, { operation: 'FirstHotels' })).toBeGreaterThan(10);
    expect(told.value(name, { operation: 'Book' })).toBe(1);
    const operations = new Set(told.samples.filter((one) => one.name === name).map(({ labels }) => labels.operation));
    expect([...operations].filter((one) => one === 'destinations')).toEqual(only ? [] : ['destinations']);
  });

  test('GraphiQL opens, and says so if typed operations are refused', async () => {
    const page = await gateway.inject({ url: '/graphql', headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(200);
    expect(page.payload.includes('TRUSTED_DOCUMENTS_ONLY')).toBe(only);
  });
});

test('in the exclusive mode, a refusal opens no context and is never cached', async () => {
  const { gateway, key } = await started(true, { responseStoreMb: 8 });
  const opened = vi.spyOn(gateway.services, 'open');
  for (const ask of Object.values(WAYS)) {
    for (let time = 0; time < 3; time++) {
      const answer = await ask(gateway, key, { query: '{ destinations { number } }' });
      expect([answer.statusCode, codesOf(answer)]).toEqual([400, ['TRUSTED_DOCUMENTS_ONLY']]);
    }
  }
  expect(opened).not.toHaveBeenCalled();
  opened.mockRestore();
  const { payload } = await gateway.inject({ url: '/metrics' });
  expect(readPrometheusText(payload).value('gateway_cache_entries', { cache: 'answers' })).toBe(0);
});

test('bodies that are something else than one object are refused as ever', async () => {
  const { gateway, key } = await started(true);
  for (const payload of ['[]', '[{"query":"{ __typename }"}]', '"text"', '5', 'null', '{', '{"documentId":5}']) {
    const answer = await gateway.inject({ ...post('/graphql', key, {}), payload });
    expect([payload, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([payload, true]);
    expect(answer.payload).not.toContain('"data":{');
  }
});

describe('a manifest', () => {
  const reading = (content: string) => {
    const other = join(folder, 'other.json');
    writeFileSync(other, content);
    return () => readTrustedDocuments({ file: other, only: false }, schema);
  };
  const complaint = (rest: string) => new ConfigError(`TRUSTED_DOCUMENTS ${join(folder, 'other.json')}: ${rest}`);

  test('may be one of Apollo', () => {
    const trusted = reading(
      JSON.stringify({
        format: 'apollo-persisted-query-manifest',
        version: 1,
        operations: [{ id: 'one', name: 'FirstHotels', type: 'query', body: FIRST_HOTELS }],
      }),
    )();
    expect(trusted.resolve({ documentId: 'one' })).toEqual({ query: FIRST_HOTELS });
    expect(trusted.resolve({ documentId: 'two' })).toBeInstanceOf(GraphQLError);
    expect(trusted.has(FIRST_HOTELS)).toBe(true);
  });

  test.each([
    ['{', 'it is not JSON'],
    ['{}', 'it is not an object with a text for every id, or has none'],
    ['[]', 'it is not an object with a text for every id, or has none'],
    ['{"a": 5}', 'it is not an object with a text for every id, or has none'],
    ['{"a": "{"}', 'the document "a" cannot be executed: Syntax Error: Expected Name, found <EOF>.'],
    ['{"a": ""}', 'the document "a" cannot be executed: Syntax Error: Unexpected <EOF>.'],
    [
      JSON.stringify({ good: FIRST_HOTELS, bad: '{ hotelz }' }),
      'the document "bad" cannot be executed: Cannot query field "hotelz" on type "Query". Did you mean "hotel" or "hotels"?',
    ],
  ])('%s stops the start with one line that names the file and the document', (content, rest) => {
    expect(reading(content)).toThrow(complaint(rest));
  });

  test('with a document beyond the limits stops the start', () => {
    const deep = `{ hotels { nodes ${'{ roomTypes { hotel '.repeat(6)} { number } ${'} }'.repeat(6)} } }`;
    expect(reading(JSON.stringify({ deep }))).toThrow(/: the document "deep" cannot be executed: [^\n]+$/);
  });

  test('that is not there stops the start', async () => {
    const missing = join(folder, 'missing.json');
    expect(() => readTrustedDocuments({ file: missing, only: false }, schema)).toThrow(
      new ConfigError(`TRUSTED_DOCUMENTS ${missing}: it cannot be read (ENOENT)`),
    );
    await expect(
      startGateway({
        catalogue: SMALL_CATALOGUE,
        today: TODAY,
        config: { trustedDocuments: { file: missing, only: true } },
      }),
    ).rejects.toThrow(ConfigError);
  });
});
