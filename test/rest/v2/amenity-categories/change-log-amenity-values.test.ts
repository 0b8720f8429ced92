/**
 * The change log's entry of 2026-07-24, rule by rule (V4 to V5, P7): the amenity
 * dictionary, the values of hotels, and from-prices as far as the entry of 2026-09-10 retains them.
 */
import { describe, expect, test } from 'vitest';
import { half, type Offer } from '../../../support/catalogue/offering-hotels.ts';
import {
  fieldsWithin,
  getV2,
  marketOverRest,
  problemsOfImport,
  V2_CATALOGUE,
} from '../../../support/catalogue/v2-catalogue.ts';
import { restClient } from '../../../support/requests/rest-client.ts';

describe('from-prices', () => {
  const { priceFromOf, stayOf, key } = marketOverRest();

  test.each<[string, Offer[], [number, number]]>([
    ['the cheapest room and visit type', [{ double: 100, single: 80 }, { double: 70 }], [140, 140]],
    [
      'a current price, from today on',
      [{ double: 100, season: { from: '2026-01-01', to: '2027-01-11' } }, { double: 110 }],
      [200, 200],
    ],
    ['the price of what is on demand too (V4a)', [{ double: 50, onDemand: true }, { double: 100 }], [100, 100]],
    ['a future price', [{ double: 100 }, { double: 90, season: { from: '2028-12-01', to: '2028-12-31' } }], [180, 180]],
    [
      'no price that is over',
      [{ double: 100 }, { double: 10, season: { from: '2026-01-01', to: '2027-01-10' } }],
      [200, 200],
    ],
  ])('2026-07-24: priceFrom is %s', async (_, offers, expected) => {
    expect(await stayOf(offers)).toEqual(expected);
  });

  test('2026-07-24: priceFrom is for the standard occupancy of the room: as many people as it has beds', async () => {
    const double = await priceFromOf([{ double: 100 }]);
    expect(double!.EUR!.all).toMatchObject({
      perPersonPerNight: { amount: 50, occupancy: 2 },
      perStay: { amount: 200, occupancy: 2 },
    });
    const single = await priceFromOf([{ single: 80 }]);
    expect(single!.EUR!.all).toMatchObject({
      perPersonPerNight: { amount: 80, occupancy: 1 },
      perStay: { amount: 160, occupancy: 1 },
    });
  });

  test('2026-07-24: priceFrom has a nightly and a minimum-stay figure with its nights, and only the currencies that sell', async () => {
    const weekly: Offer = { double: 2_000, currency: 'CZK', nightsMin: 5, nightsMax: 21, reservationTimeSpan: 'WEEKS' };
    expect(await priceFromOf([weekly])).toEqual({
      CZK: {
        all: {
          perPersonPerNight: expect.objectContaining({ amount: 1_000, nights: 7 }),
          perStay: expect.objectContaining({ amount: 14_000, nights: 7 }),
        },
      },
    });
    expect(Object.keys((await priceFromOf([weekly, { double: 90 }]))!).sort()).toEqual(['CZK', 'EUR']);
  });

  test.each<[string, Offer[]]>([
    ['sells nothing', []],
    ['sells what has no price', [{}]],
    ['has prices for fewer nights than the shortest stay', [{ double: 100, nightsMin: 29, nightsMax: 30 }]],
    ['has only prices that are over', [{ double: 100, season: { from: '2026-01-01', to: '2027-01-10' } }]],
    ['has only prices more than 24 months ahead', [{ double: 9, season: { from: '2029-01-10', to: '2030-12-31' } }]],
  ])('2026-07-24: priceFrom is null for a hotel that %s', async (_, offers) => {
    expect(await priceFromOf(offers)).toBeNull();
  });

  test('2026-07-24: promotions of the public channel are included, with the original price, for keys of every channel', async () => {
    const forAll: Offer = { double: 100, promotions: [half('2027-01-01')] };
    const forPartners: Offer = { double: 100, promotions: [half('2027-01-01', null, { channels: ['partner'] })] };
    for (const channel of ['public', 'partner']) {
      const asked = { key: await key({ channel }) };
      expect(await stayOf([forAll], asked)).toEqual([100, 200]);
      expect(await stayOf([forPartners], asked)).toEqual([200, 200]);
    }
  });
});

describe('amenities', () => {
  type Value = { code: string } & Record<string, unknown>;
  interface Category<Amenity> {
    category: { code: string };
    amenities: Amenity[];
  }
  interface Hotel {
    id: number;
    amenityCategories: Category<Value>[];
  }
  type Asked = Parameters<typeof getV2>[2];

  const client = restClient({ catalogue: V2_CATALOGUE });
  const NO_TEXTS = { cs_CZ: null, de: null, en: null, ru: null };
  const FIELD_OF_KIND: Record<string, string> = {
    access: 'access',
    options: 'options',
    note: 'note',
    opening_hours: 'openingHours',
    quantity: 'quantity',
    area: 'area',
    temperature: 'temperature',
    distance: 'distance',
    age_limit: 'ageLimit',
  };

  const dictionary = async () =>
    (await getV2<{ data: Category<{ code: string; detailKinds: string[] }>[] }>(client, '/amenity-categories')).body
      .data;
  const hotelOf = async (id: number, asked?: Asked) => (await getV2<Hotel>(client, `/hotels/${id}`, asked)).body;
  const listed = async (asked?: Asked) => (await getV2<{ data: Hotel[] }>(client, '/hotels', asked)).body.data;
  const valuesOf = ({ amenityCategories }: Hotel) => amenityCategories.flatMap(({ amenities }) => amenities);

  /** The value of an amenity, which must be the same alone and in the list of hotels. */
  async function valueIn(id: number, code: string, asked?: Asked): Promise<Value> {
    const alone = valuesOf(await hotelOf(id, asked));
    expect(valuesOf((await listed(asked)).find((hotel) => hotel.id === id)!)).toEqual(alone);
    const value = alone.find((one) => one.code === code);
    expect(value, `the amenity ${code}`).toBeDefined();
    return value!;
  }
  /** The problems of a dictionary whose entry has these kinds. */
  const problemsOfKinds = (detailKinds: string[]) =>
    problemsOfImport(client, {
      amenityCategories: [{ code: 'new', amenities: [{ code: 'novelty', detailKinds: detailKinds as never }] }],
    });

  test('2026-07-24: each item of data of GET /amenity-categories has category and amenities, in the order of the catalogue', async () => {
    const items = await dictionary();
    for (const item of items) expect(Object.keys(item).sort()).toEqual(['amenities', 'category']);
    expect(items.map(({ category, amenities }) => [category.code, amenities.map(({ code }) => code)])).toEqual([
      ['wellness', ['sauna', 'pool']],
      ['empty', []],
      ['dining', ['cafe']],
      ['services', ['lift']],
      ['guest_services', ['parking', 'diets']],
    ]);
  });

  test('2026-07-24: hotels expose their values under amenityCategories, categories without assigned amenities omitted', async () => {
    const codes = ({ amenityCategories }: Hotel) =>
      amenityCategories.map(({ category, amenities }) => [category.code, amenities.map(({ code }) => code)]);
    expect((await listed()).map(codes)).toEqual([
      [
        ['wellness', ['sauna', 'pool']],
        ['services', ['lift']],
      ],
      [['wellness', ['sauna', 'pool']]],
      [],
      [
        ['wellness', ['sauna']],
        ['guest_services', ['parking', 'diets']],
      ],
    ]);
    expect(codes(await hotelOf(4))).toEqual(codes((await listed())[3]!));
  });

  test('2026-07-24: choices of every amenity use the kind options and option objects; parking_types, sauna_types and dietary_options are gone', async () => {
    const entries = (await dictionary()).flatMap(({ amenities }) => amenities);
    const known = new Set(entries.flatMap(({ detailKinds }) => detailKinds));
    expect([...known].sort()).toEqual(Object.keys(FIELD_OF_KIND).sort());
    for (const code of ['parking', 'sauna', 'diets']) {
      expect(entries.find((entry) => entry.code === code)!.detailKinds).toContain('options');
    }
    expect((await valueIn(4, 'parking')).options).toEqual([{ code: 'garage' }]);
    expect((await valueIn(1, 'sauna')).options).toEqual([{ code: 'steam' }, { code: 'finnish' }]);
    expect((await valueIn(4, 'diets')).options).toEqual([{ code: 'vegan' }]);
    const replaced = ['parking_types', 'sauna_types', 'dietary_options'];
    const fields = fieldsWithin(await listed());
    const spellings = [...replaced, 'parkingTypes', 'saunaTypes', 'dietaryOptions'];
    expect(spellings.filter((name) => fields.has(name))).toEqual([]);
    for (const kind of replaced) expect(await problemsOfKinds(['options', kind])).not.toEqual([]);
  });

  test('2026-07-24: options objects are localized in the dictionary', async () => {
    const { body } = await getV2(client, '/amenity-categories', { headers: { 'accept-language': 'cs, en' } });
    expect(body).toMatchObject({
      data: [
        {},
        {},
        {},
        {},
        { amenities: [{ code: 'parking', options: [{ label: { cs_CZ: 'Garáž', en: 'Garage' } }, {}] }, {}] },
      ],
    });
  });

  test('2026-07-24: a value has exactly the fields of the detail kinds of its dictionary entry, and always its code', async () => {
    const kindsOf = new Map(
      (await dictionary()).flatMap(({ amenities }) => amenities.map((one) => [one.code, one.detailKinds])),
    );
    for (const value of (await listed()).flatMap(valuesOf)) {
      const fields = kindsOf.get(value.code)!.map((kind) => FIELD_OF_KIND[kind]);
      expect(Object.keys(value).sort(), value.code).toEqual(['code', ...fields].sort());
    }
    expect(await valueIn(1, 'sauna')).toEqual({
      code: 'sauna',
      access: 'conditional',
      options: [{ code: 'steam' }, { code: 'finnish' }],
      openingHours: [{ days: ['SAT', 'SUN'], from: '10:00', to: '21:00' }],
      note: { ...NO_TEXTS, en: 'Ladies only' },
    });
  });

  test('2026-07-24: unfilled scalars are null, and zero is not unfilled', async () => {
    const scalars = { quantity: null, area: null, temperature: null, distance: null, ageLimit: null };
    expect(await valueIn(2, 'pool')).toEqual({ code: 'pool', ...scalars });
    expect(await valueIn(1, 'pool')).toEqual({ code: 'pool', ...scalars, area: 96.5, temperature: 30, ageLimit: 0 });
    expect((await valueIn(2, 'sauna')).access).toBeNull();
    expect((await valueIn(4, 'parking')).distance).toBeNull();
  });

  test('2026-07-24: unfilled lists and opening hours are empty', async () => {
    expect(await valueIn(2, 'sauna')).toMatchObject({ options: [], openingHours: [] });
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['without Accept-Language', {}, ['cs_CZ', 'de', 'en', 'ru']],
    ['with one language', { 'accept-language': 'en' }, ['en']],
    ['with several', { 'accept-language': 'ru, de-AT' }, ['de', 'ru']],
  ])('2026-07-24: requested note translations that are missing are null: %s', async (_, headers, locales) => {
    const noteOf = async (id: number) => (await valueIn(id, 'sauna', { headers })).note;
    const texts: Record<string, string> = { cs_CZ: 'Jen ženy', de: 'Nur Frauen' };
    expect(await noteOf(2)).toEqual(Object.fromEntries(locales.map((locale) => [locale, null])));
    expect(await noteOf(4)).toEqual(Object.fromEntries(locales.map((locale) => [locale, texts[locale] ?? null])));
  });

  test('2026-07-24: charges are expressed only through access: included, conditional or paid', async () => {
    expect([await valueIn(4, 'sauna'), await valueIn(4, 'diets'), await valueIn(4, 'parking')]).toMatchObject([
      { access: 'included' },
      { access: 'conditional' },
      { access: 'paid' },
    ]);
    const values = (await listed()).flatMap(valuesOf);
    expect([...fieldsWithin(values)].filter((name) => /charge|fee|price|paid|cost|amount/i.test(name))).toEqual([]);
    for (const value of values.filter(({ code }) => code === 'pool' || code === 'lift')) {
      expect(value).not.toHaveProperty('access');
    }
    const free = { hotels: [{ ...V2_CATALOGUE.hotels![3]!, amenities: [{ code: 'sauna', access: 'free' as never }] }] };
    expect(await problemsOfImport(client, free)).toEqual([expect.stringMatching(/amenities\[0\]\.access/)]);
  });

  test('2026-07-24: an entry with empty detailKinds only says that the amenity is there: its values are just the code', async () => {
    const services = (await dictionary()).find(({ category }) => category.code === 'services');
    expect(services!.amenities).toMatchObject([{ code: 'lift', detailKinds: [] }]);
    expect(await valueIn(1, 'lift')).toEqual({ code: 'lift' });
  });
});
