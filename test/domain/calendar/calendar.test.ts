import { describe, expect, test } from 'vitest';
import { buildCalendar, Calendar, type CalendarDay, pinnedRoomType } from '../../../src/domain/calendar/calendar.ts';
import type { StockedCandidate } from '../../../src/domain/stay/availability.ts';
import {
  bookOf,
  candidate,
  day,
  HORIZON,
  nightly,
  packaged,
  promotion,
  ROOM,
  range,
  rate,
  rules,
  SINGLE,
  TODAY,
  unitsLeft,
} from '../scene.ts';

function calendar(
  candidates: StockedCandidate[],
  from: string,
  to = from,
  pinned: number | null = null,
): CalendarDay[] {
  return buildCalendar({ candidates, ...range(from, to), today: TODAY, pinned });
}

function one(candidates: StockedCandidate[], date: string, pinned: number | null = null): CalendarDay {
  return calendar(candidates, date, date, pinned)[0]!;
}

const nothing = { price: null, fromPrice: { CZK: null, EUR: null } };

test('K1: every day of the window, both ends included, in order', () => {
  expect(calendar([candidate()], '2027-02-26', '2027-03-02').map((it) => it.day - day('2027-02-26'))).toEqual([
    0, 1, 2, 3, 4,
  ]);
});

describe('K3: selectable asks for price, time constraints and starting day, not for capacity', () => {
  test('a date whose stay is ON_DEMAND stays selectable', () => {
    const soldOut = one([candidate({ remaining: unitsLeft(0) })], '2027-02-01');
    expect(soldOut).toMatchObject({ selectable: true, availability: 'ON_DEMAND', reasons: [] });
    const onDemand = one([candidate({ rules: rules({ onDemand: true }) })], '2027-02-01');
    expect(onDemand).toMatchObject({ selectable: true, availability: 'ON_DEMAND', reasons: [] });
  });

  test.each<[string, string, Partial<StockedCandidate>, CalendarDay['availability'], string[]]>([
    ['a past day', '2027-01-03', {}, 'NOT_AVAILABLE', ['IN_THE_PAST']],
    ['P8: a day beyond 24 months', '2029-01-05', {}, 'NOT_AVAILABLE', ['BEYOND_HORIZON']],
    [
      'P9: outside the selling period',
      '2027-02-01',
      { rules: rules({ sellingFrom: TODAY + 1 }) },
      'NOT_AVAILABLE',
      ['NOT_ON_SALE'],
    ],
    ['a day without a price', '2029-01-02', {}, 'NOT_AVAILABLE', ['NOT_PRICED']],
    [
      'T3: a night outside the time constraints',
      '2027-02-01',
      { rules: rules({ timeConstraints: [range('2027-03-01', '2027-03-31')] }) },
      'NOT_AVAILABLE',
      ['TIME_CONSTRAINTS'],
    ],
    [
      'K3: a day from which the shortest stay leaves the time constraint',
      '2027-02-27',
      { rules: rules({ nightsMin: 3, timeConstraints: [range('2027-02-01', '2027-02-28')] }) },
      'ON_DEMAND',
      ['TIME_CONSTRAINTS'],
    ],
    [
      'K3: one from which it would need two ranges that touch',
      '2027-02-27',
      {
        rules: rules({
          nightsMin: 3,
          timeConstraints: [range('2027-02-01', '2027-02-28'), range('2027-03-01', '2027-03-31')],
        }),
      },
      'ON_DEMAND',
      ['TIME_CONSTRAINTS'],
    ],
    [
      'K3: one from which the shortest stay of whole weeks ends beyond 24 months',
      '2028-12-30',
      {
        rules: rules({ nightsMin: 3, reservationTimeSpan: 'WEEKS' }),
        book: bookOf(nightly([rate('2027-01-01', '2029-12-31', 100)])),
      },
      'ON_DEMAND',
      ['BEYOND_HORIZON'],
    ],
    ['K4: another weekday', '2027-02-02', { rules: rules({ startingDays: ['MON'] }) }, 'AVAILABLE', ['STARTING_DAY']],
    [
      'all that is wrong is reported',
      '2029-01-02',
      { rules: rules({ startingDays: ['MON'], timeConstraints: [range('2027-03-01', '2027-03-31')] }) },
      'NOT_AVAILABLE',
      ['NOT_PRICED', 'TIME_CONSTRAINTS', 'STARTING_DAY'],
    ],
  ])('%s is not selectable', (_, date, given, availability, reasons) => {
    expect(one([candidate(given)], date)).toMatchObject({ selectable: false, availability, reasons });
  });

  test('K3: the last day from which the shortest stay keeps time constraint and horizon is selectable', () => {
    const week = { nightsMin: 7 };
    const february = rules({ ...week, timeConstraints: [range('2027-02-01', '2027-02-28')] });
    expect(one([candidate({ rules: february })], '2027-02-22').selectable).toBe(true);
    expect(one([candidate({ rules: february })], '2027-02-23').selectable).toBe(false);
    const long = candidate({ rules: rules(week), book: bookOf(nightly([rate('2027-01-01', '2029-12-31', 100)])) });
    expect(one([long], '2028-12-29').selectable).toBe(true);
    expect(one([long], '2028-12-30').selectable).toBe(false);
  });

  test('today and the last night for sale are selectable', () => {
    const always = candidate({ book: bookOf(nightly([rate('2020-01-01', '2040-01-01', 100)])) });
    for (const date of [TODAY, HORIZON]) {
      const [found] = buildCalendar({ candidates: [always], from: date, to: date, today: TODAY });
      expect(found?.selectable).toBe(true);
    }
  });

  test('K7: filters that match nothing leave every day NOT_AVAILABLE', () => {
    const days = calendar([], '2027-01-04', '2027-02-28');
    expect(days).toHaveLength(56);
    for (const it of days) {
      expect(it).toEqual({
        day: it.day,
        selectable: false,
        availability: 'NOT_AVAILABLE',
        reasons: ['NOTHING_MATCHES'],
        stays: [],
        ...nothing,
      });
    }
  });
});

describe('K2: a date takes the best availability of its candidates and is selectable if any is', () => {
  const mondays = candidate({ rules: rules({ startingDays: ['MON'] }) });
  const request = candidate({ rules: rules({ onDemand: true }) });
  const ended = candidate({ rules: rules({ sellingTo: TODAY - 1 }) });

  test.each<[string, StockedCandidate[], CalendarDay['availability'], boolean, string[]]>([
    ['one is available, another may start', [mondays, request], 'AVAILABLE', true, []],
    ['one is over, another on demand', [ended, request], 'ON_DEMAND', true, []],
    ['one is over, another starts on Mondays', [mondays, ended], 'AVAILABLE', false, ['NOT_ON_SALE', 'STARTING_DAY']],
    ['all are over', [ended, ended], 'NOT_AVAILABLE', false, ['NOT_ON_SALE']],
  ])('%s', (_, candidates, availability, selectable, reasons) => {
    for (const order of [candidates, candidates.toReversed()]) {
      expect(one(order, '2027-02-02')).toMatchObject({ availability, selectable, reasons });
    }
  });

  test('the candidates may be added in portions, divided as they may be (A9)', () => {
    const single = candidate({
      room: SINGLE,
      book: bookOf(nightly([rate('2027-02-01', '2027-02-28', 1, SINGLE.number)])),
    });
    const all = [mondays, request, ended, single, candidate({ promotions: [promotion()] })];
    const days = range('2026-12-28', '2029-01-10');
    for (let first = 0; first < all.length; first++) {
      for (let end = first; end <= all.length; end++) {
        const asked = all.slice(first, end);
        for (let cut = 0; cut <= asked.length; cut++) {
          const divided = new Calendar({ ...days, today: TODAY, pinned: SINGLE.number });
          divided.add(asked.slice(0, cut));
          divided.add(asked.slice(cut));
          const whole = buildCalendar({ candidates: asked, ...days, today: TODAY, pinned: SINGLE.number });
          expect(divided.days()).toEqual(whole);
        }
      }
    }
  });

  test('K8: free nights of two room types are never combined into one stay', () => {
    const twoNights = rules({ nightsMin: 2 });
    const candidates = [range('2027-02-01', '2027-02-01'), range('2027-02-02', '2027-02-02')].map((free) =>
      candidate({ rules: twoNights, remaining: unitsLeft(1, free) }),
    );
    expect(one(candidates, '2027-02-01').availability).toBe('ON_DEMAND');
  });
});

describe('K5: price is an object only when one room price is pinned', () => {
  test("it is the room's night price of that day after its promotion, not per guest", () => {
    const reduced = candidate({ promotions: [promotion({ basisPoints: 1525, validFrom: day('2027-02-02') })] });
    const prices = calendar([reduced], '2027-02-01', '2027-02-02', ROOM.number).map((it) => it.price);
    expect(prices).toEqual([
      { EUR: { amountMinor: 10_000, isFinal: true } },
      { EUR: { amountMinor: 8_475, isFinal: true } },
    ]);
  });

  test('the average of a package is rounded once from the exact value, and only currencies that price the night are shown', () => {
    const week = packaged(7, [rate('2027-02-01', '2027-02-28', 10_003)], { quotedPer: 'PERSON' });
    const crowns = nightly([rate('2027-02-10', '2027-02-10', 250_000)], { currency: 'CZK' });
    const offered = candidate({ book: bookOf(week, crowns), promotions: [promotion()] });
    // 20,006 / 7 * 0.9 = 2,572.2
    const average = { amountMinor: 2_572, isFinal: false };
    expect(one([offered], '2027-02-09', ROOM.number).price).toEqual({ EUR: average });
    const price = { CZK: { amountMinor: 225_000, isFinal: true }, EUR: average };
    expect(one([offered], '2027-02-10', ROOM.number)).toMatchObject({ availability: 'AVAILABLE', price });
  });

  test('a rate after its promotion is the quote of that night alone: half a cent goes to the guest', () => {
    const offered = candidate({
      book: bookOf(nightly([rate('2027-02-01', '2027-02-28', 8_100)])),
      promotions: [promotion({ basisPoints: 750 })],
    });
    // 8,100 - 607.5 is 7,492.5, and the line is 608
    expect(one([offered], '2027-02-09', ROOM.number).price?.EUR?.amountMinor).toBe(7_492);
    // 7,492 / 2, not 7,492.5 / 2
    expect(one([offered], '2027-02-09', ROOM.number).fromPrice.EUR?.amountMinor).toBe(3_746);
  });

  test('a rate is final on AVAILABLE, not on ON_DEMAND, and the average of a package never is, not even of one night', () => {
    const partly = candidate({ remaining: unitsLeft(1, range('2027-02-01', '2027-02-01')) });
    expect(one([partly], '2027-02-01', ROOM.number).price?.EUR?.isFinal).toBe(true);
    expect(one([partly], '2027-02-02', ROOM.number).price?.EUR?.isFinal).toBe(false);
    expect(one([partly], '2029-01-02', ROOM.number)).toMatchObject(nothing);
    const single = packaged(1, [rate('2027-02-01', '2027-02-28', 9_000)]);
    const reduced = candidate({ book: bookOf(nightly([rate('2027-02-01', '2027-02-28', 10_000)]), single) });
    expect(one([reduced], '2027-02-01', ROOM.number).price).toEqual({ EUR: { amountMinor: 9_000, isFinal: false } });
  });

  test('a date that no stay can start on still shows the price of its night', () => {
    expect(
      one([candidate({ rules: rules({ startingDays: ['MON'] }) })], '2027-02-02', ROOM.number).price,
    ).not.toBeNull();
  });

  test('without a pinned room type there is none', () => {
    expect(one([candidate()], '2027-02-01').price).toBeNull();
  });

  test('pinned is a visit type with the one room type that the parameters leave', () => {
    const candidates = [candidate(), candidate({ room: SINGLE })];
    expect(pinnedRoomType({ candidates: candidates.slice(0, 1), visitTypeAsked: true })).toBe(ROOM.number);
    expect(pinnedRoomType({ candidates: candidates.slice(0, 1), visitTypeAsked: false })).toBeNull();
    expect(pinnedRoomType({ candidates, visitTypeAsked: true })).toBeNull();
    expect(pinnedRoomType({ candidates: [], visitTypeAsked: true })).toBeNull();
  });
});

describe('K5: fromPrice is the lowest per night and guest over all candidates of the date', () => {
  const double = candidate();
  const single = candidate({
    room: SINGLE,
    book: bookOf(nightly([rate('2027-02-01', '2027-02-28', 4_900, SINGLE.number)])),
    remaining: unitsLeft(0),
  });

  test('on demand counts as well as available', () => {
    expect(one([double, single], '2027-02-01').fromPrice.EUR).toEqual({ amountMinor: 4_900, originalMinor: 4_900 });
    expect(one([double, single], '2027-03-01').fromPrice.EUR).toEqual({ amountMinor: 5_000, originalMinor: 5_000 });
  });

  test('NOT_AVAILABLE does not', () => {
    const closed = { ...single, rules: rules({ timeConstraints: [range('2027-03-01', '2027-03-31')] }) };
    expect(one([double, closed], '2027-02-01').fromPrice.EUR).toEqual({ amountMinor: 5_000, originalMinor: 5_000 });
    expect(one([closed], '2027-02-01').fromPrice).toEqual({ CZK: null, EUR: null });
  });

  test('P6: of equal amounts the higher original is shown', () => {
    const reduced = candidate({
      room: SINGLE,
      book: bookOf(nightly([rate('2027-02-01', '2027-02-28', 10_000, SINGLE.number)])),
      promotions: [promotion({ basisPoints: 5000 })],
    });
    for (const order of [
      [double, reduced],
      [reduced, double],
    ]) {
      expect(one(order, '2027-02-01').fromPrice.EUR).toEqual({ amountMinor: 5_000, originalMinor: 10_000 });
    }
  });
});

test('a window that reaches from the past beyond the horizon is laid out whole', () => {
  const days = calendar([candidate()], '2026-12-01', '2029-03-01', ROOM.number);
  expect(days.filter((it) => it.availability === 'AVAILABLE').map((it) => it.day)).toEqual(
    Array.from({ length: day('2028-12-31') - TODAY + 1 }, (_, i) => TODAY + i),
  );
  expect(calendar([candidate()], '2029-03-01', '2029-03-02')[1]).toMatchObject({
    reasons: ['BEYOND_HORIZON'],
    ...nothing,
  });
  expect(calendar([candidate()], '2026-03-01', '2026-03-02')[1]).toMatchObject({
    reasons: ['IN_THE_PAST'],
    ...nothing,
  });
});
