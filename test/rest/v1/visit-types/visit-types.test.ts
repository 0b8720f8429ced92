/** GET /api/v1/visit-types (C1 to C3, P6). */
import { describe, expect, test } from 'vitest';
import { OBJECT_IDS, SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway } from '../../../support/gateway/gateway.ts';
import { restClient } from '../../../support/requests/rest-client.ts';

interface Price {
  amount_per_night: number | null;
  original_amount_per_night: number | null;
  currency: string;
}
interface VisitType {
  id: number;
  name: Record<string, string | null>;
  lowest_price: Record<string, Price>;
  promotions: { name: { en: string } }[];
  hotels: { id: number; lowest_price: Record<string, Price>; promotions: { name: { en: string } }[] }[];
  visit_type_categories: { visitTypes: { id: number }[] }[];
}

const client = restClient();
const list = (query: Parameters<typeof client.get>[1] = {}, asked = {}) =>
  client.get<VisitType[]>('/visit-types', { max: 100, ...query }, asked);
const idsOf = async (query: Parameters<typeof client.get>[1]) => (await list(query)).body.map(({ id }) => id);
const errorsOf = async (query: Parameters<typeof client.get>[1]) => {
  const { status, body } = await client.get<{ errors: { path: string; code: string }[] }>('/visit-types', query);
  return { status, errors: (body.errors ?? []).map(({ path, code }) => `${path} ${code}`) };
};
const promotionsOf = ({ promotions }: { promotions: { name: { en: string } }[] }) =>
  promotions.map(({ name }) => name.en);

describe('200: a record', () => {
  test('has exactly the fields of the interface, in its order', async () => {
    const [record] = (await list()).body;
    expect(Object.keys(record!)).toEqual([
      ...['_id', 'id', 'priority_position', 'on_demand', 'stay_category', 'name', 'visit_type_categories'],
      ...['booking_url', 'description', 'nights_min', 'nights_max', 'reservation_time_span', 'time_constraints'],
      ...['procedures', 'procedure_frequency', 'procedures_per_day', 'boarding', 'available_boardings', 'tags'],
      ...['lowest_price', 'promotions', 'commercial_slogan', 'notice', 'services', 'hotels', 'loyalty_programs'],
    ]);
  });

  test('shows the catalogue, texts unchanged and missing ones null', async () => {
    const [record] = (await list()).body;
    const id = expect.stringMatching(/^[0-9a-f]{24}$/);
    const none = { cs_CZ: null, de: null, en: null, ru: null };
    expect(record).toMatchObject({
      _id: OBJECT_IDS.visitType101,
      id: 101,
      priority_position: 1,
      on_demand: false,
      stay_category: 'health',
      name: { cs_CZ: 'Klasika', de: 'Klassik', en: 'Classic', ru: null },
      booking_url: { ...none, en: 'https://spa.example/classic' },
      description: { ...none, cs_CZ: '', en: 'A cure.' },
      nights_min: 2,
      nights_max: 14,
      reservation_time_span: 'DAYS',
      time_constraints: [],
      procedures: 18,
      procedure_frequency: 'WEEK',
      procedures_per_day: 3,
      boarding: 'HALF_BOARD',
      available_boardings: ['HALF_BOARD', 'FULL_BOARD'],
      tags: [{ _id: id, id: 1, name: { ...none, en: 'New' }, color: '2f9e44' }],
      commercial_slogan: { ...none, en: 'Rest.' },
      notice: { ...none, de: 'Bitte' },
      services: { ...none, ru: 'Ванны' },
      loyalty_programs: [
        { _id: OBJECT_IDS.loyaltyProgram1, id: 1, name: { ...none, cs_CZ: 'Zlatý', en: 'Gold' } },
        { _id: id, id: 2, name: { ...none, en: 'Silver' } },
      ],
    });
  });

  test('lists time constraints with both ends, a category with its visit types in short, a hotel with its own prices', async () => {
    const [classic, weekly] = (await list()).body as unknown as Record<string, unknown[]>[];
    expect(weekly!.time_constraints).toEqual([
      { date_from: '2027-02-01', date_to: '2027-05-31' },
      { date_from: '2027-09-01', date_to: '2027-10-31' },
    ]);
    const [category] = classic!.visit_type_categories as { visitTypes: object[] }[];
    expect(Object.keys(category!)).toEqual(['_id', 'id', 'name', 'visitTypes']);
    expect(Object.keys(category!.visitTypes[0]!)).toEqual([
      ...['_id', 'id', 'priority_position', 'on_demand', 'stay_category', 'name'],
      ...['nights_min', 'nights_max', 'reservation_time_span'],
    ]);
    expect(Object.keys(classic!.hotels![0]!)).toEqual(['_id', 'id', 'name', 'lowest_price', 'promotions']);
    expect(classic!.hotels![0]).toMatchObject({ _id: OBJECT_IDS.hotel1, id: 1, name: 'Hotel Aurora' });
    expect(Object.keys(classic!.promotions![0]!)).toEqual(['name', 'percentage', 'valid_from', 'valid_to']);
  });

  test('has null where the property has not classified it', async () => {
    const { body } = await list();
    expect(body.find(({ id }) => id === 107)).toMatchObject({
      stay_category: null,
      boarding: 'BREAKFAST',
      available_boardings: [],
    });
  });
});

describe('200: lowest_price (P6)', () => {
  test('includes active discount promotions, per hotel and over all of them; original_amount_per_night is the price before', async () => {
    const [record] = (await list()).body;
    const euros = { amount_per_night: 40, original_amount_per_night: 50, currency: 'EUR' };
    expect(record!.lowest_price).toEqual({
      cs_CZ: { amount_per_night: 800, original_amount_per_night: 1000, currency: 'CZK' },
      de: euros,
      en: euros,
      ru: euros,
    });
    expect(record!.hotels[1]!.lowest_price).toMatchObject({
      cs_CZ: { amount_per_night: 810, original_amount_per_night: 900 },
      en: { amount_per_night: null, original_amount_per_night: null, currency: 'EUR' },
    });
  });

  test('has equal amounts where no promotion applies, and divides a package over its nights and beds', async () => {
    const { body } = await list({ hotel_id: 3 });
    expect(body[0]!.lowest_price.en).toEqual({ amount_per_night: 40, original_amount_per_night: 40, currency: 'EUR' });
  });

  test('is null outside the selling period and without price lists, the currency still given', async () => {
    const { body } = await list();
    for (const id of [105, 107]) {
      expect(body.find((one) => one.id === id)!.lowest_price.cs_CZ).toEqual({
        amount_per_night: null,
        original_amount_per_night: null,
        currency: 'CZK',
      });
    }
  });
});

describe('200: promotions (C3)', () => {
  test('are those active now or later for the public channel, at the visit type and at each hotel', async () => {
    const [record] = (await list()).body;
    expect(promotionsOf(record!)).toEqual(['Spring', 'Aurora', 'Later', 'Borealis']);
    expect(record!.hotels.map(promotionsOf)).toEqual([
      ['Spring', 'Aurora', 'Later'],
      ['Spring', 'Later', 'Borealis'],
    ]);
  });

  test('are those of the partner channel for its key, and its prices include them', async () => {
    const [record] = (await list({}, { key: await client.key({ channel: 'partner' }) })).body;
    expect(promotionsOf(record!)).toEqual(['Aurora', 'Partner']);
    expect(record!.lowest_price.cs_CZ).toMatchObject({ amount_per_night: 450, original_amount_per_night: 900 });
  });

  test('end with the day before valid_to, and an unlimited one has valid_to null', async () => {
    const [record] = (await list()).body;
    expect(promotionsOf(record!)).not.toContain('Over');
    expect(record!.promotions[2]).toMatchObject({ percentage: 12.5, valid_from: '2028-05-01', valid_to: null });
  });
});

describe('200: a key limited to a destination', () => {
  test('sees the visit types sold there, with only the hotels, prices, promotions and category members there', async () => {
    const { body, headers } = await list({}, { key: await client.key({ destinations: [2] }) });
    expect(body.map(({ id }) => id)).toEqual([101, 107, 108, 109, 110, 111, 112]);
    expect(headers['x-total-count']).toBe('7');
    const [record] = body;
    expect(record!.hotels.map(({ id }) => id)).toEqual([2]);
    expect(record!.lowest_price.cs_CZ).toMatchObject({ amount_per_night: 810, original_amount_per_night: 900 });
    expect(promotionsOf(record!)).toEqual(['Spring', 'Later', 'Borealis']);
    expect(record!.visit_type_categories[0]!.visitTypes.map(({ id }) => id)).toEqual([101]);
  });
});

describe('200: paging', () => {
  test('the limit of max is 1 to 100, its default 10', async () => {
    const { body, headers } = await client.get<VisitType[]>('/visit-types');
    expect([body.length, headers['x-total-count']]).toEqual([10, '12']);
    expect((await client.get<VisitType[]>('/visit-types', { max: 1 })).body).toHaveLength(1);
    expect((await client.get<VisitType[]>('/visit-types', { max: 100 })).body).toHaveLength(12);
    expect(await errorsOf({ max: 0 })).toEqual({ status: 400, errors: ['max OUT_OF_RANGE'] });
    expect(await errorsOf({ max: 101 })).toEqual({ status: 400, errors: ['max OUT_OF_RANGE'] });
  });

  test('the limit of offset is 0 or more, its default 0', async () => {
    expect((await list({ offset: 0 })).text).toBe((await list()).text);
    expect(await idsOf({ offset: 10 })).toEqual([111, 112]);
    expect(await errorsOf({ offset: -1 })).toEqual({ status: 400, errors: ['offset OUT_OF_RANGE'] });
  });

  test('an offset beyond the end is an empty page with the same total', async () => {
    for (const offset of ['12', '2147483647', '99999999999999999999']) {
      const { status, text, headers } = await list({ offset });
      expect([status, text, headers['x-total-count']]).toEqual([200, '[]', '12']);
    }
  });

  test('follows priority_position, then id', async () => {
    expect(await idsOf({})).toEqual([101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112]);
    expect(await idsOf({ max: 3, offset: 5 })).toEqual([106, 107, 108]);
  });
});

describe('200: a filter', () => {
  test.each<[string, Record<string, string | number>, number[]]>([
    ['hotel_id', { hotel_id: 3 }, [104, 106]],
    ['hotel_id as an ObjectId', { hotel_id: OBJECT_IDS.hotel1 }, [101, 102, 103, 105]],
    ['hotel_id of nothing', { hotel_id: 999 }, []],
    ['hotel_id beyond any number', { hotel_id: '99999999999999999999' }, []],
    ['hotel_id below any number', { hotel_id: -1 }, []],
    ['hotel_id as an ObjectId of nothing', { hotel_id: 'f'.repeat(24) }, []],
    ['destination_id', { destination_id: 2 }, [101, 107, 108, 109, 110, 111, 112]],
    ['hotel_stars_min', { hotel_stars_min: 5 }, [104, 106]],
    ['hotel_stars_max', { hotel_stars_max: 3 }, [101, 107, 108, 109, 110, 111, 112]],
    ['equal stars', { hotel_stars_min: 4, hotel_stars_max: 4 }, [101, 102, 103, 105]],
    ['number_of_beds, exactly', { number_of_beds: 3 }, [101, 102, 103, 105]],
    ['number_of_beds of nothing', { number_of_beds: 2147483648 }, []],
    [
      'conditions that hold for one and the same hotel',
      { hotel_stars_min: 4, number_of_beds: 1 },
      [101, 102, 103, 105],
    ],
    ['conditions that hold only for different hotels', { hotel_stars_min: 5, number_of_beds: 1 }, []],
    ['nights_min', { nights_min: 15 }, [102]],
    ['nights_max', { nights_max: 1 }, [103, 105, 106, 110]],
    ['a range of nights that overlaps', { nights_min: 8, nights_max: 9 }, [101, 102, 106]],
    ['nights beyond any number', { nights_min: '99999999999' }, []],
    ['date_from', { date_from: '2028-06-01' }, [103, 108, 110, 111, 112]],
    ['date_to, from today on and on sale', { date_to: '2027-01-31' }, [101, 103, 108, 110, 111, 112]],
    [
      'dates before the time constraints',
      { date_from: '2027-01-15', date_to: '2027-01-31' },
      [101, 103, 108, 110, 111, 112],
    ],
    [
      'their first night',
      { date_from: '2027-01-15', date_to: '2027-02-01' },
      [101, 102, 103, 104, 106, 108, 110, 111, 112],
    ],
    ['their last night', { date_from: '2027-05-31', date_to: '2027-08-31' }, [101, 102, 103, 108, 110, 111, 112]],
    ['dates between them', { date_from: '2027-06-01', date_to: '2027-08-31' }, [101, 103, 108, 110, 111, 112]],
    [
      'equal dates, one day',
      { date_from: '2027-02-10', date_to: '2027-02-10' },
      [101, 102, 103, 104, 106, 108, 110, 111, 112],
    ],
    ['date_from on the last night for sale', { date_from: '2029-01-10' }, [103, 108, 110, 111, 112]],
    ['date_from beyond it', { date_from: '2029-01-11' }, []],
    ['dates that are past', { date_from: '2027-01-01', date_to: '2027-01-09' }, []],
  ])('by %s selects', async (_, query, ids) => {
    expect(await idsOf(query)).toEqual(ids);
  });

  test('never changes what a record contains', async () => {
    const [filtered] = (await list({ hotel_id: 2, date_from: '2027-12-01', number_of_beds: 2 })).body;
    expect(filtered).toEqual((await list()).body[0]);
  });
});

describe('400: out of range', () => {
  test.each(['hotel_stars_min', 'hotel_stars_max'])('the limit of %s is 1 to 5', async (name) => {
    expect((await list({ [name]: 1 })).status).toBe(200);
    expect((await list({ [name]: 5 })).status).toBe(200);
    expect(await errorsOf({ [name]: 0 })).toEqual({ status: 400, errors: [`${name} OUT_OF_RANGE`] });
    expect(await errorsOf({ [name]: 6 })).toEqual({ status: 400, errors: [`${name} OUT_OF_RANGE`] });
  });

  test('the limit of number_of_beds is 1 or more', async () => {
    expect(await errorsOf({ number_of_beds: 0 })).toEqual({ status: 400, errors: ['number_of_beds OUT_OF_RANGE'] });
  });

  test('a minimum above its maximum, and date_from after date_to', async () => {
    const query = {
      hotel_stars_min: 3,
      hotel_stars_max: 2,
      nights_min: 8,
      nights_max: 7,
      date_from: TODAY,
      date_to: '2027-01-09',
    };
    expect(await errorsOf(query)).toEqual({
      status: 400,
      errors: ['hotel_stars_min MINIMUM_ABOVE_MAXIMUM', 'date_to DATES_REVERSED', 'nights_min MINIMUM_ABOVE_MAXIMUM'],
    });
  });

  test.each([
    [{ hotel_stars_min: 3, hotel_stars_max: 2 }, '3 is above the maximum, 2 (hotel_stars_max).'],
    [{ nights_min: 8, nights_max: 7 }, '8 is above the maximum, 7 (nights_max).'],
    [{ nights_min: 4000000000, nights_max: 3000000000 }, '4000000000 is above the maximum, 3000000000 (nights_max).'],
    [{ max: 99999999999 }, 'Must be from 1 to 100, not 99999999999.'],
    [{ max: '99999999999999999999' }, 'Must be from 1 to 100.'],
    [{ nights_min: 8, nights_max: 7, max: 'x' }, '8 is above the maximum, 7 (nights_max).'],
  ])('%j is reported in the names of the parameters, in its message too', async (query, message) => {
    const { body } = await client.get<{ errors: { message: string }[] }>('/visit-types', query);
    expect(body.errors.map((error) => error.message)).toContain(message);
  });

  test('all problems are reported at once', async () => {
    const query = {
      max: 'x',
      offset: -1,
      hotel_id: 'y',
      date_from: '2027-02-30',
      number_of_beds: [1, 2],
      hotel_stars_min: 9,
    };
    const { status, errors } = await errorsOf(query);
    expect(status).toBe(400);
    expect(errors.toSorted()).toEqual([
      'date_from NOT_A_DATE',
      'hotel_id NOT_AN_ID',
      'hotel_stars_min OUT_OF_RANGE',
      'max NOT_AN_INTEGER',
      'number_of_beds REPEATED',
      'offset OUT_OF_RANGE',
    ]);
  });
});

test('V8: boarding is never null, in neither interface, where a catalogue of before did not state it either', async () => {
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  await gateway.database.prisma.$executeRaw`UPDATE visit_type SET boarding = NULL WHERE number <> 102`;
  await gateway.database.prisma.$executeRaw`UPDATE visit_type SET boarding = 'ALL_INCLUSIVE' WHERE number = 102`;
  const headers = { authorization: `Bearer ${await gateway.key()}` };
  const { body } = await gateway.inject({ url: '/api/v1/visit-types?max=100', headers });
  const records = JSON.parse(body) as { id: number; boarding: string; available_boardings: string[] }[];
  const { visitTypes } = await gateway.ask<{ visitTypes: { nodes: { number: number; boarding: string }[] } }>(
    '{ visitTypes(first: 100) { nodes { number boarding } } }',
  );
  await gateway.close();
  expect(records.find(({ id }) => id === 101)).toMatchObject({ available_boardings: ['HALF_BOARD', 'FULL_BOARD'] });
  const expected = records.map(({ id }) => [
    id,
    id === 101 ? 'HALF_BOARD' : id === 102 ? 'ALL_INCLUSIVE' : 'BREAKFAST',
  ]);
  expect(records.map(({ id, boarding }) => [id, boarding])).toEqual(expected);
  expect(visitTypes.nodes.map(({ number, boarding }) => [number, boarding])).toEqual(expected);
});

test('a category is the one of the record even where something of another kind has the same ObjectId', async () => {
  const _id = 'aaaaaaaaaaaaaaaaaaaaaaaa';
  const withId = (entries: readonly object[] = []) =>
    entries.map((entry, place) => (place === 0 ? { ...entry, _id } : entry));
  const catalogue = {
    ...SMALL_CATALOGUE,
    tags: withId(SMALL_CATALOGUE.tags),
    visitTypeCategories: withId(SMALL_CATALOGUE.visitTypeCategories),
    loyaltyPrograms: withId(SMALL_CATALOGUE.loyaltyPrograms),
  };
  const gateway = await startGateway({ catalogue, today: TODAY });
  const authorization = `Bearer ${await gateway.key()}`;
  const { body } = await gateway.inject({ url: '/api/v1/visit-types?max=100', headers: { authorization } });
  const records = JSON.parse(body) as { visit_type_categories: { _id: string; visitTypes: unknown[] }[] }[];
  const named = records.flatMap((record) => record.visit_type_categories).filter((category) => category._id === _id);
  expect(named.length).toBeGreaterThan(0);
  for (const { visitTypes } of named) expect(visitTypes.length).toBeGreaterThan(0);
  await gateway.close();
});

test('a page names as many categories as its records are in, more than can be asked for at once too', async () => {
  const numbers = Array.from({ length: 230 }, (_, index) => index + 1);
  const [visitType, ...others] = SMALL_CATALOGUE.visitTypes!;
  const catalogue = {
    ...SMALL_CATALOGUE,
    visitTypeCategories: numbers.map((id) => ({ id, name: { en: `Category ${id}` } })),
    visitTypes: [{ ...visitType!, categoryIds: numbers }, ...others],
  };
  const gateway = await startGateway({ catalogue, today: TODAY });
  const authorization = `Bearer ${await gateway.key()}`;
  const { body } = await gateway.inject({ url: '/api/v1/visit-types?max=100', headers: { authorization } });
  const records = JSON.parse(body) as {
    id: number;
    visit_type_categories: { id: number; name: { en: string }; visitTypes: { id: number }[] }[];
  }[];
  const categories = records.find(({ id }) => id === visitType!.id)!.visit_type_categories;
  expect(categories.map(({ id }) => id)).toEqual(numbers);
  for (const { id, name, visitTypes } of categories) {
    expect(name.en).toBe(`Category ${id}`);
    expect(visitTypes.map((member) => member.id)).toContain(visitType!.id);
  }
  await gateway.close();
});
