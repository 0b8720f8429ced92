/** The two todays around midnight: the business date for stays, the UTC date for the listing of promotions (T2). */
import { beforeEach, describe, expect, test } from 'vitest';
import { requestBody } from '../../support/booking/booking-body.ts';
import { type Query, restClient } from '../../support/requests/rest-client.ts';

const client = restClient();

/** In Prague it is half past midnight of 1 April; in UTC it is still 31 March. */
const AFTER_MIDNIGHT_IN_PRAGUE = '2027-03-31T22:30:00Z';

async function promotionsOf101(): Promise<string[]> {
  const { body } = await client.get<{ promotions: { name: { en: string } }[] }[]>('/visit-types', { max: 1 });
  return body[0]!.promotions.map(({ name }) => name.en);
}

describe('after midnight in Prague and before it in UTC', () => {
  beforeEach(() => client.gateway.setClock(AFTER_MIDNIGHT_IN_PRAGUE));

  test('the calendar begins with the date in Prague, and a date_from of the date in UTC is clamped to it', async () => {
    for (const query of [{}, { date_from: '2027-03-31' }] as Query[]) {
      const { body } = await client.get<{ date: string }[]>('/calendar/dates', query);
      expect([body[0]!.date, body.at(-1)!.date]).toEqual(['2027-04-01', '2027-05-31']);
    }
  });

  test('a stay from the date in UTC lies in the past, one from the date in Prague is sold', async () => {
    const room = { visit_type_id: 101, room_type_id: 11 };
    const statusOf = async (date_from: string) =>
      (await client.get('/price', { ...room, date_from, date_to: '2027-04-03' })).status;
    expect([await statusOf('2027-03-31'), await statusOf('2027-04-01')]).toEqual([422, 200]);
    const booked = async (date_from: string) =>
      (await client.book(requestBody({ date_from, date_to: '2027-04-03' }))).status;
    expect([await booked('2027-03-31'), await booked('2027-04-01')]).toEqual([422, 201]);
  });

  test('a promotion whose valid_to is the date in Prague is still listed, until that day has come in UTC', async () => {
    expect(await promotionsOf101()).toContain('Spring');
    client.gateway.setClock('2027-03-31T23:59:59.999Z');
    expect(await promotionsOf101()).toContain('Spring');
    client.gateway.setClock('2027-04-01T00:00:00Z');
    expect(await promotionsOf101()).not.toContain('Spring');
  });
});
