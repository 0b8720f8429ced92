/** Automatic persisted queries (F10), as the links of Apollo's and urql's clients ask them, over real connections. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { USUAL_SIZE } from '../../../src/data/reads/catalogue-size.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const ACCEPTS = {
  Apollo: 'application/graphql-response+json,application/json;q=0.9',
  urql: 'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
  'any client': '*/*',
};

let gateway: TestGateway;
let address: string;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, catalogueSize: USUAL_SIZE });
  address = await gateway.listen();
  key = await gateway.key();
});
afterAll(() => gateway.close());

type Params = Readonly<Record<string, unknown>>;
interface Answer {
  readonly status: number;
  readonly data?: Record<string, unknown> | null;
  readonly errors?: { message: string; extensions: { code: string } }[];
}

async function ask(method: string, params: Params, { accept = '*/*', by = key } = {}): Promise<Answer> {
  const headers: Record<string, string> = { authorization: `Bearer ${by}`, accept, 'content-type': 'application/json' };
  const search = new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const answer = await (method === 'POST'
    ? fetch(`${address}/graphql`, { method, headers, body: JSON.stringify(params) })
    : fetch(`${address}/graphql?${search}`, { headers }));
  return { status: answer.status, ...((await answer.json()) as object) };
}

const hashOnly = (text: string, more: Params = {}) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash: sha256(text), ...more } },
});
const withText = (text: string) => ({ query: text, ...hashOnly(text, { miss: true }) });
const codes = ({ errors = [] }: Answer) => errors.map(({ extensions }) => extensions.code);

let texts = 0;
/** One that no other test has sent. */
const newText = () => `query Numbers${++texts}($first: Int = 1) { hotels(first: $first) { nodes { number } } }`;

describe.each(['POST', 'GET'])('by %s', (method) => {
  test.each(Object.entries(ACCEPTS))(
    '%s learns that a hash is not known, sends the text once, and the hash from then on',
    async (_, accept) => {
      const text = newText();
      const variables = { first: 2 };
      const unknown = await ask(method, { ...hashOnly(text), variables }, { accept });
      expect(unknown).toMatchObject({
        status: 200,
        errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
      });
      const answers = [
        await ask(method, { ...withText(text), variables }, { accept }),
        await ask(method, { ...hashOnly(text), variables }, { accept }),
        await ask(method, { ...hashOnly(text), variables: { first: 2 } }, { accept }),
      ];
      for (const { status, data, errors } of answers) {
        expect([status, errors, (data as { hotels: { nodes: unknown[] } }).hotels.nodes.length]).toEqual([
          200,
          undefined,
          2,
        ]);
      }
    },
  );

  test('a hash is known to all keys and by all names, with its algorithm and without', async () => {
    const text = newText();
    await ask('POST', withText(text));
    const by = await gateway.key();
    const hash = sha256(text);
    for (const id of [hash, `sha256:${hash}`]) {
      const persistedQuery = { version: 1, sha256Hash: id };
      for (const params of [{ documentId: id }, { extensions: { persistedQuery } }]) {
        const { status, data } = await ask(method, params, { by });
        expect([id, status, Object.keys(data ?? {})]).toEqual([id, 200, ['hotels']]);
      }
    }
    const brought = newText();
    const persistedQuery = { version: 1, sha256Hash: `sha256:${sha256(brought)}` };
    expect((await ask(method, { query: brought, extensions: { persistedQuery } })).data).toBeDefined();
    expect((await ask(method, hashOnly(brought))).data).toBeDefined();
  });

  test('a hash of another text is refused, and is neither registered nor run', async () => {
    const [text, other] = [newText(), newText()];
    const answer = await ask(method, { ...withText(text), query: other });
    expect([answer.status, codes(answer), answer.data]).toEqual([400, ['PERSISTED_QUERY_MISMATCH'], undefined]);
    expect(answer.errors![0]!.message).toContain('expected the SHA-256');
    for (const one of [text, other]) {
      expect(codes(await ask(method, hashOnly(one)))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
    }
  });

  test.each([{ version: 2, sha256Hash: 'a' }, { version: 1 }, { version: 1, sha256Hash: 5 }, 5, 'a'])(
    'what is no persisted query is refused: %j',
    async (persistedQuery) => {
      for (const text of [{}, { query: '{ viewer { today } }' }]) {
        const answer = await ask(method, { ...text, extensions: { persistedQuery } });
        expect([answer.status, codes(answer)]).toEqual([400, ['BAD_REQUEST']]);
      }
    },
  );

  test('both an id and a text are refused', async () => {
    const answer = await ask(method, { documentId: 'a', query: '{ viewer { today } }' });
    expect([answer.status, codes(answer)]).toEqual([400, ['BAD_REQUEST']]);
  });

  test('an id that names nothing is refused', async () => {
    const answer = await ask(method, { documentId: 'a' });
    expect([answer.status, codes(answer)]).toEqual([400, ['PERSISTED_QUERY_NOT_FOUND']]);
  });

  test('documents beyond the limits, and others that are not valid, are refused as ever and not registered', async () => {
    const invalid = [
      '{ nothing }',
      '{',
      `{ ${'a: __typename '.repeat(60)} }`,
      `{ hotels(first: 1) ${'{ nodes '.repeat(300)}`,
    ];
    for (const text of invalid) {
      const [plain, brought] = [await ask(method, { query: text }), await ask(method, withText(text))];
      expect([brought.status, codes(brought)]).toEqual([plain.status, codes(plain)]);
      expect(codes(await ask(method, hashOnly(text)))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
    }
    const costly =
      'query Costly { destinations { hotels { visitTypes { categories { visitTypes { categories { visitTypes { number } } } } } } } }';
    for (const params of [withText(costly), hashOnly(costly)]) {
      expect(codes(await ask(method, params))).toEqual(['COST_EXCEEDED']);
    }
  });
});

test('a mutation is known by its hash, and not executed by GET', async () => {
  const text = 'mutation Release($id: ID!) { releaseHold(input: { id: $id }) { __typename } }';
  const variables = { id: '5ec2e7a0b1c2d3e4f5a6b7c8' };
  for (const params of [withText(text), hashOnly(text)]) {
    expect((await ask('POST', { ...params, variables })).data).toMatchObject({ releaseHold: {} });
  }
  expect((await ask('GET', { ...hashOnly(text), variables })).status).toBe(405);
});

test('without a key nothing is registered', async () => {
  const text = newText();
  expect((await ask('POST', withText(text), { by: 'no key' })).status).toBe(401);
  expect(codes(await ask('POST', hashOnly(text)))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
});

test('hashes are as fast as texts: answered without Yoga, and from the cache', async () => {
  const text = newText();
  const by = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = (params: Params) =>
    gateway.inject({ method: 'POST', url: '/graphql', headers: by, payload: JSON.stringify(params) });
  const get = (params: Params) =>
    gateway.inject({
      url: `/graphql?extensions=${encodeURIComponent(JSON.stringify(params.extensions))}`,
      headers: by,
    });
  const request = vi.spyOn(globalThis, 'Request');
  await post(hashOnly(text));
  await post(withText(text));
  for (const send of [post, get]) {
    await send(hashOnly(text));
    const opened = vi.spyOn(gateway.services, 'open');
    expect((await send(hashOnly(text))).json().data.hotels.nodes).toHaveLength(1);
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
  }
  expect(request).not.toHaveBeenCalled();
  request.mockRestore();
});

test('a text that comes with its hash again is registered again, whatever is cached', async () => {
  const text = newText();
  await ask('POST', withText(text));
  const opened = vi.spyOn(gateway.services, 'open');
  await ask('POST', withText(text));
  expect(opened).toHaveBeenCalledOnce();
  opened.mockRestore();
});
