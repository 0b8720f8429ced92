/** GET /api/v1/lowest-price (P6, P9). */
import { describe, expect, test } from 'vitest';
import { OBJECT_IDS } from '../../../support/catalogue/small-catalogue.ts';
import { restClient } from '../../../support/requests/rest-client.ts';

interface Price {
  amount_per_night: number | null;
  original_amount_per_night: number | null;
  currency: string;
}

const client = restClient();
/** Amounts and originals in crowns and euros: `800/1000 40/50`. */
async function lowest(query: Record<string, string | number>, asked = {}): Promise<string> {
  const { status, body } = await client.get<Record<string, Price>>('/lowest-price', query, asked);
  expect(status).toBe(200);
  return [body.cs_CZ!, body.en!]
    .map(({ amount_per_night, original_amount_per_night }) => `${amount_per_night}/${original_amount_per_night}`)
    .join(' ');
}
const NOTHING = 'null/null null/null';

describe('200: the lowest price', () => {
  test('is keyed by language, each with its amounts and currency, in the order of the interface', async () => {
    const { text } = await client.get('/lowest-price', {}, { headers: { 'accept-language': 'de, cs-CZ' } });
    expect(text).toBe(
      '{"cs_CZ":{"amount_per_night":800,"original_amount_per_night":1000,"currency":"CZK"},' +
        '"de":{"amount_per_night":40,"original_amount_per_night":50,"currency":"EUR"}}',
    );
  });

  test.each<[string, Record<string, string | number>, string]>([
    ['over everything, ties going to the higher original', {}, '800/1000 40/50'],
    ['of a visit type', { visit_type_id: 102 }, '1000/1000 null/null'],
    ['of a visit type by its ObjectId', { visit_type_id: OBJECT_IDS.visitType101 }, '800/1000 40/50'],
    ['of a hotel', { hotel_id: 3 }, '1500/1500 40/40'],
    ['of a destination', { destination_id: 2 }, '810/900 null/null'],
    ['of a room type', { room_type_id: 13 }, '880/1100 null/null'],
    ['of a package, over its nights and beds', { visit_type_id: 104 }, 'null/null 40/40'],
    ['of what is on request', { visit_type_id: 103 }, 'null/null 60/60'],
    [
      'of nights without a promotion',
      { visit_type_id: 101, date_from: '2027-06-01', date_to: '2027-07-15' },
      '900/900 50/50',
    ],
    [
      'of a promotion that ends in the window',
      { visit_type_id: 101, room_type_id: 11, date_from: '2027-03-31', date_to: '2027-04-03' },
      '900/1000 45/50',
    ],
    ['within time constraints only', { visit_type_id: 102, date_from: '2027-06-01', date_to: '2027-09-01' }, NOTHING],
    ['outside the selling period', { visit_type_id: 105 }, NOTHING],
    ['without price lists', { visit_type_id: 107 }, NOTHING],
    ['of nothing', { visit_type_id: 999 }, NOTHING],
    ['of nothing by an ObjectId', { hotel_id: 'f'.repeat(24) }, NOTHING],
    ['of a room type in a hotel that does not have it', { hotel_id: 2, room_type_id: 11 }, NOTHING],
  ])('%s', async (_, query, amounts) => {
    expect(await lowest(query)).toBe(amounts);
  });

  test('includes the promotions of the channel of the key', async () => {
    expect(await lowest({ visit_type_id: 101 }, { key: await client.key({ channel: 'partner' }) })).toBe(
      '450/900 25/50',
    );
  });

  test('leaves out what the key does not see', async () => {
    const key = await client.key({ destinations: [2] });
    expect(await lowest({ visit_type_id: 101 }, { key })).toBe('810/900 null/null');
    expect(await lowest({ hotel_id: 1 }, { key })).toBe(NOTHING);
  });

  test('the limit of occupancy is 1 to 2: rooms with exactly that many beds', async () => {
    expect(await lowest({ visit_type_id: 101, occupancy: 1 })).toBe('1200/1500 null/null');
    expect(await lowest({ visit_type_id: 101, occupancy: 2 })).toBe('800/1000 40/50');
    for (const occupancy of [0, 3]) {
      const { status, body } = await client.get('/lowest-price', { occupancy });
      expect(status).toBe(400);
      expect(body).toMatchObject({ errors: [{ path: 'occupancy', code: 'OUT_OF_RANGE' }] });
    }
  });

  test('is of the nights from date_from up to, but without, date_to; either may be open', async () => {
    expect(await lowest({ visit_type_id: 106, date_from: '2027-02-10', date_to: '2027-02-11' })).toBe(
      '1500/1500 null/null',
    );
    expect(await lowest({ visit_type_id: 106, date_from: '2027-02-11' })).toBe('null/null 45/45');
    expect(await lowest({ visit_type_id: 106, date_to: '2027-02-11' })).toBe('1500/1500 null/null');
  });

  test('never counts past nights, nor nights beyond 24 months, and neither is an error', async () => {
    expect(await lowest({ date_from: '2020-01-01', date_to: '2027-01-10' })).toBe(NOTHING);
    expect(await lowest({ visit_type_id: 103, date_from: '2029-01-11' })).toBe(NOTHING);
    expect(await lowest({ visit_type_id: 103, date_from: '2029-01-10' })).toBe('null/null 60/60');
  });
});

describe('400: a lowest price', () => {
  test('needs date_to after date_from', async () => {
    const { status, body } = await client.get('/lowest-price', { date_from: '2027-02-01', date_to: '2027-02-01' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, errors: [{ path: 'date_to', code: 'DATES_REVERSED' }] });
  });

  test('reports all problems at once', async () => {
    const { body } = await client.get<{ errors: { path: string }[] }>('/lowest-price', {
      occupancy: '1.5',
      room_type_id: 'x',
      date_from: 'y',
    });
    expect(body.errors.map(({ path }) => path)).toEqual(['room_type_id', 'occupancy', 'date_from']);
  });
});
