import { describe, expect, test } from 'vitest';
import {
  arrivalsInConstraints,
  isOnSale,
  isStartingDay,
  meetsTimeConstraints,
  minimumNights,
  nightsOf,
  type StayRules,
  stayProblem,
} from '../../../src/domain/stay/stay.ts';
import type { Day, DayRange } from '../../../src/domain/time/civil-date.ts';
import { messageOf } from '../../support/worded.ts';
import { day, range, rules, stay, TODAY } from '../scene.ts';

function holds(days: readonly DayRange[], day: Day): boolean {
  return days.some(({ from, to }) => from <= day && day <= to);
}

test('T1: a stay is half-open, the departure day is not slept; leap days and clock changes are ordinary days', () => {
  expect(nightsOf(stay('2027-01-04', '2027-01-05'))).toBe(1);
  expect(nightsOf(stay('2028-02-27', '2028-03-01'))).toBe(3);
  expect(nightsOf(stay('2027-03-27', '2027-03-29'))).toBe(2);
  expect(nightsOf(stay('2027-10-30', '2027-11-01'))).toBe(2);
});

describe('T3: every occupied night must fall in one and the same inclusive range', () => {
  const two = rules({ timeConstraints: [range('2027-03-01', '2027-03-10'), range('2027-03-11', '2027-03-20')] });
  const overlapping = rules({
    timeConstraints: [range('2027-03-01', '2027-03-10'), range('2027-03-08', '2027-03-20')],
  });

  const nested = rules({ timeConstraints: [range('2027-03-01', '2027-03-20'), range('2027-03-05', '2027-03-06')] });

  test.each<[string, StayRules, string, string, boolean]>([
    ['a shorter range inside a longer one takes nothing away', nested, '2027-03-05', '2027-03-15', true],
    ['both ends belong to the range', two, '2027-03-01', '2027-03-11', true],
    ['the departure day need not', two, '2027-03-09', '2027-03-11', true],
    ['touching ranges are not joined', two, '2027-03-10', '2027-03-12', false],
    ['the day before does not belong', two, '2027-02-28', '2027-03-02', false],
    ['the day after does not belong', two, '2027-03-20', '2027-03-22', false],
    ['one of two overlapping ranges is enough', overlapping, '2027-03-08', '2027-03-15', true],
    ['two overlapping ranges together are not', overlapping, '2027-03-05', '2027-03-15', false],
    ['no ranges, no constraint', rules(), '2027-03-05', '2028-03-15', true],
  ])('%s', (_, given, arrival, departure, expected) => {
    const asked = stay(arrival, departure);
    expect(meetsTimeConstraints(given, asked)).toBe(expected);
    expect(holds(arrivalsInConstraints(given, nightsOf(asked)), asked.arrival)).toBe(expected);
  });

  test('the days for scans are those that the question for one stay allows, whatever the number of nights', () => {
    const days = range('2027-02-20', '2027-03-30');
    for (const given of [two, overlapping, nested, rules()]) {
      for (const nights of [1, 2, 10, 13, 14, 21]) {
        const arrivals = arrivalsInConstraints(given, nights);
        for (let arrival = days.from; arrival <= days.to; arrival++) {
          const expected = meetsTimeConstraints(given, { arrival, departure: arrival + nights });
          expect(holds(arrivals, arrival)).toBe(expected);
        }
      }
    }
  });
});

describe('K3: the minimum length is nights_min, for WEEKS rounded up to a multiple of 7', () => {
  test.each([
    ['DAYS', 6, 6],
    ['DAYS', 0, 1],
    ['WEEKS', 1, 7],
    ['WEEKS', 7, 7],
    ['WEEKS', 8, 14],
  ] as const)('%s with nights_min %i: %i', (reservationTimeSpan, nightsMin, expected) => {
    expect(minimumNights(rules({ reservationTimeSpan, nightsMin }))).toBe(expected);
  });
});

describe('K4: starting days are a set of weekdays', () => {
  test('only those weekdays start a stay', () => {
    const given = rules({ startingDays: ['SUN', 'MON'] });
    const week = ['2027-01-04', '2027-01-05', '2027-01-06', '2027-01-07', '2027-01-08', '2027-01-09', '2027-01-10'];
    expect(week.filter((date) => isStartingDay(given, day(date)))).toEqual(['2027-01-04', '2027-01-10']);
  });

  test('an empty set allows any day', () => {
    expect(isStartingDay(rules(), day('2027-01-06'))).toBe(true);
  });
});

describe('P9: the selling period is inclusive on both ends and either end may be open', () => {
  test.each([
    [null, null, true],
    ['2027-01-04', null, true],
    ['2027-01-05', null, false],
    [null, '2027-01-04', true],
    [null, '2027-01-03', false],
    ['2027-01-04', '2027-01-04', true],
  ])('from %s to %s: on sale on 2027-01-04 is %s', (from, to, expected) => {
    const given = rules({ sellingFrom: from && day(from), sellingTo: to && day(to) } as Partial<StayRules>);
    expect(isOnSale(given, TODAY)).toBe(expected);
    expect(stayProblem(given, stay('2027-02-01', '2027-02-02'), TODAY)?.code).toBe(
      expected ? undefined : 'NOT_ON_SALE',
    );
  });
});

describe('a stay that breaks a rule is refused with the rule and the values', () => {
  const weekly = rules({ reservationTimeSpan: 'WEEKS', nightsMin: 7, nightsMax: 21 });
  test.each<[string, StayRules, string, string, string, string]>([
    [
      'P9',
      rules({ sellingTo: TODAY - 1 }),
      '2027-02-01',
      '2027-02-03',
      'NOT_ON_SALE',
      'It can be booked until 2027-01-03; today is 2027-01-04.',
    ],
    ['I4', rules(), '2027-01-03', '2027-01-06', 'IN_THE_PAST', 'Arrival 2027-01-03 is before today, 2027-01-04.'],
    [
      'P8',
      rules(),
      '2029-01-04',
      '2029-01-06',
      'BEYOND_HORIZON',
      'Nights up to 2029-01-04 are sold; the last night is 2029-01-05.',
    ],
    [
      'I4',
      rules({ nightsMin: 6 }),
      '2027-02-01',
      '2027-02-06',
      'TOO_SHORT',
      'The minimum is 6 nights; the stay has 5.',
    ],
    ['I4', rules({ nightsMax: 1 }), '2027-02-01', '2027-02-03', 'TOO_LONG', 'The maximum is 1 night; the stay has 2.'],
    ['K4', weekly, '2027-02-01', '2027-02-09', 'NOT_WHOLE_WEEKS', 'It is sold in whole weeks; the stay has 8 nights.'],
    [
      'K4',
      rules({ startingDays: ['SUN', 'MON'] }),
      '2027-02-02',
      '2027-02-04',
      'STARTING_DAY',
      'Stays start on MON, SUN; 2027-02-02 is TUE.',
    ],
    [
      'T3',
      rules({ timeConstraints: [range('2027-02-01', '2027-02-05')] }),
      '2027-02-04',
      '2027-02-08',
      'TIME_CONSTRAINTS',
      'All nights must lie within one of 2027-02-01 to 2027-02-05; asked: 2027-02-04 to 2027-02-07.',
    ],
  ])('%s: %#', (_, given, arrival, departure, code, message) => {
    const problem = stayProblem(given, stay(arrival, departure), TODAY)!;
    expect(problem.code).toBe(code);
    expect(messageOf({ kind: 'stayNotAllowed', ...problem })).toBe(message);
  });

  test.each([
    ['2029-01-06', TODAY],
    ['2029-01-07', null],
    ['9999-12-31', null],
  ])(
    'P8: from tomorrow to %s the last day of arrival is %s: none, if no such stay is left',
    (departure, latestArrival) => {
      const problem = stayProblem(rules({ nightsMax: 10_000_000 }), stay('2027-01-05', departure), TODAY);
      expect(problem).toMatchObject({ code: 'BEYOND_HORIZON', latestArrival });
    },
  );

  test('P8: a stay whose last night is the last night for sale is fine', () => {
    expect(stayProblem(rules(), stay('2029-01-03', '2029-01-05'), TODAY)).toBeNull();
  });

  test('K4: whole weeks between the bounds are fine; the minimum asked of a stay is nights_min itself', () => {
    expect(stayProblem(weekly, stay('2027-02-01', '2027-02-15'), TODAY)).toBeNull();
    const odd = rules({ reservationTimeSpan: 'WEEKS', nightsMin: 8, nightsMax: 20 });
    expect(stayProblem(odd, stay('2027-02-01', '2027-02-15'), TODAY)).toBeNull();
    expect(stayProblem(odd, stay('2027-02-01', '2027-02-08'), TODAY)?.code).toBe('TOO_SHORT');
  });
});
