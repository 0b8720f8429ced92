/** GET /api/v1/calendar/dates: the content of a day, and the days shown (K1 to K6). */
import { describe, expect, test } from 'vitest';
import { requestBody } from '../../../support/booking/booking-body.ts';
import { LAST_NIGHT, OBJECT_IDS, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { type Query, restClient } from '../../../support/requests/rest-client.ts';

interface CalendarDate {
  date: string;
  selectable: boolean;
  availability: string;
  price: ({ is_final: boolean } & Record<string, { amount: number; currency: string }>) | null;
}

const client = restClient();
const CLASSIC_DOUBLE = { visit_type_id: 101, hotel_id: 1, room_type_id: 11 };

async function calendar(query: Query, asked = {}): Promise<CalendarDate[]> {
  const { status, body } = await client.get<CalendarDate[]>('/calendar/dates', query, asked);
  expect(status).toBe(200);
  return body;
}

async function day(date: string, query: Query, asked = {}): Promise<CalendarDate> {
  const days = await calendar({ ...query, date_from: date, date_to: date }, asked);
  expect(days.map((one) => one.date)).toEqual([date]);
  return days[0]!;
}

/** `2027-02-07 selectable ON_DEMAND` */
async function standing(date: string, query: Query): Promise<string> {
  const { selectable, availability } = await day(date, query);
  return `${selectable ? 'selectable' : 'not selectable'} ${availability}`;
}

async function windowOf(query: Query): Promise<string> {
  const days = await calendar(query);
  return days.length === 0 ? 'none' : `${days[0]!.date} to ${days.at(-1)!.date}, ${days.length} days`;
}

describe('200: selectable', () => {
  test('follows the date ranges and starting days of the visit type and needs a price, not capacity (K3, K4)', async () => {
    const weekly = { visit_type_id: 102, hotel_id: 1, room_type_id: 11 };
    expect(await standing('2027-02-14', weekly)).toBe('selectable AVAILABLE');
    expect(await standing('2027-02-07', weekly)).toBe('selectable ON_DEMAND');
    expect(await standing('2027-02-15', weekly)).toMatch(/^not selectable/);
    expect(await standing('2027-06-06', weekly)).toBe('not selectable NOT_AVAILABLE');
    expect(await standing('2027-05-16', weekly)).toBe('selectable AVAILABLE');
    expect(await standing('2027-05-30', weekly)).toBe('not selectable ON_DEMAND');
    expect(await standing('2028-02-06', { ...CLASSIC_DOUBLE })).toBe('not selectable NOT_AVAILABLE');
  });

  test('stays so on priced dates that meet the starting-day and date-range rules, ON_DEMAND ones included (K3)', async () => {
    expect(await standing('2027-02-11', CLASSIC_DOUBLE)).toBe('selectable ON_DEMAND');
    expect(await standing('2027-02-09', CLASSIC_DOUBLE)).toBe('selectable ON_DEMAND');
    expect(await standing('2027-02-08', CLASSIC_DOUBLE)).toBe('selectable AVAILABLE');
    expect(await standing('2027-02-14', { visit_type_id: 103 })).toBe('selectable ON_DEMAND');
  });

  test('of a day that is ON_DEMAND the shortest stay can be requested where /price has a price for it', async () => {
    const weekly = { visit_type_id: 102, hotel_id: 1, room_type_id: 11 };
    const inSeason = { ...weekly, date_from: '2027-02-07', date_to: '2027-02-14', currency: 'CZK' };
    const packaged = { visit_type_id: 104, hotel_id: 3, room_type_id: 31 };
    const beyondSeason = { ...packaged, date_from: '2027-02-27', date_to: '2027-03-02', currency: 'EUR' };
    for (const [stay, price, request] of [
      [inSeason, 200, 201],
      [beyondSeason, 422, 422],
    ] as const) {
      const { visit_type_id, hotel_id, room_type_id, date_from } = stay;
      expect(await standing(date_from, { visit_type_id, hotel_id, room_type_id })).toBe('selectable ON_DEMAND');
      expect((await client.get('/price', stay)).status).toBe(price);
      expect((await client.book(requestBody(stay))).status).toBe(request);
    }
  });

  test('takes the best of all candidates', async () => {
    expect(await standing('2027-02-11', { visit_type_id: 101 })).toBe('selectable AVAILABLE');
    expect(await standing('2027-02-11', {})).toBe('selectable AVAILABLE');
  });

  test('is false outside the selling period, without prices, and of nothing, with 200 all the same', async () => {
    const nothing: Query[] = [
      { visit_type_id: 105 },
      { visit_type_id: 107 },
      { visit_type_id: 999 },
      { hotel_id: 'f'.repeat(24) },
    ];
    for (const query of nothing) {
      for (const one of await calendar(query))
        expect(one).toMatchObject({ selectable: false, availability: 'NOT_AVAILABLE', price: null });
    }
  });

  test('ends with the last night within 24 months', async () => {
    expect(await standing(LAST_NIGHT, { visit_type_id: 103 })).toBe('selectable ON_DEMAND');
    expect(await standing('2029-01-11', { visit_type_id: 103 })).toBe('not selectable NOT_AVAILABLE');
  });
});

describe('200: price', () => {
  test('is the room of one night, active promotions included, in this order of fields (K5)', async () => {
    const { text } = await client.get('/calendar/dates', {
      ...CLASSIC_DOUBLE,
      date_from: '2027-03-12',
      date_to: '2027-03-12',
    });
    const euros = '{"amount":80,"currency":"EUR"}';
    expect(text).toBe(
      '[{"date":"2027-03-12","selectable":true,"availability":"AVAILABLE","price":{"is_final":true,' +
        `"cs_CZ":{"amount":1600,"currency":"CZK"},"de":${euros},"en":${euros},"ru":${euros}}}]`,
    );
  });

  test('is not final on demand', async () => {
    expect((await day('2027-02-11', CLASSIC_DOUBLE)).price).toMatchObject({ is_final: false, cs_CZ: { amount: 2000 } });
  });

  test('is null on a date that is not available', async () => {
    expect((await day('2028-02-06', CLASSIC_DOUBLE)).price).toBeNull();
  });

  test('is null when the query does not pin one room type of one visit type', async () => {
    expect((await day('2027-03-12', { visit_type_id: 101, hotel_id: 1 })).price).toBeNull();
    expect((await day('2027-03-12', { room_type_id: 11 })).price).toBeNull();
    expect((await day('2027-03-12', { visit_type_id: 101, hotel_id: 1, guests: 2 })).price).not.toBeNull();
    expect((await day('2027-03-12', { visit_type_id: 101, hotel_id: 2 })).price).toMatchObject({
      cs_CZ: { amount: 1620 },
    });
  });

  test('has an entry for each included language whose currency prices the night; for none of them it is null', async () => {
    const crownsOnly = { visit_type_id: 106, room_type_id: 31 };
    expect(Object.keys((await day('2027-02-05', crownsOnly)).price!)).toEqual(['is_final', 'cs_CZ']);
    expect((await day('2027-02-05', crownsOnly, { headers: { 'accept-language': 'de, en' } })).price).toBeNull();
  });

  test('of a package is its price divided by its nights', async () => {
    expect((await day('2027-02-05', { visit_type_id: 104, room_type_id: 31 })).price).toMatchObject({
      de: { amount: 80 },
    });
  });
});

describe('200: the days shown', () => {
  test.each<[string, Query, string]>([
    ['without dates: from today to the end of the next month', {}, '2027-01-10 to 2027-02-28, 50 days'],
    [
      'with date_from: to the end of the month after it',
      { date_from: '2027-03-15' },
      '2027-03-15 to 2027-04-30, 47 days',
    ],
    ['with date_to: from today', { date_to: '2027-01-20' }, '2027-01-10 to 2027-01-20, 11 days'],
    ['with equal dates: one day', { date_from: TODAY, date_to: TODAY }, '2027-01-10 to 2027-01-10, 1 days'],
    [
      'a date_from in the past is clamped to the current date (K6)',
      { date_from: '2020-02-29' },
      '2027-01-10 to 2027-02-28, 50 days',
    ],
    ['dates that lie in the past altogether: none', { date_from: '2020-01-01', date_to: '2027-01-09' }, 'none'],
    ['a date_to in the past: none', { date_to: '2027-01-09' }, 'none'],
    [
      'from today to the last night for sale, counted after clamping',
      { date_from: '2000-01-01', date_to: LAST_NIGHT },
      '2027-01-10 to 2029-01-10, 732 days',
    ],
    [
      'as many days from another day on',
      { date_from: '2027-02-01', date_to: '2029-02-01' },
      '2027-02-01 to 2029-02-01, 732 days',
    ],
    ['beyond what is for sale', { date_from: '9999-12-01' }, '9999-12-01 to 9999-12-31, 31 days'],
  ])('%s', async (_, query, window) => {
    expect(await windowOf(query)).toBe(window);
  });
});

describe('200: what a calendar is about', () => {
  test('is asked by integers or ObjectIds, and limited by hotel, destination and what the key sees', async () => {
    const date = '2027-02-08';
    expect(await day(date, { visit_type_id: OBJECT_IDS.visitType101, room_type_id: OBJECT_IDS.roomType11 })).toEqual(
      await day(date, { visit_type_id: 101, room_type_id: 11 }),
    );
    expect(await standing(date, { visit_type_id: 101, destination_id: 2 })).toBe('selectable ON_DEMAND');
    const limited = { key: await client.key({ destinations: [2] }) };
    expect(await day(date, { visit_type_id: 101 }, limited)).toMatchObject({ availability: 'ON_DEMAND' });
    expect(await day(date, { hotel_id: 1 }, limited)).toMatchObject({ availability: 'NOT_AVAILABLE' });
  });

  test('the limit of guests is 1 to 2: room types with exactly that many beds', async () => {
    expect(await standing('2027-02-11', { visit_type_id: 101, hotel_id: 1, guests: 1 })).toBe('selectable AVAILABLE');
    expect(await standing('2027-02-11', { visit_type_id: 101, hotel_id: 1, guests: 2 })).toBe('selectable ON_DEMAND');
    for (const guests of [0, 3]) {
      const { status, body } = await client.get('/calendar/dates', { guests });
      expect(status).toBe(400);
      expect(body).toMatchObject({ errors: [{ path: 'guests', code: 'OUT_OF_RANGE' }] });
    }
  });
});

describe('400: a calendar', () => {
  test.each<[string, Query, string]>([
    ['of reversed dates', { date_from: '2027-02-02', date_to: '2027-02-01' }, 'date_to DATES_REVERSED'],
    [
      'of one day more than from today to the last night for sale',
      { date_from: TODAY, date_to: '2029-01-11' },
      'date_to TOO_MANY_DAYS',
    ],
    ['that ends with the last day that can be written', { date_to: '9999-12-31' }, 'date_to TOO_MANY_DAYS'],
    ['with a date that does not exist', { date_from: '2027-02-29' }, 'date_from NOT_A_DATE'],
    [
      'with a first day that does not exist, of which the last day is not counted',
      { date_from: '2028-02-30', date_to: '2029-01-20' },
      'date_from NOT_A_DATE',
    ],
  ])('%s', async (_, query, problem) => {
    const { status, body } = await client.get<{ errors: { path: string; code: string }[] }>('/calendar/dates', query);
    expect(status).toBe(400);
    expect(body.errors.map(({ path, code }) => `${path} ${code}`)).toEqual([problem]);
  });
});
