/** Which requests count together, and what a response says of the limit. */
import { describe, expect, test, vi } from 'vitest';
import { createMemoryRateLimit, holderOf, networkOf } from '../../../src/http/limits/rate-limit.ts';
import { createRateLimits } from '../../../src/http/limits/rate-limits.ts';
import { rateLimitHeaders, Usage } from '../../../src/http/limits/usage.ts';
import { LimitCounts } from '../../../src/operations/limit-counts.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::'],
  ['::1', '::'],
  ['', ''],
])('a request from %j counts for %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a key counts for itself, a publishable one for itself and the network, and no key for the network', () => {
  const apiKeyId = 'a'.repeat(24);
  const address = '2001:db8:1:2::1';
  expect(holderOf({ apiKeyId, isPublishable: false }, address)).toBe(apiKeyId);
  expect(holderOf({ apiKeyId, isPublishable: true }, address)).toBe(`${apiKeyId} 2001:db8:1:2::`);
  expect(holderOf({ apiKeyId, isPublishable: true }, undefined)).toBe(`${apiKeyId} `);
  expect(holderOf(null, address)).toBe('2001:db8:1:2::');
});

test('holders are counted apart, each in a window of its own', async () => {
  const limit = createMemoryRateLimit(2);
  const counts = await Promise.all(['a', 'a', 'b', 'a'].map((holder) => limit.count(holder)));
  expect(counts.map(({ current }) => current)).toEqual([1, 2, 1, 2]);
  expect(counts.map(({ isExceeded }) => isExceeded)).toEqual([false, false, false, true]);
  for (const { ttlMs } of counts) expect(ttlMs).toBeLessThanOrEqual(60_000);
});

test('what exceeds the limit is not counted, so that something smaller may follow', async () => {
  const limit = createMemoryRateLimit(100);
  const counts = await Promise.all([60, 50, 40, 1].map((points) => limit.count('a', points)));
  expect(counts.map(({ current, isExceeded }) => [current, isExceeded])).toEqual([
    [60, false],
    [60, true],
    [100, false],
    [100, true],
  ]);
});

test('a window lasts a minute, also where the clock of the machine is set meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2027-01-10T12:00:00Z') });
  try {
    const limit = createMemoryRateLimit(1);
    const count = async () => {
      const { ttlMs, isExceeded } = await limit.count('a');
      return [ttlMs, isExceeded];
    };
    expect(await count()).toEqual([60_000, false]);
    vi.setSystemTime('2027-01-10T11:00:00Z');
    expect(await count()).toEqual([60_000, true]);
    vi.advanceTimersByTime(59_999);
    expect(await count()).toEqual([1, true]);
    vi.setSystemTime('2027-01-10T13:00:00Z');
    expect(await count()).toEqual([1, true]);
    vi.advanceTimersByTime(1);
    expect(await count()).toEqual([60_000, false]);
  } finally {
    vi.useRealTimers();
  }
});

const counts = new LimitCounts();

describe('the headers of counts', () => {
  const named = (fields: readonly string[]) =>
    Object.fromEntries(fields.flatMap((field, index) => (index % 2 === 0 ? [[field, fields[index + 1]]] : [])));
  const both = createRateLimits({ requests: 10, cost: 500 }, null, counts)!.ofKeys;
  const requests = { current: 4, ttlMs: 1_001, isExceeded: false };
  const cost = { current: 480, ttlMs: 59_000, isExceeded: false };

  test('say what is left of both, and for how long', () => {
    expect(named(rateLimitHeaders({ requests, cost }, both))).toEqual({
      'ratelimit-policy': '"requests";q=10;w=60, "cost";q=500;w=60',
      ratelimit: '"requests";r=6;t=2, "cost";r=20;t=59',
      'ratelimit-limit': '10',
      'ratelimit-remaining': '6',
      'ratelimit-reset': '2',
    });
  });

  test('say nothing of a cost that was not counted', () => {
    expect(named(rateLimitHeaders({ requests, cost: null }, both)).ratelimit).toBe('"requests";r=6;t=2');
    expect(named(rateLimitHeaders({ requests: null, cost: null }, both))).toEqual({
      'ratelimit-policy': '"requests";q=10;w=60, "cost";q=500;w=60',
    });
  });

  test('say when to come back once a limit is exceeded', () => {
    const tooMany = { current: 10, ttlMs: 30_000, isExceeded: true };
    expect(named(rateLimitHeaders({ requests: tooMany, cost: null }, both))).toMatchObject({
      'ratelimit-remaining': '0',
      'ratelimit-reset': '30',
      'retry-after': '30',
    });
    expect(named(rateLimitHeaders({ requests, cost: { ...cost, isExceeded: true } }, both))).toMatchObject({
      'ratelimit-remaining': '6',
      'retry-after': '59',
    });
  });

  test('are about the cost where nothing else is limited', () => {
    const limits = createRateLimits({ requests: 0, cost: 500 }, null, counts)!.ofKeys;
    expect(named(rateLimitHeaders({ requests: null, cost }, limits))).toEqual({
      'ratelimit-policy': '"cost";q=500;w=60',
      ratelimit: '"cost";r=20;t=59',
      'ratelimit-limit': '500',
      'ratelimit-remaining': '20',
      'ratelimit-reset': '59',
    });
  });

  test('are not there where nothing is limited', () => {
    expect(createRateLimits({ requests: 0, cost: 0 }, null, counts)).toBeNull();
  });
});

test('an address of a publishable key may cost a sixth of what another key may, and its headers say so (A9)', () => {
  const limits = createRateLimits({ requests: 600, cost: 30_000_000 }, null, counts)!;
  expect(limits.ofKeys.policy).toBe('"requests";q=600;w=60, "cost";q=30000000;w=60');
  expect(limits.ofPublicAddresses.policy).toBe('"requests";q=600;w=60, "cost";q=5000000;w=60');
  expect(limits.ofPublicAddresses.cost!.perMinute).toBe(5_000_000);
  const unlimited = createRateLimits({ requests: 600, cost: 0 }, null, counts)!;
  expect([unlimited.ofKeys, unlimited.ofPublicAddresses].map(({ cost }) => cost)).toEqual([null, null]);
});

test('what is refused is counted, by the limit', async () => {
  const refused = new LimitCounts();
  const usage = new Usage(createRateLimits({ requests: 1, cost: 10 }, null, refused)!.ofKeys, 'holder');
  for (let request = 0; request < 3; request++) await usage.countRequest();
  for (const points of [8, 8, 2]) await usage.spend(points);
  expect([...refused.entries()].filter(([, count]) => count > 0)).toEqual([
    ['requests', 2],
    ['cost', 1],
  ]);
});
