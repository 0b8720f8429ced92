/** GET /api/v1/calendar/dates: the automatic search for the first bookable month (K7, K8). */
import { describe, expect, test } from 'vitest';
import { type Query, restClient } from '../../../support/requests/rest-client.ts';

const client = restClient();

/** Today to the end of the next month: shown without a search, or without a result. */
const NORMAL = '2027-01-10 to 2027-02-28';

async function windowOf(query: Query): Promise<string> {
  const { status, body } = await client.get<{ date: string }[]>('/calendar/dates', query);
  expect(status).toBe(200);
  return `${body[0]?.date} to ${body.at(-1)?.date}`;
}

describe('the automatic search', () => {
  test('without dates, with a hotel and a visit type, shows the first month with a bookable stay and the following one (K7)', async () => {
    expect(await windowOf({ visit_type_id: 101, hotel_id: 1 })).toBe('2027-02-01 to 2027-03-31');
  });

  test.each<[string, Query]>([
    ['without a hotel', { visit_type_id: 101 }],
    ['without a visit type', { hotel_id: 1 }],
    ['for a visit type on request', { visit_type_id: 103, hotel_id: 1 }],
  ])('does not happen %s (K7)', async (_, query) => {
    expect(await windowOf(query)).toBe(NORMAL);
  });

  test('looks up to 24 months ahead and no further (K7)', async () => {
    expect(await windowOf({ visit_type_id: 110, hotel_id: 4, room_type_id: 45 })).toBe('2029-01-01 to 2029-02-28');
    expect(await windowOf({ visit_type_id: 110, hotel_id: 4, room_type_id: 46 })).toBe(NORMAL);
  });

  test('wants every occupied night and the check-out date priced (K7)', async () => {
    expect(await windowOf({ visit_type_id: 109, hotel_id: 4, room_type_id: 43 })).toBe('2027-05-01 to 2027-06-30');
  });

  test('wants capacity on every occupied night, the check-in date among them, and none on the check-out date (K7)', async () => {
    expect(await windowOf({ visit_type_id: 111, hotel_id: 4 })).toBe('2027-07-01 to 2027-08-31');
  });

  test('wants an allowed starting day (K4, K7)', async () => {
    expect(await windowOf({ visit_type_id: 112, hotel_id: 4 })).toBe('2027-08-01 to 2027-09-30');
  });

  test('wants the whole weeks of a weekly visit type within its dates (K4, K7)', async () => {
    expect(await windowOf({ visit_type_id: 102, hotel_id: 1 })).toBe('2027-02-01 to 2027-03-31');
  });

  test('skips closer months that are only bookable on request (K7)', async () => {
    const { body } = await client.get<{ availability: string }[]>('/calendar/dates', {
      visit_type_id: 101,
      hotel_id: 1,
      date_from: '2027-01-10',
      date_to: '2027-01-29',
    });
    expect(new Set(body.map(({ availability }) => availability))).toEqual(new Set(['ON_DEMAND']));
    expect(await windowOf({ visit_type_id: 101, hotel_id: 1 })).toMatch(/^2027-02-01/);
  });

  test('that finds nothing answers the normal calendar, not an empty array (K7)', async () => {
    expect(await windowOf({ visit_type_id: 101, hotel_id: 2 })).toBe(NORMAL);
    expect(await windowOf({ visit_type_id: 105, hotel_id: 1 })).toBe(NORMAL);
    expect(await windowOf({ visit_type_id: 999, hotel_id: 999 })).toBe(NORMAL);
  });

  test('needs no room type; all nights of a stay must fit in one, and guests choose which are searched (K8)', async () => {
    expect(await windowOf({ visit_type_id: 108, hotel_id: 4 })).toBe('2027-04-01 to 2027-05-31');
    expect(await windowOf({ visit_type_id: 108, hotel_id: 4, guests: 1 })).toBe('2027-04-01 to 2027-05-31');
    expect(await windowOf({ visit_type_id: 108, hotel_id: 4, guests: 2 })).toBe('2027-06-01 to 2027-07-31');
    expect(await windowOf({ visit_type_id: 108, hotel_id: 4, room_type_id: 41 })).toBe('2027-06-01 to 2027-07-31');
  });

  test('is disabled by date_from or date_to (K7)', async () => {
    const asked = { visit_type_id: 101, hotel_id: 1 };
    expect(await windowOf({ ...asked, date_from: '2027-01-15' })).toBe('2027-01-15 to 2027-02-28');
    expect(await windowOf({ ...asked, date_to: '2027-01-15' })).toBe('2027-01-10 to 2027-01-15');
  });

  test('is disabled by a date_from in the past as well, which is clamped to the current date (K6, K7)', async () => {
    expect(await windowOf({ visit_type_id: 101, hotel_id: 1, date_from: '2027-01-01' })).toBe(NORMAL);
  });

  test('is not disabled by an empty date, which counts as omitted', async () => {
    expect(await windowOf({ visit_type_id: 101, hotel_id: 1, date_from: '' })).toBe('2027-02-01 to 2027-03-31');
  });
});
