/** From-prices are cached, yet changes by an import or a new day show in the very next request. */
import { describe, expect, test } from 'vitest';
import { half, type Offer, offeringHotels, visitTypeOf } from '../../../support/catalogue/offering-hotels.ts';

const market = offeringHotels();
const { bring, hotelSelling, pricesOf, stayOf } = market;

describe('an import shows in from-prices that were read before', () => {
  const before: Offer = { double: 100, stayCategory: 'health' };

  test.each<[string, Offer, object]>([
    ['a price', { ...before, double: 80 }, { all: { perStay: { amount: 160, original: 160 } } }],
    ['a promotion', { ...before, promotions: [half('2027-01-01')] }, { all: { perStay: { amount: 100 } } }],
    ['the shortest stay', { ...before, nightsMin: 3 }, { all: { perStay: { amount: 300, nights: 3 } } }],
    ['the category', { ...before, stayCategory: 'wellness' }, { health: null, wellness: { perStay: { amount: 200 } } }],
    ['the name of the visit type', { ...before, name: { en: 'New' } }, { all: { perStay: { visitType: 'New' } } }],
  ])('%s', async (_, after, expected) => {
    const hotel = await hotelSelling([before]);
    expect(await stayOf(hotel)).toEqual([200, 200]);
    await bring({ visitTypes: [visitTypeOf(after, { hotel, place: 0 })] });
    expect((await pricesOf(hotel))?.EUR).toMatchObject(expected);
  });

  test('a hotel that sold nothing gets prices, and one that stops selling loses them', async () => {
    const [first, second] = [await hotelSelling([before]), await hotelSelling([])];
    expect([await stayOf(first), await stayOf(second)]).toEqual([[200, 200], null]);
    await bring({ visitTypes: [visitTypeOf({ double: 100 }, { hotel: second, place: 0 })] });
    const ended = { ...before, sellingTo: '2027-01-09' };
    await bring({ visitTypes: [visitTypeOf(ended, { hotel: first, place: 0 })] });
    expect([await stayOf(first), await stayOf(second)]).toEqual([null, [200, 200]]);
  });
});

describe('midnight shows in from-prices that were read before', () => {
  const january = { from: '2027-01-01', to: '2027-01-31' };

  test.each<[string, Offer, [number, number] | null, [number, number] | null]>([
    [
      'the last stay that a promotion covers is over',
      { double: 100, season: january, promotions: [half('2027-01-01', '2027-01-12')] },
      [100, 200],
      [200, 200],
    ],
    ['the last stay of a season is over', { double: 100, season: { ...january, to: '2027-01-11' } }, [200, 200], null],
    ['the selling period ends', { double: 100, sellingTo: '2027-01-10' }, [200, 200], null],
    ['the selling period begins', { double: 100, sellingFrom: '2027-01-11' }, null, [200, 200]],
    [
      'a night comes up to the horizon',
      { double: 100, season: { from: '2029-01-10', to: '2029-12-31' } },
      null,
      [200, 200],
    ],
  ])('%s', async (_, offer, today, tomorrow) => {
    const hotel = await hotelSelling([offer]);
    expect(await stayOf(hotel)).toEqual(today);
    market.gateway.setToday('2027-01-11');
    expect(await stayOf(hotel)).toEqual(tomorrow);
    market.gateway.setToday('2027-01-10');
    expect(await stayOf(hotel)).toEqual(today);
  });

  test('T2: it is midnight in Prague, not in UTC', async () => {
    const hotel = await hotelSelling([{ double: 100, sellingTo: '2027-01-10' }]);
    market.gateway.setClock('2027-01-10T22:59:59Z');
    expect(await stayOf(hotel)).toEqual([200, 200]);
    market.gateway.setClock('2027-01-10T23:00:00Z');
    expect(await stayOf(hotel)).toBeNull();
  });
});
