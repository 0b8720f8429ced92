import { describe, expect, test } from 'vitest';
import {
  AVAILABILITIES,
  type Availability,
  availabilityByDate,
  type StockedCandidate,
} from '../../../src/domain/stay/availability.ts';
import { bookOf, candidate, day, HORIZON, nightly, packaged, range, rate, rules, TODAY, unitsLeft } from '../scene.ts';

function on(date: string, offered: StockedCandidate): Availability {
  const dates = { from: day(date), to: day(date) };
  return AVAILABILITIES[availabilityByDate(offered, dates, TODAY)[0]!]!;
}

const threeNights = rules({ nightsMin: 3 });

describe('K3: NOT_AVAILABLE where the night is not priced or breaks the time constraints', () => {
  const february = bookOf(nightly([rate('2027-02-01', '2027-02-28', 100)]));
  test.each<[string, string, Partial<StockedCandidate>]>([
    ['no price on the night', '2027-03-01', { book: february }],
    [
      'outside the time constraints',
      '2027-03-01',
      { rules: rules({ timeConstraints: [range('2027-02-01', '2027-02-28')] }) },
    ],
    ['P9: outside the selling period', '2027-03-01', { rules: rules({ sellingTo: TODAY - 1 }) }],
    ['in the past', '2027-01-03', {}],
    [
      'P8: beyond the last night for sale',
      '2029-01-05',
      { book: bookOf(nightly([rate('2027-01-01', '2030-01-01', 1)])) },
    ],
  ])('%s', (_, date, given) => {
    expect(on(date, candidate(given))).toBe('NOT_AVAILABLE');
  });
});

describe('K3: AVAILABLE where the shortest stay is allowed, priced and free on every occupied night', () => {
  test('one unit left on each occupied night is enough; the check-out date consumes no capacity', () => {
    const remaining = unitsLeft(1, range('2027-02-01', '2027-02-03'));
    expect(on('2027-02-01', candidate({ rules: threeNights, remaining }))).toBe('AVAILABLE');
    expect(on('2027-02-02', candidate({ rules: threeNights, remaining }))).toBe('ON_DEMAND');
  });

  test('starting days do not matter here', () => {
    expect(on('2027-02-02', candidate({ rules: rules({ startingDays: ['SUN'] }) }))).toBe('AVAILABLE');
  });

  test('the minimum of WEEKS is whole weeks', () => {
    const weekly = rules({ nightsMin: 8, reservationTimeSpan: 'WEEKS' });
    const until = (last: string) => unitsLeft(1, range('2027-02-01', last));
    expect(on('2027-02-01', candidate({ rules: weekly, remaining: until('2027-02-14') }))).toBe('AVAILABLE');
    expect(on('2027-02-01', candidate({ rules: weekly, remaining: until('2027-02-13') }))).toBe('ON_DEMAND');
  });

  test('K8: a stay may cross into the next month', () => {
    expect(on('2027-02-27', candidate({ rules: rules({ nightsMin: 5 }) }))).toBe('AVAILABLE');
  });

  test('the last stay ends after the last night for sale', () => {
    const book = bookOf(nightly([rate('2027-01-01', '2030-01-01', 1)]));
    const ends = ['2029-01-02', '2029-01-03', '2029-01-04'].map((date) =>
      on(date, candidate({ rules: threeNights, book })),
    );
    expect(ends).toEqual(['AVAILABLE', 'ON_DEMAND', 'ON_DEMAND']);
  });
});

describe('K3: ON_DEMAND otherwise', () => {
  const crowns = nightly([rate('2027-02-02', '2027-02-28', 100)], { number: 3, currency: 'CZK' });
  test.each<[string, Partial<StockedCandidate>]>([
    ['the visit type is on demand', { rules: rules({ onDemand: true }) }],
    [
      'one occupied night is sold out',
      {
        rules: threeNights,
        remaining: unitsLeft(1, range('2027-01-04', '2027-02-02'), range('2027-02-04', '2027-03-01')),
      },
    ],
    ['no capacity is recorded', { remaining: new Int32Array(0) }],
    [
      'the stay would leave the time constraints',
      { rules: rules({ nightsMin: 3, timeConstraints: [range('2027-01-01', '2027-02-02')] }) },
    ],
    [
      'a night of the stay has no price',
      { rules: threeNights, book: bookOf(nightly([rate('2027-02-01', '2027-02-02', 100)])) },
    ],
    [
      'P2: every night is priced, but in no single currency',
      { rules: threeNights, book: bookOf(nightly([rate('2027-02-01', '2027-02-01', 100)]), crowns) },
    ],
    [
      'P2: the night has a price from a package of another length',
      { rules: threeNights, book: bookOf(packaged(7, [rate('2027-02-01', '2027-02-28', 100)])) },
    ],
  ])('%s', (_, given) => {
    expect(on('2027-02-01', candidate(given))).toBe('ON_DEMAND');
  });
});

test('a package of the minimum length makes a stay AVAILABLE only where its season spans every night', () => {
  const book = bookOf(packaged(3, [rate('2027-02-01', '2027-02-05', 100)]));
  const dates = ['2027-02-01', '2027-02-03', '2027-02-04', '2027-02-05'];
  expect(dates.map((date) => on(date, candidate({ rules: threeNights, book })))).toEqual([
    'AVAILABLE',
    'AVAILABLE',
    'ON_DEMAND',
    'ON_DEMAND',
  ]);
});

test('a range of dates agrees with its single dates, whatever is sold out in between', () => {
  const soldOut = unitsLeft(2);
  for (const gap of [3, 4, 11, 12, 13, 30, 31, 47, 60]) soldOut[gap] = 0;
  const offered = candidate({ rules: rules({ nightsMin: 4 }), remaining: soldOut });
  const all = availabilityByDate(offered, { from: TODAY - 5, to: HORIZON + 5 }, TODAY);
  for (let date = TODAY - 5; date <= HORIZON + 5; date++) {
    expect(all[date - TODAY + 5]).toBe(availabilityByDate(offered, { from: date, to: date }, TODAY)[0]);
  }
});
