/**
 * Trusted documents are executed by id, on every way into GraphQL and as fast as sent texts; in the exclusive mode no
 * other text is executed, in whatever disguise.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, print } from 'graphql';
import type { InjectOptions, Response } from 'light-my-request';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { USUAL_SIZE } from '../../../src/data/reads/catalogue-size.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { ConfigError } from '../../../src/server/config.ts';
import { openTrustedDocuments, type TrustedDocumentsParts } from '../../../src/server/graphql/trusted-documents.ts';
import { createLog } from '../../../src/server/telemetry/log.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { readPrometheusText } from '../../support/gateway/prometheus-text.ts';
import { canaryInput } from '../../support/requests/canaries.ts';
import { manualScheduler } from '../../support/subscriptions/manual-scheduler.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const FIRST_HOTELS =
  'query FirstHotels($first: Int = 2) { hotels(first: $first) { totalCount nodes { number name } } }';
const BOOK = `mutation Book($input: CreateBookingInput!) {
  createBooking(input: $input) { __typename ... on Problem { code } } }`;
const TWO = 'query Today { viewer { today } } query Prefix { viewer { keyPrefix } }';
const COSTLY =
  'query Costly { destinations { hotels { visitTypes { categories { visitTypes { categories { visitTypes { number } } } } } } } }';
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
    catalogueSize: USUAL_SIZE,
    config: { trustedDocuments: { path: file, only }, ...config },
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
  'persistedQuery with its algorithm': (id) => ({
    extensions: { persistedQuery: { version: 1, sha256Hash: `sha256:${id}` } },
  }),
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

    test('refuses an id that is unknown in the words that clients wait for, and does not repeat it', async () => {
      const notFound = ['PersistedQueryNotFound', ['PERSISTED_QUERY_NOT_FOUND']];
      const notSupported = ['PersistedQueryNotSupported', ['PERSISTED_QUERY_NOT_SUPPORTED']];
      for (const [name, byId] of Object.entries(BY_ID)) {
        const isHash = name.startsWith('persistedQuery');
        for (const unknown of ['Kanarikova', '__proto__', 'constructor']) {
          const answer = await ask(gateway, key, byId(unknown));
          expect([name, answer.statusCode]).toEqual([name, isHash ? 200 : 400]);
          expect(answer.payload).not.toContain('Kanarikova');
          expect([answer.json().errors[0].message, codesOf(answer)]).toEqual(isHash && only ? notSupported : notFound);
        }
      }
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
      const code = only ? 'TRUSTED_DOCUMENTS_ONLY' : 'PERSISTED_QUERY_MISMATCH';
      expect([apollo.statusCode, codesOf(apollo)]).toEqual([400, [code]]);
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
    const reported = readPrometheusText(payload);
    const name = 'gateway_graphql_operation_duration_seconds_count';
    expect(reported.value(name, { operation: 'FirstHotels' })).toBeGreaterThan(10);
    expect(reported.value(name, { operation: 'Book' })).toBe(1);
    const operations = new Set(
      reported.samples.filter((one) => one.name === name).map(({ labels }) => labels.operation),
    );
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

/** The documents of a path, which are never looked at again, unless a test brings a schedule. */
const openAt = (path: string, parts: Partial<TrustedDocumentsParts> = {}) =>
  openTrustedDocuments(
    { path, only: false },
    { schema, schedule: () => () => {}, onChange: () => {}, onEmpty: () => {}, onBroken: () => {}, ...parts },
  );

describe('a manifest', () => {
  const reading = (content: string) => {
    const other = join(folder, 'other.json');
    writeFileSync(other, content);
    return () => openAt(other);
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
    expect([trusted.textOf('one'), trusted.textOf('two')]).toEqual([FIRST_HOTELS, null]);
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
      'the document "bad" cannot be executed: Cannot query field "hotelz" on type "Query". Did you mean "hotel", "hotels", or "hold"?',
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
    expect(() => openAt(missing)).toThrow(new ConfigError(`TRUSTED_DOCUMENTS ${missing}: it cannot be read (ENOENT)`));
    await expect(
      startGateway({
        catalogue: SMALL_CATALOGUE,
        today: TODAY,
        config: { trustedDocuments: { path: missing, only: true } },
      }),
    ).rejects.toThrow(ConfigError);
  });
});

test.each(['', 'sha256:'])(
  'an id that the manifest writes with "%s" is named with its algorithm and without',
  async (prefix) => {
    const path = join(folder, 'prefixed.json');
    writeFileSync(path, JSON.stringify({ [`${prefix}${HOTELS}`]: FIRST_HOTELS }));
    const { gateway, key } = await started(true, { trustedDocuments: { path, only: true } });
    for (const ask of Object.values(WAYS)) {
      for (const byId of Object.values(BY_ID)) {
        expect((await ask(gateway, key, byId(HOTELS))).json().data.hotels.nodes).toHaveLength(2);
      }
    }
  },
);

describe('a folder of manifests', () => {
  const TODAY_QUERY = '{ viewer { today } }';
  const PREFIX_QUERY = '{ viewer { keyPrefix } }';
  let path: string;
  beforeEach(() => {
    path = mkdtempSync(join(folder, 'manifests-'));
  });
  const write = (name: string, content: unknown) => writeFileSync(join(path, name), JSON.stringify(content));

  test('has the documents of all its manifests, and of nothing else in it', () => {
    write('a.json', { one: TODAY_QUERY, both: FIRST_HOTELS });
    write('b.json', {
      format: 'apollo-persisted-query-manifest',
      version: 1,
      operations: [
        { id: 'two', body: PREFIX_QUERY },
        { id: 'sha256:both', body: FIRST_HOTELS },
      ],
    });
    write('.hidden.json', { three: '{' });
    write('notes.txt', { four: '{' });
    mkdirSync(join(path, 'inner'));
    const trusted = openAt(path);
    const ids = ['one', 'two', 'both', 'three', 'four'];
    expect(ids.map((id) => trusted.textOf(id))).toEqual([TODAY_QUERY, PREFIX_QUERY, FIRST_HOTELS, null, null]);
  });

  test('that is empty is logged at the start, and may be filled later; emptied, those of before stay', () => {
    const time = manualScheduler();
    const [onEmpty, onBroken] = [vi.fn(), vi.fn()];
    const trusted = openAt(path, { schedule: time.schedule, onEmpty, onBroken });
    expect([onEmpty.mock.calls.length, trusted.textOf('one')]).toEqual([1, null]);
    write('a.json', { one: TODAY_QUERY });
    time.advance(2_000);
    expect([trusted.textOf('one'), trusted.has(TODAY_QUERY)]).toEqual([TODAY_QUERY, true]);
    rmSync(join(path, 'a.json'));
    time.advance(2_000);
    expect([trusted.textOf('one'), onEmpty.mock.calls.length]).toEqual([TODAY_QUERY, 1]);
    expect(onBroken.mock.calls).toEqual([['the folder has no manifest (*.json)']]);
  });

  test('with one id for two documents stops the start', () => {
    write('a.json', { one: TODAY_QUERY });
    write('b.json', { 'sha256:one': PREFIX_QUERY });
    expect(() => openAt(path)).toThrow(
      new ConfigError(`TRUSTED_DOCUMENTS ${join(path, 'b.json')}: the id "sha256:one" stands for two documents`),
    );
  });

  test('is read again when a manifest is added, replaced or gone, and only then', () => {
    const time = manualScheduler();
    const onChange = vi.fn();
    write('a.json', { one: TODAY_QUERY });
    const trusted = openAt(path, { schedule: time.schedule, onChange });
    const later = () => {
      time.advance(10_000);
      return [trusted.textOf('one'), trusted.textOf('two'), trusted.has(PREFIX_QUERY)];
    };
    expect(later()).toEqual([TODAY_QUERY, null, false]);
    expect([onChange.mock.calls, trusted.version]).toEqual([[], 0]);
    write('b.json', { two: PREFIX_QUERY });
    expect(later()).toEqual([TODAY_QUERY, PREFIX_QUERY, true]);
    write('c.tmp', { one: FIRST_HOTELS });
    renameSync(join(path, 'c.tmp'), join(path, 'a.json'));
    expect(later()).toEqual([FIRST_HOTELS, PREFIX_QUERY, true]);
    rmSync(join(path, 'b.json'));
    expect(later()).toEqual([FIRST_HOTELS, null, false]);
    expect(onChange.mock.calls).toEqual([[[PREFIX_QUERY]], [[FIRST_HOTELS, TODAY_QUERY]], [[PREFIX_QUERY]]]);
    expect(trusted.version).toBe(3);
    trusted.close();
    write('b.json', { two: PREFIX_QUERY });
    expect(later()).toEqual([FIRST_HOTELS, null, false]);
  });

  test('keeps its documents while a manifest is broken or all are gone, and says so once', () => {
    const time = manualScheduler();
    const onBroken = vi.fn();
    write('a.json', { one: TODAY_QUERY });
    const trusted = openAt(path, { schedule: time.schedule, onBroken });
    write('b.json', { two: '{ nothing }' });
    time.advance(10_000);
    rmSync(path, { recursive: true });
    time.advance(10_000);
    expect(trusted.textOf('one')).toBe(TODAY_QUERY);
    expect(onBroken.mock.calls).toEqual([
      [expect.stringMatching(/b\.json: the document "two" cannot be executed: Cannot query field "nothing"/)],
      [expect.stringMatching(/: it cannot be read \(ENOENT\)$/)],
    ]);
    mkdirSync(path);
    write('a.json', { one: FIRST_HOTELS });
    time.advance(10_000);
    expect(trusted.textOf('one')).toBe(FIRST_HOTELS);
  });

  test('that changes changes what is answered, in cached answers too, and the log says so', async () => {
    const time = manualScheduler();
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    write('a.json', { one: TODAY_QUERY, two: FIRST_HOTELS });
    const gateway = await startGateway({
      catalogue: SMALL_CATALOGUE,
      today: TODAY,
      config: { trustedDocuments: { path, only: true }, responseStoreMb: 8 },
      schedule: time.schedule,
      log: await createLog({ level: 'info', terminal: false, destination }),
    });
    open.push(gateway);
    const key = await gateway.key();
    const ask = async (documentId: string) => (await gateway.inject(post('/graphql', key, { documentId }))).json();
    for (const _ of [1, 2]) expect(Object.keys((await ask('two')).data)).toEqual(['hotels']);
    write('a.json', { two: '{ destinations { number } }' });
    time.advance(10_000);
    expect(Object.keys((await ask('two')).data)).toEqual(['destinations']);
    expect((await ask('one')).errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
    write('a.json', { two: '{' });
    time.advance(10_000);
    expect(Object.keys((await ask('two')).data)).toEqual(['destinations']);
    const reported = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('the trusted documents'));
    expect(reported.map(({ level, msg }) => [level, msg])).toEqual([
      [30, 'the trusted documents have changed'],
      [40, 'the trusted documents stay as they were'],
    ]);
    expect(reported[1].reason).toMatch(/a\.json: the document "two" cannot be executed/);
  });
});
