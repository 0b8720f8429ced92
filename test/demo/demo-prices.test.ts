/** Prices of the demo over REST: one night costs the same to the cent wherever it is shown (P2, P6, K5). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCatalogue } from '../../src/demo/catalogue.ts';
import { parseDay } from '../../src/domain/time/civil-date.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

const TODAY = '2026-11-22';
/** A stay of one night or more with 7.5 % off in spring, and a package of four nights beside prices by the night. */
const [ONE_NIGHT, FOUR_NIGHTS] = [110, 113];

let gateway: TestGateway;
let authorization: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: demoCatalogue(parseDay(TODAY)!), today: TODAY });
  authorization = `Bearer ${await gateway.key()}`;
});
afterAll(() => gateway.close());

/** The body of a successful GET. */
async function get<Body>(path: string, language = 'en'): Promise<Body> {
  const answer = await gateway.inject({
    url: `/api${path}`,
    headers: { authorization, 'accept-language': language },
  });
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return answer.json<Body>();
}

interface Day {
  readonly date: string;
  readonly selectable: boolean;
  readonly availability: string;
  readonly price: { readonly is_final: boolean; readonly en: { readonly amount: number } } | null;
}

/** The days of two months of spring in one room. */
function daysOf(visitType: number, roomType: number): Promise<Day[]> {
  const room = `visit_type_id=${visitType}&room_type_id=${roomType}`;
  return get(`/v1/calendar/dates?${room}&date_from=2027-03-20&date_to=2027-05-10`);
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}

test('a final price of a calendar is that of /price for this night; 1 April was 117.48 for 117.47', async () => {
  let compared = 0;
  for (const roomType of [51, 52, 41]) {
    for (const { date, selectable, price } of await daysOf(ONE_NIGHT, roomType)) {
      if (!price?.is_final || !selectable) continue;
      const stay = `date_from=${date}&date_to=${dayAfter(date)}`;
      const quoted = await get<{ en: { amount: number } }>(
        `/v1/price?visit_type_id=${ONE_NIGHT}&room_type_id=${roomType}&${stay}`,
      );
      expect([date, roomType, price.en.amount]).toEqual([date, roomType, quoted.en.amount]);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(50);
  const april = (await daysOf(ONE_NIGHT, 41)).find(({ date }) => date === '2027-04-01');
  expect(april?.price).toMatchObject({ is_final: true, en: { amount: 117.47 } });
});

test('REST v1 and v2 show the same cent for the same night; they were 59.89 and 59.90', async () => {
  const lowest = await get<{ en: { amount_per_night: number } }>(
    `/v1/lowest-price?visit_type_id=${ONE_NIGHT}&hotel_id=5`,
  );
  const { priceFrom } = await get<{
    priceFrom: { EUR: { wellness: { perPersonPerNight: { amount: number; nights: number } } } };
  }>('/v2/hotels/5');
  expect(priceFrom.EUR.wellness.perPersonPerNight).toMatchObject({ amount: lowest.en.amount_per_night, nights: 1 });
  expect(lowest.en.amount_per_night).toBe(59.9);
});

test('a quarter of a package of four nights is shown, and not as final', async () => {
  const days = await daysOf(FOUR_NIGHTS, 11);
  const available = days.filter(({ availability }) => availability === 'AVAILABLE');
  expect(available.length).toBeGreaterThan(0);
  expect(available.map(({ price }) => price?.is_final)).toEqual(available.map(() => false));
});
