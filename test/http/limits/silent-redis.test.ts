/** A Redis that keeps its connections and answers nothing, as one whose machine is out of memory. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openRedisRateLimits, type RedisRateLimits } from '../../../src/http/limits/redis-rate-limits.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/gateway/redis-server.ts';
import { until } from '../../support/requests/until.ts';

let server: RedisServer;
let limits: RedisRateLimits;
afterEach(async () => {
  limits?.close();
  await server?.stop();
});

test.skipIf(!hasRedis())(
  'a silent Redis is reported as away, and from then on no request waits for it, until it answers again',
  async () => {
    server = await startRedis();
    const isAway: boolean[] = [];
    limits = openRedisRateLimits({
      url: `redis://127.0.0.1:${server.port}`,
      onChange: (change) => isAway.push(change.isAway),
    });
    const { count } = limits.limit('requests', 1_000);
    const untilCounted = () =>
      until(
        async () => count('holder'),
        ({ current }) => current > 0,
      );
    await untilCounted();
    server.pause();
    await until(
      async () => {
        await count('holder');
        return isAway;
      },
      (changes) => changes.includes(true),
    );
    // Nothing is there yet for one that waits for an answer.
    const countAtOnce = () => Promise.race([count('holder'), turn()]);
    await until(countAtOnce, (counted) => counted !== undefined);
    for (let request = 0; request < 100; request++) expect(await countAtOnce()).toMatchObject({ current: 0 });
    server.goOn();
    await untilCounted();
    expect(isAway).toEqual([true, false]);
  },
);
