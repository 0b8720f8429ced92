/** Bounds of all search and price input (I5, C2, K6). */
import { describe, expect, test } from 'vitest';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import {
  calendarProblems,
  lowestPriceProblems,
  pageProblems,
  quoteProblems,
  visitTypeFilterProblems,
} from '../../../src/operations/search/search-input.ts';
import { inPlainEnglish } from '../../../src/wording/word-problem.ts';

const day = (text: string) => parseDay(text)!;
const TODAY = day('2027-01-10');
const codes = (problems: readonly { path: string; code: string }[]) =>
  problems.map(({ path, code }) => `${path} ${code}`);

describe('a page', () => {
  test.each([{}, { first: 1 }, { first: 100 }, { offset: 0 }, { offset: 2 ** 31 - 1 }, { first: null, offset: null }])(
    'of %j is fine',
    (page) => expect(pageProblems(page)).toEqual([]),
  );

  test.each([0, 101, -1])('has 1 to 100 records, not %i', (first) => {
    expect(pageProblems({ first }).map(inPlainEnglish)).toEqual([
      { path: 'first', code: 'OUT_OF_RANGE', message: `Must be from 1 to 100, not ${first}.` },
    ]);
  });

  test('starts at 0 or later', () => {
    expect(pageProblems({ offset: -1 }).map(inPlainEnglish)).toEqual([
      { path: 'offset', code: 'OUT_OF_RANGE', message: 'Must be at least 0, not -1.' },
    ]);
  });
});

describe('a visit-type filter', () => {
  test('is fine at its bounds, with equal ends, and with either end open', () => {
    const equal = {
      starsMin: 5,
      starsMax: 5,
      occupancy: 1,
      dateFrom: TODAY,
      dateTo: TODAY,
      nightsMin: 7,
      nightsMax: 7,
    };
    for (const filter of [{}, equal, { starsMin: 1 }, { starsMax: 1 }, { dateTo: 0 }, { nightsMax: -3 }]) {
      expect(visitTypeFilterProblems(filter)).toEqual([]);
    }
  });

  test('reports all problems at once', () => {
    const filter = {
      starsMin: 6,
      starsMax: 0,
      occupancy: 0,
      dateFrom: TODAY,
      dateTo: TODAY - 1,
      nightsMin: 8,
      nightsMax: 7,
    };
    expect(codes(visitTypeFilterProblems(filter))).toEqual([
      'starsMin OUT_OF_RANGE',
      'starsMax OUT_OF_RANGE',
      'starsMin MINIMUM_ABOVE_MAXIMUM',
      'occupancy OUT_OF_RANGE',
      'dateTo DATES_REVERSED',
      'nightsMin MINIMUM_ABOVE_MAXIMUM',
    ]);
  });
});

describe('a calendar', () => {
  test.each([[1], [2], [null], [undefined]])('with the occupancy %s is fine', (occupancy) => {
    expect(calendarProblems({ occupancy }, TODAY)).toEqual([]);
  });

  test.each([0, 3])('is for an occupancy of 1 or 2, not %i', (occupancy) => {
    expect(codes(calendarProblems({ occupancy }, TODAY))).toEqual(['occupancy OUT_OF_RANGE']);
  });

  test('of one day is fine, of reversed dates it is not, even in the past', () => {
    expect(calendarProblems({ dateFrom: TODAY, dateTo: TODAY }, TODAY)).toEqual([]);
    const reversed = { dateFrom: day('2020-01-02'), dateTo: day('2020-01-01') };
    expect(codes(calendarProblems(reversed, TODAY))).toEqual(['dateTo DATES_REVERSED']);
  });

  test('ends at the latest with the last night for sale, counted after a past date_from was moved to today', () => {
    const dateTo = day('2029-01-10');
    expect(calendarProblems({ dateFrom: day('2000-01-01'), dateTo }, TODAY)).toEqual([]);
    expect(codes(calendarProblems({ dateFrom: TODAY, dateTo: dateTo + 1 }, TODAY))).toEqual(['dateTo TOO_MANY_DAYS']);
  });

  test('has a year at most with the stays of each day, which two months are far from (F1)', () => {
    const withStays = (days: number) => calendarProblems({ dateTo: TODAY + days - 1, withStays: true }, TODAY);
    expect([withStays(62), withStays(366)]).toEqual([[], []]);
    expect([codes(withStays(367)), codes(withStays(800))]).toEqual([
      ['dateTo TOO_MANY_DAYS'],
      ['dateTo TOO_MANY_DAYS'],
    ]);
    expect(inPlainEnglish(withStays(367)[0]!).message).toContain('A calendar with stays shows at most 366 days');
  });
});

describe('a lowest-price search', () => {
  test.each([0, 3])('is for an occupancy of 1 or 2, not %i', (occupancy) => {
    expect(codes(lowestPriceProblems({ occupancy }))).toEqual(['occupancy OUT_OF_RANGE']);
  });

  test('has at least one night, in the past or not, be its last day included or not', () => {
    for (const [isEndIncluded, first] of [
      [true, 0],
      [false, 1],
    ] as const) {
      expect(lowestPriceProblems({ dateFrom: 0, dateTo: first, isEndIncluded })).toEqual([]);
      const reversed = lowestPriceProblems({ dateFrom: 1, dateTo: first, isEndIncluded });
      expect(codes(reversed)).toEqual(['dateTo DATES_REVERSED']);
    }
  });
});

describe('a quote', () => {
  test('departs after it arrives', () => {
    expect(quoteProblems({ arrival: 1, departure: 2 })).toEqual([]);
    expect(codes(quoteProblems({ arrival: 2, departure: 2 }))).toEqual(['departure DATES_REVERSED']);
  });

  test('names each guest once, from 1', () => {
    expect(quoteProblems({ loyaltyPrograms: [{ guest: 1 }, { guest: 99 }] })).toEqual([]);
    expect(codes(quoteProblems({ loyaltyPrograms: [{ guest: 0 }, { guest: 2 }, { guest: 2 }] }))).toEqual([
      'loyaltyPrograms.0.guest OUT_OF_RANGE',
      'loyaltyPrograms.2.guest REPEATED',
    ]);
  });
});
