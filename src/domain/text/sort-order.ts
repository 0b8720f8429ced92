/**
 * Sort orders of lists and the start of a page (V2, V3). Rows are sorted by a value and, where values are equal, by ascending
 * number, so the order is total. A page starts after the sort key of the last row seen, not at an offset, so rows that appear
 * or disappear between pages neither repeat nor hide others.
 */

/** The value sorted by, and the row's number. */
export type SortKey = readonly [value: string | number, number: number];

/** A way to sort a list of one resource. */
export interface SortOrder {
  /** The resource's name in REST; a cursor of another resource is refused. */
  readonly resource: string;
  /** The name of the sort mode, for example `-stars`. */
  readonly mode: string;
  /** The same for readers: `stars, most first`. */
  readonly words: string;
  readonly valueType: 'string' | 'number';
  readonly isDescending?: boolean;
}

/** Case and accents matter only between names that are otherwise equal. */
const alphabetical = new Intl.Collator('en').compare;

/** Negative when `a` comes first; 0 only for equal value and number. */
export function compareKeys(a: SortKey, b: SortKey, order: SortOrder): number {
  const byValue = order.valueType === 'number' ? Number(a[0]) - Number(b[0]) : alphabetical(String(a[0]), String(b[0]));
  return (order.isDescending ? -byValue : byValue) || a[1] - b[1];
}

export function sortKeys(keys: readonly SortKey[], order: SortOrder): SortKey[] {
  return keys.toSorted((a, b) => compareKeys(a, b, order));
}

/** The index of the first key after `key`, which need not be in the list. `sorted` must be in this order. */
export function indexAfter(sorted: readonly SortKey[], key: SortKey, order: SortOrder): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // biome-ignore lint/style/noNonNullAssertion: the middle of a part of the list is in the list.
    if (compareKeys(sorted[middle]!, key, order) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}
