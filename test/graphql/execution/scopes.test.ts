/** What a key with one scope alone may do: each scope works without the others, and none but `manage` includes another (S6, M10). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { completeScopes, SCOPES, type Scope } from '../../../src/data/keys/scopes.ts';
import { scopesOfField } from '../../../src/graphql/schema/builder.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { OBJECT_IDS, SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const BOOK = `mutation { createBooking(input: { kind: REQUEST, currency: CZK, visitType: 101, hotel: 1, roomType: 11,
  arrival: "2027-03-05", departure: "2027-03-09", billedTo: { firstName: "A", lastName: "B", email: "a@example.com" },
  guests: [{ firstName: "A", lastName: "B" }] }) { __typename } }`;
const UPDATE = `mutation { updateInventory(input: { changes: [{ roomType: 11, from: "2027-05-01", to: "2027-05-02", units: 9 }] }) {
  __typename } }`;

const REPRICE = `mutation { updateRates(input: { visitType: 101, priceList: 1, changes: [{ roomType: 11, from: "2027-05-01", to: "2027-05-02",
  amountMinor: 100000 }] }) { __typename } }`;

const graphql = (query: string) => ({ method: 'POST', url: '/graphql', payload: { query } }) as const;

const ASKED = {
  'the catalogue': { request: graphql('{ destinations { number } }'), scopes: ['read'] },
  'the catalogue over REST': { request: { method: 'GET', url: '/api/v1/destinations' }, scopes: ['read'] },
  viewer: { request: graphql('{ viewer { rights } }'), scopes: SCOPES },
  'a booking by its id': {
    request: graphql(`{ booking(id: "${'0'.repeat(24)}") { id } }`),
    scopes: ['book', 'bookings', 'operate'],
  },
  'anything by its id': {
    request: graphql(`{ node(id: "${'0'.repeat(24)}") { id } nodes(ids: ["${'0'.repeat(24)}"]) { id } }`),
    scopes: ['read', 'bookings', 'operate'],
  },
  'a new booking': { request: graphql(BOOK), scopes: ['book'] },
  'a new booking over REST': {
    request: { method: 'POST', url: '/api/v1/booking', payload: bindingBody() },
    scopes: ['book'],
  },
  'a change of capacity': { request: graphql(UPDATE), scopes: ['inventory'] },
  'a change of prices': { request: graphql(REPRICE), scopes: ['rates'] },
  'what has changed capacity': { request: graphql('{ changesOfRooms { nodes { id } } }'), scopes: ['inventory'] },
  'what has changed prices': { request: graphql('{ changesOfPrices { nodes { id } } }'), scopes: ['rates'] },
  keys: { request: graphql('{ keys { nodes { id } } }'), scopes: ['keys'] },
  webhooks: { request: graphql('{ webhooks { id } }'), scopes: ['webhooks'] },
  erasing: {
    request: graphql('mutation { eraseGuestData(input: { email: "a@example.org" }) { __typename } }'),
    scopes: ['erase'],
  },
  'stored capacity': {
    request: graphql('{ inventory(hotel: 1, from: "2027-05-01", to: "2027-05-02") { nights { units } } }'),
    scopes: ['operate', 'inventory'],
  },
  'stored prices': {
    request: graphql('{ rates(visitType: 101, from: "2027-05-01", to: "2027-05-02") { priceList } }'),
    scopes: ['operate', 'rates'],
  },
  figures: {
    request: graphql('{ figures(hotel: 1, from: "2027-05-01", to: "2027-05-02", by: DAY) { total { sold } } }'),
    scopes: ['operate'],
  },
  'bookings as a file': { request: { method: 'GET', url: '/manage/bookings.csv' }, scopes: ['operate'] },
  'the catalogue as a file': { request: { method: 'GET', url: '/manage/catalogue' }, scopes: ['catalogue'] },
  'a booking and the catalogue': {
    request: graphql(`{ booking(id: "${'0'.repeat(24)}") { id } destinations { number } }`),
    scopes: [],
  },
} as const satisfies Record<string, { request: object; scopes: readonly Scope[] }>;

let gateway: TestGateway;
const keys = new Map<Scope, string>();
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  for (const scope of SCOPES) keys.set(scope, await gateway.key({ scopes: [scope] }));
});
afterAll(() => gateway?.close());

describe.each(Object.entries(ASKED))('%s', (_, { request, scopes }) => {
  test.each(SCOPES)(
    `is asked with %s alone: only one of ${scopes.join(', ') || 'several together'} is enough`,
    async (scope) => {
      const headers = { authorization: `Bearer ${keys.get(scope)}`, 'content-type': 'application/json' };
      const { statusCode, body } = await gateway.inject({ ...request, headers });
      const isAllowed = completeScopes([scope]).some((one) => (scopes as readonly Scope[]).includes(one));
      expect([statusCode, statusCode === 403]).toEqual([statusCode, !isAllowed]);
      if (isAllowed) expect([200, 201]).toContain(statusCode);
      if (isAllowed && request.url === '/graphql') expect(JSON.parse(body)).not.toHaveProperty('errors');
    },
  );
});

test('the description of a root field names the rights that it needs, if it asks for others than most do', () => {
  const types = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const silent = types.flatMap((type) =>
    Object.values(type?.getFields() ?? {}).flatMap((field) =>
      (scopesOfField(field) ?? [])
        .filter((scope) => !field.description?.includes(`\`${scope.toUpperCase()}\``))
        .map((scope) => `${type?.name}.${field.name} does not name ${scope}`),
    ),
  );
  expect(silent).toEqual([]);
});

test('the descriptions of queries and mutations name every right that one of their fields needs', () => {
  for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
    const needed = new Set(Object.values(type.getFields()).flatMap((field) => scopesOfField(field) ?? []));
    expect(needed.size).toBeGreaterThan(0);
    const unnamed = [...needed].filter((scope) => !type.description?.includes(`\`${scope.toUpperCase()}\``));
    expect([type.name, unnamed]).toEqual([type.name, []]);
  }
});

test('node and nodes find the catalogue with read, and bookings with bookings or operate, each without the other', async () => {
  const client = 'Shop';
  const shop = await gateway.key({ client, scopes: ['book'] });
  const made = await gateway.ask<{ createBooking: { booking: { id: string } } }>(
    BOOK.replace('{ __typename }', '{ ... on BookingCreated { booking { id } } }'),
    { key: shop },
  );
  const ids = [made.createBooking.booking.id, OBJECT_IDS.hotel1];
  const found = async (scopes: Scope[]) => {
    const key = await gateway.key({ client, scopes });
    const { node, nodes } = await gateway.ask<{ node: object | null; nodes: (object | null)[] }>(
      'query ($ids: [ID!]!, $id: ID!) { node(id: $id) { __typename } nodes(ids: $ids) { __typename } }',
      { key, variables: { ids, id: ids[0]! } },
    );
    expect(node).toEqual(nodes[0]);
    return nodes;
  };
  const [booking, hotel] = [{ __typename: 'Booking' }, { __typename: 'Hotel' }];
  expect(await found(['read', 'book', 'manage'])).toEqual([null, hotel]);
  expect(await found(['bookings'])).toEqual([booking, null]);
  expect(await found(['operate'])).toEqual([booking, null]);
  expect(await found(['read', 'bookings'])).toEqual([booking, hotel]);
});

test('M10: a change is undone with the scope that it took, and does not exist for the other one', async () => {
  const UNDO = 'mutation ($id: ID!) { undoChange(input: { id: $id }) { __typename } }';
  const rooms = await gateway.ask<{ updateInventory: { recordedAs: string[] } }>(
    UPDATE.replace('units: 9', 'units: 8').replace('__typename }', '... on InventoryUpdated { recordedAs } }'),
    { key: keys.get('inventory')! },
  );
  const prices = await gateway.ask<{ updateRates: { recordedAs: string[] } }>(
    REPRICE.replace('100000', '110000').replace('__typename }', '... on RatesUpdated { recordedAs } }'),
    { key: keys.get('rates')! },
  );
  const undo = async (scope: Scope, id: string | undefined) =>
    (await gateway.ask<{ undoChange: object }>(UNDO, { key: keys.get(scope)!, variables: { id } })).undoChange;
  const [roomsId] = rooms.updateInventory.recordedAs;
  const [pricesId] = prices.updateRates.recordedAs;
  expect(await undo('rates', roomsId)).toEqual({ __typename: 'NotFound' });
  expect(await undo('inventory', pricesId)).toEqual({ __typename: 'NotFound' });
  expect(await undo('inventory', roomsId)).toEqual({ __typename: 'ChangeUndone' });
  expect(await undo('rates', pricesId)).toEqual({ __typename: 'ChangeUndone' });
});

test('viewer shows the client, the scopes and the kind of the key', async () => {
  const VIEWER = '{ viewer { client rights isTest isPublishable keyPrefix } }';
  const [live, browser, tester] = [
    await gateway.key({ client: 'Shop', scopes: ['bookings'] }),
    await gateway.key({ client: 'Shop', isPublishable: true }),
    await gateway.key({ client: 'Shop', isTest: true, scopes: ['book'] }),
  ];
  const viewers = [live, browser, tester].map(async (key) => (await gateway.ask(VIEWER, { key })).viewer);
  const shown = (key: string, scopes: Scope[], isTest: boolean, isPublishable: boolean) => ({
    ...{
      client: 'Shop',
      rights: scopes.map((scope) => scope.toUpperCase()),
      isTest,
      isPublishable,
      keyPrefix: key.slice(0, 12),
    },
  });
  expect(await Promise.all(viewers)).toEqual([
    shown(live, ['bookings'], false, false),
    shown(browser, ['read', 'book'], false, true),
    shown(tester, ['book'], true, false),
  ]);
});
