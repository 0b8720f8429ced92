/** Orders of lists by example: names, equal values, starts of pages (V2, V3). */
import { describe, expect, test } from 'vitest';
import { compareKeys, SortedKeys, type SortKey, type SortOrder } from '../../../src/domain/text/sort-order.ts';
import { sortedKeys } from '../../support/sorted-keys.ts';

const ORDERS = {
  names: { resource: 'hotels', mode: 'name', words: 'name, A first', valueType: 'string' },
  fewest: { resource: 'hotels', mode: 'stars', words: 'stars, fewest first', valueType: 'number' },
  most: { resource: 'hotels', mode: '-stars', words: 'stars, most first', valueType: 'number', isDescending: true },
} satisfies Record<string, SortOrder>;

describe('names', () => {
  test.each([
    ['follow the alphabet, not the code of their letters', ['aurora', 'Borealis', 'cirrus', 'Duo']],
    ['differ by case only when they are otherwise the same', ['aurora', 'Aurora', 'aurora 2']],
    ['differ by accents only when they are otherwise the same', ['Lazne', 'Lázně', 'Lazne Bohdanec', 'Lázně Jih']],
    ['with a foreign first letter stand at that letter', ['Edelweiss', 'Étoile', 'Europa', 'Ötscher', 'Panorama']],
    ['that begin alike stand by length', ['', 'Spa', 'Spa Hotel', 'Spa Hotel Aurora']],
    ['in Cyrillic come after those in Latin letters', ['Zephyr', 'Аврора', 'Яблоко']],
    ['have their digits compared one by one', ['Hotel 10', 'Hotel 2', 'Hotel 21']],
  ])('%s', (_, names) => {
    const keys = names.map((name, index): SortKey => [name, names.length - index]);
    expect(sortedKeys(keys.toReversed(), ORDERS.names).slice()).toEqual(keys);
  });

  test('written with composed or decomposed letters are equal, so that the number decides', () => {
    const keys: SortKey[] = [
      ['La\u0301zne\u030c', 1],
      ['Lázně', 2],
      ['La\u0301zne\u030c', 3],
    ];
    expect(sortedKeys(keys.toReversed(), ORDERS.names).slice()).toEqual(keys);
  });
});

describe('numbers', () => {
  test('are compared as numbers, not as text', () => {
    expect(sortedKeys([key(10), key(9), key(-1), key(100)], ORDERS.fewest).slice()).toEqual([
      key(-1),
      key(9),
      key(10),
      key(100),
    ]);
  });

  test('of any size that JSON can carry keep their order', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const ascending = [key(-most), key(-most + 1), key(0), key(most - 1), key(most)];
    expect(sortedKeys(ascending.toReversed(), ORDERS.fewest).slice()).toEqual(ascending);
    expect(sortedKeys(ascending, ORDERS.most).slice()).toEqual(ascending.toReversed());
  });

  function key(value: number): SortKey {
    return [value, 1];
  }
});

describe('rows with equal values', () => {
  const equal: SortKey[] = [
    [4, 2],
    [4, 10],
    [4, 33],
  ];

  test.each([
    ['an ascending order', ORDERS.fewest],
    ['a descending order', ORDERS.most],
  ])('stand by ascending number in %s', (_, order) => {
    expect(sortedKeys(equal.toReversed(), order).slice()).toEqual(equal);
    expect(sortedKeys([equal[1]!, equal[2]!, equal[0]!], order).slice()).toEqual(equal);
  });

  test.each([
    [[4, 1], 0],
    [[4, 2], 1],
    [[4, 3], 1],
    [[4, 10], 2],
    [[4, 32], 2],
    [[4, 33], 3],
    [[4, 34], 3],
  ] as const)('the page after %j starts at index %i, whichever way the order goes', (after, index) => {
    expect(SortedKeys.of(equal).indexAfter(after, ORDERS.fewest)).toBe(index);
    expect(SortedKeys.of(equal).indexAfter(after, ORDERS.most)).toBe(index);
  });
});

test('only a row itself is neither before nor after itself', () => {
  expect(compareKeys([4, 2], [4, 2], ORDERS.most)).toBe(0);
  expect(compareKeys(['a', 2], ['a', 2], ORDERS.names)).toBe(0);
  expect(compareKeys([4, 2], [4, 3], ORDERS.most)).toBeLessThan(0);
});

test('in an empty list every page starts at the beginning', () => {
  expect(SortedKeys.NONE.indexAfter([4, 2], ORDERS.most)).toBe(0);
});
