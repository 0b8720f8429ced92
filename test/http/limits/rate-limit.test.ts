/** Whose requests count together, and what a response tells of the limit. */
import { describe, expect, test } from 'vitest';
import { createMemoryRateLimit, holderOf, networkOf, rateLimitHeaders } from '../../../src/http/limits/rate-limit.ts';

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
  expect(counts.map(({ current }) => current)).toEqual([1, 2, 1, 3]);
  for (const { ttlMs } of counts) expect(ttlMs).toBeLessThanOrEqual(60_000);
});

describe('the headers of a count', () => {
  const named = (fields: readonly string[]) =>
    Object.fromEntries(fields.flatMap((field, index) => (index % 2 === 0 ? [[field, fields[index + 1]]] : [])));

  test('tell what is left, and for how long', () => {
    expect(named(rateLimitHeaders({ current: 4, ttlMs: 1_001 }, 10))).toEqual({
      'ratelimit-limit': '10',
      'ratelimit-remaining': '6',
      'ratelimit-reset': '2',
    });
  });

  test('tell when to come back once the limit is exceeded', () => {
    expect(named(rateLimitHeaders({ current: 11, ttlMs: 30_000 }, 10))).toEqual({
      'ratelimit-limit': '10',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '30',
      'retry-after': '30',
    });
  });
});
