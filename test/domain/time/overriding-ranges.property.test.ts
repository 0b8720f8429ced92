/** Overriding ranges against a plain table of days. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DayRange } from '../../../src/domain/time/civil-date.ts';
import { overlayParts, partsOfLastRanges } from '../../../src/domain/time/overriding-ranges.ts';

const ranges = fc.array(
  fc.tuple(fc.integer({ min: -5, max: 25 }), fc.integer({ min: 0, max: 8 })).map(([from, more]) => ({
    from,
    to: from + more,
  })),
  { maxLength: 8 },
);

/** The last range of each day. */
function tableOf(some: readonly DayRange[]): Map<number, number> {
  const table = new Map<number, number>();
  for (const [index, { from, to }] of some.entries()) for (let day = from; day <= to; day++) table.set(day, index);
  return table;
}

function expectAscending(parts: readonly DayRange[]): void {
  for (const [place, { from, to }] of parts.entries()) {
    expect(from).toBeLessThanOrEqual(to);
    if (place > 0) expect(from).toBeGreaterThan(parts[place - 1]!.to);
  }
}

const perDay = <Part extends DayRange, Value>(parts: readonly Part[], read: (part: Part) => Value) =>
  new Map(
    parts.flatMap((part) =>
      Array.from({ length: part.to - part.from + 1 }, (_, place) => [part.from + place, read(part)] as const),
    ),
  );

test('each day is in the last range that has it, in parts that are as long as they can be', () => {
  fc.assert(
    fc.property(ranges, (some) => {
      const parts = partsOfLastRanges(some);
      expectAscending(parts);
      expect(perDay(parts, ({ range }) => some.indexOf(range))).toEqual(
        new Map([...tableOf(some)].sort(([a], [b]) => a - b)),
      );
      for (const [place, part] of parts.entries()) {
        const before = parts[place - 1];
        expect(before?.to === part.from - 1 && before.range === part.range).toBe(false);
      }
    }),
    { numRuns: 5_000 },
  );
});

test('two lists lie over each other without losing a day or a range', () => {
  fc.assert(
    fc.property(ranges, ranges, (some, others) => {
      const both = overlayParts(partsOfLastRanges(some), partsOfLastRanges(others));
      expectAscending(both);
      const [ones, twos] = [tableOf(some), tableOf(others)];
      const days = [...new Set([...ones.keys(), ...twos.keys()])].sort((a, b) => a - b);
      const expected = days.map((day) => [day, [ones.get(day) ?? -1, twos.get(day) ?? -1]] as const);
      const indexOf = (list: readonly DayRange[], range: DayRange | null) => (range ? list.indexOf(range) : -1);
      const found = perDay(both, ({ one, other }) => [indexOf(some, one), indexOf(others, other)]);
      expect(found).toEqual(new Map(expected));
    }),
    { numRuns: 5_000 },
  );
});
