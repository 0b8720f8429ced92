/**
 * How lists are sorted and where their pages start (V2, V3). A row is placed by the value that the list is sorted by and,
 * where values are equal, by its ascending number, so that every row has one place of its own. A page starts after the sort
 * key of the last row seen, not after a count of rows: rows that come and go between two pages neither repeat nor hide others.
 */
/** Names for people: case and accents matter only between names that are otherwise the same. */
const alphabetical = new Intl.Collator('en').compare;
/** Negative when `a` comes first; 0 only for equal values of one and the same number. */
export function compareKeys(a, b, order) {
    const byValue = order.valueType === 'number' ? Number(a[0]) - Number(b[0]) : alphabetical(String(a[0]), String(b[0]));
    return (order.isDescending ? -byValue : byValue) || a[1] - b[1];
}
/** The keys in order; the list that was given stays as it is. */
export function sortedKeys(keys, order) {
    return keys.toSorted((a, b) => compareKeys(a, b, order));
}
/** The index of the first key that sorts after `key`, which need not be in the list. `sorted` is in the order. */
export function placeAfter(sorted, key, order) {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
        const middle = (low + high) >>> 1;
        if (compareKeys(sorted[middle], key, order) > 0)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
//# sourceMappingURL=sort-order.js.map