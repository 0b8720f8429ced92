import { describe, expect, test } from 'vitest';
import { calendarWindow } from '../../../src/domain/calendar/calendar.ts';
import { formatDay, parseDay } from '../../../src/domain/time/civil-date.ts';
import { day, TODAY } from '../scene.ts';

/** `from..to`, EMPTY, or the code of the problem. */
function windowOf(dateFrom: string | null, dateTo: string | null, today = TODAY): string {
  const window = calendarWindow({
    dateFrom: dateFrom ? day(dateFrom) : null,
    dateTo: dateTo ? day(dateTo) : null,
    today,
  });
  if (window === 'EMPTY') return window;
  return 'problem' in window ? window.problem.code : `${formatDay(window.from)}..${formatDay(window.to)}`;
}

describe('K6: the window of a calendar', () => {
  test.each([
    ['without dates: from today to the end of the next month', null, null, '2027-01-04..2027-02-28'],
    ['date_from alone: to the end of the month after its own', '2027-03-15', null, '2027-03-15..2027-04-30'],
    ['date_to alone: from today', null, '2027-01-20', '2027-01-04..2027-01-20'],
    ['both', '2027-02-01', '2027-02-10', '2027-02-01..2027-02-10'],
    ['equal dates are one day', '2027-02-01', '2027-02-01', '2027-02-01..2027-02-01'],
    ['a date_from in the past is clamped to today', '2026-12-01', '2027-01-10', '2027-01-04..2027-01-10'],
    ['a clamped date_from alone counts as today', '2020-01-01', null, '2027-01-04..2027-02-28'],
    ['a clamped date_from after date_to: no days', '2026-12-01', '2026-12-31', 'EMPTY'],
    ['a date_to in the past: no days', null, '2027-01-03', 'EMPTY'],
    ['today alone', null, '2027-01-04', '2027-01-04..2027-01-04'],
    ['date_from after date_to is a mistake', '2027-02-02', '2027-02-01', 'DATES_REVERSED'],
    ['also in the past', '2026-02-02', '2026-02-01', 'DATES_REVERSED'],
    ['from today to the last night for sale', '2027-01-04', '2029-01-04', '2027-01-04..2029-01-04'],
    ['one day more is too many', '2027-01-04', '2029-01-05', 'TOO_MANY_DAYS'],
    ['as many days from another day on', '2027-02-01', '2029-02-01', '2027-02-01..2029-02-01'],
    ['one more from another day on is too many', '2027-02-01', '2029-02-02', 'TOO_MANY_DAYS'],
    ['days are counted after clamping', '2000-01-01', '2029-01-04', '2027-01-04..2029-01-04'],
    ['the last month that can be written', '9999-12-05', null, '9999-12-05..9999-12-31'],
  ])('%s', (_, dateFrom, dateTo, expected) => {
    expect(windowOf(dateFrom, dateTo)).toBe(expected);
  });

  test('the end of the next month is meant from the last day of a long month too', () => {
    expect(windowOf(null, null, day('2027-01-31'))).toBe('2027-01-31..2027-02-28');
    expect(windowOf(null, null, day('2027-12-31'))).toBe('2027-12-31..2028-01-31');
  });

  test('a problem names the dates', () => {
    expect(calendarWindow({ dateFrom: day('2027-02-01'), dateTo: day('2030-02-01'), today: TODAY })).toEqual({
      problem: {
        code: 'TOO_MANY_DAYS',
        ...{ from: day('2027-02-01'), to: day('2030-02-01'), days: 1_097, daysMax: 732 },
      },
    });
  });

  test('in years without a 29 February ahead 731 days are shown', () => {
    expect(windowOf('2028-03-01', '2030-03-01', day('2028-03-01'))).toBe('2028-03-01..2030-03-01');
    expect(windowOf('2028-03-01', '2030-03-02', day('2028-03-01'))).toBe('TOO_MANY_DAYS');
    expect(windowOf('2028-02-29', '2030-02-28', day('2028-02-29'))).toBe('2028-02-29..2030-02-28');
    expect(windowOf('2028-02-29', '2030-03-01', day('2028-02-29'))).toBe('TOO_MANY_DAYS');
  });

  test.each([
    ['2020-01-01', '2047-12-31'],
    ['2090-01-01', '2117-12-31'],
  ])('on every day from %s to %s the last night for sale is shown, and nothing longer from any day', (start, end) => {
    const [first, last] = [day(start), day(end)];
    const lengths = new Set<number>();
    for (let today = first; today <= last; today++) {
      const text = formatDay(today);
      const sameDay = `${Number(text.slice(0, 4)) + 2}${text.slice(4)}`;
      const lastNight = parseDay(sameDay) === null ? sameDay.replace('02-29', '02-28') : sameDay;
      const dateTo = day(lastNight);
      expect(calendarWindow({ dateFrom: null, dateTo, today })).toEqual({ from: today, to: dateTo });
      expect(calendarWindow({ dateFrom: null, dateTo: dateTo + 1, today })).toHaveProperty('problem');
      const tomorrow = { from: today + 1, to: dateTo + 1 };
      expect(calendarWindow({ dateFrom: tomorrow.from, dateTo: tomorrow.to, today })).toEqual(tomorrow);
      expect(calendarWindow({ dateFrom: tomorrow.from, dateTo: tomorrow.to + 1, today })).toHaveProperty('problem');
      lengths.add(dateTo - today + 1);
    }
    expect([...lengths].sort()).toEqual([731, 732]);
  });
});
