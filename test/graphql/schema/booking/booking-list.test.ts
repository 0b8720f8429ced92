/** Lists and look-ups of bookings over GraphQL (S6, S9): who finds what, cursors, and the queries behind a page. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { statementsOf } from '../../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const CREATE = `mutation Book($input: CreateBookingInput!) {
  createBooking(input: $input) { __typename ... on BookingCreated { booking { id reference } } ... on Problem { message } } }`;
const LIST = `query List($filter: BookingFilter, $sort: BookingSort! = NEWEST, $first: Int! = 20, $after: String) {
  bookings(filter: $filter, sort: $sort, first: $first, after: $after) {
    nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

interface Connection {
  nodes: { id: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}
interface Booked {
  readonly id: string;
  readonly reference: string;
}

let gateway: TestGateway;
const keys: Record<string, string> = {};
const made: Booked[] = [];

async function book(key: string, email: string, hour: number): Promise<Booked> {
  gateway.setClock(`${TODAY}T${String(hour).padStart(2, '0')}:00:00Z`);
  const person = { firstName: 'Anna', lastName: 'Nová' };
  const input = {
    ...{ kind: 'REQUEST', currency: 'CZK', visitType: 101, hotel: 1, roomType: 11 },
    ...{ arrival: '2027-04-05', departure: '2027-04-07', billedTo: { ...person, email }, guests: [person] },
  };
  const { createBooking } = await gateway.ask<{ createBooking: { booking: Booked } }>(CREATE, {
    key,
    variables: { input },
  });
  return createBooking.booking;
}

async function list(key: string, variables: Record<string, unknown> = {}): Promise<Connection> {
  return (await gateway.ask<{ bookings: Connection }>(LIST, { key, variables })).bookings;
}
const idsOf = ({ nodes }: Connection) => nodes.map(({ id }) => id);

async function refusalOf(query: string, key: string, variables: Record<string, unknown> = {}) {
  const { errors } = await gateway.graphql(query, { key, variables });
  return errors?.map(({ extensions }) => ({ code: extensions?.code, problems: extensions?.problems }));
}

beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  keys.shop = await gateway.key({ client: 'shop', scopes: ['read', 'book'] });
  keys.desk = await gateway.key({ client: 'shop', scopes: ['bookings'] });
  keys.other = await gateway.key({ client: 'other', scopes: ['read', 'book', 'bookings'] });
  keys.hotel = await gateway.key({ client: 'hotel', scopes: ['operate'] });
  keys.elsewhere = await gateway.key({ client: 'elsewhere', scopes: ['operate', 'read', 'manage'], destinations: [2] });
  for (let hour = 1; hour <= 5; hour++) made.push(await book(keys.shop!, `guest${hour}@example.com`, hour));
  made.push(await book(keys.other!, 'guest1@example.com', 6));
});
afterAll(() => gateway.close());

describe('a list', () => {
  test('is of the own client with bookings, of every client in the destinations with operate', async () => {
    const newest = made.map(({ id }) => id).toReversed();
    expect(idsOf(await list(keys.desk!))).toEqual(newest.slice(1));
    expect(idsOf(await list(keys.other!))).toEqual(newest.slice(0, 1));
    expect(idsOf(await list(keys.hotel!))).toEqual(newest);
    expect(idsOf(await list(keys.elsewhere!))).toEqual([]);
  });

  test.each([['read', 'book'], ['manage']] as const)('is refused to keys with %s alone', async (...scopes) => {
    const key = await gateway.key({ client: 'shop', scopes: scopes.flat() as never });
    expect(await refusalOf('{ bookings { nodes { id } } }', key)).toMatchObject([{ code: 'FORBIDDEN' }]);
  });

  test('is walked by cursors, which are bound to list and order, and refused when they were changed', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Connection = await list(keys.hotel!, { first: 4, after, sort: 'OLDEST' });
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
      seen.push(...idsOf(page));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual(made.map(({ id }) => id));

    const { endCursor } = (await list(keys.hotel!, { first: 2 })).pageInfo;
    const other = { after: endCursor, sort: 'ARRIVAL' };
    expect(await refusalOf(LIST, keys.hotel!, other)).toMatchObject([
      { code: 'BAD_USER_INPUT', problems: [{ path: 'after', code: 'CURSOR_OF_ANOTHER_SORT_MODE' }] },
    ]);
    const forged = { after: `${endCursor!.slice(0, -2)}AA` };
    expect(await refusalOf(LIST, keys.hotel!, forged)).toMatchObject([{ problems: [{ code: 'CURSOR_CHANGED' }] }]);
    const legacy = { after: Buffer.from('{"lastSortValue":1,"lastId":1}').toString('base64') };
    expect(await refusalOf(LIST, keys.hotel!, legacy)).toMatchObject([{ problems: [{ code: 'MALFORMED' }] }]);
  });

  test('names everything that is wrong with its arguments, without personal values', async () => {
    const filter = {
      ...{ arrivalFrom: '2027-05-02', arrivalTo: '2027-05-01', email: 'no address', channel: 'shop\u0000' },
      ...{ createdFrom: '2027-05-02T00:00:00Z', createdTo: '2027-05-01T00:00:00Z' },
    };
    const [refusal] = (await refusalOf(LIST, keys.hotel!, { filter, first: 101 }))!;
    expect(refusal).toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [
        { path: 'filter.arrivalTo', code: 'DATES_REVERSED' },
        { path: 'filter.createdTo', code: 'DATES_REVERSED' },
        { path: 'filter.email', code: 'NOT_AN_EMAIL' },
        { path: 'filter.channel', code: 'CONTROL_CHARACTER' },
        { path: 'first', code: 'OUT_OF_RANGE' },
      ],
    });
    expect(JSON.stringify(refusal)).not.toContain('no address');
  });

  test('selects by hotel and visit type as number or ObjectId; one that names nothing selects nothing', async () => {
    const { hotels } = await gateway.ask<{ hotels: { nodes: { id: string; number: number }[] } }>(
      '{ hotels { nodes { id number } } }',
    );
    const hotel = hotels.nodes.find(({ number }) => number === 1)!;
    expect(idsOf(await list(keys.hotel!, { filter: { hotel: '1', visitType: '101' } }))).toHaveLength(6);
    expect(idsOf(await list(keys.hotel!, { filter: { hotel: hotel.id } }))).toHaveLength(6);
    for (const filter of [{ hotel: '2' }, { hotel: 'f'.repeat(24) }, { visitType: '999' }]) {
      expect(idsOf(await list(keys.hotel!, { filter }))).toEqual([]);
    }
  });

  test('takes as many queries for a page of 5 as for one of 2, with everything that a booking shows', async () => {
    const whole = `query Whole($first: Int!) { bookings(first: $first) {
      edges { node { history { type client } } }
      nodes { id reference status arrival hotel { name } visitType { number } roomType { code } billedTo { email }
        guests { firstName } history { type at } price { total { amount } promotions { percentage } discounts { percentage } } } } }`;
    const count = async (first: number) => {
      await gateway.ask(whole, { key: keys.hotel!, variables: { first } });
      return (await statementsOf(() => gateway.ask(whole, { key: keys.hotel!, variables: { first } }))).length;
    };
    const two = await count(2);
    expect(await count(5)).toBe(two);
    expect(two).toBeLessThanOrEqual(9);
  });
});

describe('node and nodes', () => {
  const NODES =
    'query Nodes($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Booking { reference billedTo { email } price { __typename } } } }';
  const nodesOf = async (key: string, ids: string[]) =>
    (await gateway.ask<{ nodes: ({ id: string } | null)[] }>(NODES, { key, variables: { ids } })).nodes;

  test('show bookings to keys that may list them, and to no other', async () => {
    const ids = [made[0]!.id, made[5]!.id, 'f'.repeat(24)];
    const reads = async (scopes: ('read' | 'book' | 'bookings' | 'operate')[], client = 'shop') => {
      const key = await gateway.key({ client, scopes });
      return (await nodesOf(key, ids)).map((node) => node?.id ?? null);
    };
    expect(await reads(['read', 'book'])).toEqual([null, null, null]);
    expect(await reads(['read', 'bookings'])).toEqual([ids[0], null, null]);
    expect(await reads(['read', 'operate'], 'anybody')).toEqual([ids[0], ids[1], null]);
    expect((await nodesOf(keys.elsewhere!, ids)).every((node) => node === null)).toBe(true);
  });

  test('give the same however often they are asked, with a fixed number of queries', async () => {
    const key = await gateway.key({ client: 'shop', scopes: ['read', 'bookings'] });
    const ids = made.slice(0, 5).map(({ id }) => id);
    const first = await nodesOf(key, ids);
    expect(first[1]).toMatchObject({ __typename: 'Booking', billedTo: { email: 'guest2@example.com' } });
    for (let time = 0; time < 12; time++) expect(await nodesOf(key, ids)).toEqual(first);
    const count = async (length: number) => (await statementsOf(() => nodesOf(key, ids.slice(0, length)))).length;
    expect(await count(5)).toBe(await count(2));
  });
});
