import { describe, expect, test } from 'vitest';
import type { PriceList } from '../../../src/domain/pricing/price-list.ts';
import type { Promotion } from '../../../src/domain/pricing/promotion.ts';
import { type GuestLoyalty, loyaltyProblem, quoteStay } from '../../../src/domain/pricing/quote.ts';
import { buildRateBook } from '../../../src/domain/pricing/rate-book.ts';
import { bookOf, day, nightly, packaged, promotion, ROOM, rate, stay, TODAY, wholeQuote } from '../scene.ts';

/** 100.01 EUR a night from February to April. */
const NIGHTS = nightly([rate('2027-02-01', '2027-04-30', 10_001)]);
const WEEK = stay('2027-02-01', '2027-02-08');

function quote(
  given: { lists?: PriceList[]; promotions?: Promotion[]; loyalty?: GuestLoyalty[]; beds?: number } = {},
  asked = WEEK,
) {
  const { lists = [NIGHTS], promotions = [], loyalty = [], beds = 2 } = given;
  return quoteStay({
    book: bookOf(...lists),
    room: { ...ROOM, beds },
    currency: 'EUR',
    stay: asked,
    promotions,
    loyalty,
  });
}

/** Nights and amount of each promotion line by number, after asserting that everything adds up. */
function promotionLines(...args: Parameters<typeof quote>): [number, number, number][] {
  return wholeQuote(quote(...args)).promotions.map((line) => [line.promotion.number, line.nights, line.amountMinor]);
}

function discounts(...args: Parameters<typeof quote>): [number, number][] {
  return wholeQuote(quote(...args)).discounts.map((line) => [line.guest, line.amountMinor]);
}

describe('the price of a stay', () => {
  test('without promotions and loyalty it is the base', () => {
    expect(quote()).toEqual({
      currency: 'EUR',
      nights: 7,
      priceListKind: 'PER_NIGHT',
      baseMinor: 70_007,
      promotions: [],
      discounts: [],
      amountMinor: 70_007,
    });
  });

  test('no partial price, but the first night without one', () => {
    expect(quote({}, stay('2027-04-29', '2027-05-03'))).toEqual({ firstUnpricedNight: day('2027-05-01') });
  });

  test('L4: amount = base - promotions - discounts, each line rounded once', () => {
    const loyalty = [
      { guest: 1, programNumber: 1, basisPoints: 500 },
      { guest: 2, programNumber: 2, basisPoints: 333 },
    ];
    const whole = wholeQuote(quote({ promotions: [promotion({ basisPoints: 1525 })], loyalty }));
    // 70,007 * 15.25 % = 10,676.07; share (70,007 - 10,676) / 2 = 29,665.5; 5 % = 1,483.275; 3.33 % = 987.86
    expect(whole.promotions.map((line) => line.amountMinor)).toEqual([10_676]);
    expect(whole.discounts.map((line) => line.amountMinor)).toEqual([1_483, 988]);
    expect(whole.amountMinor).toBe(70_007 - 10_676 - 1_483 - 988);
  });

  test('L4: half a minor unit on a line is rounded up, to the guest', () => {
    const lists = [nightly([rate('2027-02-01', '2027-02-28', 5)])];
    expect(promotionLines({ lists, promotions: [promotion()] }, stay('2027-02-01', '2027-02-02'))).toEqual([[1, 1, 1]]);
  });
});

describe('P4: a promotion takes its percentage of the base of the nights it won, rounded once', () => {
  const winter = promotion({ number: 1, basisPoints: 1000, validTo: day('2027-02-04') });
  const spring = promotion({ number: 2, basisPoints: 2000, validFrom: day('2027-02-03'), validTo: day('2027-02-06') });

  test('each night has one winner, the rest of the stay is not reduced', () => {
    // winter wins 1 and 2 February, spring 3 to 5 February
    expect(promotionLines({ promotions: [spring, winter] })).toEqual([
      [1, 2, 2_000],
      [2, 3, 6_001],
    ]);
  });

  test('a promotion that wins before and after another one still has one line, rounded once', () => {
    const always = promotion({ number: 3, basisPoints: 500 });
    const lists = [nightly([rate('2027-02-01', '2027-02-02', 10_003), rate('2027-02-03', '2027-02-28', 20_006)])];
    // always wins 1, 2, 6 and 7 February: 5 % of 60,018; spring 20 % of 60,018
    expect(promotionLines({ lists, promotions: [always, spring] })).toEqual([
      [3, 4, 3_001],
      [2, 3, 12_004],
    ]);
  });

  test('a promotion that wins no night has no line; one of 0 % that does has a line of zero', () => {
    const losing = promotion({ number: 3, basisPoints: 500 });
    expect(promotionLines({ promotions: [promotion(), losing] })).toEqual([[1, 7, 7_001]]);
    expect(promotionLines({ promotions: [promotion({ basisPoints: 0 })] })).toEqual([[1, 7, 0]]);
    expect(promotionLines({ promotions: [promotion({ validFrom: day('2027-02-08') })] })).toEqual([]);
  });

  test("a package's base spreads evenly over its nights", () => {
    const lists = [packaged(7, [rate('2027-02-01', '2027-02-28', 10_000)]), NIGHTS];
    // winter 10 % of 2/7 of 10,000 = 285.71; spring 20 % of 3/7 = 857.14
    expect(promotionLines({ lists, promotions: [winter, spring] })).toEqual([
      [1, 2, 286],
      [2, 3, 857],
    ]);
  });

  test('P2: of a package and nights the lower after promotions wins, whatever each costs before', () => {
    // 10 % of the first three nights, which are 12,900 by the night: 24,500 - 1,290 against 23,900 - 1,024
    const lists = [
      nightly([rate('2027-02-01', '2027-02-02', 5_000), rate('2027-02-03', '2027-02-28', 2_900)]),
      packaged(7, [rate('2027-02-01', '2027-02-28', 23_900)]),
    ];
    expect(wholeQuote(quote({ lists, promotions: [winter] }))).toMatchObject({
      priceListKind: 'PER_VISIT',
      amountMinor: 22_876,
    });
    // half of them: 24,500 - 6,450 against 23,900 - 5,121
    const half = { ...winter, basisPoints: 5_000 };
    expect(wholeQuote(quote({ lists, promotions: [half] }))).toMatchObject({
      priceListKind: 'PER_NIGHT',
      amountMinor: 18_050,
    });
    // both cost nothing: the package
    expect(wholeQuote(quote({ lists, promotions: [promotion({ basisPoints: 10_000 })] }))).toMatchObject({
      priceListKind: 'PER_VISIT',
      baseMinor: 23_900,
      amountMinor: 0,
    });
  });

  test('the rate of the night counts, not an average of the stay', () => {
    const lists = [nightly([rate('2027-02-01', '2027-02-03', 1_000), rate('2027-02-04', '2027-02-28', 50_000)])];
    expect(promotionLines({ lists, promotions: [{ ...winter, basisPoints: 5000 }] })).toEqual([[1, 3, 1_500]]);
  });

  test('promotions of 100 % that share a package of an odd cent take it once, never twice', () => {
    const lists = [packaged(2, [rate('2027-02-01', '2027-02-28', 101)])];
    const promotions = [
      promotion({ number: 1, basisPoints: 10_000, validTo: day('2027-02-02') }),
      promotion({ number: 2, basisPoints: 10_000, validFrom: day('2027-02-02') }),
    ];
    const whole = wholeQuote(quote({ lists, promotions }, stay('2027-02-01', '2027-02-03')));
    expect(whole.promotions.map((line) => line.amountMinor)).toEqual([51, 50]);
    expect(whole.amountMinor).toBe(0);
  });
});

describe("P5: a loyalty program takes its percentage of the guest's share, (base - promotions) / beds", () => {
  const half = { programNumber: 1, basisPoints: 5000 };

  test('the share is that of the beds, however few guests present a program', () => {
    expect(discounts({ loyalty: [{ guest: 1, ...half }], beds: 4 })).toEqual([[1, 8_751]]);
  });

  test('it is taken after promotions', () => {
    const promotions = [promotion({ basisPoints: 5000 })];
    expect(discounts({ promotions, loyalty: [{ guest: 2, ...half }] })).toEqual([[2, 8_751]]);
  });

  test('a line never exceeds the share: a whole discount for every guest leaves the odd cent, never less than nothing', () => {
    const all = { programNumber: 1, basisPoints: 10_000 };
    const loyalty = [
      { guest: 1, ...all },
      { guest: 2, ...all },
    ];
    const whole = wholeQuote(quote({ loyalty }));
    expect(whole.discounts.map((line) => line.amountMinor)).toEqual([35_003, 35_003]);
    expect(whole.amountMinor).toBe(1);
  });

  test('one line per guest position, even of one and the same program', () => {
    const loyalty = [
      { guest: 1, ...half },
      { guest: 2, ...half },
    ];
    expect(discounts({ loyalty })).toEqual([
      [1, 17_502],
      [2, 17_502],
    ]);
  });

  test.each([
    ['a program that the visit type lists, for a guest with a bed', 1, 2, undefined],
    ['a program that the visit type does not list', 9, 1, 'LOYALTY_NOT_APPLICABLE'],
    ['a guest position beyond the beds', 1, 3, 'GUEST_BEYOND_BEDS'],
  ])('%s', (_, programNumber, guest, code) => {
    const loyalty = [{ guest, programNumber }];
    expect(loyaltyProblem({ loyalty, allowedPrograms: [1, 2], beds: 2 })?.code).toBe(code);
  });

  test('the problem names the guest, the program and the beds', () => {
    const loyalty = [
      { guest: 1, programNumber: 1 },
      { guest: 2, programNumber: 1 },
    ];
    expect(loyaltyProblem({ loyalty, allowedPrograms: [1], beds: 1 })).toEqual({
      code: 'GUEST_BEYOND_BEDS',
      guest: 2,
      programNumber: 1,
    });
  });
});

test('lines stay exact at the bounds: a billion a night per person, twenty beds, two years, 99.99 %', () => {
  const room = { number: 13, hotelNumber: 1, beds: 20 };
  const list = nightly([rate('2027-01-01', '2030-01-01', 999_999_999, 13)], { quotedPer: 'PERSON' });
  const whole = wholeQuote(
    quoteStay({
      book: buildRateBook({ priceLists: [list], roomTypes: [room], today: TODAY }),
      room,
      currency: 'EUR',
      stay: stay('2027-01-04', '2029-01-04'),
      promotions: [promotion({ basisPoints: 9_999 })],
      loyalty: [{ guest: 20, programNumber: 1, basisPoints: 9_999 }],
    }),
  );
  const base = 731n * 20n * 999_999_999n;
  const line = (base * 9_999n + 5_000n) / 10_000n;
  expect(whole.promotions[0]?.amountMinor).toBe(Number(line));
  expect(whole.discounts[0]?.amountMinor).toBe(Number(((base - line) * 9_999n * 2n + 200_000n) / 400_000n));
});
