/** Chosen nights, against a day by day search with the dates of JavaScript. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDay, parseDay, WEEKDAYS } from '../../../../../src/domain/time/civil-date.ts';
import {
  NIGHTS_MAX,
  nightsOf,
  queryOf,
  rangeBetween,
  rangesOf,
  type Selection,
  selectionOf,
  weekendFrom,
} from '../../../../../src/web/desk/rooms/month/selection.ts';

const ROOMS = [11, 12, 13, 21];
const FIRST = parseDay('2026-12-15')!;
const NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;
const DAY_MS = 86_400_000;
const nameOf = (day: number) => NAMES[new Date(day * DAY_MS).getUTCDay()]!;

const day = fc.integer({ min: FIRST, max: FIRST + 200 });
const selections: fc.Arbitrary<Selection> = fc
  .record({
    rooms: fc.subarray(ROOMS, { minLength: 1 }),
    ends: fc.tuple(day, day),
    weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
  })
  .map(({ rooms, ends, weekdays }) => ({ rooms, ...rangeBetween(...ends), weekdays }));

test('a selection has exactly its nights of its weekdays from today on', () => {
  fc.assert(
    fc.property(selections, day, (selection, today) => {
      const expected = [];
      for (let night = FIRST; night <= FIRST + 400; night++) {
        const isOfRange = night >= selection.from && night <= selection.to;
        if (isOfRange && night >= today && selection.weekdays.includes(nameOf(night))) expected.push(night);
      }
      expect(nightsOf(selection, today)).toEqual(expected);
    }),
  );
});

test('ranges have the same nights, do not touch, and are as few as possible', () => {
  fc.assert(
    fc.property(selections, (selection) => {
      const nights = nightsOf(selection, FIRST);
      const ranges = rangesOf(nights);
      const covered = ranges.flatMap(({ from, to }) =>
        Array.from({ length: to - from + 1 }, (_, index) => from + index),
      );
      expect(covered).toEqual(nights);
      expect(ranges.length).toBe(nights.filter((night) => !nights.includes(night - 1)).length);
    }),
  );
});

test('the address gives back the selection that was written to it', () => {
  fc.assert(
    fc.property(selections, (selection) => {
      const { rooms, from, to, days } = queryOf(selection);
      const query = { rooms: rooms!, from: from!, to: to!, days: days ?? undefined };
      expect(selectionOf(query, ROOMS)).toEqual(selection);
    }),
  );
});

test('an address chooses the rooms and nights that it says, and nothing if a date is none, the end is before the beginning or no room is known', () => {
  const dates = ['2027-03-01', '2027-03-09', '2027-12-01'];
  const date = fc.constantFrom(...dates, ...dates, '2027-02-30', '2027-3-1', 'fri', '', undefined);
  const rooms = fc.constantFrom('11', '11,12', 'x,21', '999', '1', '', undefined);
  const isDate = (text: string | undefined) => dates.some((one) => one === text);
  const outcomes = new Set<boolean>();
  fc.assert(
    fc.property(fc.record({ rooms, from: date, to: date, days: fc.string() }), (query) => {
      const { from, to = from } = query;
      const isSense = isDate(from) && isDate(to) && to! >= from! && /11|21/.test(query.rooms ?? '');
      outcomes.add(isSense);
      const selection = selectionOf(query, ROOMS);
      expect(selection !== null).toBe(isSense);
      if (selection === null) return;
      expect(selection.rooms.every((room) => query.rooms!.split(',').includes(String(room)))).toBe(true);
      expect(formatDay(selection.from)).toBe(from);
      expect(selection.to - selection.from).toBeLessThan(NIGHTS_MAX);
      expect(selection.weekdays.length).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
  expect(outcomes.size).toBe(2);
});

test('the next weekend is the first Friday of today or later with the night after it', () => {
  fc.assert(
    fc.property(day, (today) => {
      const { from, to } = weekendFrom(today);
      expect([nameOf(from), nameOf(to)]).toEqual(['FRI', 'SAT']);
      expect(to).toBe(from + 1);
      expect(from - today).toBeGreaterThanOrEqual(0);
      expect(from - today).toBeLessThan(7);
    }),
  );
});
