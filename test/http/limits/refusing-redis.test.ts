/** A Redis that answers with errors, as one whose disk or memory is full, or that has become a replica. */
import { Redis } from 'ioredis';
import { afterEach, expect, test } from 'vitest';
import { openRedisRateLimits, type RedisRateLimits } from '../../../src/http/limits/redis-rate-limits.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/gateway/redis-server.ts';
import { until } from '../../support/requests/until.ts';

let server: RedisServer;
let admin: Redis;
let limits: RedisRateLimits;
afterEach(async () => {
  limits?.close();
  admin?.disconnect();
  await server?.stop();
});

interface Refusing {
  readonly code: string;
  /** Commands that make Redis refuse to write, and those that make it write again. */
  readonly begin: readonly string[];
  readonly end: readonly string[];
}

test.skipIf(!hasRedis()).each<Refusing>([
  { code: 'OOM', begin: ['CONFIG', 'SET', 'maxmemory', '1'], end: ['CONFIG', 'SET', 'maxmemory', '0'] },
  { code: 'READONLY', begin: ['REPLICAOF', '127.0.0.1', '1'], end: ['REPLICAOF', 'NO', 'ONE'] },
])(
  'a Redis that answers $code is reported as away once, by that code, until it counts again',
  async ({ code, begin, end }) => {
    server = await startRedis();
    const url = `redis://127.0.0.1:${server.port}`;
    admin = new Redis(url);
    const run = ([command = '', ...rest]: readonly string[]) => admin.call(command, ...rest);
    const changes: object[] = [];
    limits = openRedisRateLimits({ url, onChange: (change) => changes.push(change) });
    const { count, charge } = limits.limit('requests', 1_000);
    const untilCounted = () =>
      until(
        async () => count('holder'),
        ({ current }) => current > 0,
      );
    await untilCounted();
    expect(changes).toEqual([]);
    await run(begin);
    for (let request = 0; request < 10; request++) {
      expect([(await count('holder')).current, (await charge('holder', 2)).current]).toEqual([0, 0]);
    }
    expect(changes).toEqual([{ isAway: true, code }]);
    await run(end);
    await untilCounted();
    await until(
      async () => {
        await count('holder');
        return changes;
      },
      ({ length }) => length > 1,
    );
    expect(changes).toEqual([{ isAway: true, code }, { isAway: false }]);
  },
);
