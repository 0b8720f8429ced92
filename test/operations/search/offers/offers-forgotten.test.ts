/**
 * A search for offers is remembered for its next pages, and forgotten as soon as a price, a room or the date changes it: a
 * gateway that has answered before answers as one that keeps nothing.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalogue } from '../../../../src/catalogue/import.ts';
import { bindingBody } from '../../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { statementsOf } from '../../../support/database/query-count.ts';
import { readRaised } from '../../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { type OffersPage, readOffers } from '../../../support/requests/read-offers.ts';

const STAY = { arrival: '2027-03-15', departure: '2027-03-18' };
const FILTER = {
  ...{ arrival: STAY.arrival, nights: 3, flexibleDays: 1, currency: 'CZK', visitType: '101' },
  includeOnRequest: true,
};

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key({ scopes: ['read', 'book', 'manage'] });
});
afterAll(() => gateway.close());

/** Searches for a room, for a party, and for what does not exist, which say why. */
const SEARCHES = [
  FILTER,
  { ...FILTER, party: [1, 2] },
  { ...FILTER, party: [6], includeOnRequest: false },
  { ...FILTER, includeOnRequest: false, maxTotal: 12_000, guests: 2 },
];

const page = (from: TestGateway = gateway) => Promise.all(SEARCHES.map((filter) => readOffers(from, { key, filter })));

/** The pages of a process that has just been started. */
async function freshPage(today: string): Promise<OffersPage[]> {
  const fresh = await startGateway({
    today,
    database: { ...gateway.database, close: async () => {} },
    config: { responseStoreMb: 0 },
  });
  const answer = await page(fresh);
  await fresh.stop();
  return answer;
}

async function mutate(mutation: string, input: unknown): Promise<Record<string, never>> {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!`;
  const shown = { holdStay: '... on StayHeld { hold { id } }' }[mutation] ?? '';
  const query = `mutation ($input: ${type}) { result: ${mutation}(input: $input) { __typename ${shown} } }`;
  return (await gateway.ask<{ result: Record<string, never> }>(query, { key, variables: { input } })).result;
}

const inventory = (change: object) =>
  mutate('updateInventory', { changes: [{ roomType: 11, from: '2027-03-14', to: '2027-03-20', ...change }] });

async function expectChanged(today: string, change: () => Promise<unknown>): Promise<void> {
  const before = await page();
  await change();
  const after = await page();
  expect(after).not.toEqual(before);
  expect(after).toEqual(await freshPage(today));
}

describe('a search is forgotten when it is changed by', () => {
  test('a price', async () => {
    await expectChanged(TODAY, () =>
      mutate('updateRates', {
        ...{ visitType: 101, priceList: 1 },
        changes: [{ roomType: 11, from: '2027-03-15', to: '2027-03-16', amountMinor: 12_345, confirm: true }],
      }),
    );
  });

  test('rooms that are closed, and opened again', async () => {
    await expectChanged(TODAY, () => inventory({ closed: true }));
    await expectChanged(TODAY, () => inventory({ closed: false, units: 1 }));
  });

  test('a booking of the last room, and its cancellation', async () => {
    let id = '';
    await expectChanged(TODAY, async () => {
      const answer = await gateway.inject({
        ...{ method: 'POST', url: '/api/v1/booking', headers: { authorization: `Bearer ${key}` } },
        payload: bindingBody({
          ...{ visit_type_id: 101, hotel_id: 1, room_type_id: 11 },
          ...{ date_from: '2027-03-14', date_to: '2027-03-19' },
        }),
      });
      expect(answer.statusCode).toBe(201);
      ({ id } = answer.json());
    });
    await expectChanged(TODAY, () => mutate('cancelBooking', { id }));
  });

  test('a hold of the last room, its release, and its end when nobody writes anything', async () => {
    const input = { visitType: 101, roomType: 11, arrival: '2027-03-14', departure: '2027-03-19', currency: 'CZK' };
    let id = '';
    await expectChanged(TODAY, async () => {
      ({ id } = ((await mutate('holdStay', input)) as unknown as { hold: { id: string } }).hold);
    });
    await expectChanged(TODAY, () =>
      gateway.ask('mutation ($id: ID!) { releaseHold(input: { id: $id }) { __typename } }', { key, variables: { id } }),
    );
    const before = await page();
    await expectChanged(TODAY, () => mutate('holdStay', { ...input, minutes: 5 }));
    gateway.setClock(`${TODAY}T12:06:00Z`);
    expect(await page()).toEqual(before);
    gateway.setToday(TODAY);
  });

  test('an import that gives the hotel another star', async () => {
    const hotels = SMALL_CATALOGUE.hotels!.map((hotel) =>
      hotel.id === 1 ? { ...hotel, stars: hotel.stars === 5 ? 4 : 5 } : hotel,
    );
    await expectChanged(TODAY, async () => {
      const { ok } = await importCatalogue({ database: gateway.database, source: { ...SMALL_CATALOGUE, hotels } });
      expect(ok).toBe(true);
      gateway.epochs.observe(await readRaised(gateway.database));
    });
  });
});

test('further pages of a search read nothing from the database', async () => {
  const first = await readOffers(gateway, { key, filter: FILTER, first: 1 });
  expect(first.pageInfo.hasNextPage).toBe(true);
  const statements = await statementsOf(async () => {
    const second = await readOffers(gateway, { key, filter: FILTER, first: 1, after: first.pageInfo.endCursor });
    expect(second.pageInfo.hasPreviousPage).toBe(true);
    expect(second.nodes).not.toEqual(first.nodes);
  });
  expect(statements.filter((statement) => /rate|inventory|price_list/.test(statement))).toEqual([]);
});

// The last one, because nothing that is kept of a later day serves an earlier one.
test('a search is forgotten on a new day', async () => {
  await expectChanged('2027-03-16', async () => gateway.setToday('2027-03-16'));
});
