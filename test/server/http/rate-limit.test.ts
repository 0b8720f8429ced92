/** The rate limit that processes share in Redis. A single process is tested with REST's overload. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/gateway/redis-server.ts';

const PER_MINUTE = 4;
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function redis(port?: number): Promise<RedisServer> {
  const server = await startRedis(port);
  open.push({ close: () => server.stop() });
  return server;
}

/** Two gateways over one database, that count in one Redis. */
async function twoGateways(port: number): Promise<[TestGateway, TestGateway]> {
  const database = await freshDatabase();
  const config = { rateLimitPerMinute: PER_MINUTE, redisUrl: `redis://127.0.0.1:${port}` };
  const first = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config, database });
  const second = await startGateway({ today: TODAY, config, database: { ...database, close: async () => {} } });
  open.push(first, second);
  return [first, second];
}

function ask(gateway: TestGateway, key: string) {
  return gateway.inject({ url: '/api/v1/destinations', headers: { authorization: `Bearer ${key}` } });
}

/** Requests pass uncounted until the background connection to Redis is open. */
async function untilCounted(gateway: TestGateway, key: string): Promise<void> {
  while ((await ask(gateway, key)).headers['ratelimit-remaining'] === String(PER_MINUTE)) await turn();
}

describe.skipIf(!hasRedis())('with REDIS_URL', () => {
  test('two gateways count the requests of a key together, and both report what is left', async () => {
    const [first, second] = await twoGateways((await redis()).port);
    const key = await first.key();
    const answers = [];
    for (const gateway of [first, second]) await untilCounted(gateway, key);
    for (const gateway of [first, second, first, second]) answers.push(await ask(gateway, key));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429, 429]);
    expect(answers.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['1', '0', '0', '0']);
    expect(answers[2]!.headers).toMatchObject({
      'ratelimit-limit': String(PER_MINUTE),
      'ratelimit-reset': expect.stringMatching(/^\d+$/),
      'retry-after': expect.stringMatching(/^[1-9]\d*$/),
    });
    expect((await ask(second, await second.key())).statusCode).toBe(200);
  });

  test('while Redis is away requests pass uncounted, and are counted again when it is back', async () => {
    const server = await redis();
    const [gateway] = await twoGateways(server.port);
    const key = await gateway.key();
    await untilCounted(gateway, key);
    await server.stop();
    for (let request = 0; request < PER_MINUTE * 3; request++) expect((await ask(gateway, key)).statusCode).toBe(200);
    await redis(server.port);
    let statuses: number[] = [];
    while (!statuses.includes(429)) {
      // Requests answered from memory would never let the connection open.
      await turn();
      statuses = [...statuses, (await ask(gateway, key)).statusCode];
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});
