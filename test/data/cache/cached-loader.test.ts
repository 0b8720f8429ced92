/** Loaders of one request over a process-wide cache. */
import { expect, test, vi } from 'vitest';
import { cacheTag } from '../../../src/data/cache/cache-tags.ts';
import { type Batches, createCachedLoader } from '../../../src/data/cache/cached-loader.ts';
import { EpochCache } from '../../../src/data/cache/epoch-cache.ts';
import { EpochTable } from '../../../src/data/cache/epoch-table.ts';
import { chain } from '../../../src/data/cache/maybe-promise.ts';

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
    open: (batches: Batches = new Map()) =>
      createCachedLoader({
        batches,
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

test('what a request has read before an epoch was raised is never cached under the later epoch, whatever it makes of it', async () => {
  const { epochs, open, reads } = rowLoaders();
  const derived = new EpochCache<number, string>({ entries: 100 });
  const loader = open();
  const derive = () =>
    derived.getOrCompute(1, { epoch: epochs.get(1) ?? 0, day: 0 }, () =>
      chain(loader.load(1), (row) => `made of ${row}`),
    );
  await loader.load(1);
  await loader.load(2);
  epochs.set(1, 5);
  expect(await derive()).toBe('made of row 1 of 5');
  expect(derived.get(1, { epoch: 5, day: 0 })).toBe('made of row 1 of 5');
  expect(reads).toEqual([[1], [2], [1]]);
});

test('loaders of records that share batches read together, and again what one of them has read before an epoch was raised', async () => {
  const { epochs, open, reads } = rowLoaders();
  const batches: Batches = new Map();
  const [first, second] = [open(batches), open(batches)];
  expect(await Promise.all([first.load(1), second.load(1), second.load(2)])).toEqual([
    'row 1 of 0',
    'row 1 of 0',
    'row 2 of 0',
  ]);
  epochs.set(1, 5);
  expect(await Promise.all([first.load(1), second.load(1), second.load(2)])).toEqual([
    'row 1 of 5',
    'row 1 of 5',
    'row 2 of 0',
  ]);
  expect(reads).toEqual([[1, 2], [1]]);
});

test('a row is read once by a request whose epochs are doubtful, and again once they are certain', async () => {
  const table = new EpochTable();
  table.suspect([{ scope: 'rates:1', value: 1 }]);
  const read = vi.fn(async () => new Map([[1, 'row']]));
  const cache = new EpochCache<number, string>({ entries: 100 });
  const loader = createCachedLoader({ batches: new Map(), cache, epochOf: () => table.of(cacheTag('rates', 1)), read });
  expect([await loader.load(1), await loader.load(1)]).toEqual(['row', 'row']);
  expect(read).toHaveBeenCalledTimes(1);
  table.setCurrent(true);
  expect(await loader.load(1)).toBe('row');
  expect(read).toHaveBeenCalledTimes(2);
});
