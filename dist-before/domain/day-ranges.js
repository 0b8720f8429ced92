/** All days that anybody can write, and many more. */
export const EVERY_DAY = [{ from: -1_000_000_000, to: 1_000_000_000 }];
/** The days of any of the ranges. These may come in any order, overlap and touch; one that ends before it begins is empty. */
export function daysIn(ranges) {
    const days = [];
    let last = null;
    for (const { from, to } of inOrder(ranges)) {
        if (from > to)
            continue;
        if (last && from <= last.to + 1) {
            last.to = Math.max(last.to, to);
        }
        else {
            last = { from, to };
            days.push(last);
        }
    }
    return days;
}
function inOrder(ranges) {
    for (let i = 1; i < ranges.length; i++) {
        if (ranges[i].from < ranges[i - 1].from)
            return ranges.toSorted((a, b) => a.from - b.from);
    }
    return ranges;
}
/** The days that belong to both sets. */
export function overlapOf(some, others) {
    const days = [];
    for (let a = 0, b = 0; a < some.length && b < others.length;) {
        const one = some[a];
        const other = others[b];
        const from = Math.max(one.from, other.from);
        const to = Math.min(one.to, other.to);
        if (from <= to)
            days.push({ from, to });
        if (one.to < other.to)
            a++;
        else
            b++;
    }
    return days;
}
/** The days of the first set that do not belong to the second. */
export function daysWithout(some, others) {
    const gaps = [];
    let { from } = EVERY_DAY[0];
    for (const other of others) {
        gaps.push({ from, to: other.from - 1 });
        from = other.to + 1;
    }
    gaps.push({ from, to: EVERY_DAY[0].to });
    return overlapOf(some, gaps);
}
/**
 * The days on which a stay of so many nights may arrive so that one and the same of the ranges holds all of its nights.
 * The ranges are not a set: two that touch stay two.
 */
export function arrivalsWithin(ranges, nights) {
    return daysIn(nights === 1 ? ranges : ranges.map(({ from, to }) => ({ from, to: to - nights + 1 })));
}
/** The set with every day moved, later by a positive number of `days`. */
export function movedBy(set, days) {
    return set.map(({ from, to }) => ({ from: from + days, to: to + days }));
}
//# sourceMappingURL=day-ranges.js.map