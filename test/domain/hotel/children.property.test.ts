/** Ages on the day of arrival, against birthdays that the platform's `Date` counts one by one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageOn, isTooYoung, toldBelowAge, youngestAge } from '../../../src/domain/hotel/children.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';

/** Births of a hundred years, as often as not at the end of February. */
const births = fc
  .record({ year: fc.integer({ min: 1920, max: 2030 }), day: fc.oneof(fc.integer({ min: 57, max: 61 }), fc.nat(365)) })
  .map(({ year, day }) => new Date(Date.UTC(year, 0, day + 1)));
/** Days after a birth: anywhere, or about a birthday. */
const laters = fc.oneof(
  fc.integer({ min: 0, max: 40_000 }),
  fc.record({ year: fc.integer({ min: 0, max: 100 }), days: fc.integer({ min: -3, max: 3 }) }),
);

/** How many birthdays there have been up to a day, itself included. `Date` takes 29 February for 1 March in most years. */
function birthdays(born: Date, until: Date): number {
  let count = 0;
  while (Date.UTC(born.getUTCFullYear() + count + 1, born.getUTCMonth(), born.getUTCDate()) <= until.getTime()) count++;
  return count;
}

const textOf = (date: Date) => date.toISOString().slice(0, 10);

test('somebody is as old as the number of birthdays, and too young before the one from which on a hotel takes children', () => {
  fc.assert(
    fc.property(births, laters, fc.integer({ min: 1, max: 21 }), (born, later, youngest) => {
      const arrival = new Date(born);
      if (typeof later === 'number') arrival.setUTCDate(arrival.getUTCDate() + later);
      else
        arrival.setUTCFullYear(
          arrival.getUTCFullYear() + later.year,
          arrival.getUTCMonth(),
          arrival.getUTCDate() + later.days,
        );
      if (arrival < born) return;
      const [birth, day] = [parseDay(textOf(born))!, parseDay(textOf(arrival))!];
      const age = birthdays(born, arrival);
      expect([textOf(born), textOf(arrival), ageOn(day, birth)]).toEqual([textOf(born), textOf(arrival), age]);
      expect(isTooYoung(birth, { arrival: day, youngest })).toBe(age < youngest);
    }),
    { numRuns: 10_000 },
  );
});

test.each([
  ['2024-02-29', '2027-02-28', 2],
  ['2024-02-29', '2027-03-01', 3],
  ['2024-02-29', '2028-02-28', 3],
  ['2024-02-29', '2028-02-29', 4],
  ['2024-03-01', '2027-02-28', 2],
  ['2027-03-02', '2027-03-01', -1],
])('who was born on %s is on %s %d years old', (born, day, age) => {
  expect(ageOn(parseDay(day)!, parseDay(born)!)).toBe(age);
});

test('a hotel has a rule where it names an age above 0, and asks all who are under it, or under 18', () => {
  expect([youngestAge(null), youngestAge(undefined), youngestAge(0), youngestAge(1)]).toEqual([null, null, null, 1]);
  expect([toldBelowAge(1), toldBelowAge(18), toldBelowAge(21)]).toEqual([18, 18, 21]);
});
