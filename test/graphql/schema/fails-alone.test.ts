/** A root field that fails by itself is null, and those beside it are answered (F9). */
import { readFileSync } from 'node:fs';
import { isNonNullType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key({ scopes: ['read', 'book', 'operate', 'manage', 'keys'] });
});
afterAll(() => gateway?.close());

const IDS = JSON.stringify(Array.from({ length: 101 }, (_, index) => String(index)));
/** An operation that each of them refuses. */
const REFUSED: Readonly<Record<string, string>> = {
  bookings: '(first: 0) { nodes { id } }',
  calendar: '(dateFrom: "2027-03-02", dateTo: "2027-03-01") { date }',
  changesOfPrices: '(first: 0) { nodes { id } }',
  changesOfRooms: '(first: 0) { nodes { id } }',
  events: '(first: 0) { nodes { id } }',
  figures: '(hotel: 1, from: "2027-03-02", to: "2027-03-01", by: DAY) { total { sold } }',
  hotels: '(first: 0) { totalCount }',
  inventory: '(hotel: 1, from: "2027-03-02", to: "2027-03-01") { nights { units } }',
  keys: '(first: 0) { nodes { id } }',
  lowestPrice: '(filter: { occupancy: 0 }) { currency }',
  nodes: `(ids: ${IDS}) { id }`,
  offers: '(filter: { arrival: "2027-03-01", nights: 0, currency: CZK }) { totalCount }',
  rates: '(visitType: 101, from: "2027-03-02", to: "2027-03-01") { priceList }',
  roomTypes: '(after: "x") { totalCount }',
  suggestions: '(search: "a", first: 0) { __typename }',
  visitTypeCategories: `(ids: ${IDS}) { number }`,
  visitTypes: '(filter: { occupancy: 0 }) { totalCount }',
  webhookDeliveries: '(after: "x") { nodes { id } }',
};
/** They find one thing or none, and are null where there is none; a quote of a change after too many wrong pairs. */
const LOOK_UPS = ['booking', 'hold', 'hotel', 'node', 'quoteChange', 'visitType'];

test('a cancellation after ten wrong pairs is null, and not the data around it', async () => {
  const client = await gateway.key({ scopes: ['read', 'book'] });
  const cancel = `mutation { cancelBooking(input: { reference: "0000-0000", email: "bert@example.com" }) { __typename } }`;
  for (let time = 0; time < 10; time++) {
    expect(await gateway.ask(cancel, { key: client })).toEqual({ cancelBooking: { __typename: 'NotFound' } });
  }
  const { data, errors } = await gateway.graphql<unknown>(cancel, { key: client });
  expect(data).toEqual({ cancelBooking: null });
  expect(errors).toMatchObject([{ path: ['cancelBooking'], extensions: { code: 'RATE_LIMITED' } }]);
});

test('no other mutation may be null', () => {
  const nullable = Object.values(schema.getMutationType()!.getFields()).filter(({ type }) => !isNonNullType(type));
  expect(nullable.map(({ name }) => name)).toEqual(['cancelBooking', 'changeBooking']);
});

describe('a query that refuses its arguments', () => {
  test.each(Object.entries(REFUSED))('%s is null alone', async (field, refused) => {
    const { data, errors } = await gateway.graphql<unknown>(
      `{ ${field}${refused} loyaltyPrograms { number } viewer { today } }`,
      {
        key,
      },
    );
    expect(data).toEqual({
      [field]: null,
      loyaltyPrograms: SMALL_CATALOGUE.loyaltyPrograms!.map(({ id }) => ({ number: id })),
      viewer: { today: TODAY },
    });
    expect(errors).toHaveLength(1);
    expect(errors![0]).toMatchObject({ path: [field], extensions: { code: 'BAD_USER_INPUT' } });
  });

  test('is the only kind that may be null, but for look-ups', () => {
    const nullable = Object.values(schema.getQueryType()!.getFields()).filter(({ type }) => !isNonNullType(type));
    expect(nullable.map(({ name }) => name).toSorted()).toEqual([...Object.keys(REFUSED), ...LOOK_UPS].toSorted());
  });

  test('is in the list of the rule', () => {
    const rules = readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8');
    const [, list] = /^### F9\.[\s\S]*?arguments to refuse: ([^.]+)\./m.exec(rules)!;
    expect([...list!.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(Object.keys(REFUSED));
  });

  test('is null, but for quote, which answers with its problems, and _entities, whose type routers give (X1)', () => {
    const answered = Object.values(schema.getQueryType()!.getFields()).filter(({ type }) => isNonNullType(type));
    expect(answered.filter(({ args }) => args.length > 0).map(({ name }) => name)).toEqual(['quote', '_entities']);
  });

  test('several of them are null each, with an error each', async () => {
    const { data, errors } = await gateway.graphql<unknown>(
      '{ a: hotels(first: 0) { totalCount } b: visitTypes(first: 2) { totalCount } c: roomTypes(first: 101) { totalCount } }',
    );
    expect(data).toEqual({ a: null, b: { totalCount: SMALL_CATALOGUE.visitTypes!.length }, c: null });
    expect(errors!.map(({ path }) => path)).toEqual([['a'], ['c']]);
  });
});
