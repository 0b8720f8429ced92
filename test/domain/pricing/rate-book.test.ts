import { describe, expect, test } from 'vitest';
import type { PriceList } from '../../../src/domain/pricing/price-list.ts';
import {
  buildRateBook,
  nightPrices,
  pricedArrivals,
  pricedNights,
  type RateBook,
} from '../../../src/domain/pricing/rate-book.ts';
import { StayPrices } from '../../../src/domain/pricing/stay-prices.ts';
import type { Stay } from '../../../src/domain/stay/stay.ts';
import type { Day } from '../../../src/domain/time/civil-date.ts';
import { bookOf, day, HORIZON, nightly, packaged, ROOM, range, rate, SINGLE, stay, TODAY } from '../scene.ts';

const FEBRUARY = rate('2027-02-01', '2027-02-28', 10_000);

/** The price of a stay without promotions. */
function basePriceOf(book: RateBook, roomTypeNumber: number, currency: 'CZK' | 'EUR', asked: Stay) {
  const prices = new StayPrices(currency, { from: asked.arrival, to: asked.departure - 1 });
  prices.setRoom(book, roomTypeNumber);
  const price = prices.priceOf(asked);
  if ('firstUnpricedNight' in price) return price;
  expect(price).toMatchObject({ promotions: [], amountMinor: price.baseMinor });
  return { kind: price.priceListKind, amountMinor: price.baseMinor };
}

function base(book: RateBook, arrival: string, departure: string, currency: 'CZK' | 'EUR' = 'EUR') {
  return basePriceOf(book, ROOM.number, currency, stay(arrival, departure));
}

function isPriced(book: RateBook, roomTypeNumber: number, night: Day): boolean {
  return pricedNights(book, roomTypeNumber).some(({ from, to }) => from <= night && night <= to);
}

describe('P1: a price list has a currency, is quoted per room or per person, per night or per visit', () => {
  test.each<[string, PriceList, number]>([
    ['per night and room: each night its rate', nightly([FEBRUARY]), 70_000],
    ['per night and person: multiplied by the beds', nightly([FEBRUARY], { quotedPer: 'PERSON' }), 140_000],
    ['per visit and room: charged once', packaged(7, [FEBRUARY]), 10_000],
    ['per visit and person: multiplied by the beds', packaged(7, [FEBRUARY], { quotedPer: 'PERSON' }), 20_000],
  ])('%s', (_, list, amountMinor) => {
    expect(base(bookOf(list), '2027-02-01', '2027-02-08')).toEqual({ kind: list.kind, amountMinor });
    expect(base(bookOf(list), '2027-02-01', '2027-02-08', 'CZK')).toEqual({ firstUnpricedNight: day('2027-02-01') });
  });
});

describe('P2: what a stay costs in one currency', () => {
  const march = rate('2027-03-01', '2027-03-31', 12_000);
  const may = rate('2027-05-01', '2027-05-31', 9_000);

  test.each([
    ['cheaper: charged once', 69_999, { kind: 'PER_VISIT', amountMinor: 69_999 }],
    ['equal: the package', 70_000, { kind: 'PER_VISIT', amountMinor: 70_000 }],
    ['dearer: the sum of the nights', 70_001, { kind: 'PER_NIGHT', amountMinor: 70_000 }],
  ] as const)('a package whose season spans every night, beside nightly rates; %s', (_, amountMinor, expected) => {
    const book = bookOf(nightly([FEBRUARY]), packaged(7, [{ ...FEBRUARY, amountMinor }]));
    expect(base(book, '2027-02-03', '2027-02-10')).toEqual(expected);
  });

  test('a package beside nights of which one has no rate is what the stay costs, however expensive', () => {
    const book = bookOf(
      nightly([{ ...FEBRUARY, to: day('2027-02-09') - 1 }]),
      packaged(7, [{ ...FEBRUARY, amountMinor: 99_000 }]),
    );
    expect(base(book, '2027-02-03', '2027-02-10')).toEqual({ kind: 'PER_VISIT', amountMinor: 99_000 });
  });

  test('a package of another length does not count: a night more is charged by the night', () => {
    const book = bookOf(nightly([FEBRUARY]), packaged(7, [{ ...FEBRUARY, amountMinor: 1 }]));
    expect(base(book, '2027-02-03', '2027-02-11')).toEqual({ kind: 'PER_NIGHT', amountMinor: 80_000 });
    expect(base(book, '2027-02-03', '2027-02-09')).toEqual({ kind: 'PER_NIGHT', amountMinor: 60_000 });
  });

  test('the season must span every occupied night, not only the check-in date', () => {
    const book = bookOf(packaged(7, [FEBRUARY]));
    expect(base(book, '2027-02-22', '2027-03-01')).toMatchObject({ kind: 'PER_VISIT' });
    expect(base(book, '2027-02-23', '2027-03-02')).toEqual({ firstUnpricedNight: day('2027-03-01') });
    expect(base(book, '2027-01-31', '2027-02-07')).toEqual({ firstUnpricedNight: day('2027-01-31') });
  });

  test('of nights that each have a price, but none together, the first without a rate of its own is named', () => {
    const early = nightly([{ ...FEBRUARY, to: day('2027-02-10') }]);
    const book = bookOf(packaged(7, [FEBRUARY]), early);
    expect(base(book, '2027-02-20', '2027-02-23')).toEqual({ firstUnpricedNight: day('2027-02-20') });
    expect(base(book, '2027-02-09', '2027-02-13')).toEqual({ firstUnpricedNight: day('2027-02-11') });
  });

  test('two package seasons side by side do not make one', () => {
    const book = bookOf(packaged(7, [FEBRUARY, march]));
    expect(base(book, '2027-02-25', '2027-03-04')).toEqual({ firstUnpricedNight: day('2027-02-25') });
    expect(
      base(bookOf(packaged(7, [FEBRUARY, march]), nightly([FEBRUARY, march])), '2027-02-25', '2027-03-04'),
    ).toEqual({
      kind: 'PER_NIGHT',
      amountMinor: 4 * 10_000 + 3 * 12_000,
    });
  });

  test('seasons and lists may change in the middle of a stay', () => {
    const perPerson = nightly([{ ...march, amountMinor: 6_000 }], { number: 3, quotedPer: 'PERSON' });
    expect(base(bookOf(nightly([FEBRUARY]), perPerson), '2027-02-27', '2027-03-02')).toEqual({
      kind: 'PER_NIGHT',
      amountMinor: 2 * 10_000 + 12_000,
    });
  });

  test('every occupied night must have a price, the departure day is not charged', () => {
    const book = bookOf(nightly([FEBRUARY, may]));
    expect(base(book, '2027-02-26', '2027-03-01')).toEqual({ kind: 'PER_NIGHT', amountMinor: 30_000 });
    expect(base(book, '2027-02-26', '2027-03-02')).toEqual({ firstUnpricedNight: day('2027-03-01') });
    expect(base(book, '2027-02-26', '2027-05-03')).toEqual({ firstUnpricedNight: day('2027-03-01') });
  });

  test('currencies are never mixed', () => {
    const book = bookOf(nightly([FEBRUARY]), nightly([march], { number: 3, currency: 'CZK' }));
    expect(pricedNights(book, ROOM.number)).toEqual([range('2027-02-01', '2027-03-31')]);
    expect(pricedArrivals(book, ROOM.number, 2)).toEqual([
      range('2027-02-01', '2027-02-27'),
      range('2027-03-01', '2027-03-30'),
    ]);
  });

  test('a rate of nothing is a price', () => {
    const book = bookOf(nightly([{ ...FEBRUARY, amountMinor: 0 }]));
    expect(base(book, '2027-02-01', '2027-02-03')).toEqual({ kind: 'PER_NIGHT', amountMinor: 0 });
    expect(isPriced(book, ROOM.number, day('2027-02-01'))).toBe(true);
  });

  test('a room type without rates, and an unknown one, have no price', () => {
    const book = bookOf(nightly([FEBRUARY]));
    for (const number of [SINGLE.number, 999]) {
      expect(basePriceOf(book, number, 'EUR', stay('2027-02-01', '2027-02-02'))).toHaveProperty('firstUnpricedNight');
      expect(isPriced(book, number, day('2027-02-01'))).toBe(false);
      expect(nightPrices(book, number, 'EUR', range('2027-02-01', '2027-02-28'))).toEqual([]);
      expect(pricedArrivals(book, number, 1)).toEqual([]);
    }
  });
});

test('every room type has its own prices in each currency, whatever order the room types come in', () => {
  const numbers = [70, 20, 90, 10, 50];
  const roomTypes = numbers.map((number) => ({ number, hotelNumber: 1, beds: 1 }));
  const inEur = numbers
    .filter((number) => number !== 20)
    .map((number) => rate('2027-02-01', '2027-02-28', number, number));
  const inCzk = numbers
    .filter((number) => number > 20)
    .map((number) => rate('2027-02-01', '2027-02-28', 25 * number, number));
  const priceLists = [nightly(inEur), nightly(inCzk, { number: 2, currency: 'CZK' })];
  const book = buildRateBook({ priceLists, roomTypes, today: TODAY });
  const night = stay('2027-02-01', '2027-02-02');
  for (const number of numbers) {
    const none = { firstUnpricedNight: night.arrival };
    const EUR = number === 20 ? none : { kind: 'PER_NIGHT', amountMinor: number };
    expect(basePriceOf(book, number, 'EUR', night)).toEqual(EUR);
    const CZK = number <= 20 ? none : { kind: 'PER_NIGHT', amountMinor: 25 * number };
    expect(basePriceOf(book, number, 'CZK', night)).toEqual(CZK);
    expect(isPriced(book, number, night.arrival)).toBe(number !== 20);
  }
  for (const number of [1, 15, 60, 100])
    expect(basePriceOf(book, number, 'EUR', night)).toHaveProperty('firstUnpricedNight');
});

describe('T4: the first and the last day of a season are both priced nights', () => {
  test.each([
    ['2027-01-31', false],
    ['2027-02-01', true],
    ['2027-02-28', true],
    ['2027-03-01', false],
  ])('%s: %s', (night, expected) => {
    expect(isPriced(bookOf(nightly([FEBRUARY])), ROOM.number, day(night))).toBe(expected);
  });
});

describe('P6: the night price is the lower of the nightly rate and the average of a package that can include the night', () => {
  const at = (book: RateBook, night: string) => {
    const [price] = nightPrices(book, ROOM.number, 'EUR', range(night, night));
    return price ? [price.amountMinor, price.packageNights] : null;
  };

  test('a cheaper package wins with its exact fraction, a dearer one does not', () => {
    expect(at(bookOf(nightly([FEBRUARY]), packaged(7, [{ ...FEBRUARY, amountMinor: 69_999 }])), '2027-02-10')).toEqual([
      69_999, 7,
    ]);
    expect(at(bookOf(nightly([FEBRUARY]), packaged(7, [{ ...FEBRUARY, amountMinor: 70_001 }])), '2027-02-10')).toEqual([
      10_000, 0,
    ]);
  });

  test('of a rate and an equal average the rate counts, of a package of one night too', () => {
    expect(at(bookOf(nightly([FEBRUARY]), packaged(7, [{ ...FEBRUARY, amountMinor: 70_000 }])), '2027-02-10')).toEqual([
      10_000, 0,
    ]);
    expect(at(bookOf(nightly([FEBRUARY]), packaged(1, [FEBRUARY])), '2027-02-10')).toEqual([10_000, 0]);
    expect(at(bookOf(nightly([FEBRUARY]), packaged(1, [{ ...FEBRUARY, amountMinor: 9_999 }])), '2027-02-10')).toEqual([
      9_999, 1,
    ]);
  });

  test('the cheapest per night of several packages counts, whatever they cost in total', () => {
    const short = packaged(3, [{ ...FEBRUARY, amountMinor: 10_000 }]);
    const long = packaged(14, [{ ...FEBRUARY, amountMinor: 46_000 }], { number: 3 });
    for (const lists of [
      [short, long],
      [long, short],
    ]) {
      expect(at(bookOf(...lists), '2027-02-10')).toEqual([46_000, 14]);
    }
  });

  test('a package prices every night of its season, the last one too', () => {
    const book = bookOf(packaged(7, [FEBRUARY]));
    expect(at(book, '2027-02-01')).toEqual([10_000, 7]);
    expect(at(book, '2027-02-28')).toEqual([10_000, 7]);
    expect(at(book, '2027-03-01')).toBeNull();
  });

  test('a season too short for a whole package prices nothing', () => {
    expect(at(bookOf(packaged(7, [rate('2027-02-01', '2027-02-06', 100)])), '2027-02-03')).toBeNull();
    expect(at(bookOf(packaged(7, [rate('2027-02-01', '2027-02-07', 100)])), '2027-02-03')).not.toBeNull();
  });

  test('only what is left of a running season counts: from today on', () => {
    expect(at(bookOf(packaged(7, [rate('2026-12-01', '2027-01-09', 100)])), '2027-01-05')).toBeNull();
    expect(at(bookOf(packaged(7, [rate('2026-12-01', '2027-01-10', 100)])), '2027-01-05')).not.toBeNull();
  });

  test('a night with a night price in any currency is priced', () => {
    const book = bookOf(nightly([FEBRUARY], { currency: 'CZK' }), packaged(7, [rate('2027-03-01', '2027-03-31', 1)]));
    expect(['2027-01-31', '2027-02-01', '2027-03-01'].map((night) => isPriced(book, ROOM.number, day(night)))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('P8: nothing before today and nothing beyond 24 months has a price', () => {
  const book = bookOf(
    nightly([rate('2020-01-01', '2040-01-01', 100)]),
    packaged(7, [rate('2020-01-01', '2040-01-01', 1)]),
  );

  test('the book runs from today to the last night for sale', () => {
    expect([book.firstNight, book.lastNight]).toEqual([TODAY, HORIZON]);
    expect([TODAY - 1, TODAY, HORIZON, HORIZON + 1].map((night) => isPriced(book, ROOM.number, night))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test.each([
    ['2027-01-03', '2027-01-05', '2027-01-03'],
    ['2029-01-03', '2029-01-06', '2029-01-05'],
    ['2028-12-31', '2029-01-07', '2029-01-05'],
    ['2029-02-01', '2029-02-03', '2029-02-01'],
  ])('a stay from %s to %s is not priced from %s on', (arrival, departure, night) => {
    expect(base(book, arrival, departure)).toEqual({ firstUnpricedNight: day(night) });
  });

  test('the whole two years can be one stay', () => {
    expect(base(book, '2027-01-04', '2029-01-05')).toEqual({ kind: 'PER_NIGHT', amountMinor: 732 * 100 });
  });
});

test('sums stay exact at the bounds: a billion a night, twenty beds, two years', () => {
  const suite = { number: 13, hotelNumber: 1, beds: 20 };
  const list = nightly([rate('2027-01-01', '2030-01-01', 1_000_000_000, 13)], { quotedPer: 'PERSON' });
  const book = buildRateBook({ priceLists: [list], roomTypes: [suite], today: TODAY });
  expect(basePriceOf(book, 13, 'EUR', stay('2027-01-04', '2029-01-04'))).toEqual({
    kind: 'PER_NIGHT',
    amountMinor: 731 * 20_000_000_000,
  });
});

test('a package list without a number of nights is a broken invariant, not a price', () => {
  expect(() => bookOf(packaged(7, [FEBRUARY], { nights: null }))).toThrow('package price list 2');
});
