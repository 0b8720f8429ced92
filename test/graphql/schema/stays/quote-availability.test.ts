/** What a quote says of rooms and of its own end (F3). */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const QUOTE = `query Quote($input: QuoteInput!) { quote(input: $input) { __typename
  ... on StayQuotes { availability roomsLeft validUntil quotes { currency } } } }`;
const ONLY_PRICE =
  'query Price($input: QuoteInput!) { quote(input: $input) { ... on StayQuotes { validUntil quotes { total { amount } } } } }';
const UPDATE = `mutation ($input: UpdateInventoryInput!) { updateInventory(input: $input) { __typename } }`;

let gateway: TestGateway;
let key: string;
let hotelKey: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key();
  hotelKey = await gateway.key({ scopes: ['manage'] });
});
afterAll(() => gateway.close());
afterEach(() => {
  vi.restoreAllMocks();
  gateway.setToday(TODAY);
});

const STAY = { visitType: '101', roomType: '12', arrival: '2027-04-05', departure: '2027-04-09' };
const quote = async (changes: object = {}, query = QUOTE) =>
  (await gateway.ask<{ quote: Record<string, unknown> }>(query, { key, variables: { input: { ...STAY, ...changes } } }))
    .quote;
const setUnits = (from: string, to: string, units: number) =>
  gateway.ask(UPDATE, { key: hotelKey, variables: { input: { changes: [{ roomType: '12', from, to, units }] } } });

test('F3: it has the rooms left on the scarcest night, at most 5, in answers that are cached, too', async () => {
  await setUnits('2027-04-05', '2027-04-08', 9);
  expect(await quote()).toMatchObject({ availability: 'AVAILABLE', roomsLeft: 5 });
  await setUnits('2027-04-07', '2027-04-07', 2);
  expect(await quote()).toMatchObject({ availability: 'AVAILABLE', roomsLeft: 2 });
  await setUnits('2027-04-08', '2027-04-08', 0);
  expect(await quote()).toMatchObject({ availability: 'ON_DEMAND', roomsLeft: 0 });
  expect(await quote({ departure: '2027-04-08' })).toMatchObject({ availability: 'AVAILABLE', roomsLeft: 2 });
  await setUnits('2027-04-08', '2027-04-08', 1);
  expect(await quote()).toMatchObject({ availability: 'AVAILABLE', roomsLeft: 1 });
});

test('F3: where no capacity is recorded no room is left, and on demand none is counted', async () => {
  const unrecorded = { roomType: '13', arrival: '2027-04-05', departure: '2027-04-09' };
  expect(await quote(unrecorded)).toMatchObject({ availability: 'ON_DEMAND', roomsLeft: 0 });
  const onDemand = { visitType: '103', roomType: '11', arrival: '2027-03-01', departure: '2027-03-03' };
  expect(await quote(onDemand)).toMatchObject({ availability: 'ON_DEMAND', roomsLeft: null });
});

test('F3: it is valid until the business day ends, on days with 23 and 25 hours as well', async () => {
  const stay = { arrival: '2027-12-05', departure: '2027-12-09' };
  for (const [now, until] of [
    ['2027-01-10T12:00:00Z', '2027-01-10T23:00:00.000Z'],
    ['2027-01-10T23:00:00Z', '2027-01-11T23:00:00.000Z'],
    ['2027-03-28T08:00:00Z', '2027-03-28T22:00:00.000Z'],
    ['2027-10-31T08:00:00Z', '2027-10-31T23:00:00.000Z'],
  ] as const) {
    gateway.setClock(now);
    for (let run = 0; run < 12; run++) {
      const { validUntil } = await quote(stay, ONLY_PRICE);
      expect(new Date(validUntil as string).toISOString()).toBe(until);
    }
  }
});

test('F3: a quote that asks for neither rooms nor availability reads no capacity, and a booked room does not make it stale', async () => {
  const ask = (query: string) =>
    gateway.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ query, variables: { input: STAY } }),
    });
  const isCached = async (query: string) => {
    const open = vi.spyOn(gateway.services, 'open');
    await ask(query);
    const isOpened = open.mock.calls.length > 0;
    open.mockRestore();
    return !isOpened;
  };
  await ask(ONLY_PRICE);
  await ask(QUOTE);
  expect([await isCached(ONLY_PRICE), await isCached(QUOTE)]).toEqual([true, true]);
  await setUnits('2027-04-06', '2027-04-06', 4);
  expect([await isCached(ONLY_PRICE), await isCached(QUOTE)]).toEqual([true, false]);
});
