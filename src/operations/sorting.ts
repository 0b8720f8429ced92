// biome-ignore-all lint/style/noNonNullAssertion: places are within the list; a check would run for each comparison.
/**
 * Sorts lists that may be as long as the catalogue (A9): a merge sort, between whose portions other requests run. What is no longer than a
 * portion is sorted at once.
 */
import { Portion } from '../data/turns.ts';
import { compareKeys, SortedKeys, type SortKey, type SortOrder } from '../domain/text/sort-order.ts';
import { type Deadline, giveWay, portionsOf } from './deadline.ts';

/** Entries that are sorted, and that are merged with a comparison each, before other requests get a turn of some milliseconds. */
interface Portions {
  readonly sorted: number;
  readonly merged: number;
}

/** A thousand names take ten thousand comparisons to sort. */
const OF_NAMES: Portions = { sorted: 1_000, merged: 10_000 };
const OF_NUMBERS: Portions = { sorted: 20_000, merged: 100_000 };

/**
 * A sorted copy of a list. What compares as equal stays in its order.
 * @throws ServiceUnavailable after the deadline, if the list is long
 */
export async function sortInPortions<Entry>(
  context: { readonly deadline: Deadline | null },
  list: readonly Entry[],
  compare: (a: Entry, b: Entry) => number,
  portions = OF_NAMES,
): Promise<Entry[]> {
  const { length } = list;
  if (length <= portions.sorted) return list.toSorted(compare);
  let sorted: Entry[] = [];
  for await (const portion of portionsOf(context, list, portions.sorted)) sorted.push(...portion.toSorted(compare));
  let merged = sorted.slice();
  const turn = new Portion(portions.merged);
  for (let width = portions.sorted; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      const middle = Math.min(start + width, length);
      const end = Math.min(middle + width, length);
      let left = start;
      let right = middle;
      for (let place = start; place < end; place++) {
        const isLeft = left < middle && (right === end || compare(sorted[left]!, sorted[right]!) <= 0);
        merged[place] = sorted[isLeft ? left++ : right++]!;
        if (turn.add(1)) await giveWay(context);
      }
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

/** The same numbers, ascending. */
export function ascending(
  context: { readonly deadline: Deadline | null },
  numbers: readonly number[],
): Promise<number[]> {
  return sortInPortions(context, numbers, (a, b) => a - b, OF_NUMBERS);
}

/** Sort keys in the order of their list. */
export async function sortKeys(
  context: { readonly deadline: Deadline | null },
  keys: readonly SortKey[],
  order: SortOrder,
): Promise<SortedKeys> {
  return SortedKeys.of(await sortInPortions(context, keys, (a, b) => compareKeys(a, b, order)));
}
