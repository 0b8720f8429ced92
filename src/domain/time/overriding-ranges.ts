// biome-ignore-all lint/style/noNonNullAssertion: bounds are the first days and the days after the last ones of the same ranges, so each range has both and each place but the last has a next one.
/** Lists of ranges of days that say something about each day, where later ranges override earlier ones (U1, U2). */
import type { Day, DayRange } from './civil-date.ts';

/** Consecutive days of one range. */
export interface PartOfRange<Range extends DayRange> extends DayRange {
  readonly range: Range;
}

/** The days of all ranges, each in the last range that has it; ascending and disjoint. No range may end before it begins. */
export function partsOfLastRanges<Range extends DayRange>(ranges: readonly Range[]): PartOfRange<Range>[] {
  const bounds = boundsOf(ranges);
  const placeOf = new Map(bounds.map((day, place) => [day, place]));
  /** For each place the range that has the days up to the next bound. */
  const ownerOf = new Int32Array(bounds.length).fill(-1);
  /** For each place itself while it is free, else a later one, so that no place is visited once for every range. */
  const next = Int32Array.from(bounds.keys());
  function firstFree(from: number): number {
    let place = from;
    while (next[place] !== place) {
      next[place] = next[next[place]!]!;
      place = next[place]!;
    }
    return place;
  }
  for (let index = ranges.length - 1; index >= 0; index--) {
    const { from, to } = ranges[index]!;
    const end = placeOf.get(to + 1)!;
    for (let place = firstFree(placeOf.get(from)!); place < end; place = firstFree(place)) {
      ownerOf[place] = index;
      next[place] = place + 1;
    }
  }
  const parts: { from: Day; to: Day; range: Range }[] = [];
  for (const [place, index] of ownerOf.entries()) {
    const range = ranges[index];
    if (range === undefined) continue;
    const last = parts.at(-1);
    const [from, to] = [bounds[place]!, bounds[place + 1]! - 1];
    if (last?.range === range && last.to === from - 1) last.to = to;
    else parts.push({ from, to, range });
  }
  return parts;
}

/** Consecutive days with the same range of one list and the same range of another; null: none. */
export interface SharedPart<One extends DayRange, Other extends DayRange> extends DayRange {
  readonly one: One | null;
  readonly other: Other | null;
}

/** The days of two lists of parts, each ascending and disjoint; so is the result. */
export function overlayParts<One extends DayRange, Other extends DayRange>(
  some: readonly PartOfRange<One>[],
  others: readonly PartOfRange<Other>[],
): SharedPart<One, Other>[] {
  const bounds = boundsOf([...some, ...others]);
  const parts: SharedPart<One, Other>[] = [];
  let [a, b] = [0, 0];
  for (const [place, from] of bounds.entries()) {
    while (a < some.length && some[a]!.to < from) a++;
    while (b < others.length && others[b]!.to < from) b++;
    const [one, other] = [rangeOn(from, some[a]), rangeOn(from, others[b])];
    if (one !== null || other !== null) parts.push({ from, to: bounds[place + 1]! - 1, one, other });
  }
  return parts;
}

function rangeOn<Range extends DayRange>(day: Day, part: PartOfRange<Range> | undefined): Range | null {
  return part && part.from <= day ? part.range : null;
}

/** The days on which a range begins or has just ended, ascending. */
function boundsOf(ranges: readonly DayRange[]): Day[] {
  return [...new Set(ranges.flatMap(({ from, to }) => [from, to + 1]))].sort((a, b) => a - b);
}
