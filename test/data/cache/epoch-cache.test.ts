/** Values that are constant within an epoch: computed once for concurrent callers, and dropped after a failure. */
import { describe, expect, test } from 'vitest';
import { createCachedLoader, EpochCache, getOrCompute } from '../../../src/data/cache/epoch-cache.ts';

const STATE = { epoch: 1n, day: 0 };

describe('a cached value', () => {
  test('is computed once for all concurrent callers', async () => {
    const entries = new EpochCache<string, number>({ entries: 10 }).at(STATE);
    let computed = 0;
    const compute = async () => ++computed;
    const asked = Array.from({ length: 5 }, () => getOrCompute(entries, 'key', compute));
    expect(await Promise.all(asked)).toEqual([1, 1, 1, 1, 1]);
    expect(getOrCompute(entries, 'key', compute)).toBe(1);
  });

  test('is returned synchronously if it is computed synchronously', () => {
    const entries = new EpochCache<string, number>({ entries: 10 }).at(STATE);
    expect(getOrCompute(entries, 'key', () => 7)).toBe(7);
    expect(
      getOrCompute(entries, 'key', () => {
        throw new Error('asked again');
      }),
    ).toBe(7);
  });

  test('is computed again after a failure', async () => {
    const entries = new EpochCache<string, number>({ entries: 10 }).at(STATE);
    await expect(getOrCompute(entries, 'key', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await getOrCompute(entries, 'key', async () => 2)).toBe(2);
  });

  test('belongs to its epoch and its day', async () => {
    const cache = new EpochCache<string, number>({ entries: 10 });
    expect(await getOrCompute(cache.at(STATE), 'key', async () => 1)).toBe(1);
    expect(await getOrCompute(cache.at({ epoch: 2n, day: 0 }), 'key', async () => 2)).toBe(2);
    expect(await getOrCompute(cache.at({ epoch: 2n, day: 1 }), 'key', async () => 3)).toBe(3);
    // A request that began earlier does not bring the old value back.
    expect(await getOrCompute(cache.at(STATE), 'key', async () => 4)).toBe(4);
    expect(cache.at({ epoch: 2n, day: 1 }).get('key')).toBe(3);
  });
});

describe('a loader', () => {
  test('returns cached rows synchronously, absences included, and loads the rest in one batch', async () => {
    const cache = new EpochCache<number, string>({ entries: 10 });
    const reads: (readonly number[])[] = [];
    const loader = () =>
      createCachedLoader({
        cache,
        state: STATE,
        read: async (keys) => {
          reads.push(keys);
          return new Map(keys.filter((key) => key < 10).map((key) => [key, `row ${key}`]));
        },
      });
    const first = loader();
    expect(await Promise.all([first.load(1), first.load(20), first.load(1)])).toEqual(['row 1', null, 'row 1']);
    const second = loader();
    expect([second.load(1), second.load(20)]).toEqual(['row 1', null]);
    expect(await Promise.all([second.load(20), second.load(2), second.load(3)])).toEqual([null, 'row 2', 'row 3']);
    expect(reads).toEqual([
      [1, 20],
      [2, 3],
    ]);
  });
});
