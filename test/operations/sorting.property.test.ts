/** Sorts of long lists (A9): the same as all at once, but in many turns of the event loop, and no longer than the deadline. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServiceUnavailable } from '../../src/operations/service-unavailable.ts';
import { ascending, sortInPortions } from '../../src/operations/sorting.ts';
import { mostInATurn } from '../support/requests/count-turns.ts';

const ENDLESS = { deadline: null };
/** What is sorted in a turn, and what is merged in one. */
const [SORTED, MERGED] = [1_000, 10_000];
/** Numbers that are sorted in a turn. */
const NUMBERS_SORTED = 20_000;

interface Entry {
  readonly value: number;
  readonly place: number;
}
const byValue = (a: Entry, b: Entry) => a.value - b.value;
const entriesOf = (values: ArrayLike<number>): readonly Entry[] =>
  Object.freeze(Array.from(values, (value, place) => ({ value, place })));
const placesOf = (entries: readonly Entry[]) => entries.map(({ place }) => place);

/** Few values, so that many are equal: these must stay in their order. */
const values = fc.int32Array({ min: -20, max: 20, maxLength: 4 * SORTED + 500, size: 'max' });
const falling = (length: number): [Int32Array<ArrayBuffer>] => [
  Int32Array.from({ length }, (_, place) => (length - place) / 3),
];
const LENGTHS = [0, 1, SORTED, SORTED + 1, 2 * SORTED, 3 * SORTED + 1, 11 * SORTED + 7, 2 * NUMBERS_SORTED + 7];

test('a list of any length is sorted as all at once, equal entries stay in their order, and the given one stays as it was', async () => {
  await fc.assert(
    fc.asyncProperty(values, async (some) => {
      const entries = entriesOf(some);
      const sorted = await sortInPortions(ENDLESS, entries, byValue);
      expect(placesOf(sorted)).toEqual(placesOf(entries.toSorted(byValue)));
      expect(await ascending(ENDLESS, [...some])).toEqual([...some.toSorted()]);
    }),
    { numRuns: 100, examples: LENGTHS.map(falling) },
  );
});

test('no more is compared in a turn of the event loop than sorting one portion and merging another takes', async () => {
  const entries = entriesOf(Int32Array.from({ length: 50 * SORTED }, (_, place) => (place * 7_919) % 50_021));
  let compared = 0;
  const most = await mostInATurn(
    () =>
      sortInPortions(ENDLESS, entries, (a, b) => {
        compared++;
        return byValue(a, b);
      }),
    () => {
      const since = compared;
      compared = 0;
      return since;
    },
  );
  expect(most).toBeGreaterThan(SORTED);
  expect(most).toBeLessThanOrEqual(SORTED * Math.ceil(Math.log2(SORTED)) + MERGED);
});

test('a long list is given up at the deadline, a short one is sorted at once', async () => {
  const over = { deadline: { endsAt: Number.NEGATIVE_INFINITY } };
  const long = Array.from({ length: 2 * NUMBERS_SORTED }, (_, place) => -place);
  await expect(ascending(over, long)).rejects.toThrow(ServiceUnavailable);
  expect(await ascending(over, [2, 1])).toEqual([1, 2]);
});
