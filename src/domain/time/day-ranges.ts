/**
 * Sets of days as ascending ranges that neither overlap nor touch. Prices, time constraints and free rooms change a few times a
 * season, so "every day on which" is a handful of ranges, and a conjunction of conditions is an intersection. Nothing here
 * iterates over days.
 */
import type { Day, DayRange } from './civil-date.ts';

/** More days than anybody can write. */
export const ALL_DAYS: readonly [DayRange] = [{ from: -1_000_000_000, to: 1_000_000_000 }];

/** The union of ranges, which may come in any order, overlap and touch. A range that ends before it begins is empty. */
export function unionOf(ranges: readonly DayRange[]): DayRange[] {
  const days: DayRange[] = [];
  let last: { from: Day; to: Day } | null = null;
  for (const { from, to } of sortRanges(ranges)) {
    if (from > to) continue;
    if (last && from <= last.to + 1) {
      last.to = Math.max(last.to, to);
    } else {
      last = { from, to };
      days.push(last);
    }
  }
  return days;
}

function sortRanges(ranges: readonly DayRange[]): readonly DayRange[] {
  let before = ALL_DAYS[0].from;
  for (const { from } of ranges) {
    if (from < before) return ranges.toSorted((a, b) => a.from - b.from);
    before = from;
  }
  return ranges;
}

/** The intersection of two sets. */
export function intersectionOf(some: readonly DayRange[], others: readonly DayRange[]): DayRange[] {
  const days: DayRange[] = [];
  for (let a = 0, b = 0; a < some.length && b < others.length; ) {
    // biome-ignore lint/style/noNonNullAssertion: the loop ends where a list does; each room of each calendar runs it.
    const one = some[a]!;
    // biome-ignore lint/style/noNonNullAssertion: the loop ends where a list does.
    const other = others[b]!;
    const from = Math.max(one.from, other.from);
    const to = Math.min(one.to, other.to);
    if (from <= to) days.push({ from, to });
    if (one.to < other.to) a++;
    else b++;
  }
  return days;
}

/** The days of the first set that are not in the second. */
export function differenceOf(some: readonly DayRange[], others: readonly DayRange[]): DayRange[] {
  const gaps: DayRange[] = [];
  let { from } = ALL_DAYS[0];
  for (const other of others) {
    gaps.push({ from, to: other.from - 1 });
    from = other.to + 1;
  }
  gaps.push({ from, to: ALL_DAYS[0].to });
  return intersectionOf(some, gaps);
}

/**
 * The arrivals for which a single range holds all nights of a stay of `nights` nights. The ranges are not a set: touching ones
 * are not joined.
 */
export function arrivalsWithin(ranges: readonly DayRange[], nights: number): DayRange[] {
  return unionOf(nights === 1 ? ranges : ranges.map(({ from, to }) => ({ from, to: to - nights + 1 })));
}

/** The set with every day moved by `days`; positive is later. */
export function shiftDays(set: readonly DayRange[], days: number): DayRange[] {
  return set.map(({ from, to }) => ({ from: from + days, to: to + days }));
}
