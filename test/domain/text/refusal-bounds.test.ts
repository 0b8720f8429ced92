/** What is said of a refused request is bounded where it is found (A2). */
import { expect, test } from 'vitest';
import { fitting, MAX_PROBLEMS, Problems, problemsOfEach, shortened } from '../../../src/domain/text/refusal-bounds.ts';

test('problems are collected up to 50, and it is known that there were more', () => {
  const problems = new Problems<number>();
  problems.add(...Array.from({ length: MAX_PROBLEMS }, (_, index) => index));
  expect([problems.isFull, problems.hasMore]).toEqual([true, false]);
  problems.add(50);
  expect([problems.found.length, problems.found.at(-1), problems.hasMore]).toEqual([MAX_PROBLEMS, 49, true]);
});

test('of 100,000 entries only as many are looked at as it takes to find 50 problems (26-1)', () => {
  let looked = 0;
  const found = problemsOfEach(Array.from({ length: 100_000 }), (_, index) => {
    looked += 1;
    return index % 2 === 0 ? [index] : [];
  });
  expect([found.length, looked]).toEqual([50, 99]);
});

test('a long text of the caller is repeated by its beginning, never with half a character', () => {
  expect(shortened('abc', 3)).toBe('abc');
  expect(shortened('abcd', 3)).toBe('ab…');
  expect(shortened('a😀bc', 3)).toBe('a…');
  expect(shortened('ae\u0301bc', 3)).toBe('a…');
  expect(shortened('x'.repeat(255_000))).toHaveLength(200);
});

test('entries are left out from the end, whole, by their bytes as JSON', () => {
  const entries = ['a', 'é', 'b'];
  // Three, four and three bytes with their quotation marks, and a comma each.
  expect([13, 12, 9, 8, 4, 3].map((bytes) => fitting(entries, bytes).length)).toEqual([3, 2, 2, 1, 1, 0]);
  expect(fitting(entries, 1_000)).toBe(entries);
});
