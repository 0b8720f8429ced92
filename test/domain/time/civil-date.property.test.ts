/**
 * Civil dates against the platform's UTC `Date`, which the rules do not use, and the business date against the European
 * clock-change rule, worked out by hand.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastNightForSale } from '../../../src/domain/stay/stay.ts';
import {
  addMonths,
  dayInTimeZone,
  firstOfMonth,
  formatDay,
  lastOfMonth,
  parseDay,
  utcDay,
  weekdayOf,
} from '../../../src/domain/time/civil-date.ts';
import { firstOfItsMonth, lastOfItsMonth, plusMonths, weekdayOfDate } from '../../support/oracle/oracle-dates.ts';

const DAY_MS = 86_400_000;
const RUNS = { numRuns: 10_000 };

/** Days of the years 1 to 9999. */
const days = fc.integer({ min: -719_162, max: 2_932_896 });
/** Days of the years 1900 to 2199. */
const modernDays = fc.integer({ min: -25_567, max: 84_005 });

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

test('a day is written and read as UTC does, over all four-digit years', () => {
  fc.assert(
    fc.property(days, (day) => {
      expect(formatDay(day)).toBe(dateOf(day));
      expect(parseDay(dateOf(day))).toBe(day);
    }),
    RUNS,
  );
});

test('only real calendar dates written as YYYY-MM-DD are read', () => {
  const padded = (most: number, width: number) => fc.nat({ max: most }).map((n) => String(n).padStart(width, '0'));
  const separator = fc.constantFrom('-', '-', '-', '-', '-', '-', '/', '', '--');
  const tail = fc.constantFrom('', '', '', '', '', ' ', 'T00:00:00Z', '0', '\n');
  const parts = fc.tuple(fc.integer({ min: 1, max: 9999 }), separator, padded(14, 2), separator, padded(33, 2), tail);
  fc.assert(
    fc.property(parts, ([year, first, month, second, day, rest]) => {
      const text = `${String(year).padStart(4, '0')}${first}${month}${second}${day}${rest}`;
      const time = Date.parse(`${text}T00:00:00.000Z`);
      const isReal = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && dateOf(time / DAY_MS) === text;
      expect(parseDay(text)).toBe(isReal ? time / DAY_MS : null);
    }),
    RUNS,
  );
});

test('weekdays, ends of months and moved months are those of the calendar', () => {
  fc.assert(
    fc.property(modernDays, fc.integer({ min: -30, max: 30 }), (day, months) => {
      const date = dateOf(day);
      expect(weekdayOf(day)).toBe(weekdayOfDate(date));
      expect(formatDay(firstOfMonth(day))).toBe(firstOfItsMonth(date));
      expect(formatDay(lastOfMonth(day))).toBe(lastOfItsMonth(date));
      expect(formatDay(addMonths(day, months))).toBe(plusMonths(date, months));
      expect(formatDay(lastNightForSale(day))).toBe(plusMonths(date, 24));
    }),
    RUNS,
  );
});

test('the date in Prague is an hour ahead of UTC in winter and two in summer, to the millisecond', () => {
  const lastSundayAtOne = (year: number, month: number) => {
    const last = new Date(Date.UTC(year, month, 0, 1));
    return last.getTime() - last.getUTCDay() * DAY_MS;
  };
  const instant = fc.oneof(
    fc.integer({ min: Date.UTC(1997, 0, 1), max: Date.UTC(2036, 0, 1) }),
    fc
      .tuple(fc.integer({ min: 10_000, max: 24_000 }), fc.constantFrom(22, 23, 0), fc.integer({ min: -1, max: 1 }))
      .map(([day, hour, shift]) => day * DAY_MS + hour * 3_600_000 + shift),
  );
  fc.assert(
    fc.property(instant, (epochMs) => {
      const year = new Date(epochMs).getUTCFullYear();
      const summer = lastSundayAtOne(year, 3) <= epochMs && epochMs < lastSundayAtOne(year, 10);
      const local = epochMs + (summer ? 2 : 1) * 3_600_000;
      expect(dayInTimeZone(epochMs, 'Europe/Prague')).toBe(Math.floor(local / DAY_MS));
      expect(utcDay(epochMs)).toBe(Math.floor(epochMs / DAY_MS));
    }),
    RUNS,
  );
});
