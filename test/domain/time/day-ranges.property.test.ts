/** Sets of days as ranges, against plain sets of single days. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Day, DayRange } from '../../../src/domain/time/civil-date.ts';
import {
  ALL_DAYS,
  arrivalsWithin,
  differenceOf,
  intersectionOf,
  shiftDays,
  unionOf,
} from '../../../src/domain/time/day-ranges.ts';

/** Unsorted ranges of a few days; they overlap, touch and may be empty. */
const ranges = fc.array(
  fc.tuple(fc.integer({ min: -5, max: 30 }), fc.integer({ min: -1, max: 6 })).map(([from, more]) => ({
    from,
    to: from + more,
  })),
  { maxLength: 6 },
);

function eachDay(some: readonly DayRange[]): Set<Day> {
  return new Set(
    some.flatMap(({ from, to }) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)),
  );
}

/** Asserts the normal form of a set: sorted, nothing empty, overlapping or touching. */
function expectSet(days: readonly DayRange[], expected: ReadonlySet<Day>): void {
  for (const [index, { from, to }] of days.entries()) {
    expect(from).toBeLessThanOrEqual(to);
    if (index > 0) expect(from).toBeGreaterThan(days[index - 1]!.to + 1);
  }
  expect(eachDay(days)).toEqual(expected);
}

test('the days in some ranges are each of their days, once', () => {
  fc.assert(
    fc.property(ranges, (some) => {
      expectSet(unionOf(some), eachDay(some));
      expectSet(shiftDays(unionOf(some), -3), new Set([...eachDay(some)].map((day) => day - 3)));
    }),
    { numRuns: 10_000 },
  );
});

test('an overlap holds the days of both sets, a difference those of the first alone', () => {
  fc.assert(
    fc.property(ranges, ranges, (a, b) => {
      const [some, others] = [unionOf(a), unionOf(b)];
      const both = [...eachDay(a)].filter((day) => eachDay(b).has(day));
      expectSet(intersectionOf(some, others), new Set(both));
      expectSet(intersectionOf(others, some), new Set(both));
      expectSet(differenceOf(some, others), new Set([...eachDay(a)].filter((day) => !eachDay(b).has(day))));
      expect(intersectionOf(some, ALL_DAYS)).toEqual(some);
    }),
    { numRuns: 10_000 },
  );
});

test('a stay arrives where one of the ranges, never two together, holds all of its nights', () => {
  fc.assert(
    fc.property(ranges, fc.integer({ min: 1, max: 7 }), (some, nights) => {
      const arrivals = [...eachDay(some)].filter((day) =>
        some.some(({ from, to }) => from <= day && day + nights - 1 <= to),
      );
      expectSet(arrivalsWithin(some, nights), new Set(arrivals));
    }),
    { numRuns: 10_000 },
  );
});
