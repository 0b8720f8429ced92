/** Lists in their order, sorted at once. */
import { compareKeys, SortedKeys, type SortKey, type SortOrder } from '../../src/domain/text/sort-order.ts';

export function sortedKeys(keys: readonly SortKey[], order: SortOrder): SortedKeys {
  return SortedKeys.of(keys.toSorted((a, b) => compareKeys(a, b, order)));
}
