import { describe, expect, test } from 'vitest';
import { calendarWindow } from '../../src/domain/calendar.ts';
import { formatDay } from '../../src/domain/civil-date.ts';
import { day, TODAY } from './scene.ts';

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
    [
      'rule 8 of the calendar: a date_from in the past is clamped to today',
      '2026-12-01',
      '2027-01-10',
      '2027-01-04..2027-01-10',
    ],
    ['a clamped date_from alone counts as today', '2020-01-01', null, '2027-01-04..2027-02-28'],
    ['a clamped date_from after date_to: no days', '2026-12-01', '2026-12-31', 'EMPTY'],
    ['a date_to in the past: no days', null, '2027-01-03', 'EMPTY'],
    ['today alone', null, '2027-01-04', '2027-01-04..2027-01-04'],
    ['date_from after date_to is a mistake', '2027-02-02', '2027-02-01', 'DATES_REVERSED'],
    ['also in the past', '2026-02-02', '2026-02-01', 'DATES_REVERSED'],
    ['731 days, both ends counted', '2027-02-01', '2029-01-31', '2027-02-01..2029-01-31'],
    ['732 days are too many', '2027-02-01', '2029-02-01', 'TOO_MANY_DAYS'],
    ['days are counted after clamping', '2000-01-01', '2029-01-03', '2027-01-04..2029-01-03'],
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
        message: 'A calendar shows at most 731 days; 2027-02-01 to 2030-02-01 are 1097.',
      },
    });
  });
});
