/** The work of a refused request counts against whoever asked (26-1, A2, F12). */
import { createHash } from 'node:crypto';
import type { Response } from 'light-my-request';
import { afterEach, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { hasRedis, startRedis } from '../../support/gateway/redis-server.ts';
import { until } from '../../support/requests/until.ts';

/** 0.4 ms: less than reading any of these 200 kB takes. */
const COST = 200;
const FILLED = Array.from({ length: 5_500 }, () => `{"a": ${' '.repeat(30)}1}`);
/** A short text, so that what it takes is to validate it. */
const UNKNOWN_FIELDS = `{ viewer { ${Array.from({ length: 900 }, (_, at) => `toda${at}`).join(' ')} } }`;

function withItsHash(query: string): string {
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  return JSON.stringify({ query, extensions: { persistedQuery: { version: 1, sha256Hash } } });
}

interface Sent {
  readonly method?: 'POST' | 'PUT';
  readonly url: string;
  readonly payload: string;
}

const REFUSED: Readonly<Record<string, Sent>> = {
  'variables (26-1)': {
    url: '/graphql',
    payload: `{"query":"query($v:[ID!]!){nodes(ids:$v){id}}","variables":{"v":[${Array.from({ length: 19_000 }, () => '{}          ')}]}}`,
  },
  'a document': {
    url: '/graphql',
    payload: JSON.stringify({
      query: `{ viewer { ${Array.from({ length: 900 }, (_, at) => `toda${at}`)} } } #${'x'.repeat(200_000)}`,
    }),
  },
  'a document that Yoga reads': {
    url: '/graphql?by=yoga',
    payload: JSON.stringify({
      query: `{ viewer { ${Array.from({ length: 900 }, (_, at) => `todo${at}`)} } } #${'x'.repeat(200_000)}`,
    }),
  },
  'a document with its hash': { url: '/graphql', payload: withItsHash(UNKNOWN_FIELDS) },
  'a document with its hash that Yoga reads': { url: '/graphql?by=yoga', payload: withItsHash(UNKNOWN_FIELDS) },
  'a booking (26-2)': { url: '/api/v1/booking', payload: `{"guests":[${FILLED}]}` },
  'a body that is no JSON': { url: '/api/v1/booking', payload: `{"guests":[${FILLED}}` },
  'a message of MCP with a repeated name': {
    url: '/mcp',
    payload: `{"jsonrpc":"2.0","id":1,"params":{"x":[${FILLED}]},"method":"ping","method":"ping"}`,
  },
  'a call of a tool that is none': {
    url: '/mcp',
    payload: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none","arguments":{"x":[${FILLED}]}}}`,
  },
  'a message of MCP that is no request': { url: '/mcp', payload: `{"jsonrpc":"2.0","id":[${FILLED}]}` },
  'a catalogue file that breaks off': {
    ...{ method: 'PUT', url: '/manage/catalogue?dryRun=1' },
    payload: `{"format":"spa-stay-catalogue/1","tags":[${FILLED.slice(0, 40)},{"id":"${'x'.repeat(200_000)}"`,
  },
  'a catalogue file of wrong values': {
    ...{ method: 'PUT', url: '/manage/catalogue?dryRun=1' },
    payload: `{"format":"spa-stay-catalogue/1","tags":[${FILLED}]}`,
  },
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function gatewayWith(config: Parameters<typeof startGateway>[0]['config'] = {}): Promise<TestGateway> {
  const limited = { rateLimitCostPerMinute: COST, ...config };
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config: limited });
  open.push(gateway);
  return gateway;
}

const send = (gateway: TestGateway, key: string, { method = 'POST', url, payload }: Sent) =>
  gateway.inject({
    ...{ method, url, payload },
    headers: {
      ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      accept: url === '/mcp' ? 'application/json, text/event-stream' : '*/*',
    },
  });
const small = { url: '/graphql', payload: '{"query":"{ viewer { today } }"}' };
const leftOf = ({ headers }: Response) => /"cost";r=(\d+)/.exec(String(headers.ratelimit))?.[1];

describe.each(Object.entries(REFUSED))('%s that are refused', (_, refused) => {
  test('cost what they took: nothing is left for the next operation of the key', async () => {
    const gateway = await gatewayWith();
    const key = await gateway.key({ scopes: ['read', 'book', 'manage'] });
    expect((await send(gateway, key, small)).statusCode).toBe(200);
    const answer = await send(gateway, key, refused);
    expect(answer.payload.length).toBeLessThanOrEqual(16 * 1024);
    expect([answer.headers['retry-after'], leftOf(answer)]).toEqual([undefined, '0']);
    expect((await send(gateway, key, small)).statusCode).toBe(429);
    expect((await send(gateway, await gateway.key(), small)).statusCode).toBe(200);
  });

  test('are not looked at once more work was refused than may be done in a minute', async () => {
    const gateway = await gatewayWith();
    const key = await gateway.key({ scopes: ['read', 'book', 'manage'] });
    expect((await send(gateway, key, refused)).statusCode).not.toBe(429);
    const again = await send(gateway, key, { ...refused, payload: `${refused.payload} ` });
    expect([again.statusCode, Number(again.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
    expect(leftOf(again)).toBe('0');
  });
});

test('a minute that is used up, and no more than that, leaves what costs nothing', async () => {
  const gateway = await gatewayWith({ rateLimitCostPerMinute: 101 });
  const key = await gateway.key();
  const { extensions } = (await send(gateway, key, small)).json();
  expect(extensions.cost.requested).toBe(101);
  expect((await send(gateway, key, { url: '/graphql', payload: '{' })).statusCode).toBe(400);
  expect((await send(gateway, key, { url: '/graphql', payload: '{' })).json().errors[0].message).toContain(
    'Nothing is left of the 101 that a minute may cost.',
  );
});

test('an operation that is answered costs what it says, however long its body took', async () => {
  const gateway = await gatewayWith();
  const key = await gateway.key();
  const payload = JSON.stringify({ query: '{ viewer { today } }', variables: { unused: 'x'.repeat(200_000) } });
  const answer = await send(gateway, key, { url: '/graphql', payload });
  expect(Number(leftOf(answer))).toBe(COST - answer.json().extensions.cost.requested);
});

describe.skipIf(!hasRedis())('with REDIS_URL', () => {
  test('the work counts for all processes, beyond the limit too', async () => {
    const redis = await startRedis();
    open.push({ close: () => redis.stop() });
    const database = await freshDatabase();
    const config = { rateLimitCostPerMinute: COST, redisUrl: `redis://127.0.0.1:${redis.port}` };
    const first = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config, database });
    const second = await startGateway({ today: TODAY, config, database: { ...database, close: async () => {} } });
    open.push(first, second);
    for (const gateway of [first, second]) {
      const other = await first.key();
      // Requests pass uncounted until the connection to Redis is open.
      await until(
        async () => leftOf(await send(gateway, other, small)),
        (left) => left !== String(COST),
      );
    }
    const key = await first.key();
    // The second process is notified of the key.
    await until(
      async () => (await send(second, key, small)).statusCode,
      (status) => status === 200,
    );
    expect(leftOf(await send(first, key, REFUSED['a document']!))).toBe('0');
    expect((await send(second, key, REFUSED['a document']!)).statusCode).toBe(429);
    expect((await send(second, key, small)).statusCode).toBe(429);
  });
});
