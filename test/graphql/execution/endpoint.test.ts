import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServiceUnavailable } from '../../../src/operations/service-unavailable.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key();
});
afterAll(() => gateway.close());

const QUERY = '{ viewer { keyPrefix channel { code } rights today } }';

function post(headers: Record<string, string>, payload: unknown = { query: QUERY }, url = '/graphql') {
  return gateway.inject({ method: 'POST', url, headers, payload: payload as object });
}

describe('the key', () => {
  test('is taken as a bearer credential or as access_token, and the viewer is its holder', async () => {
    const expected = {
      viewer: { keyPrefix: key.slice(0, 12), channel: { code: 'public' }, rights: ['READ', 'BOOK'], today: TODAY },
    };
    expect((await post({ authorization: `Bearer ${key}` })).json().data).toEqual(expected);
    expect((await post({}, { query: QUERY }, `/graphql?access_token=${key}`)).json().data).toEqual(expected);
    const get = await gateway.inject({
      url: `/graphql?query=${encodeURIComponent(QUERY)}`,
      headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    });
    expect(get.json().data).toEqual(expected);
  });

  test('that is missing, mistyped, unknown, of another scheme or contradicted is refused with one and the same answer', async () => {
    const typo = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    const answers = await Promise.all([
      post({}),
      post({ authorization: `Bearer ${typo}` }),
      post({ authorization: `Basic ${key}` }),
      post({ authorization: 'Bearer' }),
      post({ authorization: `Bearer ${key}` }, { query: QUERY }, `/graphql?access_token=${typo}`),
      post({}, { query: '{ __schema { types { name } } }' }),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.json()).toEqual({
        errors: [{ message: 'A valid API key is required.', extensions: { code: 'UNAUTHENTICATED' } }],
      });
    }
  });

  test('without the scope read cannot query, without book cannot book', async () => {
    const reader = await gateway.key({ scopes: ['read'] });
    const booker = await gateway.key({ scopes: ['book'] });
    const mutation = 'mutation { createBooking(input: {}) { __typename } }';
    const query = await gateway.graphql('{ destinations { number } }', { key: booker });
    expect(query.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    const valid = mutation.replace(
      'input: {}',
      'input: { kind: REQUEST, currency: CZK, visitType: 101, hotel: 1, roomType: 11, arrival: "2027-03-01", departure: "2027-03-03", billedTo: { firstName: "A", lastName: "B", email: "a@example.com" }, guests: [{ firstName: "A", lastName: "B" }] }',
    );
    const refused = await gateway.graphql(valid, { key: reader });
    expect(refused.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    expect(await gateway.database.prisma.booking.count()).toBe(0);
    expect((await gateway.graphql(valid, { key: booker })).data).toEqual({
      createBooking: { __typename: 'BookingCreated' },
    });
  });
});

describe('GraphiQL', () => {
  test('needs no key, is whole without any other host, and opens with the example operations', async () => {
    const page = await gateway.inject({ url: '/graphql', headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toMatch('text/html');
    expect(page.body).not.toMatch(/(?:src|href)="https?:/);
    for (const name of ['query Browse', 'query Calendar', 'query Quote', 'mutation Book'])
      expect(page.body).toContain(name);
  });
});

describe('errors', () => {
  test('that are unexpected reveal no internals', async () => {
    const { hotel } = gateway.database.prisma;
    const original = hotel.findMany;
    gateway.database.prisma.hotel.findMany = (() => {
      throw new Error('SELECT secret FROM /srv/gateway');
    }) as never;
    try {
      const answer = await post({ authorization: `Bearer ${key}` }, { query: '{ hotel(id: 2) { name } }' });
      expect(answer.json().errors[0]).toMatchObject({
        message: 'Something went wrong on our side.',
        extensions: { code: 'INTERNAL_SERVER_ERROR' },
      });
      expect(answer.body).not.toMatch(/secret|srv|at Object|stack/);
    } finally {
      gateway.database.prisma.hotel.findMany = original;
    }
  });

  test('of a service that cannot answer now are 503 with the time after which to come back', async () => {
    const original = gateway.services.open;
    const unavailable = () => Promise.reject(new ServiceUnavailable('Busy.', { retryAfterSeconds: 3 }));
    Object.assign(gateway.services, { open: unavailable });
    try {
      const answer = await post({ authorization: `Bearer ${key}` });
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('3');
      expect(answer.json().errors[0].extensions.code).toBe('SERVICE_UNAVAILABLE');
    } finally {
      Object.assign(gateway.services, { open: original });
    }
  });

  test('of documents nested thousands deep are refused before they are parsed whole', async () => {
    const query = `${'{ viewer '.repeat(5_000)}${'}'.repeat(5_000)}`;
    const answer = await post({ authorization: `Bearer ${key}` }, { query });
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.json().errors[0].message).toMatch(/2000 tokens/);
  });

  test('of operations nested deeper than any page needs name the depth; fragments count, introspection does not', async () => {
    const nested = (times: number, innermost: string): string =>
      times === 0 ? innermost : nested(times - 1, `roomTypes { hotel { ${innermost} } }`);
    const messages = async (query: string) => (await gateway.graphql(query)).errors?.map(({ message }) => message);
    expect(await messages(`{ hotel(id: 1) { ${nested(4, 'number')} } }`)).toBeUndefined();
    const refused = ['The operation is nested 12 levels deep; 10 are the most.'];
    expect(await messages(`{ hotel(id: 1) { ${nested(5, 'number')} } }`)).toEqual(refused);
    const fragment = `fragment Inner on Hotel { ...on Hotel { ${nested(2, 'number')} } }`;
    expect(await messages(`{ hotel(id: 1) { ${nested(3, '...Inner')} } } ${fragment}`)).toEqual(refused);
    const circle = 'fragment A on Query { ...B } fragment B on Query { ...A }';
    expect(await messages(`{ ...A } ${circle}`)).toEqual(['Cannot spread fragment "A" within itself via "B".']);
    const type = `${'ofType { '.repeat(12)} name ${'}'.repeat(12)}`;
    expect(await messages(`{ __schema { types { fields { type { ${type} } } } } }`)).toBeUndefined();
  });

  test('of bodies that are too large, of another type or no JSON in UTF-8, and of wrong methods, are 4xx with one message', async () => {
    const ask = async (payload: string | Buffer, type = 'application/json', method: 'POST' | 'PUT' = 'POST') => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': type };
      const answer = await gateway.inject({ method, url: '/graphql', headers, payload });
      expect(answer.json()).toEqual({ errors: [{ message: expect.any(String), extensions: { code: 'BAD_REQUEST' } }] });
      expect(answer.body).not.toMatch(/FST_|SyntaxError|ovák/);
      return answer;
    };
    const query = JSON.stringify({ query: `${QUERY} # Nováková` });
    expect((await ask(Buffer.from(query, 'latin1'))).statusCode).toBe(400);
    expect((await ask(query.slice(1))).statusCode).toBe(400);
    expect((await ask(' '.repeat(300_000))).statusCode).toBe(413);
    expect((await ask(`query=${QUERY}&variables=x`, 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    expect((await ask(query, 'application/json', 'PUT')).headers.allow).toBe('GET, POST');
    expect((await gateway.inject({ method: 'HEAD', url: '/graphql' })).statusCode).toBe(405);
  });

  test('do not come of other spellings of the address', async () => {
    const query = `?query=${encodeURIComponent(QUERY)}`;
    const { port } = new URL(await gateway.listen());
    for (const path of [`/%67raphql${query}`, `http://127.0.0.1:${port}/graphql${query}`]) {
      const { statusCode, body } = await rawGet({ port: Number(port), path, key });
      expect([path, statusCode, JSON.parse(body).data.viewer.today]).toEqual([path, 200, TODAY]);
    }
  });

  test('over the key show nothing of the inside, and say when to come back while the database is away', async () => {
    const { authenticate, authenticateCached } = gateway.apiKeys;
    const fail = async (error: Error) => {
      Object.assign(gateway.apiKeys, { authenticate: () => Promise.reject(error), authenticateCached: () => null });
      try {
        return await post({ authorization: `Bearer ${key}` });
      } finally {
        Object.assign(gateway.apiKeys, { authenticate, authenticateCached });
      }
    };
    const defect = await fail(new Error('SELECT secret FROM /srv/gateway'));
    expect([defect.statusCode, defect.json()]).toEqual([
      500,
      { errors: [{ message: 'Something went wrong on our side.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
    ]);
    const away = await fail(Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' }));
    expect([away.statusCode, away.json().errors[0].extensions.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(away.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(away.body).not.toMatch(/ECONN|10\.0/);
  });

  test('of malformed requests are 4xx', async () => {
    const authorization = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    for (const payload of [
      '',
      '{',
      'null',
      '[]',
      '{"query":5}',
      '{"query":"{"}',
      '{"query":"{ nothing }"}',
      '{"query":"{ viewer { today } }","variables":"x"}',
    ]) {
      const { statusCode } = await gateway.inject({ method: 'POST', url: '/graphql', headers: authorization, payload });
      expect([payload, statusCode >= 200 && statusCode < 500]).toEqual([payload, true]);
    }
    for (const url of [
      '/graphql?query=%7Bviewer%7Btoday%7D%7D&variables=%7B',
      '/graphql?query=%7Bviewer%7Btoday%7D%7D&extensions=%7B',
      '/graphql',
    ]) {
      const { statusCode } = await gateway.inject({ url, headers: { ...authorization, accept: 'application/json' } });
      expect([url, statusCode < 500]).toEqual([url, true]);
    }
  });
});

describe('a request that never ends', () => {
  test('is cut off within ten seconds, whether its headers or its body are slow', () => {
    const { requestTimeout, headersTimeout } = gateway.server;
    expect(requestTimeout).toBeGreaterThan(0);
    expect(requestTimeout).toBeLessThan(10_000);
    // With a longer limit for the headers, Node would wait for a body without end.
    expect(headersTimeout).toBeLessThanOrEqual(requestTimeout);
  });
});

describe('an unknown address', () => {
  test('is 404 without repeating the address, which may hold a key', async () => {
    const answer = await gateway.inject({ url: '/nothing?access_token=secret' });
    expect([answer.statusCode, answer.json()]).toEqual([404, { success: false, message: expect.any(String) }]);
    expect(answer.body).not.toContain('secret');
  });
});

describe('the service', () => {
  test('/health reports that it is alive, /ready that it can serve, / where everything is', async () => {
    expect((await gateway.inject({ url: '/health' })).json()).toEqual({ status: 'alive' });
    expect((await gateway.inject({ url: '/ready' })).json()).toEqual({ ready: true });
    const page = await gateway.inject({ url: '/' });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('href="/graphql"');
  });
});

/** GET with an address that `URL` would normalise. */
function rawGet(options: { port: number; path: string; key: string }): Promise<{ statusCode: number; body: string }> {
  const { port, path, key } = options;
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json', connection: 'close' };
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let body = '';
      response
        .setEncoding('utf8')
        .on('data', (text: string) => {
          body += text;
        })
        .on('end', () => resolve({ statusCode: response.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });
}
