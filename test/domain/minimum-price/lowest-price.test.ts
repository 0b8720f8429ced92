import { describe, expect, test } from 'vitest';
import {
  type Candidate,
  lowestPrice,
  mergeLowestPrices,
  NO_LOWEST_PRICE,
  offerOf,
} from '../../../src/domain/minimum-price/lowest-price.ts';
import type { PriceList } from '../../../src/domain/pricing/price-list.ts';
import { quoteStay } from '../../../src/domain/pricing/quote.ts';
import {
  bookOf,
  candidate,
  day,
  HORIZON,
  nightly,
  packaged,
  promotion,
  range,
  rate,
  rules,
  SINGLE,
  TODAY,
} from '../scene.ts';

/** 200.00 EUR in February, 100.00 in March, 150.00 in April; a room of two beds. */
const SPRING = nightly([
  rate('2027-02-01', '2027-02-28', 20_000),
  rate('2027-03-01', '2027-03-31', 10_000),
  rate('2027-04-01', '2027-04-30', 15_000),
]);

function selling(lists: PriceList[], rest: Partial<Candidate> = {}): Candidate {
  return candidate({ book: bookOf(...lists), ...rest });
}

function eur(candidates: Candidate[], from: string | null = null, to: string | null = null): [number, number] | null {
  const window = { from: from === null ? null : day(from), to: to === null ? null : day(to) };
  const offer = lowestPrice(candidates, { today: TODAY, window }).EUR;
  return offer && [offer.amountMinor, offer.originalMinor];
}

describe('P6: the lowest price is the lowest night price after its promotion, divided by the beds', () => {
  test('over every priced night from today', () => {
    expect(eur([selling([SPRING])])).toEqual([5_000, 5_000]);
  });

  test('in each currency for itself; a currency with nothing to sell is null', () => {
    const crowns = nightly([rate('2027-02-01', '2027-02-28', 300_000)], { number: 3, currency: 'CZK' });
    expect(lowestPrice([selling([crowns])], { today: TODAY })).toEqual({
      CZK: { amountMinor: 150_000, originalMinor: 150_000 },
      EUR: null,
    });
    expect(lowestPrice([], { today: TODAY })).toEqual({ CZK: null, EUR: null });
  });

  test('it includes the promotion; the original is that of the same night, not an independent minimum', () => {
    const february = promotion({ basisPoints: 6000, validFrom: day('2027-02-01'), validTo: day('2027-03-01') });
    expect(eur([selling([SPRING], { promotions: [february] })])).toEqual([4_000, 10_000]);
  });

  test('ties go to the higher original', () => {
    const february = promotion({ basisPoints: 5000, validFrom: day('2027-02-01'), validTo: day('2027-03-01') });
    expect(eur([selling([SPRING], { promotions: [february] })])).toEqual([5_000, 10_000]);
    const march = promotion({ basisPoints: 5000, validFrom: day('2027-03-01'), validTo: day('2027-04-01') });
    const twins = [
      selling([SPRING], { promotions: [march] }),
      selling([nightly([rate('2027-02-01', '2027-02-03', 5_000)])]),
    ];
    expect(eur(twins)).toEqual([2_500, 5_000]);
    expect(eur(twins.toReversed())).toEqual([2_500, 5_000]);
  });

  test('candidates are compared by the rounded amount: a third of a cent cheaper is a tie', () => {
    const third = packaged(3, [rate('2027-02-01', '2027-02-28', 30_000)]);
    const dearer = packaged(4, [rate('2027-03-01', '2027-03-31', 80_004)], { number: 3 });
    const reduced = promotion({ basisPoints: 5000, validFrom: day('2027-03-01') });
    // 5,000 exactly against 5,000.25, which has a higher original
    expect(eur([selling([third, dearer], { promotions: [reduced] })])).toEqual([5_000, 10_001]);
  });

  test('a rate is reduced as in the quote of the night, and then divided', () => {
    const odd = nightly([rate('2027-02-01', '2027-02-28', 12_950)]);
    // the line is 971.25, rounded 971; 11,979 / 2 is 5,989.5, not 11,978.75 / 2
    expect(eur([selling([odd], { promotions: [promotion({ basisPoints: 750 })] })])).toEqual([5_990, 6_475]);
  });

  test('each figure of an average is rounded once, half-up, from the exact value', () => {
    const week = packaged(7, [rate('2027-02-01', '2027-02-28', 10_003)]);
    // 10,003 / 7 / 2 = 714.5; 15 % off: 607.325
    expect(eur([selling([week], { promotions: [promotion({ basisPoints: 1500 })] })])).toEqual([607, 715]);
  });

  test('an average of a package of one night, too: its quote, with the promotion as a rounded line, may be a cent less', () => {
    const promotions = [promotion({ basisPoints: 500 })];
    const one = selling([packaged(1, [rate('2027-02-01', '2027-02-28', 10_010, SINGLE.number)])], {
      room: SINGLE,
      promotions,
    });
    expect(eur([one])).toEqual([9_510, 10_010]);
    const stay = { arrival: day('2027-02-01'), departure: day('2027-02-02') };
    const quote = quoteStay({ ...one, currency: 'EUR', stay, promotions, loyalty: [] });
    expect(quote).toMatchObject({ amountMinor: 9_509 });
  });

  test('a package counts with its average', () => {
    expect(eur([selling([SPRING, packaged(7, [rate('2027-04-01', '2027-04-30', 63_000)])])])).toEqual([4_500, 4_500]);
  });

  test('per guest is per bed of the room', () => {
    const single = selling([nightly([rate('2027-02-01', '2027-02-28', 9_000, SINGLE.number)])], { room: SINGLE });
    expect(eur([single])).toEqual([9_000, 9_000]);
    expect(eur([single, selling([SPRING])])).toEqual([5_000, 5_000]);
  });

  test('the winner of a night is the highest percentage, even where a lower one is valid too', () => {
    const promotions = [promotion({ basisPoints: 500 }), promotion({ number: 2, basisPoints: 2000 })];
    expect(eur([selling([SPRING], { promotions })])).toEqual([4_000, 5_000]);
  });

  test('on demand, start days, minimum stay and capacity are not looked at', () => {
    const strict = rules({ onDemand: true, startingDays: ['SUN'], nightsMin: 300, nightsMax: 300 });
    expect(eur([candidate({ rules: strict, book: bookOf(SPRING), remaining: new Int32Array(0) })])).toEqual([
      5_000, 5_000,
    ]);
  });

  test('a night that differs from the one before only by its promotion, or only by its package, is looked at', () => {
    const march = rate('2027-03-01', '2027-03-31', 10_000);
    const later = promotion({ validFrom: day('2027-03-15') });
    expect(eur([selling([nightly([march])], { promotions: [later] })])).toEqual([4_500, 5_000]);
    const april = packaged(7, [rate('2027-04-01', '2027-04-30', 10_000)]);
    expect(eur([selling([nightly([march]), april])])).toEqual([714, 714]);
  });

  test('only nights inside the time constraints', () => {
    const timeConstraints = [range('2027-02-27', '2027-02-28'), range('2027-04-30', '2027-06-01')];
    expect(eur([selling([SPRING], { rules: rules({ timeConstraints }) })])).toEqual([7_500, 7_500]);
  });
});

describe('P6: the window of nights is half-open and an open side is open', () => {
  test.each([
    ['2027-02-10', '2027-03-01', [10_000, 10_000]],
    ['2027-02-10', '2027-03-02', [5_000, 5_000]],
    ['2027-04-01', null, [7_500, 7_500]],
    [null, '2027-02-20', [10_000, 10_000]],
    ['2027-05-01', null, null],
    ['2020-01-01', '2027-02-02', [10_000, 10_000]],
    ['2020-01-01', '2020-02-01', null],
    ['2035-01-01', '2036-02-01', null],
  ])('from %s to %s', (from, to, expected) => {
    expect(eur([selling([SPRING])], from, to)).toEqual(expected);
  });
});

test('P6: the lowest price of two portions of the candidates is the lowest of all, in each currency', () => {
  const crowns = selling([nightly([rate('2027-02-01', '2027-02-28', 300_000)], { currency: 'CZK' })]);
  const half = promotion({ basisPoints: 5000, validTo: day('2027-03-01') });
  const portions = [selling([SPRING]), selling([SPRING], { promotions: [half] }), crowns];
  const whole = lowestPrice(portions, { today: TODAY });
  for (const order of [portions, portions.toReversed()]) {
    expect(order.map((it) => lowestPrice([it], { today: TODAY })).reduce(mergeLowestPrices, NO_LOWEST_PRICE)).toEqual(
      whole,
    );
  }
  expect(mergeLowestPrices(NO_LOWEST_PRICE, NO_LOWEST_PRICE)).toEqual(NO_LOWEST_PRICE);
});

test('K6, P8: past nights and nights beyond 24 months never count', () => {
  const past = rate('2026-01-01', '2027-01-03', 100);
  const beyond = rate('2029-01-05', '2029-12-31', 100);
  expect(eur([selling([nightly([past, beyond])])])).toBeNull();
  expect(eur([selling([nightly([{ ...past, to: TODAY }])])])).toEqual([50, 50]);
  expect(eur([selling([nightly([{ ...beyond, from: HORIZON }])])])).toEqual([50, 50]);
});

test('P9: outside its selling period a visit type contributes no price', () => {
  expect(eur([selling([SPRING], { rules: rules({ sellingFrom: TODAY + 1 }) })])).toBeNull();
  expect(eur([selling([SPRING], { rules: rules({ sellingTo: TODAY - 1 }) })])).toBeNull();
  expect(eur([selling([SPRING], { rules: rules({ sellingFrom: TODAY, sellingTo: TODAY }) })])).toEqual([5_000, 5_000]);
});

test('the figures stay exact at the bounds: twenty billion a room over 366 nights and 20 beds', () => {
  const offer = offerOf({ amountMinor: 20_000_000_000, packageNights: 366 }, { basisPoints: 1, shares: 20 });
  expect(offer).toEqual({
    amountMinor: Number((2n * 20_000_000_000n * 9_999n + 73_200_000n) / 146_400_000n),
    originalMinor: 2_732_240,
  });
});

test('candidates that share the rules but not the promotions, or the promotions but not the rules, keep their own', () => {
  const shared = { rules: rules(), promotions: [promotion({ basisPoints: 2000 })] };
  const february = rules({ timeConstraints: [range('2027-02-01', '2027-02-28')] });
  const cheap = nightly([rate('2027-03-01', '2027-03-31', 1_000, SINGLE.number)]);
  const both = selling([SPRING], shared);
  const others = [
    {
      candidate: selling([SPRING], { ...shared, promotions: [promotion({ basisPoints: 5000 })] }),
      lowest: [2_500, 5_000],
    },
    { candidate: selling([cheap], { ...shared, room: SINGLE, rules: february }), lowest: null },
  ] as const;
  for (const { candidate: other, lowest } of others) {
    expect(eur([other])).toEqual(lowest);
    for (const order of [
      [both, other],
      [other, both],
    ]) {
      expect(eur(order)).toEqual(lowest ?? [4_000, 5_000]);
    }
  }
});
