/** Values that are valid within an epoch: computed once for concurrent callers, and forgotten when the epoch changes. */
import { describe, expect, test } from 'vitest';
import { cacheTag } from '../../../src/data/cache/cache-tags.ts';
import { EpochCache, USUAL_VISIT_TYPES } from '../../../src/data/cache/epoch-cache.ts';
import { EpochTable } from '../../../src/data/cache/epoch-table.ts';
import { createCapacityCache } from '../../../src/data/reads/capacity.ts';
import { createCatalogueCaches } from '../../../src/data/reads/catalogue-loaders.ts';
import { createRateBookCache } from '../../../src/data/reads/rate-books.ts';
import { OfferLists } from '../../../src/operations/search/offers/offer-lists.ts';

const STATE = { epoch: 1, day: 0 };

describe('a cached value', () => {
  test('is computed once for all concurrent callers', async () => {
    const cache = new EpochCache<string, number>({ entries: 10 });
    let computed = 0;
    const compute = async () => ++computed;
    const asked = Array.from({ length: 5 }, () => cache.getOrCompute('key', STATE, compute));
    expect(await Promise.all(asked)).toEqual([1, 1, 1, 1, 1]);
    expect(cache.getOrCompute('key', STATE, compute)).toBe(1);
  });

  test('is returned synchronously if it is computed synchronously', () => {
    const cache = new EpochCache<string, number>({ entries: 10 });
    expect(cache.getOrCompute('key', STATE, () => 7)).toBe(7);
    expect(
      cache.getOrCompute('key', STATE, () => {
        throw new Error('asked again');
      }),
    ).toBe(7);
  });

  test('is computed again after a failure', async () => {
    const cache = new EpochCache<string, number>({ entries: 10 });
    await expect(cache.getOrCompute('key', STATE, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.getOrCompute('key', STATE, async () => 2)).toBe(2);
  });

  test('belongs to its epoch and its day', async () => {
    const cache = new EpochCache<string, number>({ entries: 10 });
    expect(await cache.getOrCompute('key', STATE, async () => 1)).toBe(1);
    expect(await cache.getOrCompute('key', { epoch: 2, day: 0 }, async () => 2)).toBe(2);
    expect(await cache.getOrCompute('key', { epoch: 2, day: 1 }, async () => 3)).toBe(3);
    // A request that began earlier does not bring the old value back.
    expect(await cache.getOrCompute('key', STATE, async () => 4)).toBe(4);
    expect(cache.get('key', { epoch: 2, day: 1 })).toBe(3);
    expect(cache.get('key', STATE)).toBeUndefined();
  });

  test('is not shared with a caller of a later epoch while it is being computed', async () => {
    const cache = new EpochCache<string, number>({ entries: 10 });
    let finish = (_value: number) => {};
    const early = cache.getOrCompute('key', STATE, () => new Promise<number>((resolve) => (finish = resolve)));
    const late = cache.getOrCompute('key', { epoch: 2, day: 0 }, async () => 2);
    finish(1);
    expect(await Promise.all([early, late])).toEqual([1, 2]);
    expect(cache.get('key', { epoch: 2, day: 0 })).toBe(2);
  });

  test('is shared with nobody in a doubtful state: sums of doubtful epochs may be equal', async () => {
    const cache = new EpochCache<string, number>({ entries: 10 });
    const doubtful = { epoch: 2 ** 52 + 2 ** 52 + 2, day: 0 };
    let computed = 0;
    const asked = [1, 2].map(() => cache.getOrCompute('key', doubtful, async () => ++computed));
    expect(await Promise.all(asked)).toEqual([1, 2]);
  });

  test('leaves those of other keys alone, whatever epoch they have', () => {
    const cache = new EpochCache<string, number>({ entries: 10 });
    cache.set('one', 1, STATE);
    cache.set('other', 2, { epoch: 9, day: 0 });
    expect([cache.get('one', STATE), cache.get('other', { epoch: 9, day: 0 })]).toEqual([1, 2]);
  });

  test('are not kept under an epoch that can never come again, and what was kept before stays', () => {
    const table = new EpochTable();
    table.suspect([{ scope: 'hotel:1', value: 1 }]);
    const cache = new EpochCache<string, number>({ entries: 10 });
    cache.set('key', 1, STATE);
    cache.set('key', 2, { epoch: table.of(cacheTag('hotel', 1)), day: 0 });
    expect(cache.get('key', STATE)).toBe(1);
  });

  test('may be the knowledge that there is none', () => {
    const cache = new EpochCache<string, number>({ entries: 10 });
    cache.set('key', null, STATE);
    expect([cache.get('key', STATE), cache.get('key', { epoch: 2, day: 0 })]).toEqual([null, undefined]);
  });
});

test.each([1_000, 20_001, 23_417, 999_999])(
  'caches can have room for %i visit types, as for any number',
  (visitTypes) => {
    const scale = visitTypes / USUAL_VISIT_TYPES;
    createCatalogueCaches(scale);
    createRateBookCache(scale);
    createCapacityCache(scale);
    expect(new OfferLists(scale).get('none')).toBeNull();
  },
);
