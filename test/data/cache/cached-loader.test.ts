/** Loaders of one request over a process-wide cache. */
import { expect, test } from 'vitest';
import { createCachedLoader } from '../../../src/data/cache/cached-loader.ts';
import { EpochCache } from '../../../src/data/cache/epoch-cache.ts';

function rowLoaders() {
  const cache = new EpochCache<number, string>({ entries: 100 });
  const epochs = new Map<number, number>();
  const reads: (readonly number[])[] = [];
  let onRead = () => {};
  return {
    epochs,
    reads,
    whileReading(act: () => void) {
      onRead = act;
    },
    open: () =>
      createCachedLoader({
        cache,
        epochOf: (key: number) => epochs.get(key) ?? 0,
        read: async (keys) => {
          reads.push(keys);
          const rows = new Map(
            keys.filter((key) => key < 10).map((key) => [key, `row ${key} of ${epochs.get(key) ?? 0}`]),
          );
          onRead();
          return rows;
        },
      }),
  };
}

test('returns cached rows synchronously, absences included, and loads the rest in one batch', async () => {
  const { open, reads } = rowLoaders();
  const first = open();
  expect(await Promise.all([first.load(1), first.load(20), first.load(1)])).toEqual(['row 1 of 0', null, 'row 1 of 0']);
  const second = open();
  expect([second.load(1), second.load(20)]).toEqual(['row 1 of 0', null]);
  expect(await Promise.all([second.load(20), second.load(2), second.load(3)])).toEqual([
    null,
    'row 2 of 0',
    'row 3 of 0',
  ]);
  expect(reads).toEqual([
    [1, 20],
    [2, 3],
  ]);
});

test('reads again only the row whose epoch was raised', async () => {
  const { epochs, open, reads } = rowLoaders();
  await Promise.all([1, 2, 3].map((key) => open().load(key)));
  reads.length = 0;
  epochs.set(2, 7);
  const later = open();
  expect(await Promise.all([1, 2, 3].map((key) => later.load(key)))).toEqual([
    'row 1 of 0',
    'row 2 of 7',
    'row 3 of 0',
  ]);
  expect(reads).toEqual([[2]]);
});

test('does not keep a row beyond the request that read it while its epoch was raised', async () => {
  const { epochs, open, reads, whileReading } = rowLoaders();
  whileReading(() => epochs.set(1, 5));
  expect(await open().load(1)).toBe('row 1 of 0');
  expect(await open().load(1)).toBe('row 1 of 5');
  expect(reads).toHaveLength(2);
});
