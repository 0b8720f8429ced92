/** `Hotel.priceFrom` from an imported catalogue to the answer; each test imports its own hotels. */
import { describe, expect, test } from 'vitest';
import {
  doubleRoomOf,
  FEBRUARY,
  half,
  MARCH,
  nightly,
  type Offer,
  offeringHotels,
  visitTypeAt,
  visitTypeOf,
} from '../../../support/catalogue/offering-hotels.ts';

const market = offeringHotels();
const { bring, hotelSelling, pricesOf, stayOf } = market;

describe('2026-09-10: two independent minima under each currency and category', () => {
  test('each has the figures of one stay, and names the visit type by ids and in all four locales', async () => {
    const name = { cs_CZ: 'Kúra', de: 'Kur', en: 'Cure', ru: '' };
    const hotel = await hotelSelling([{ double: 100, stayCategory: 'health', name, promotions: [half('2027-02-15')] }]);
    const figures = 'amount { amountMinor currency } original { amount } nights guests';
    const minimum = `{ ${figures} visitType { id number name { cs_CZ: cs de en ru } } }`;
    const data = await market.gateway.ask<{ hotel: { priceFrom: unknown }; visitType: { id: string } }>(
      `query ($hotel: ID!, $visitType: ID!) {
        hotel(id: $hotel) { priceFrom { currency all { perPersonPerNight ${minimum} perStay ${minimum} } } }
        visitType(id: $visitType) { id number name { cs_CZ: cs de en ru } }
      }`,
      { variables: { hotel, visitType: visitTypeAt(hotel, 0) } },
    );
    const { visitType } = data;
    expect(visitType).toEqual({ id: expect.stringMatching(/^[0-9a-f]{24}$/), number: visitTypeAt(hotel, 0), name });
    const stay = { nights: 2, guests: 2, visitType };
    const perPersonPerNight = { amount: { amountMinor: 2_500, currency: 'EUR' }, original: { amount: 50 }, ...stay };
    const perStay = { amount: { amountMinor: 10_000, currency: 'EUR' }, original: { amount: 200 }, ...stay };
    expect(data.hotel.priceFrom).toEqual([{ currency: 'EUR', all: { perPersonPerNight, perStay } }]);
  });

  test('the cheapest night and the cheapest stay may belong to other visit types, rooms and lengths', async () => {
    const hotel = await hotelSelling([
      { double: 60, nightsMin: 7, name: { en: 'Week' } },
      { single: 70, name: { en: 'Alone' } },
      { double: 100, name: { en: 'Pair' } },
    ]);
    expect((await pricesOf(hotel))?.EUR?.all).toEqual({
      perPersonPerNight: { amount: 30, original: 30, nights: 7, guests: 2, visitType: 'Week' },
      perStay: { amount: 140, original: 140, nights: 2, guests: 1, visitType: 'Alone' },
    });
  });

  test('a category holds the minima of its visit types; all counts those without one too, and may be below both', async () => {
    const hotel = await hotelSelling([
      { double: 100, stayCategory: 'health', name: { en: 'Cure' } },
      { double: 90, stayCategory: 'wellness', name: { en: 'Sauna' } },
      { double: 10, name: { en: 'Plain' } },
    ]);
    const cheapest = (visitType: string, amount: number) => ({
      perPersonPerNight: { amount: amount / 4, original: amount / 4, nights: 2, guests: 2, visitType },
      perStay: { amount, original: amount, nights: 2, guests: 2, visitType },
    });
    expect(await pricesOf(hotel)).toEqual({
      EUR: { all: cheapest('Plain', 20), health: cheapest('Cure', 200), wellness: cheapest('Sauna', 180) },
    });
  });

  test('a category is null when the hotel sells nothing in it', async () => {
    const hotel = await hotelSelling([
      { double: 100, stayCategory: 'wellness' },
      { double: 10, stayCategory: 'health', sellingTo: '2027-01-09' },
    ]);
    const prices = (await pricesOf(hotel))?.EUR;
    expect(prices).toEqual({ all: prices?.wellness, health: null, wellness: expect.anything() });
  });

  test('V4a: currencies that sell nothing are left out, each is priced by its own lists, crowns first', async () => {
    const both = await hotelSelling([
      { double: 100, stayCategory: 'health' },
      { double: 2_400, currency: 'CZK', stayCategory: 'wellness' },
    ]);
    const prices = await pricesOf(both);
    expect(Object.keys(prices ?? {})).toEqual(['CZK', 'EUR']);
    expect(prices).toMatchObject({
      CZK: { all: { perStay: { amount: 4_800 } }, health: null },
      EUR: { all: { perStay: { amount: 200 } }, wellness: null },
    });
    expect(Object.keys((await pricesOf(await hotelSelling([{ double: 9, currency: 'CZK' }]))) ?? {})).toEqual(['CZK']);
  });
});

describe('2026-07-24: from-prices of what is for sale, now or later', () => {
  test.each<[string, Offer[]]>([
    ['sells no visit type', []],
    ['has no price for what it sells', [{}]],
    ['has prices for nights that are over', [{ double: 100, season: { from: '2026-01-01', to: '2027-01-10' } }]],
    ['has prices for fewer nights than the shortest stay', [{ double: 100, nightsMin: 29, nightsMax: 30 }]],
    ['has prices for nights beyond the horizon', [{ double: 100, season: { from: '2029-01-10', to: '2030-12-31' } }]],
  ])('a hotel that %s has null', async (_, offers) => {
    expect(await pricesOf(await hotelSelling(offers))).toBeNull();
  });

  test('hotels with and without prices in one page have each their own', async () => {
    const bare = await hotelSelling([], { destination: 2 });
    const priced = await hotelSelling([{ double: 100 }], { destination: 2 });
    const last = await hotelSelling([{}], { destination: 2 });
    const page = '{ hotels(filter: { destination: 2 }) { nodes { number priceFrom { currency } } } }';
    expect(await market.gateway.ask(page)).toEqual({
      hotels: {
        nodes: [
          { number: bare, priceFrom: null },
          { number: priced, priceFrom: [{ currency: 'EUR' }] },
          { number: last, priceFrom: null },
        ],
      },
    });
  });

  test('every bed is taken: the occupancy is the beds of the room, and its price is divided by them', async () => {
    const single = await hotelSelling([{ single: 80 }]);
    expect((await pricesOf(single))?.EUR?.all?.perPersonPerNight).toMatchObject({ amount: 80, guests: 1 });
    const double = await hotelSelling([{ single: 80, double: 100 }]);
    expect((await pricesOf(double))?.EUR?.all).toMatchObject({
      perPersonPerNight: { amount: 50, guests: 2 },
      perStay: { amount: 160, guests: 1 },
    });
  });

  test('V4a: visit types on demand count', async () => {
    expect(await stayOf(await hotelSelling([{ double: 50, onDemand: true }, { double: 100 }]))).toEqual([100, 100]);
  });

  test('V4: capacity is ignored: no room is left in February, and none was ever recorded for March', async () => {
    const hotel = await hotelSelling([{ double: 100 }, { double: 50, season: MARCH }]);
    await bring({ inventory: [{ roomTypeId: doubleRoomOf(hotel), ...FEBRUARY, units: 0 }] });
    expect(await stayOf(hotel)).toEqual([100, 100]);
  });

  test.each([
    ['ended yesterday', { sellingTo: '2027-01-09' }, null],
    ['ends today', { sellingTo: '2027-01-10' }, [200, 200]],
    ['begins today', { sellingFrom: '2027-01-10' }, [200, 200]],
    ['begins tomorrow', { sellingFrom: '2027-01-11' }, null],
  ])('P9: a visit type whose selling period %s', async (_, period, expected) => {
    expect(await stayOf(await hotelSelling([{ double: 100, ...period }]))).toEqual(expected);
  });

  test('the rules of the visit type hold: starting days, whole weeks, dates', async () => {
    const hotel = await hotelSelling([
      { double: 100, nightsMin: 5, nightsMax: 21, reservationTimeSpan: 'WEEKS', name: { en: 'Weekly' } },
      { double: 10, timeConstraints: [{ from: '2027-02-05', to: '2027-02-05' }] },
      { double: 10, season: { from: '2027-02-01', to: '2027-02-02' }, startingDays: ['SUN'] },
    ]);
    expect((await pricesOf(hotel))?.EUR?.all?.perStay).toMatchObject({ amount: 700, nights: 7, visitType: 'Weekly' });
  });
});

describe('2026-09-10: promotions', () => {
  test.each([
    ['covers the whole stay lowers it', half('2027-02-01', '2027-02-03'), [100, 200]],
    ['covers all of it but its last night does not', half('2027-02-01', '2027-02-02'), [200, 200]],
    ['begins with its second night does not', half('2027-02-28'), [200, 200]],
  ])('one that %s', async (_, promotion, expected) => {
    expect(await stayOf(await hotelSelling([{ double: 100, promotions: [promotion] }]))).toEqual(expected);
  });

  test('the original is that of the same stay, though another costs less before promotions', async () => {
    const dear = { double: 300, season: MARCH, promotions: [half('2027-03-01', null, { percentage: 80 })] };
    expect(await stayOf(await hotelSelling([dear, { double: 100 }]))).toEqual([120, 600]);
  });

  test('P7: they are those of the public channel, for keys of every channel', async () => {
    const partner = await market.gateway.key({ channel: 'partner' });
    const forPartners = await hotelSelling([
      { double: 100, promotions: [half('2027-01-01', null, { channels: ['partner'] })] },
    ]);
    const forAll = await hotelSelling([{ double: 100, promotions: [half('2027-01-01')] }]);
    for (const key of [partner, undefined, partner]) {
      expect([await stayOf(forPartners, key), await stayOf(forAll, key)]).toEqual([
        [200, 200],
        [100, 200],
      ]);
    }
  });

  test('in a visit type sold in two hotels, one for a hotel lowers only that hotel, and rooms count where they are', async () => {
    const [first, second] = [await hotelSelling([]), await hotelSelling([])];
    const rates = [
      { roomTypeId: doubleRoomOf(first), ...FEBRUARY, amount: 100 },
      { roomTypeId: doubleRoomOf(second), ...FEBRUARY, amount: 60 },
    ];
    const shared: Offer = {
      hotelIds: [first, second],
      priceLists: [nightly(rates)],
      promotions: [half('2027-01-01', null, { hotelIds: [second] })],
    };
    await bring({ visitTypes: [visitTypeOf(shared, { hotel: first, place: 0 })] });
    expect([await stayOf(first), await stayOf(second)]).toEqual([
      [200, 200],
      [60, 120],
    ]);
  });

  test('I2: a key that sees one of the two hotels has the same from-prices there, and nothing of the other', async () => {
    const [seen, hidden] = [await hotelSelling([]), await hotelSelling([], { destination: 2 })];
    const rates = [doubleRoomOf(seen), doubleRoomOf(hidden)].map((roomTypeId, place) => {
      return { roomTypeId, ...FEBRUARY, amount: 100 - 60 * place };
    });
    const shared: Offer = { hotelIds: [seen, hidden], priceLists: [nightly(rates)] };
    await bring({ visitTypes: [visitTypeOf(shared, { hotel: seen, place: 0 })] });
    const key = await market.gateway.key({ destinations: [1] });
    expect([await stayOf(seen), await stayOf(hidden)]).toEqual([
      [200, 200],
      [80, 80],
    ]);
    expect(await stayOf(seen, key)).toEqual([200, 200]);
    expect(await market.gateway.ask(`{ hotel(id: ${hidden}) { priceFrom { currency } } }`, { key })).toEqual({
      hotel: null,
    });
  });
});
