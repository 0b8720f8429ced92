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

/**
 * The sort keys of a list, in its order. Values and numbers stand in two arrays: lists of a large catalogue are long, many are cached, and
 * with an object for each row the collector took most of the time of a search.
 */
export class SortedKeys {
  static readonly NONE = new SortedKeys([], new Int32Array());

  readonly values: ArrayLike<string | number>;
  readonly numbers: Int32Array;

  constructor(values: ArrayLike<string | number>, numbers: Int32Array) {
    this.values = values;
    this.numbers = numbers;
  }

  /** Takes keys as they are, which must be in order already. */
  static of(sorted: readonly SortKey[]): SortedKeys {
    return new SortedKeys(
      sorted.map(([value]) => value),
      new Int32Array(sorted.map(([, number]) => number)),
    );
  }

  get length(): number {
    return this.numbers.length;
  }

  /** The keys from `start` to before `end`; all of them if neither is given. */
  slice(start = 0, end = this.length): SortKey[] {
    const { values, numbers } = this;
    // biome-ignore lint/style/noNonNullAssertion: there is a value for each number.
    return Array.from(numbers.subarray(start, end), (number, place) => [values[start + place]!, number]);
  }

  /** The keys of these rows, in the same order. */
  filter(isWanted: (number: number) => boolean): SortedKeys {
    const { values, numbers } = this;
    const wanted: number[] = [];
    for (let place = 0; place < numbers.length; place++) {
      // biome-ignore lint/style/noNonNullAssertion: the place is in the list.
      if (isWanted(numbers[place]!)) wanted.push(place);
    }
    return new SortedKeys(
      // biome-ignore lint/style/noNonNullAssertion: there is a value for each place.
      wanted.map((place) => values[place]!),
      // biome-ignore lint/style/noNonNullAssertion: as above.
      Int32Array.from(wanted, (place) => numbers[place]!),
    );
  }

  /** The index of the first key after `key`, which need not be in the list; `order` is that of the list. */
  indexAfter(key: SortKey, order: SortOrder): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // biome-ignore lint/style/noNonNullAssertion: the middle of a part of the list is in the list.
      if (compareKeys([this.values[middle]!, this.numbers[middle]!], key, order) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
