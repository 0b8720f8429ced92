/** Whatever is wrong with a request, its refusal has at most 16 kB (26-2, A2). Time is measured by `bench`, in a process of its own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { isSoak } from '../../support/gateway/soak.ts';
import { HOSTILE_REFUSALS, type HostileRefusal } from '../../support/requests/hostile-refusals.ts';

/** One of so many requests in a row is sent: in a family all values come in all places. */
const STEPS: Readonly<Record<string, number>> = isSoak
  ? {}
  : { variables: 53, bodies: 23, messages: 47, 'catalogue files': 61 };

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key({ scopes: ['read', 'book', 'bookings', 'operate', 'manage'] });
});
afterAll(() => gateway.close());

async function send({ method, url, headers, body }: HostileRefusal) {
  const payload = body();
  return gateway.inject({
    ...{ method, url, headers: { authorization: `Bearer ${key}`, ...headers } },
    ...(payload ? { payload } : {}),
  });
}

describe.each(Object.entries(HOSTILE_REFUSALS))('of hostile %s', (family, requests) => {
  test('each is refused by the protocol, in at most 16 kB', async () => {
    let index = 0;
    const wrong: unknown[] = [];
    for (const request of requests()) {
      if (index++ % (STEPS[family] ?? 1) !== 0) continue;
      const { statusCode, rawPayload } = await send(request);
      const isAnswered = request.method === 'GET' && statusCode === 200;
      if (statusCode >= 500 || statusCode === 413 || (!isAnswered && rawPayload.length > 16 * 1024)) {
        wrong.push([request.name, statusCode, rawPayload.length]);
      }
    }
    expect(wrong).toEqual([]);
    expect(index).toBeGreaterThan(100);
  });
});

describe('a refusal under so many names that it is larger than 16 kB is refused itself', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `m${at}: message`).join(' ');
  const ask = async (query: string, variables: object, presented = key) => {
    const { statusCode, rawPayload, ...response } = await gateway.inject({
      ...{ method: 'POST', url: '/graphql', headers: { authorization: `Bearer ${presented}` } },
      payload: { query, variables },
    });
    const { data, errors = [] } = response.json();
    const codes = errors.map((error: { extensions: { code: string } }) => error.extensions.code);
    return { statusCode, data, codes, isSmall: rawPayload.length <= 16 * 1024 };
  };
  const isTooLarge = { statusCode: 400, codes: ['REFUSAL_TOO_LARGE'], isSmall: true };

  test('beside the name of the root type, which is no answer', async () => {
    const query = `mutation ($v: [InventoryChangeInput!]!) { __typename root: __typename
      updateInventory(input: { changes: $v }) { ... on InvalidInput { ${names(47)} } } }`;
    const v = Array.from({ length: 50 }, () => ({ roomType: '11', from: '2027-02-30', to: 'x' }));
    expect(await ask(query, { v })).toMatchObject(isTooLarge);
  });

  test('with a publishable key, too', async () => {
    const publishable = await gateway.key({ scopes: ['read', 'book'], isPublishable: true });
    const query = `mutation ($v: CreateBookingsInput!) { __typename createBookings(input: $v) { ... on InvalidInput { ${names(49)} } } }`;
    const guests = Array.from({ length: 4 }, () => ({ firstName: '', lastName: '', birthDate: 'x' }));
    const rooms = Array.from({ length: 6 }, () => ({ guests }));
    const v = { kind: 'BINDING', rooms, billedTo: { firstName: '', lastName: '' } };
    expect(await ask(query, { v }, publishable)).toMatchObject(isTooLarge);
  });

  const beside = (others: string, count: number) =>
    `query ($q: QuoteInput!, $ids: [ID!]!) { ${others} nodes(ids: $ids) { id } quote(input: $q) { ... on InvalidInput { ${names(count)} } } }`;
  const loyaltyPrograms = Array.from({ length: 60 }, () => ({ guest: 0, program: '1' }));
  const variables = {
    q: { visitType: '101', roomType: '11', arrival: '2027-02-10', departure: '2027-02-01', loyaltyPrograms },
    ids: Array.from({ length: 101 }, () => '1'),
  };

  test('beside a field that failed', async () => {
    expect(await ask(beside('', 49), variables)).toMatchObject(isTooLarge);
    const small = { isSmall: true, data: { nodes: null }, codes: ['BAD_USER_INPUT'] };
    expect(await ask(beside('', 2), variables)).toMatchObject(small);
  });

  test('but never in place of an answer beside it, compiled or not, though others fail', async () => {
    const answered = {
      isSmall: false,
      data: { nodes: null, viewer: { today: TODAY } },
      codes: Array(2).fill('BAD_USER_INPUT'),
    };
    for (let times = 0; times < 15; times++) {
      expect(await ask(beside('viewer { today } others: nodes(ids: $ids) { id }', 48), variables)).toMatchObject(
        answered,
      );
    }
  });
});

describe('the refusals that issue 26 names', () => {
  const post = (url: string, payload: string): HostileRefusal => ({
    ...{ name: url, method: 'POST', url, headers: { 'content-type': 'application/json' } },
    body: () => Buffer.from(payload),
  });
  const empties = (count: number) => `[${Array.from({ length: count }, () => '{}')}]`;
  const asked = (query: string, variables: string) =>
    post('/graphql', `{"query":${JSON.stringify(query)},"variables":${variables}}`);
  const NODES = 'query($v:[ID!]!){nodes(ids:$v){id}}';
  const UPDATE = `mutation($v:[InventoryChangeInput!]!){updateInventory(input:{changes:$v}){
    ... on InvalidInput { message problems { path code reason message } } } }`;

  test('85,000 times {} for ids (26-1)', async () => {
    expect((await send(asked(NODES, `{"v":${empties(85_000)}}`))).json().errors).toHaveLength(1);
    const one = await send(asked(NODES, `{"v":${empties(2_001)}}`));
    expect(one.json().errors).toEqual([
      expect.objectContaining({
        message: 'Variable "$v" got an invalid value; expected a list of at most 2000 entries.',
      }),
    ]);
    const many = (await send(asked(NODES, `{"v":${empties(2_000)}}`))).json().errors;
    expect(many).toHaveLength(51);
    expect(many.at(-1).message).toBe('There may be more errors, which are left out.');
  });

  test('85,000 guests in REST, and as many as are looked at (26-2)', async () => {
    expect((await send(post('/api/v1/booking', `{"guests":${empties(85_000)}}`))).statusCode).toBe(400);
    for (const count of [101, 19_000]) {
      const { errors } = (await send(post('/api/v1/booking', `{"guests":${empties(count)}}`))).json();
      expect(errors.filter(({ path }: { path: string }) => path.startsWith('guests'))).toEqual([
        { path: 'guests', code: 'OUT_OF_RANGE', message: expect.stringContaining('100') },
      ]);
    }
    const { errors, message } = (await send(post('/api/v1/booking', `{"guests":${empties(100)}}`))).json();
    expect(errors).toHaveLength(50);
    expect(message).toBe('The request is not valid. There may be more problems than are listed here.');
  });

  test('a thousand faulty changes of an update: 50 problems, and a message that names ten (26-2)', async () => {
    const change = '{"roomType":"11","from":"2027-02-30","to":"x"}';
    const variables = `{"v":[${Array.from({ length: 1_000 }, () => change)}]}`;
    const { updateInventory } = (await send(asked(UPDATE, variables))).json().data;
    expect(updateInventory.problems).toHaveLength(50);
    expect(updateInventory.message).toContain('changes.4.to: ');
    expect(updateInventory.message).toMatch(/There is more that is not named here\.$/);
  });

  test('as many as fit, where much is asked of each problem', async () => {
    const change = '{"roomType":"11","from":"2027-02-30","to":"x"}';
    const names = Array.from({ length: 12 }, (_, at) => `${'m'.repeat(30)}${at}: message`).join(' ');
    const query = UPDATE.replace('reason message', `reason ${names}`);
    const answer = await send(asked(query, `{"v":[${Array.from({ length: 1_000 }, () => change)}]}`));
    const { length } = answer.json().data.updateInventory.problems;
    expect(length).toBeGreaterThan(5);
    expect(length).toBeLessThan(50);
    expect(answer.rawPayload.length).toBeGreaterThan(8 * 1024);
  });

  test('the id of something that does not exist is repeated by its beginning', async () => {
    const query = 'mutation($id:ID!){releaseHold(input:{id:$id}){... on NotFound{reference message}}}';
    const { releaseHold } = (await send(asked(query, `{"id":"${'x'.repeat(240_000)}"}`))).json().data;
    expect(releaseHold.reference).toBe(`${'x'.repeat(39)}…`);
  });
});
