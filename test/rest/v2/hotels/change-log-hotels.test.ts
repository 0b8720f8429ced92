/**
 * The change log's entries of 2026-09-10 and 2026-07-23, rule by rule (V1 to V4a, P7, P9):
 * from-prices and fields of hotels, and the pages of room types.
 */
import { describe, expect, test } from 'vitest';
import { half, type Offer, visitTypeAt } from '../../../support/catalogue/offering-hotels.ts';
import { OBJECT_IDS } from '../../../support/catalogue/small-catalogue.ts';
import {
  fieldsWithin,
  getV2,
  marketOverRest,
  type PriceFrom,
  V2_CATALOGUE,
} from '../../../support/catalogue/v2-catalogue.ts';
import { type Asked, type Query, restClient } from '../../../support/requests/rest-client.ts';

const OBJECT_ID = expect.stringMatching(/^[0-9a-f]{24}$/);
const LOCALES = ['cs_CZ', 'de', 'en', 'ru'];

describe('from-prices', () => {
  const market = marketOverRest();
  const { get, priceFromOf, stayOf } = market;

  test('2026-09-10: priceFrom replaces perNight, minimumStay, their originals, guests and minimumNights', async () => {
    const hotel = await market.hotelSelling([{ double: 100, stayCategory: 'health' }]);
    const replaced = ['perNight', 'perNightOriginal', 'minimumStay', 'minimumStayOriginal', 'guests', 'minimumNights'];
    for (const path of [`/hotels/${hotel}`, '/hotels']) {
      const fields = fieldsWithin(await get(path));
      expect(fields).toContain('priceFrom');
      expect(replaced.filter((name) => fields.has(name))).toEqual([]);
    }
  });

  test('2026-09-10: under each currency priceFrom has all, health and wellness, each with perPersonPerNight and perStay', async () => {
    const prices = await priceFromOf([
      { double: 100, stayCategory: 'health' },
      { double: 120, stayCategory: 'wellness' },
      { double: 2_400, stayCategory: 'health', currency: 'CZK' },
      { double: 2_600, stayCategory: 'wellness', currency: 'CZK' },
    ]);
    expect(Object.keys(prices!).sort()).toEqual(['CZK', 'EUR']);
    for (const categories of Object.values(prices!)) {
      expect(Object.keys(categories).sort()).toEqual(['all', 'health', 'wellness']);
      for (const minima of Object.values(categories)) {
        expect(Object.keys(minima).sort()).toEqual(['perPersonPerNight', 'perStay']);
      }
    }
    expect(prices).toMatchObject({
      CZK: { all: { perStay: { amount: 4_800 } }, wellness: { perStay: { amount: 5_200 } } },
      EUR: { all: { perStay: { amount: 200 } }, wellness: { perStay: { amount: 240 } } },
    });
  });

  test('2026-09-10: all, health and wellness are hotel-wide: over every room type and visit type, the same in the list', async () => {
    const hotel = await market.hotelSelling([
      { double: 100, single: 90, stayCategory: 'health' },
      { double: 80, stayCategory: 'health' },
    ]);
    const { priceFrom } = await get<{ priceFrom: PriceFrom }>(`/hotels/${hotel}`);
    expect(priceFrom!.EUR!.health).toMatchObject({
      perPersonPerNight: { amount: 40, visitType: { id: visitTypeAt(hotel, 1) } },
      perStay: { amount: 160, visitType: { id: visitTypeAt(hotel, 1) } },
    });
    const { data } = await get<{ data: unknown[] }>(`/hotels?code=hotel-${hotel}`);
    expect(data).toEqual([expect.objectContaining({ id: hotel, priceFrom })]);
  });

  test('2026-09-10: the two minima are independent: each may have a visit type, a length and a room of its own', async () => {
    const prices = await priceFromOf([
      { double: 60, nightsMin: 7, name: { en: 'Week' } },
      { single: 70, name: { en: 'Alone' } },
    ]);
    expect(prices!.EUR!.all).toMatchObject({
      perPersonPerNight: { amount: 30, nights: 7, occupancy: 2, visitType: { name: { en: 'Week' } } },
      perStay: { amount: 140, nights: 2, occupancy: 1, visitType: { name: { en: 'Alone' } } },
    });
  });

  test('2026-09-10: every minimum reports amount, original, nights, occupancy and visitType, all of one and the same stay', async () => {
    const hotel = await market.hotelSelling([
      { double: 200.5, name: { en: 'Halved' }, promotions: [half('2027-02-01')] },
      { double: 110, name: { en: 'Lower before promotions' } },
    ]);
    const { priceFrom } = await get<{ priceFrom: PriceFrom }>(`/hotels/${hotel}`);
    const name = { cs_CZ: null, de: null, en: 'Halved', ru: null };
    const rest = { nights: 2, occupancy: 2, visitType: { _id: OBJECT_ID, id: visitTypeAt(hotel, 0), name } };
    expect(priceFrom).toEqual({
      EUR: {
        all: {
          perPersonPerNight: { amount: 50.13, original: 100.25, ...rest },
          perStay: { amount: 200.5, original: 401, ...rest },
        },
      },
    });
  });

  test.each([
    ['sells nothing in it', []],
    ['sells in it no longer', [{ double: 10, stayCategory: 'health', sellingTo: '2027-01-09' } as const]],
    ['sells in it only what has no price', [{ stayCategory: 'health' } as const]],
    ['sells in it only in another currency', [{ double: 10, stayCategory: 'health', currency: 'CZK' } as const]],
  ])('2026-09-10: a category is omitted when the hotel %s', async (_, health) => {
    const prices = await priceFromOf([{ double: 100, stayCategory: 'wellness' }, ...health]);
    expect(Object.keys(prices!.EUR!).sort()).toEqual(['all', 'wellness']);
    expect(prices!.EUR!.all).toEqual(prices!.EUR!.wellness);
  });

  test('2026-09-10: all includes visit types without a category, so it can be lower than both categories', async () => {
    const prices = await priceFromOf([
      { double: 100, stayCategory: 'health' },
      { double: 90, stayCategory: 'wellness' },
      { double: 10 },
    ]);
    expect(prices!.EUR).toMatchObject({
      all: { perPersonPerNight: { amount: 5 }, perStay: { amount: 20 } },
      health: { perPersonPerNight: { amount: 50 }, perStay: { amount: 200 } },
      wellness: { perPersonPerNight: { amount: 45 }, perStay: { amount: 180 } },
    });
    const only = await priceFromOf([{ double: 10, stayCategory: null }]);
    expect(Object.keys(only!.EUR!)).toEqual(['all']);
  });

  const [first, second] = [half('2027-02-01', '2027-02-02'), half('2027-02-02', null, { id: 2 })];
  const [both, lower] = [half('2027-02-01', '2027-02-03'), half('2027-02-01', null, { id: 2, percentage: 10 })];
  test.each<[string, Offer['promotions'], [number, number]]>([
    ['one that does', [both], [100, 200]],
    ['not one that lacks the last night', [first], [200, 200]],
    ['not one that lacks the first night', [second], [200, 200]],
    ['not two that do so together', [first, second], [200, 200]],
    ['of two that do, the higher', [both, lower], [100, 200]],
  ])(
    '2026-09-10: a promotion lowers a from-price only when it covers the whole stay: %s',
    async (_, promotions, stay) => {
      const season = { from: '2027-02-01', to: '2027-02-02' };
      expect(await stayOf([{ double: 100, promotions, season }])).toEqual(stay);
    },
  );

  test.each<[string, Offer, [number, number] | null]>([
    ['has ended contributes nothing', { sellingTo: '2027-01-09' }, null],
    ['ends today still contributes', { sellingTo: '2027-01-10' }, [200, 200]],
    ['begins today contributes', { sellingFrom: '2027-01-10' }, [200, 200]],
    ['begins tomorrow contributes nothing yet (P9)', { sellingFrom: '2027-01-11' }, null],
  ])('2026-09-10: a visit type whose selling period %s', async (_, period, expected) => {
    expect(await stayOf([{ double: 100, ...period }])).toEqual(expected);
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['without Accept-Language in all four locales', {}, LOCALES],
    ['with one language in that one', { 'accept-language': 'de' }, ['de']],
    ['with several languages in those', { 'accept-language': 'ru, cs' }, ['cs_CZ', 'ru']],
  ])('2026-09-10: priceFrom embeds visit type names, %s', async (_, headers, locales) => {
    const name: Record<string, string> = { cs_CZ: 'Kúra', de: 'Kur', en: 'Cure', ru: 'Курс' };
    const prices = await priceFromOf([{ double: 100, stayCategory: 'health', name }], { headers });
    const { all, health } = prices!.EUR!;
    for (const minimum of [all!, health!].flatMap((minima) => Object.values(minima))) {
      expect(minimum.visitType.name).toEqual(Object.fromEntries(locales.map((locale) => [locale, name[locale]])));
    }
  });
});

describe('hotels and room types', () => {
  const client = restClient({ catalogue: V2_CATALOGUE });
  type Entity = Record<string, unknown> & { id: number };
  interface Page {
    data: Entity[];
    nextCursor: string | null;
  }
  const hotel = async (id: number | string, asked: Asked = {}) =>
    (await getV2<Entity>(client, `/hotels/${id}`, asked)).body;
  const page = async (path: string, query: Query = {}) => (await getV2<Page>(client, path, { query })).body;
  const roomTypesOf = async (query: Query) => (await page('/room-types', query)).data.map(({ id }) => id);
  const legacy = (lastSortValue: unknown, lastId?: number | string) =>
    Buffer.from(JSON.stringify({ lastSortValue, lastId })).toString('base64');

  /** 400 about the cursor, and no rows. */
  async function expectRefused(path: string, query: Query): Promise<string> {
    const { status, body } = await getV2<{ message: string; errors: { message: string }[] }>(client, path, { query });
    const error = { path: 'cursor', code: expect.any(String), message: expect.any(String) };
    expect([status, body], JSON.stringify(query)).toEqual([
      400,
      { success: false, message: expect.any(String), errors: [error] },
    ]);
    return body.errors[0]!.message;
  }

  test('2026-07-23: GET /hotels lists hotels, GET /hotels/{hotelId} shows one, GET /amenity-categories the dictionary', async () => {
    const list = await page('/hotels');
    expect([list.data.map(({ id }) => id), list.nextCursor]).toEqual([[1, 2, 3, 4], null]);
    expect(await hotel(1)).toEqual(list.data[0]);
    expect(await hotel(OBJECT_IDS.hotel1)).toEqual(list.data[0]);
    expect((await page('/amenity-categories')).data).toHaveLength(5);
    const { status, body } = await getV2(client, '/hotels/999');
    expect([status, body]).toEqual([404, { success: false, message: expect.any(String) }]);
  });

  test('2026-07-23: a hotel has a localized shortDescription', async () => {
    const shortDescription = { cs_CZ: 'Dům v údolí', de: null, en: 'A house in the valley', ru: null };
    expect(await hotel(1)).toMatchObject({ shortDescription });
    const inTwo = await hotel(1, { headers: { 'accept-language': 'en, de' } });
    expect(inTwo.shortDescription).toEqual({ de: null, en: 'A house in the valley' });
  });

  test('2026-07-23: a hotel has a localized channelContent.tagline, that of the channel of the key', async () => {
    expect(await hotel(1)).toMatchObject({
      channelContent: { tagline: { cs_CZ: 'Lázně s duší', de: '', en: null, ru: null } },
    });
    const headers = { 'accept-language': 'en' };
    const key = await client.key({ channel: 'partner' });
    expect((await hotel(1, { key, headers })).channelContent).toEqual({ tagline: { en: 'Allotments' } });
  });

  test('2026-07-23: a hotel has structured accommodation rules', async () => {
    expect((await hotel(1)).accommodationRules).toEqual({
      checkInFrom: '14:00',
      checkInTo: null,
      checkOutTo: null,
      petsAllowed: false,
      childrenFromAge: 0,
      smokingAllowed: null,
      note: { cs_CZ: null, de: 'Keine Hunde', en: null, ru: null },
    });
  });

  test('2026-07-23: a hotel has structured meal services', async () => {
    expect((await hotel(1)).mealServices).toEqual([
      { boarding: 'DINNER', servedAs: 'MENU', from: '18:00', to: '20:00' },
      { boarding: 'BREAKFAST', servedAs: 'BUFFET', from: null, to: null },
    ]);
    expect((await hotel(3)).mealServices).toEqual([]);
  });

  test('2026-07-23: a hotel has indication codes in the order of the catalogue, and staff language codes', async () => {
    expect(await hotel(1)).toMatchObject({ indicationCodes: ['VI/3', 'II/1'], staffLanguageCodes: ['ru', 'cs'] });
    expect(await hotel(3)).toMatchObject({ indicationCodes: [], staffLanguageCodes: [] });
  });

  test('2026-07-23: a hotel has structured amenities', async () => {
    const sauna = expect.objectContaining({ code: 'sauna', access: 'conditional' });
    const wellness = { category: { code: 'wellness' }, amenities: [sauna, expect.objectContaining({ code: 'pool' })] };
    const services = { category: { code: 'services' }, amenities: [{ code: 'lift' }] };
    expect((await hotel(1)).amenityCategories).toEqual([wellness, services]);
  });

  test('2026-07-23: room types: an invalid cursor is 400, and pagination does not restart', async () => {
    const { nextCursor } = await page('/room-types', { limit: 2 });
    const swapped = nextCursor!.slice(0, 5) + (nextCursor![5] === 'A' ? 'B' : 'A') + nextCursor!.slice(6);
    const garbage = ['x', '%', '0', 'null', `${nextCursor}x`, nextCursor!.slice(0, -1), swapped];
    const encoded = [
      '{}',
      '[]',
      'null',
      '{"lastId":11}',
      '{"lastSortValue":11,"lastId":"x"}',
      '{"lastSortValue":{},"lastId":11}',
    ];
    const cursors = [...garbage, ...encoded.map((text) => Buffer.from(text).toString('base64'))];
    for (const cursor of cursors) await expectRefused('/room-types', { limit: 2, cursor });
  });

  test('2026-07-23: room types: a cursor for another sort mode is 400, and the message says so', async () => {
    const modes = ['id', 'code', 'beds'];
    for (const made of modes) {
      const { nextCursor: cursor } = await page('/room-types', { sort: made, limit: 2 });
      for (const sort of modes.filter((mode) => mode !== made)) {
        expect(await expectRefused('/room-types', { sort, cursor: cursor! })).toMatch(/sort mode/);
      }
      expect((await getV2(client, '/room-types', { query: { sort: made, cursor: cursor! } })).status).toBe(200);
    }
  });

  test('2026-07-23: room types: a cursor of another resource is 400, and the message says so', async () => {
    const { nextCursor: ofHotels } = await page('/hotels', { limit: 1 });
    expect(await expectRefused('/room-types', { cursor: ofHotels! })).toMatch(/hotels/);
    const { nextCursor: ofRoomTypes } = await page('/room-types', { limit: 1 });
    expect(await expectRefused('/hotels', { cursor: ofRoomTypes! })).toMatch(/room-types/);
  });

  test('2026-07-23: room types: empty localized strings are null, in their own list and inside a hotel', async () => {
    const category = { cs_CZ: 'Pokoj', de: null, en: null, ru: null };
    expect((await page('/room-types', { hotelId: 2 })).data[0]).toMatchObject({ id: 21, category });
    expect(await hotel(2)).toMatchObject({ roomTypes: [{ id: 21, category }, { id: 22 }] });
    const headers = { 'accept-language': 'de' };
    expect(await hotel(2, { headers })).toMatchObject({ roomTypes: [{ category: { de: null } }, {}] });
  });

  test('2026-07-23: room types: empty code and search parameters are as omitted', async () => {
    const all = await roomTypesOf({});
    expect(all).toEqual([11, 12, 13, 21, 22, 31, 41, 42, 43, 44, 45, 46]);
    for (const query of [{ code: '' }, { search: '' }, { code: '', search: '' }] as Query[]) {
      expect(await roomTypesOf(query)).toEqual(all);
    }
    expect(await roomTypesOf({ code: '', search: 'pokoj' })).toEqual([21]);
    expect(await roomTypesOf({ code: 'DBL', search: '' })).toEqual([11, 21, 31]);
  });

  test('2026-07-23: room types: legacy cursors with lastSortValue go on after that value, in every sort mode', async () => {
    expect(await roomTypesOf({ cursor: legacy(13, 13) })).toEqual([21, 22, 31, 41, 42, 43, 44, 45, 46]);
    expect(await roomTypesOf({ sort: 'code', cursor: legacy('DBL', 21) })).toEqual([31, 45, 46, 13, 12]);
    expect(await roomTypesOf({ sort: 'beds', cursor: legacy(2, 45) })).toEqual([46, 13, 22]);
    expect(await roomTypesOf({ sort: 'beds', cursor: legacy(2) })).toEqual([13, 22]);
    expect(await roomTypesOf({ sort: 'code', cursor: legacy('DBL', '21') })).toEqual([31, 45, 46, 13, 12]);
    const first = await page('/room-types', { cursor: legacy(13, 13), limit: 2 });
    expect(await roomTypesOf({ cursor: first.nextCursor! })).toEqual([31, 41, 42, 43, 44, 45, 46]);
  });

  test('2026-07-23: room types: a legacy cursor whose value does not fit the sort mode is 400', async () => {
    await expectRefused('/room-types', { sort: 'code', cursor: legacy(2, 45) });
    await expectRefused('/room-types', { sort: 'beds', cursor: legacy('DBL', 21) });
    await expectRefused('/room-types', { cursor: legacy('DBL', 21) });
  });
});
