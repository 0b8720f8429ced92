import { describe, expect, test } from 'vitest';
import { lastNightForSale } from '../../../src/domain/stay/stay.ts';
import {
  addMonths,
  dayInTimeZone,
  firstOfMonth,
  formatDay,
  LAST_DAY,
  lastOfMonth,
  parseDay,
  startOfDay,
  utcDay,
  weekdayOf,
} from '../../../src/domain/time/civil-date.ts';
import { day } from '../scene.ts';

describe('T1: dates are plain civil dates from end to end', () => {
  test('days all over the years 1 to 9999 are written as ISO 8601 writes them and read back as they were written', () => {
    const first = day('0001-01-01');
    expect(formatDay(LAST_DAY)).toBe('9999-12-31');
    for (let i = first; i <= LAST_DAY; i += 97) {
      const text = formatDay(i);
      if (parseDay(text) !== i || text !== new Date(i * 86_400_000).toISOString().slice(0, 10)) expect(text).toBe(i);
    }
  });

  test.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2000-02-29', 11_016],
    ['2027-01-04', 20_822],
  ])('%s is day %i', (text, expected) => {
    expect(parseDay(text)).toBe(expected);
    expect(formatDay(expected)).toBe(text);
  });

  test.each([
    '2027-02-29',
    '1900-02-29',
    '2027-04-31',
    '2027-13-01',
    '2027-00-10',
    '2027-01-00',
    '0000-01-01',
    '2027-1-1',
    '27-01-01',
    '02027-01-01',
    '2027-01-01T00:00:00Z',
    ' 2027-01-01',
    '2027-01-01\n',
    '2027/01/01',
    '-2027-01-01',
    '',
  ])('%j is not a date', (text) => {
    expect(parseDay(text)).toBeNull();
  });

  test('leap days are ordinary days: 2028 and 2000 have one, 2027 and 1900 do not', () => {
    expect(day('2028-03-01') - day('2028-02-28')).toBe(2);
    expect(day('2000-03-01') - day('2000-02-28')).toBe(2);
    expect(day('2027-03-01') - day('2027-02-28')).toBe(1);
    expect(day('1900-03-01') - day('1900-02-28')).toBe(1);
  });
});

describe('months', () => {
  test.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-01-15', 12, '2028-01-15'],
    ['2027-11-30', 3, '2028-02-29'],
    ['2027-03-31', -1, '2027-02-28'],
    ['2027-01-10', -1, '2026-12-10'],
    ['2027-12-05', 1, '2028-01-05'],
  ])('%s moved by %i months is %s', (from, months, expected) => {
    expect(formatDay(addMonths(day(from), months))).toBe(expected);
  });

  test.each([
    ['2027-02-17', '2027-02-01', '2027-02-28'],
    ['2028-02-01', '2028-02-01', '2028-02-29'],
    ['2027-12-31', '2027-12-01', '2027-12-31'],
  ])('the month of %s runs from %s to %s', (inside, first, last) => {
    expect(formatDay(firstOfMonth(day(inside)))).toBe(first);
    expect(formatDay(lastOfMonth(day(inside)))).toBe(last);
  });

  test.each([
    ['1970-01-01', 'THU'],
    ['1969-12-31', 'WED'],
    ['2027-01-04', 'MON'],
    ['2027-01-10', 'SUN'],
  ])('%s is a %s', (text, weekday) => {
    expect(weekdayOf(day(text))).toBe(weekday);
  });
});

describe('T2: today of stays is the date in the business time zone, today of promotions the UTC date', () => {
  test.each([
    ['2027-01-03T22:59:59Z', '2027-01-03', '2027-01-03'],
    ['2027-01-03T23:00:00Z', '2027-01-04', '2027-01-03'],
    ['2027-07-03T21:59:59Z', '2027-07-03', '2027-07-03'],
    ['2027-07-03T22:00:00Z', '2027-07-04', '2027-07-03'],
    ['2027-03-28T00:59:59Z', '2027-03-28', '2027-03-28'],
    ['2027-10-31T22:59:59Z', '2027-10-31', '2027-10-31'],
    ['2027-10-31T23:00:00Z', '2027-11-01', '2027-10-31'],
  ])('at %s it is %s in Prague and %s in UTC', (instant, inPrague, inUtc) => {
    const epochMs = Date.parse(instant);
    expect(formatDay(dayInTimeZone(epochMs, 'Europe/Prague'))).toBe(inPrague);
    expect(formatDay(utcDay(epochMs))).toBe(inUtc);
  });

  test('the far ends of the earth may have dates two days apart', () => {
    const epochMs = Date.parse('2027-01-04T10:30:00Z');
    expect(formatDay(dayInTimeZone(epochMs, 'Pacific/Kiritimati'))).toBe('2027-01-05');
    expect(formatDay(dayInTimeZone(epochMs, 'Pacific/Pago_Pago'))).toBe('2027-01-03');
  });
});

describe('F3: a day begins at an instant', () => {
  test.each([
    ['at midnight, in winter and in summer', 'Europe/Prague', '2027-01-11', '2027-01-10T23:00:00Z'],
    ['at midnight, in winter and in summer', 'Europe/Prague', '2027-07-11', '2027-07-10T22:00:00Z'],
    ['after a day of 23 hours', 'Europe/Prague', '2027-03-29', '2027-03-28T22:00:00Z'],
    ['after a day of 25 hours', 'Europe/Prague', '2027-11-01', '2027-10-31T23:00:00Z'],
    ['at one o’clock, where the clocks skip midnight', 'America/Asuncion', '2023-10-01', '2023-10-01T04:00:00Z'],
    ['at the far ends of the earth', 'Pacific/Kiritimati', '2027-01-05', '2027-01-04T10:00:00Z'],
    ['at the far ends of the earth', 'Pacific/Pago_Pago', '2027-01-05', '2027-01-05T11:00:00Z'],
  ])('%s (%s, %s)', (_, timeZone, date, instant) => {
    for (let run = 0; run < 2; run++) {
      const begin = startOfDay(day(date), timeZone);
      expect(new Date(begin).toISOString()).toBe(new Date(instant).toISOString());
      expect(dayInTimeZone(begin, timeZone)).toBe(day(date));
      expect(dayInTimeZone(begin - 1_000, timeZone)).toBe(day(date) - 1);
    }
  });
});

describe('P8: only nights within 24 months from today are sold', () => {
  test.each([
    ['2027-01-04', '2029-01-04'],
    ['2028-02-29', '2030-02-28'],
    ['2026-02-28', '2028-02-28'],
  ])('on %s the last night for sale is %s', (today, last) => {
    expect(formatDay(lastNightForSale(day(today)))).toBe(last);
  });
});
