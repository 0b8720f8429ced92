import { describe, expect, test } from 'vitest';
import { firstBookableMonth } from '../../../src/domain/calendar/calendar.ts';
import type { StockedCandidate } from '../../../src/domain/stay/availability.ts';
import { formatDay } from '../../../src/domain/time/civil-date.ts';
import { bookOf, candidate, day, nightly, packaged, range, rate, rules, SINGLE, TODAY, unitsLeft } from '../scene.ts';

/** The window found, as `from..to`, or null. */
function found(...candidates: StockedCandidate[]): string | null {
  const window = firstBookableMonth(candidates, TODAY);
  return window && `${formatDay(window.from)}..${formatDay(window.to)}`;
}

const fiveNights = rules({ nightsMin: 5 });
/** Free rooms on these nights only, for stays of at least five nights. */
const free = (from: string, to: string, rest: Partial<StockedCandidate> = {}) =>
  candidate({ rules: fiveNights, remaining: unitsLeft(1, range(from, to)), ...rest });

describe('K7: the window is the found month and the following one', () => {
  test('from the first of the found month to the end of the next', () => {
    expect(found(free('2027-05-20', '2027-05-24'))).toBe('2027-05-01..2027-06-30');
    expect(found(free('2027-12-20', '2027-12-24'))).toBe('2027-12-01..2028-01-31');
  });

  test('from today, if it is the current month', () => {
    expect(found(candidate())).toBe('2027-01-04..2027-02-28');
  });

  test('nothing bookable finds nothing, so that the normal calendar is shown', () => {
    expect(found(candidate({ remaining: unitsLeft(0) }))).toBeNull();
    expect(found()).toBeNull();
  });

  test('the search looks 24 months ahead and no further', () => {
    const book = bookOf(nightly([rate('2027-01-01', '2030-01-01', 100)]));
    expect(found(free('2028-12-28', '2029-01-04', { book }))).toBe('2028-12-01..2029-01-31');
    const night = { rules: rules(), book };
    expect(found(free('2029-01-03', '2029-01-03', night))).toBe('2029-01-01..2029-02-28');
    // its check-out date, 5 January, is beyond what can be sold, and so is not priced
    expect(found(free('2029-01-04', '2029-01-04', night))).toBeNull();
  });
});

describe('K7: a month qualifies by one check-in date', () => {
  test('every occupied night needs capacity, the check-in date too; the check-out date needs none', () => {
    expect(found(free('2027-03-10', '2027-03-14'))).toBe('2027-03-01..2027-04-30');
    expect(found(free('2027-03-10', '2027-03-13'))).toBeNull();
  });

  test('K8: a stay may cross into the next month; the month of the check-in is found', () => {
    expect(found(free('2027-03-29', '2027-04-02'))).toBe('2027-03-01..2027-04-30');
  });

  test('every occupied night needs a price', () => {
    const gap = bookOf(nightly([rate('2027-03-01', '2027-03-11', 1), rate('2027-03-13', '2027-04-30', 1)]));
    expect(found(free('2027-03-08', '2027-03-15', { book: gap }))).toBeNull();
    expect(found(free('2027-03-08', '2027-03-17', { book: gap }))).toBe('2027-03-01..2027-04-30');
  });

  test('P2: all nights in one currency', () => {
    const split = bookOf(
      nightly([rate('2027-03-01', '2027-03-11', 1)]),
      nightly([rate('2027-03-12', '2027-04-30', 1)], { number: 3, currency: 'CZK' }),
    );
    expect(found(free('2027-03-09', '2027-03-15', { book: split }))).toBeNull();
  });

  test('P2: a package of exactly the minimum stay is a price, one of another length is not', () => {
    const season = rate('2027-03-01', '2027-03-31', 100);
    expect(found(candidate({ rules: fiveNights, book: bookOf(packaged(5, [season])) }))).toBe('2027-03-01..2027-04-30');
    expect(found(candidate({ rules: fiveNights, book: bookOf(packaged(6, [season])) }))).toBeNull();
  });

  test('the check-out date must be priced too, in any currency', () => {
    const week = nightly([rate('2027-03-01', '2027-03-05', 100)]);
    const checkOut = nightly([rate('2027-03-06', '2027-03-06', 100)], { number: 3, currency: 'CZK' });
    expect(found(candidate({ rules: fiveNights, book: bookOf(week) }))).toBeNull();
    expect(found(candidate({ rules: fiveNights, book: bookOf(week, checkOut) }))).toBe('2027-03-01..2027-04-30');
  });

  test('the check-in must be an allowed starting day', () => {
    const sundays = rules({ nightsMin: 5, startingDays: ['SUN'] });
    expect(found(free('2027-03-01', '2027-03-10', { rules: sundays }))).toBeNull();
    expect(found(free('2027-03-01', '2027-03-11', { rules: sundays }))).toBe('2027-03-01..2027-04-30');
  });

  test('T3: all nights of the stay must keep one range of the time constraints', () => {
    const within = (...ranges: [string, string][]) =>
      rules({ nightsMin: 5, timeConstraints: ranges.map(([from, to]) => range(from, to)) });
    expect(found(candidate({ rules: within(['2027-03-01', '2027-03-04'], ['2027-03-05', '2027-03-08']) }))).toBeNull();
    expect(found(candidate({ rules: within(['2027-03-01', '2027-03-05']) }))).toBe('2027-03-01..2027-04-30');
  });

  test('K3: the minimum stay of WEEKS is whole weeks', () => {
    const weekly = rules({ nightsMin: 5, reservationTimeSpan: 'WEEKS' });
    expect(found(free('2027-03-01', '2027-03-06', { rules: weekly }))).toBeNull();
    expect(found(free('2027-03-01', '2027-03-07', { rules: weekly }))).toBe('2027-03-01..2027-04-30');
  });
});

describe('candidates', () => {
  test('months that are bookable only on request are skipped', () => {
    const request = candidate({ rules: rules({ onDemand: true }) });
    expect(found(request)).toBeNull();
    expect(found(request, free('2027-06-01', '2027-06-05'))).toBe('2027-06-01..2027-07-31');
  });

  test('P9: a visit type outside its selling period is skipped', () => {
    expect(found(candidate({ rules: rules({ sellingTo: TODAY - 1 }) }))).toBeNull();
  });

  test('all nights of a stay in one room type, capacity of different room types is never combined', () => {
    const single = nightly([rate('2027-01-01', '2028-12-31', 100, SINGLE.number)]);
    const other = (from: string, to: string) => free(from, to, { room: SINGLE, book: bookOf(single) });
    expect(found(free('2027-03-01', '2027-03-03'), other('2027-03-04', '2027-03-08'))).toBe('2027-03-01..2027-04-30');
    expect(found(free('2027-03-01', '2027-03-03'), other('2027-03-04', '2027-03-07'))).toBeNull();
  });

  test('the earliest month of all candidates is found, in any order', () => {
    const candidates = ['2027-08-03', '2027-05-01', '2027-04-30', '2027-11-03'].map((date) =>
      candidate({ remaining: unitsLeft(1, { from: day(date), to: day(date) }) }),
    );
    expect(found(...candidates)).toBe('2027-04-01..2027-05-31');
    expect(found(...candidates.toReversed())).toBe('2027-04-01..2027-05-31');
  });
});
