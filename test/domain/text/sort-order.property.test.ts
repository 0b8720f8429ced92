/**
 * Orders of lists, for any values: every row has its own position, and a page starts where a scan finds the first later
 * row. "Later" is defined here again, without the rules' arithmetic.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareKeys, type SortKey, type SortOrder } from '../../../src/domain/text/sort-order.ts';
import { sortedKeys } from '../../support/sorted-keys.ts';

const RUNS = { numRuns: 10_000 };
/** Sorted; spellings that compare almost equal are left to the table tests. */
const NAMES = ['', '2', 'a', 'A', 'á', 'Á', 'ab', 'Ab', 'b', 'č', 'ch', 'd', 'ž', 'Я'];

/** An order over few values, so that many rows are equal. */
const orders: fc.Arbitrary<{ order: SortOrder; values: readonly (string | number)[] }> = fc
  .tuple(fc.boolean(), fc.boolean())
  .map(([isText, isDescending]) => ({
    order: {
      resource: 'hotels',
      mode: 'any',
      words: 'any',
      valueType: isText ? 'string' : 'number',
      ...(isDescending ? { isDescending } : {}),
    },
    values: isText ? NAMES : [-Number.MAX_SAFE_INTEGER, -2, 0, 1, 2, 3, 10, Number.MAX_SAFE_INTEGER],
  }));

/** Rows with distinct numbers, as in a database, and a key that may or may not be among them. */
const lists = orders.chain(({ order, values }) => {
  const keys = fc.tuple(fc.constantFrom(...values), fc.integer({ min: 0, max: 25 }));
  return fc.record({
    order: fc.constant(order),
    values: fc.constant(values),
    keys: fc.uniqueArray<SortKey, number>(keys, { selector: ([, number]) => number, maxLength: 14 }),
    sought: keys as fc.Arbitrary<SortKey>,
  });
});

/** Whether `a` comes later than `b`: by the position of its value, then by the greater number. */
function isLater(
  [value, number]: SortKey,
  [otherValue, otherNumber]: SortKey,
  { order, values }: { order: SortOrder; values: readonly (string | number)[] },
): boolean {
  if (value === otherValue) return number > otherNumber;
  const isGreater = values.indexOf(value) > values.indexOf(otherValue);
  return order.isDescending ? !isGreater : isGreater;
}

test('sorted rows are the rows given, and each comes later than all before it, equals by ascending number', () => {
  fc.assert(
    fc.property(lists, ({ keys, ...world }) => {
      const sorted = sortedKeys(keys, world.order).slice();
      expect(new Set(sorted.map(String))).toEqual(new Set(keys.map(String)));
      expect(sorted).toHaveLength(keys.length);
      const wrong = sorted.filter((key, index) =>
        sorted.slice(0, index).some((before) => !isLater(key, before, world)),
      );
      expect(wrong).toEqual([]);
    }),
    RUNS,
  );
});

test('the order in which rows come from the database never shows', () => {
  const shuffledLists = lists.chain((list) =>
    fc.record({
      list: fc.constant(list),
      shuffled: fc.shuffledSubarray([...list.keys], { minLength: list.keys.length }),
    }),
  );
  fc.assert(
    fc.property(shuffledLists, ({ list: { keys, order }, shuffled }) => {
      expect(sortedKeys(shuffled, order)).toEqual(sortedKeys(keys, order));
    }),
    RUNS,
  );
});

test('a page starts where a scan finds the first row that comes later, whether its cursor’s row is in the list or not', () => {
  fc.assert(
    fc.property(lists, ({ keys, sought, ...world }) => {
      const list = sortedKeys(keys, world.order);
      const sorted = list.slice();
      for (const after of [sought, ...keys]) {
        const scanned = sorted.findIndex((key) => isLater(key, after, world));
        expect(list.indexAfter(after, world.order)).toBe(scanned < 0 ? sorted.length : scanned);
      }
    }),
    RUNS,
  );
});

test('the order is total for any texts: one of two different rows is first, and what is first stays so through a third', () => {
  const key = fc.tuple(fc.string({ unit: 'binary', maxLength: 4 }), fc.integer({ min: 0, max: 3 }));
  fc.assert(
    fc.property(key, key, key, fc.boolean(), (a, b, c, isDescending) => {
      const order: SortOrder = { resource: 'hotels', mode: 'any', words: 'any', valueType: 'string', isDescending };
      expect(Math.sign(compareKeys(a, b, order))).toBe(0 - Math.sign(compareKeys(b, a, order)));
      if (a[1] !== b[1]) expect(compareKeys(a, b, order)).not.toBe(0);
      if (compareKeys(a, b, order) <= 0 && compareKeys(b, c, order) <= 0) {
        expect(compareKeys(a, c, order)).toBeLessThanOrEqual(0);
      }
    }),
    RUNS,
  );
});
