import { describe, expect, test } from 'vitest';
import { type CategorisedCandidate, type FromPrices, priceFrom } from '../../../src/domain/minimum-price/price-from.ts';
import type { PriceList } from '../../../src/domain/pricing/price-list.ts';
import { buildRateBook } from '../../../src/domain/pricing/rate-book.ts';
import {
  bookOf,
  candidate,
  day,
  nightly,
  packaged,
  promotion,
  ROOM,
  range,
  rate,
  rules,
  SINGLE,
  TODAY,
} from '../scene.ts';

/** A double room, two nights at least, 100.00 EUR a night in February and 80.00 in March. */
const SPRING = nightly([rate('2027-02-01', '2027-02-28', 10_000), rate('2027-03-01', '2027-03-31', 8_000)]);

function selling(lists: PriceList[], rest: Partial<CategorisedCandidate> = {}): CategorisedCandidate {
  return { ...candidate({ rules: rules({ nightsMin: 2 }), book: bookOf(...lists) }), stayCategory: null, ...rest };
}

/** A price list of the single room, from 1 February to the end of March. */
function single(amountMinor: number): PriceList {
  return nightly([rate('2027-02-01', '2027-03-31', amountMinor, SINGLE.number)]);
}

/** Both minima over everything in EUR; null: none. */
function eur(...candidates: CategorisedCandidate[]): FromPrices | null {
  return priceFrom(candidates, TODAY)?.EUR?.all ?? null;
}

/** Amount and original of the cheapest stay in EUR. */
function stayEur(...candidates: CategorisedCandidate[]): [number, number] | null {
  const stay = eur(...candidates)?.perStay;
  return stay ? [stay.amountMinor, stay.originalMinor] : null;
}

describe('2026-09-10: each price holds two independent minima', () => {
  test('and every minimum reports amount, original, nights, occupancy and visit type of one and the same stay', () => {
    const figures = { nights: 2, guests: 2, visitTypeNumber: 101 };
    const perPersonPerNight = { amountMinor: 4_000, originalMinor: 4_000, ...figures };
    const perStay = { amountMinor: 16_000, originalMinor: 16_000, ...figures };
    expect(priceFrom([selling([SPRING])], TODAY)).toStrictEqual({ EUR: { all: { perPersonPerNight, perStay } } });
  });

  test('a long stay may be the cheapest per night and a single room the cheapest as a whole', () => {
    const week = selling([packaged(7, [rate('2027-02-01', '2027-02-28', 42_000)])], {
      visitTypeNumber: 102,
      rules: rules({ nightsMin: 7 }),
    });
    const alone = selling([single(7_000)], { visitTypeNumber: 103, room: SINGLE });
    expect(eur(selling([SPRING]), week, alone)).toStrictEqual({
      perPersonPerNight: { amountMinor: 3_000, originalMinor: 3_000, nights: 7, guests: 2, visitTypeNumber: 102 },
      perStay: { amountMinor: 14_000, originalMinor: 14_000, nights: 2, guests: 1, visitTypeNumber: 103 },
    });
  });

  test('totals are compared exactly and rounded only to be shown', () => {
    const three = { rules: rules({ nightsMin: 3 }), visitTypeNumber: 102 };
    // 10,001 / 3 / 2 is 1,666.83 and 6,667 / 2 / 2 is 1,666.75: both show 1,667, and the second is lower
    const exact = selling([packaged(2, [rate('2027-02-01', '2027-02-28', 6_667)])], { visitTypeNumber: 103 });
    const close = selling([packaged(3, [rate('2027-02-01', '2027-02-28', 10_001)])], three);
    expect(eur(close, exact)?.perPersonPerNight).toMatchObject({ amountMinor: 1_667, visitTypeNumber: 103 });
    // an exact half goes up: 33,330 after 50 % is 16,665, and 16,665 / 3 / 2 is 2,777.5
    const half = selling([packaged(3, [rate('2027-02-01', '2027-02-28', 33_330)])], {
      ...three,
      promotions: [promotion({ basisPoints: 5_000 })],
    });
    expect(eur(half)?.perPersonPerNight).toMatchObject({ amountMinor: 2_778, originalMinor: 5_555 });
  });

  test('a percentage of a price too large for the product of two numbers is exact', () => {
    const room = { ...ROOM, beds: 19 };
    const list = nightly([rate('2027-01-01', '2029-12-31', 999_999_999)], { quotedPer: 'PERSON' });
    const dear = selling([], {
      room,
      book: buildRateBook({ priceLists: [list], roomTypes: [room], today: TODAY }),
      rules: rules({ nightsMin: 731, nightsMax: 731 }),
      promotions: [promotion({ basisPoints: 5_018 })],
    });
    // 50.18 % of it is 6,969,500,193,030.4998
    expect(stayEur(dear)).toEqual([6_919_499_793_081, 13_888_999_986_111]);
  });
});

describe('2026-09-10: prices stand under each currency, for all and for health and wellness', () => {
  test('a category holds the minima of its own visit types', () => {
    const health = selling([SPRING], { stayCategory: 'health' });
    const wellness = selling([single(9_000)], { stayCategory: 'wellness', room: SINGLE, visitTypeNumber: 102 });
    const prices = priceFrom([health, wellness], TODAY);
    expect(prices).toStrictEqual({ EUR: { all: eur(health), health: eur(health), wellness: eur(wellness) } });
    expect(prices?.EUR?.wellness?.perStay).toMatchObject({ amountMinor: 18_000, visitTypeNumber: 102 });
  });

  test('a category is omitted when the hotel sells nothing in it', () => {
    const gone = selling([SPRING], {
      stayCategory: 'wellness',
      visitTypeNumber: 102,
      rules: rules({ sellingTo: day('2027-01-03') }),
    });
    const prices = priceFrom([selling([SPRING], { stayCategory: 'health' }), gone], TODAY);
    expect(Object.keys(prices?.EUR ?? {})).toEqual(['all', 'health']);
  });

  test('visit types without a category count for all, which can be lower than both categories', () => {
    const prices = priceFrom(
      [
        selling([SPRING], { stayCategory: 'health' }),
        selling([SPRING], { stayCategory: 'wellness', visitTypeNumber: 102 }),
        selling([single(1_000)], { room: SINGLE, visitTypeNumber: 103 }),
      ],
      TODAY,
    );
    const stays = [prices?.EUR?.all, prices?.EUR?.health, prices?.EUR?.wellness].map((one) => one?.perStay.amountMinor);
    expect(stays).toEqual([2_000, 16_000, 16_000]);
  });

  test('V4a: a currency with nothing is omitted, and a stay is never paid in two', () => {
    const crowns = nightly([rate('2027-02-01', '2027-02-01', 200_000)], { number: 3, currency: 'CZK' });
    const euros = nightly([rate('2027-02-02', '2027-02-28', 9_000)]);
    expect(Object.keys(priceFrom([selling([crowns, euros])], TODAY) ?? {})).toEqual(['EUR']);
    const oneNight = { rules: rules() };
    expect(Object.keys(priceFrom([selling([crowns, euros], oneNight)], TODAY) ?? {})).toEqual(['CZK', 'EUR']);
    expect(Object.keys(priceFrom([selling([crowns], oneNight)], TODAY) ?? {})).toEqual(['CZK']);
  });
});

describe('2026-09-10: a promotion lowers a from-price only when it covers the whole stay', () => {
  const inMarch = (from: string, to: string | null, basisPoints = 5_000) =>
    promotion({ basisPoints, validFrom: day(from), validTo: to === null ? null : day(to) });
  const march = nightly([rate('2027-03-01', '2027-03-31', 8_000)]);

  test.each([
    ['it begins with the first night and ends after the last', '2027-03-10', '2027-03-12', [8_000, 16_000]],
    ['it covers one of two nights', '2027-03-10', '2027-03-11', [16_000, 16_000]],
    ['it never ends', '2027-03-10', null, [8_000, 16_000]],
    ['it never ends, and begins on the last night', '2027-03-31', null, [16_000, 16_000]],
    ['it ends with the first night that has a price', '2027-01-01', '2027-03-02', [16_000, 16_000]],
    ['it ended before today', '2026-01-01', '2027-01-04', [16_000, 16_000]],
  ])('%s', (_, from, to, expected) => {
    expect(stayEur(selling([march], { promotions: [inMarch(from, to)] }))).toEqual(expected);
  });

  test('two promotions that cover a stay only together lower nothing', () => {
    const relay = [inMarch('2027-03-10', '2027-03-11'), inMarch('2027-03-11', '2027-03-12')];
    expect(stayEur(selling([march], { promotions: relay }))).toEqual([16_000, 16_000]);
  });

  test('V4a: of those that cover it the highest percentage counts, though a higher one wins some of its nights', () => {
    const promotions = [
      inMarch('2027-03-01', null, 1_000),
      inMarch('2027-03-01', null, 2_000),
      inMarch('2027-03-01', null, 1_500),
      inMarch('2027-03-05', '2027-03-06', 9_000),
    ];
    expect(stayEur(selling([march], { promotions }))).toEqual([12_800, 16_000]);
    expect(stayEur(selling([march], { promotions: promotions.toReversed() }))).toEqual([12_800, 16_000]);
  });

  test('the reduction is rounded half-up once, as the line of a quote is', () => {
    const odd = nightly([rate('2027-03-01', '2027-03-31', 8_001)]);
    // 12.5 % of 16,002 is 2,000.25; of 16,004 it is 2,000.5
    expect(stayEur(selling([odd], { promotions: [inMarch('2027-03-01', null, 1_250)] }))).toEqual([14_002, 16_002]);
    const even = nightly([rate('2027-03-01', '2027-03-31', 8_002)]);
    expect(stayEur(selling([even], { promotions: [inMarch('2027-03-01', null, 1_250)] }))).toEqual([14_003, 16_004]);
  });
});

describe('2026-09-10: visit types whose selling period has ended do not contribute', () => {
  test.each([
    ['it ended yesterday', { sellingTo: day('2027-01-03') }, null],
    ['it ends today', { sellingTo: TODAY }, [16_000, 16_000]],
    ['P9: it begins tomorrow', { sellingFrom: day('2027-01-05') }, null],
    ['P9: it begins today', { sellingFrom: TODAY }, [16_000, 16_000]],
  ])('%s', (_, period, expected) => {
    expect(stayEur(selling([SPRING], { rules: rules({ nightsMin: 2, ...period }) }))).toEqual(expected);
  });
});

describe('2026-07-24: the cheapest current or future price of a room at its standard occupancy', () => {
  test('hotels without a usable price have null', () => {
    expect(priceFrom([], TODAY)).toBeNull();
    expect(priceFrom([selling([])], TODAY)).toBeNull();
    expect(priceFrom([selling([single(5_000)])], TODAY)).toBeNull();
    expect(priceFrom([selling([nightly([rate('2026-01-01', '2027-01-03', 100)])])], TODAY)).toBeNull();
  });

  test('the original is that of the reduced stay, not a minimum of its own', () => {
    const february = promotion({ basisPoints: 6_000, validFrom: day('2027-02-01'), validTo: day('2027-03-01') });
    expect(stayEur(selling([SPRING], { promotions: [february] }))).toEqual([8_000, 20_000]);
  });

  test('P2: rates per person are multiplied by the beds, and divided by them again per person', () => {
    const perPerson = nightly([rate('2027-02-01', '2027-02-28', 5_000)], { quotedPer: 'PERSON' });
    const prices = eur(selling([perPerson]));
    expect([prices?.perPersonPerNight.amountMinor, prices?.perStay.amountMinor]).toEqual([5_000, 20_000]);
  });

  test('P2: the lower of nights and a package of the minimum length; other lengths do not count', () => {
    const february = nightly([rate('2027-02-01', '2027-02-28', 10_000)]);
    const withPackage = (nights: number, amountMinor: number) =>
      stayEur(selling([february, packaged(nights, [rate('2027-02-01', '2027-02-28', amountMinor)])]))?.[0];
    expect(withPackage(2, 30_000)).toBe(20_000);
    expect(withPackage(2, 15_000)).toBe(15_000);
    expect(withPackage(3, 15_000)).toBe(20_000);
    const latestFirst = [rate('2027-03-01', '2027-03-31', 30_000), rate('2027-02-01', '2027-02-28', 15_000)];
    expect(stayEur(selling([packaged(2, latestFirst)]))?.[0]).toBe(15_000);
  });

  test('P2: where both cost the same after the promotion, the package is the stay and its base the original', () => {
    const february = nightly([rate('2027-02-01', '2027-02-28', 10_000)]);
    const whole = packaged(2, [rate('2027-02-01', '2027-02-28', 15_000)]);
    const free = { promotions: [promotion({ basisPoints: 10_000 })] };
    expect(stayEur(selling([february, whole], free))).toEqual([0, 15_000]);
    // 1 March can be only by the night, and has the higher original
    const march = nightly([rate('2027-02-01', '2027-03-02', 10_000)]);
    expect(stayEur(selling([march, whole], free))).toEqual([0, 20_000]);
  });

  test('the nights of the stay are the minimum; WEEKS are rounded up to whole ones', () => {
    const weekly = rules({ nightsMin: 8, nightsMax: 21, reservationTimeSpan: 'WEEKS' });
    expect(eur(selling([SPRING], { rules: weekly }))?.perStay).toMatchObject({ amountMinor: 112_000, nights: 14 });
  });

  test('a minimum above the maximum, or above the horizon, sells nothing', () => {
    const never = rules({ nightsMin: 8, nightsMax: 10, reservationTimeSpan: 'WEEKS' });
    expect(priceFrom([selling([SPRING], { rules: never })], TODAY)).toBeNull();
    const endless = nightly([rate('2020-01-01', '2040-12-31', 100)]);
    const long = (nightsMin: number) => selling([endless], { rules: rules({ nightsMin, nightsMax: 9_999 }) });
    expect(stayEur(long(732))).toEqual([73_200, 73_200]);
    expect(stayEur(long(733))).toBeNull();
    expect(stayEur(long(9_999))).toBeNull();
  });

  test('K4, T3: only stays on a starting day, inside one time constraint, from today to the horizon', () => {
    const saturdays = rules({ nightsMin: 2, startingDays: ['SAT'] });
    // 80.00 on one Saturday, and on the Wednesday and the Thursday before it
    const seasons = nightly([
      rate('2027-02-01', '2027-02-09', 10_000),
      rate('2027-02-10', '2027-02-11', 8_000),
      rate('2027-02-12', '2027-02-12', 10_000),
      rate('2027-02-13', '2027-02-13', 8_000),
      rate('2027-02-14', '2027-02-28', 10_000),
    ]);
    expect(stayEur(selling([seasons]))).toEqual([16_000, 16_000]);
    expect(stayEur(selling([seasons], { rules: saturdays }))).toEqual([18_000, 18_000]);
    const touching = [range('2027-02-01', '2027-02-10'), range('2027-02-11', '2027-02-12')];
    expect(stayEur(selling([seasons], { rules: rules({ nightsMin: 2, timeConstraints: touching }) }))).toEqual([
      18_000, 18_000,
    ]);
    const edges = nightly([rate('2027-01-03', '2027-01-04', 100), rate('2029-01-04', '2029-01-05', 100)]);
    expect(stayEur(selling([edges]))).toBeNull();
    expect(stayEur(selling([edges], { rules: rules() }))).toEqual([100, 100]);
  });

  test('a rate book cached from the day before sells no past night', () => {
    const cheapMonday = nightly([rate('2027-01-04', '2027-01-04', 100), rate('2027-01-05', '2027-01-31', 10_000)]);
    const tuesday = priceFrom([selling([cheapMonday], { rules: rules() })], TODAY + 1);
    expect(tuesday?.EUR?.all.perStay.amountMinor).toBe(10_000);
  });

  test('V4a: visit types on demand contribute', () => {
    expect(stayEur(selling([SPRING], { rules: rules({ nightsMin: 2, onDemand: true }) }))).toEqual([16_000, 16_000]);
  });
});

describe('ties are settled alike in every order of the candidates', () => {
  const february = (amountMinor: number) => nightly([rate('2027-02-01', '2027-02-28', amountMinor)]);
  const reduced = { promotions: [promotion({ basisPoints: 5_000 })] };

  test.each<[string, CategorisedCandidate, CategorisedCandidate]>([
    [
      'the higher original',
      selling([february(20_000)], { ...reduced, visitTypeNumber: 109 }),
      selling([february(10_000)]),
    ],
    [
      'then the fewer nights',
      selling([february(10_000)], { visitTypeNumber: 109 }),
      selling([february(10_000)], { rules: rules({ nightsMin: 3 }) }),
    ],
    ['then the lower visit type', selling([february(10_000)]), selling([february(10_000)], { visitTypeNumber: 102 })],
    [
      'then the lower room type',
      selling([february(10_000)]),
      selling([nightly([rate('2027-02-01', '2027-02-28', 5_000, SINGLE.number)])], { room: SINGLE }),
    ],
  ])('%s', (_, first, second) => {
    const shown = eur(first)!.perPersonPerNight;
    expect(eur(first, second)?.perPersonPerNight).toStrictEqual(shown);
    expect(eur(second, first)?.perPersonPerNight).toStrictEqual(shown);
    expect(eur(second)?.perPersonPerNight).not.toStrictEqual(shown);
    expect(eur(second)?.perPersonPerNight.amountMinor).toBe(shown.amountMinor);
  });

  test('within one candidate the higher original as well', () => {
    const seasons = nightly([rate('2027-02-01', '2027-02-28', 10_000), rate('2027-03-01', '2027-03-31', 20_000)]);
    const march = promotion({ basisPoints: 5_000, validFrom: day('2027-03-01') });
    expect(stayEur(selling([seasons], { promotions: [march] }))).toEqual([20_000, 40_000]);
  });
});
