/** Guessing API keys never queries the database, is limited, and locks out nobody with an existing key. */
import { randomInt } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Response } from 'light-my-request';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { generateApiKey } from '../../../src/domain/api-key-format.ts';
import type { Config } from '../../../src/server/config.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { statementsOf } from '../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { hasRedis, startRedis } from '../../support/gateway/redis-server.ts';

const PER_MINUTE = 20;
const GUESSES = 120;
const open: { close(): Promise<void> }[] = [];
let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const outcome = await importCatalogue({ database, source: SMALL_CATALOGUE as never });
  expect(outcome.ok).toBe(true);
});
afterAll(() => database?.close());
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function start(config: Partial<Config>): Promise<TestGateway> {
  const gateway = await startGateway({ today: TODAY, config, database: { ...database, close: async () => {} } });
  open.push(gateway);
  return gateway;
}

const guess = () => generateApiKey(randomInt);
const WAYS: Record<string, (gateway: TestGateway, key: string, remoteAddress?: string) => Promise<Response>> = {
  'of REST': (gateway, key, remoteAddress) =>
    gateway.inject({ url: '/api/v1/destinations', headers: { authorization: `Bearer ${key}` }, remoteAddress }),
  'of REST, in the address': (gateway, key, remoteAddress) =>
    gateway.inject({ url: `/api/v1/destinations?access_token=${key}`, remoteAddress }),
  'of GraphQL': (gateway, key, remoteAddress) =>
    gateway.inject({
      ...{ method: 'POST', url: '/graphql', remoteAddress, payload: { query: '{ viewer { today } }' } },
      headers: { authorization: `Bearer ${key}` },
    }),
};

describe.each(Object.entries(WAYS))('unknown keys %s', (_way, ask) => {
  test('are refused without a query, below the limit and past it', async () => {
    const gateway = await start({ rateLimitPerMinute: PER_MINUTE });
    await ask(gateway, guess());
    const statuses: number[] = [];
    const statements = await statementsOf(async () => {
      for (let count = 0; count < GUESSES; count++) statuses.push((await ask(gateway, guess())).statusCode);
    });
    expect(statements).toEqual([]);
    expect(statuses).toEqual([...Array(PER_MINUTE - 1).fill(401), ...Array(GUESSES - PER_MINUTE + 1).fill(429)]);
  });

  test('do not shut out a key from the same address, whether it was used before or not', async () => {
    const gateway = await start({ rateLimitPerMinute: PER_MINUTE });
    const [known, fresh] = [await gateway.key(), await gateway.key()];
    expect((await ask(gateway, known)).statusCode).toBe(200);
    for (let count = 0; count < GUESSES; count++) await ask(gateway, guess());
    expect((await ask(gateway, guess())).statusCode).toBe(429);
    for (const key of [known, fresh]) expect((await ask(gateway, key)).statusCode).toBe(200);
    const made = await gateway.key();
    expect((await ask(gateway, made)).statusCode).toBe(200);
  });

  test('are refused without a query where keys have no limit', async () => {
    const gateway = await start({ rateLimitPerMinute: 0 });
    await ask(gateway, guess());
    const statements = await statementsOf(async () => {
      for (let count = 0; count < GUESSES; count++) expect((await ask(gateway, guess())).statusCode).toBe(401);
    });
    expect(statements).toEqual([]);
  });

  test.skipIf(!hasRedis())('are refused without a query where processes count together', async () => {
    const redis = await startRedis();
    open.push({ close: () => redis.stop() });
    const redisUrl = `redis://127.0.0.1:${redis.port}`;
    const gateway = await start({ rateLimitPerMinute: PER_MINUTE, redisUrl });
    // Nothing is counted until the connection is open, and requests answered from memory would never let it open.
    while ((await ask(gateway, guess())).statusCode !== 429) await turn();
    const key = await gateway.key();
    await ask(gateway, guess());
    const statements = await statementsOf(async () => {
      for (let count = 0; count < GUESSES; count++) expect((await ask(gateway, guess())).statusCode).toBe(429);
    });
    expect(statements).toEqual([]);
    expect((await ask(gateway, key)).statusCode).toBe(200);
  });

  test('share the count of a network of IPv6 addresses', async () => {
    const gateway = await start({ rateLimitPerMinute: PER_MINUTE });
    const statuses: number[] = [];
    for (let host = 1; host <= PER_MINUTE + 5; host++) {
      statuses.push((await ask(gateway, guess(), `2001:db8:1:2::${host.toString(16)}`)).statusCode);
    }
    expect(statuses.slice(PER_MINUTE)).toEqual(Array(5).fill(429));
    expect((await ask(gateway, guess(), '2001:db8:1:3::1')).statusCode).toBe(401);
  });
});
