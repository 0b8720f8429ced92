/** The bounds of a search for offers (F4): every problem at once, with its path. */
import { describe, expect, test } from 'vitest';
import { type OfferFilter, offerFilterProblems } from '../../../../src/operations/search/offers/offer-search.ts';
import { day } from '../../../domain/scene.ts';

const FILTER: OfferFilter = {
  arrival: day('2027-03-01'),
  nights: 7,
  flexibleDays: 0,
  currency: 'CZK',
  includeOnRequest: false,
};

/** Paths and codes. */
function problems(rest: Partial<OfferFilter>): string[] {
  return offerFilterProblems({ ...FILTER, ...rest }).map(({ path, code }) => `${path} ${code}`);
}

describe('a search for offers', () => {
  test.each<[string, Partial<OfferFilter>]>([
    ['one night', { nights: 1 }],
    ['a year', { nights: 366 }],
    ['one length as a range', { nights: null, nightsMin: 366, nightsMax: 366 }],
    ['fifteen lengths', { nights: null, nightsMin: 1, nightsMax: 15 }],
    ['every other bound', { flexibleDays: 7, guests: 20, starsMin: 5, maxTotal: 0 }],
    ['the other ends', { flexibleDays: 0, guests: 1, starsMin: 1, maxTotal: Number.MAX_SAFE_INTEGER }],
    ['a party', { party: [1, 6] }],
    ['the largest party', { party: [6, 6, 6, 6, 6, 6] }],
    ['an arrival in the past', { arrival: day('2020-01-01') }],
  ])('may ask for %s', (_, filter) => {
    expect(problems(filter)).toEqual([]);
  });

  test.each<[Partial<OfferFilter>, string]>([
    [{ nights: 0 }, 'nights OUT_OF_RANGE'],
    [{ nights: 367 }, 'nights OUT_OF_RANGE'],
    [{ nights: null }, 'nights REQUIRED'],
    [{ nightsMin: 3, nightsMax: 4 }, 'nights INVALID_VALUE'],
    [{ nights: null, nightsMin: 3 }, 'nightsMax REQUIRED'],
    [{ nights: null, nightsMax: 3 }, 'nightsMin REQUIRED'],
    [{ nights: null, nightsMin: 0, nightsMax: 3 }, 'nightsMin OUT_OF_RANGE'],
    [{ nights: null, nightsMin: 5, nightsMax: 367 }, 'nightsMax OUT_OF_RANGE'],
    [{ nights: null, nightsMin: 5, nightsMax: 4 }, 'nightsMin MINIMUM_ABOVE_MAXIMUM'],
    [{ nights: null, nightsMin: 1, nightsMax: 16 }, 'nightsMax OUT_OF_RANGE'],
    [{ flexibleDays: -1 }, 'flexibleDays OUT_OF_RANGE'],
    [{ flexibleDays: 8 }, 'flexibleDays OUT_OF_RANGE'],
    [{ guests: 0 }, 'guests OUT_OF_RANGE'],
    [{ guests: 21 }, 'guests OUT_OF_RANGE'],
    [{ party: [] }, 'party OUT_OF_RANGE'],
    [{ party: [1, 1, 1, 1, 1, 1, 1] }, 'party OUT_OF_RANGE'],
    [{ party: [2, 0] }, 'party.1 OUT_OF_RANGE'],
    [{ party: [7] }, 'party.0 OUT_OF_RANGE'],
    [{ party: [2], guests: 2 }, 'guests INVALID_VALUE'],
    [{ starsMin: 0 }, 'starsMin OUT_OF_RANGE'],
    [{ starsMin: 6 }, 'starsMin OUT_OF_RANGE'],
    [{ maxTotal: -1 }, 'maxTotal OUT_OF_RANGE'],
  ])('is refused: %j', (filter, expected) => {
    expect(problems(filter)).toEqual([expected]);
  });

  test('gets all problems at once', () => {
    const wrong = { nights: null, nightsMin: 0, nightsMax: 400, flexibleDays: 9, guests: 0, starsMin: 9, maxTotal: -5 };
    expect(problems(wrong)).toEqual([
      'nightsMin OUT_OF_RANGE',
      'nightsMax OUT_OF_RANGE',
      'flexibleDays OUT_OF_RANGE',
      'guests OUT_OF_RANGE',
      'starsMin OUT_OF_RANGE',
      'maxTotal OUT_OF_RANGE',
    ]);
  });
});
