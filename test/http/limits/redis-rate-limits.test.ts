/** Limits that are counted in Redis refuse what those in memory refuse, also of requests that come at once (F12). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RateLimit } from '../../../src/http/limits/rate-limit.ts';
import { openRedisRateLimits, type RedisRateLimits } from '../../../src/http/limits/redis-rate-limits.ts';
import { Usage } from '../../../src/http/limits/usage.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/gateway/redis-server.ts';
import { until } from '../../support/requests/until.ts';

describe.skipIf(!hasRedis())('in Redis', () => {
  let server: RedisServer;
  let limits: RedisRateLimits;
  let limit: RateLimit;
  beforeAll(async () => {
    server = await startRedis();
    limits = openRedisRateLimits({ url: `redis://127.0.0.1:${server.port}`, onChange: () => {} });
    limit = limits.limit('cost', 100);
    await until(
      async () => limit.count('connected'),
      ({ current }) => current > 0,
    );
  });
  afterAll(async () => {
    limits?.close();
    await server?.stop();
  });

  const counted = async (holder: string, ...points: number[]) => {
    const counts = await Promise.all(points.map((some) => limit.count(holder, some)));
    return counts.map(({ current, isExceeded }) => [current, isExceeded]);
  };

  test('what exceeds the limit is not counted, so that something smaller may follow', async () => {
    expect(await counted('a', 60, 50, 40, 1)).toEqual([
      [60, false],
      [60, true],
      [100, false],
      [100, true],
    ]);
  });

  test('a request that is too dear takes nothing from those beside it', async () => {
    expect(await counted('b', 1_000_000, 0, 100)).toEqual([
      [0, true],
      [0, false],
      [100, false],
    ]);
  });

  test('what is charged counts beyond the limit: then even no points are too many', async () => {
    expect(await limit.charge('c', 100)).toMatchObject({ current: 100, isExceeded: false });
    expect(await counted('c', 0, 1)).toEqual([
      [100, false],
      [100, true],
    ]);
    const { ttlMs } = await limit.charge('c', 1);
    expect(await counted('c', 0)).toEqual([[100, true]]);
    expect([ttlMs > 0, ttlMs <= 60_000]).toEqual([true, true]);
  });

  test('a part of a point is charged as a whole one', async () => {
    const usage = new Usage({ requests: null, cost: limit, policy: '', refused: () => {} }, 'd');
    await usage.charge(30.4);
    expect(usage.cost).toMatchObject({ current: 31 });
  });
});
