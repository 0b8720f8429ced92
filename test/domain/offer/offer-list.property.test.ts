/** Lists of offers: sorted as by comparing offer with offer, whatever they cost, and walked on from any place. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OfferColumns, type OfferedStay } from '../../../src/domain/offer/offer-columns.ts';
import { OFFER_SORTS, OfferList, type OfferSort } from '../../../src/domain/offer/offer-list.ts';

/** Few values, so that many are equal. */
const TOTALS = [0, 1, 2, 99_950, 100_000, 5_000_000_000, 7_320_000_000_000];

const offers = fc
  .uniqueArray(fc.record({ visitTypeNumber: fc.nat(20), hotelNumber: fc.nat(3), roomTypeNumber: fc.nat(3) }), {
    selector: ({ visitTypeNumber, hotelNumber, roomTypeNumber }) =>
      `${visitTypeNumber} ${hotelNumber} ${roomTypeNumber}`,
    maxLength: 140,
  })
  .chain((numbers) =>
    fc.tuple(
      ...numbers.map((one) =>
        fc.record({
          ...Object.fromEntries(Object.entries(one).map(([name, number]) => [name, fc.constant(number)])),
          totalMinor: fc.constantFrom(...TOTALS),
          stars: fc.integer({ min: 1, max: 5 }),
          arrival: fc.integer({ min: 20_000, max: 21_000 }),
          nights: fc.integer({ min: 1, max: 366 }),
          isAvailable: fc.boolean(),
          destinationNumber: fc.nat(1),
        }),
      ),
    ),
  )
  .map((all) => (all as unknown as OfferedStay[]).sort(byNumbers));

function byNumbers(a: OfferedStay, b: OfferedStay): number {
  return a.visitTypeNumber - b.visitTypeNumber || a.hotelNumber - b.hotelNumber || a.roomTypeNumber - b.roomTypeNumber;
}

const listOf = (offers: readonly OfferedStay[], sort: OfferSort) => new OfferList(OfferColumns.of(offers), sort);
const allOf = (list: OfferList) => list.page(null, list.length).offers;

const byAvailability = (a: OfferedStay, b: OfferedStay) => Number(b.isAvailable) - Number(a.isAvailable);

/** In the order of prices what can be booked stands before what can only be requested. */
const BY: Record<OfferSort, (a: OfferedStay, b: OfferedStay) => number> = {
  PRICE: (a, b) => byAvailability(a, b) || a.totalMinor - b.totalMinor,
  PRICE_DESC: (a, b) => byAvailability(a, b) || b.totalMinor - a.totalMinor,
  STARS_DESC: (a, b) => b.stars - a.stars || a.totalMinor - b.totalMinor,
};

test('every order has all offers, those of equal values by number, and counts them', () => {
  fc.assert(
    fc.property(offers, fc.constantFrom(...OFFER_SORTS), (some, sort) => {
      const list = listOf(some, sort);
      expect(allOf(list)).toEqual(some.toSorted((a, b) => BY[sort](a, b) || byNumbers(a, b)));
      expect(list.lowestTotal).toBe(some.length === 0 ? null : Math.min(...some.map(({ totalMinor }) => totalMinor)));
      const counted = (of: (offer: OfferedStay) => number) =>
        new Map(some.map(of).map((value) => [value, some.filter((offer) => of(offer) === value).length]));
      expect(list.countBy('stars')).toEqual(counted(({ stars }) => stars));
      expect(list.countBy('destinationNumber')).toEqual(counted(({ destinationNumber }) => destinationNumber));
      expect(list.countBy('visitTypeNumber')).toEqual(counted(({ visitTypeNumber }) => visitTypeNumber));
    }),
    { numRuns: 2_000 },
  );
});

test('of each hotel the first offer is the one before which no other of the hotel stands, and all of its offers are counted', () => {
  fc.assert(
    fc.property(offers, fc.constantFrom(...OFFER_SORTS), (some, sort) => {
      const list = listOf(some, sort);
      const first = list.firstOfHotels();
      const before = (offer: OfferedStay) =>
        some.filter((other) => (BY[sort](other, offer) || byNumbers(other, offer)) < 0);
      const leading = some.filter(
        (offer) => !before(offer).some(({ hotelNumber }) => hotelNumber === offer.hotelNumber),
      );
      expect(allOf(first)).toEqual(leading.toSorted((a, b) => BY[sort](a, b) || byNumbers(a, b)));
      const inPortions = listOf(some, sort);
      expect([...inPortions.findFirsts(7)]).toHaveLength(Math.max(0, Math.ceil(some.length / 7) - 1));
      expect(allOf(inPortions.firstOfHotels())).toEqual(allOf(first));
      expect(first.length).toBe(leading.length);
      for (const { hotelNumber } of some) {
        expect(list.countOfHotel(hotelNumber)).toBe(some.filter((one) => one.hotelNumber === hotelNumber).length);
      }
    }),
    { numRuns: 500 },
  );
});

test('a page goes on after an offer, even when that has gone, and is the same if the list is looked at in portions', () => {
  fc.assert(
    fc.property(
      offers,
      fc.constantFrom(...OFFER_SORTS),
      fc.nat(200),
      fc.integer({ min: 1, max: 30 }),
      (some, sort, at, first) => {
        if (some.length === 0) return;
        const sorted = some.toSorted((a, b) => BY[sort](a, b) || byNumbers(a, b));
        const place = at % sorted.length;
        const last = sorted[place]!;
        const offers = sorted.slice(place + 1, place + 1 + first);
        expect(listOf(some, sort).page(last, first)).toEqual({ start: place + 1, offers });
        const pick = listOf(some, sort).pick(last, first);
        expect([...pick.look(first)]).toHaveLength(Math.max(0, Math.ceil(some.length / first) - 1));
        expect(pick.page()).toEqual({ start: place + 1, offers });
        const without = some.filter((offer) => offer !== last);
        expect(listOf(without, sort).page(last, first)).toEqual({ start: place, offers });
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a page of offers that were found in the opposite order takes as many comparisons of each as halving the page does', () => {
  const COUNT = 5_000;
  const PAGE = 100;
  const found = OfferColumns.of(
    Array.from({ length: COUNT }, (_, index) => ({
      ...{ visitTypeNumber: index, hotelNumber: 1, roomTypeNumber: 1, arrival: 20_000, nights: 7 },
      ...{ isAvailable: true, totalMinor: index, stars: 3, destinationNumber: 1 },
    })),
  );
  let reads = 0;
  found.totalMinor = new Proxy(found.totalMinor, {
    get(totals, place) {
      reads++;
      return Reflect.get(totals, place);
    },
  });
  const { offers } = new OfferList(found, 'PRICE_DESC').page(null, PAGE);
  expect(offers.map(({ totalMinor }) => totalMinor)).toEqual(Array.from({ length: PAGE }, (_, at) => COUNT - 1 - at));
  // Two are read in a comparison; one more comparison tells whether an offer belongs to the page.
  expect(reads).toBeLessThanOrEqual(2 * COUNT * (Math.ceil(Math.log2(PAGE)) + 1) + PAGE);
});
