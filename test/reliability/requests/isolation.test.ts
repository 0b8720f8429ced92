/**
 * A key reveals nothing that only another key sees (I2). Every query of the schema and every REST route is called with
 * the keys of two sides over one catalogue, in both orders, so that each finds the other's caches; the answers are
 * those of a world without the other side.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { DESTINATIONS, dividedCatalogue, SIDES, type Side, TODAY } from '../../support/catalogue/divided-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { ARGUMENTS, QUERIES, QUESTIONS } from '../../support/requests/every-question.ts';
import { wholeSelections } from '../../support/requests/whole-selection.ts';

const TOLD_HEADERS = ['x-total-count', 'etag', 'x-service-amenities-version', 'content-language'];

/** The answers to all questions by text: status, relevant headers, body, without the key's own prefix. */
async function walk(gateway: TestGateway, key: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const { name, ...question } of QUESTIONS) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await gateway.inject({ ...question, headers });
    const reported = TOLD_HEADERS.map((header) => String(answer.headers[header] ?? ''));
    answers.set(
      `${name} ${question.payload ?? ''}`,
      `${answer.statusCode} ${reported.join()} ${answer.payload.replaceAll(key.slice(0, 12), 'its prefix')}`,
    );
  }
  return answers;
}

/** The differences between two walks, in readable form. */
function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...one]
    .filter(([asked, answer]) => other.get(asked) !== answer)
    .slice(0, 5)
    .map(([asked, answer]) => `${asked.slice(0, 300)}\n${around(answer, other.get(asked) ?? '')}`);
}

/** The surroundings of the first difference between two answers. */
function around(one: string, other: string): string {
  const at = [...one].findIndex((character, index) => character !== other[index]);
  return [one, other].map((text) => text.slice(Math.max(0, at - 100), at + 200)).join('\n');
}

const keyOf = (gateway: TestGateway, side: Side, client = {}) => {
  const scopes = ['read', 'book', 'bookings', 'manage'] as const;
  return gateway.key({ channel: side, destinations: DESTINATIONS[side], scopes, ...client });
};
const other = (side: Side): Side => (side === 'north' ? 'south' : 'north');

describe('two keys over one catalogue', () => {
  let gateway: TestGateway;
  let keys: Record<Side, string>;
  const alone: Partial<Record<Side, Map<string, string>>> = {};
  beforeAll(async () => {
    for (const side of SIDES) {
      const world = await startGateway({ catalogue: dividedCatalogue([side]), today: TODAY });
      alone[side] = await walk(world, await keyOf(world, side, { client: side }));
      await world.close();
    }
    gateway = await startGateway({ catalogue: dividedCatalogue(SIDES), today: TODAY });
    const keyOfSide = (side: Side) => keyOf(gateway, side, { client: side });
    keys = { north: await keyOfSide('north'), south: await keyOfSide('south') };
  });
  afterAll(() => gateway?.close());

  test('every query of the schema and every route is asked, and most are answered', () => {
    expect(Object.keys(ARGUMENTS).sort()).toEqual(Object.keys(schema.getQueryType()!.getFields()).sort());
    expect(Object.keys(QUERIES).sort()).toEqual(ROUTES.map(({ path }) => path).sort());
    const answers = [...alone.north!];
    const refused = answers.filter(([asked, answer]) => asked.includes('"query"') && answer.includes('"errors"'));
    expect(refused.map(([asked, answer]) => `${asked.slice(0, 100)} ${answer.slice(0, 200)}`)).toEqual([]);
    for (const word of [
      'Hotel north',
      'north category en',
      'north promotion 1 en',
      'north tagline of north en',
      '390300',
    ]) {
      expect([word, answers.some(([, answer]) => answer.includes(word))]).toEqual([word, true]);
    }
  });

  test.each([
    { first: 'north', second: 'south' },
    { first: 'south', second: 'north' },
  ] as const)(
    'get the answers of a world without the other side: $first first, then $second',
    async ({ first, second }) => {
      const close = async () => {};
      const cold = await startGateway({ today: TODAY, database: { ...gateway.database, close } });
      const walks = [
        [first, await walk(cold, keys[first])],
        [second, await walk(cold, keys[second])],
        [first, await walk(cold, keys[first])],
      ] as const;
      await cold.close();
      for (const [side, answers] of walks) {
        expect(differences(answers, alone[side]!)).toEqual([]);
        const reported = [...answers].filter(
          ([asked, answer]) => !asked.includes(other(side)) && answer.includes(other(side)),
        );
        expect(reported.map(([asked]) => asked).slice(0, 5)).toEqual([]);
      }
    },
  );

  test('a cursor of the other side leads to nothing of it', async () => {
    for (const side of SIDES) {
      for (const list of ['hotels', 'roomTypes', 'visitTypes']) {
        const page = `${list}(first: 1) { edges { cursor } }`;
        const { [list]: own } = await gateway.ask<Record<string, { edges: { cursor: string }[] }>>(`{ ${page} }`, {
          key: keys[other(side)],
        });
        const rest = `{ ${list}(first: 20, after: "${own!.edges[0]!.cursor}") { nodes ${wholeSelections(schema, schema.getType(TYPE_OF[list]!) as never, 1)[0]} totalCount } }`;
        const answer = await gateway.graphql(rest, { key: keys[side] });
        expect(JSON.stringify(answer)).not.toContain(other(side));
        expect(answer.errors).toBeUndefined();
      }
    }
  });

  test('a party is found, followed and cancelled by no other key, and its idempotency key is one for each', async () => {
    const twin = await keyOf(gateway, 'north');
    const person = { firstName: 'Anna', lastName: 'Nová' };
    const address = { street: 'Lázeňská', houseNumber: '1a', city: 'Aš', zipCode: '352 01', country: 'CZE' };
    const input = {
      ...{ kind: 'BINDING', currency: 'CZK', visitType: 100, hotel: 3, idempotencyKey: 'party' },
      ...{
        arrival: '2027-06-14',
        departure: '2027-06-16',
        billedTo: { ...person, email: 'anna@example.com', address },
      },
      rooms: [
        { roomType: 31, guests: [person] },
        { roomType: 31, guests: [person] },
      ],
    };
    const book = async (key: string) => {
      const query = `mutation ($input: CreateBookingsInput!) { result: createBookings(input: $input) {
        ... on BookingsCreated { replayed ids bookings { party { id } } } ... on Problem { code } } }`;
      const { result } = await gateway.ask<{
        result: { replayed?: boolean; ids: string[]; bookings: { party: { id: string } }[] };
      }>(query, { key, variables: { input } });
      return result;
    };
    const made = await book(keys.north);
    expect([made.replayed, made.ids.length]).toEqual([false, 2]);
    expect(await book(keys.north)).toMatchObject({ replayed: true, ids: made.ids });
    const [id] = made.ids;
    const partyId = made.bookings[0]!.party.id;
    for (const key of [twin, keys.south]) {
      const asked = [
        `{ booking(id: "${id}") { party { id bookings { reference } } } }`,
        `{ node(id: "${partyId}") { __typename } }`,
        `mutation { cancelBooking(input: { id: "${id}", party: true }) { __typename } }`,
        `{ bookings(first: 50) { nodes { party { id } } } }`,
      ];
      for (const query of asked) {
        const text = JSON.stringify(await gateway.graphql(query, { key }));
        expect([query, text.includes('BookingCancelled'), text.includes(partyId)]).toEqual([query, false, false]);
      }
      expect((await book(key)).ids ?? []).not.toContain(id);
    }
  });

  test('a booking of the client shows a hotel that the key does not see, and nothing that is sold there', async () => {
    const chain = { client: 'a chain' };
    const [north, south] = [await keyOf(gateway, 'north', chain), await keyOf(gateway, 'south', chain)];
    const stay = { visit_type_id: 101, hotel_id: 1, room_type_id: 11, date_from: '2027-06-07', date_to: '2027-06-09' };
    const made = await gateway.inject({
      ...{ method: 'POST', url: '/api/v1/booking', payload: bindingBody(stay) },
      headers: { authorization: `Bearer ${north}`, 'idempotency-key': 'of-the-chain' },
    });
    expect(made.statusCode).toBe(201);
    const query = `{ booking(id: "${made.json().id}") {
      hotel { number name visitTypes { number } roomTypes { number } priceFrom { currency } }
      roomType { hotel { roomTypes { number } } } visitType { number hotels { hotel { number } } lowestPrice { amountPerNight { amountMinor } } } } }`;
    const seen = async (key: string) => (await gateway.ask<{ booking: object }>(query, { key })).booking;
    const hotel = { number: 1, name: 'Hotel north' };
    expect(await seen(south)).toEqual({
      hotel: { ...hotel, visitTypes: [], roomTypes: [], priceFrom: null },
      roomType: { hotel: { roomTypes: [] } },
      visitType: { number: 101, hotels: [], lowestPrice: [{ amountPerNight: null }, { amountPerNight: null }] },
    });
    expect(await seen(north)).toMatchObject({
      hotel: { ...hotel, visitTypes: [{ number: 100 }, { number: 101 }], roomTypes: [{ number: 11 }] },
    });
  });

  test('bookings and idempotency keys belong to one API key', async () => {
    const twin = await keyOf(gateway, 'north');
    const stay = { visit_type_id: 100, hotel_id: 3, room_type_id: 31, date_from: '2027-06-07', date_to: '2027-06-09' };
    const book = async (key: string, changes: Record<string, unknown> = {}) => {
      const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'same' };
      const answer = await gateway.inject({
        method: 'POST',
        url: '/api/v1/booking',
        headers,
        payload: bindingBody({ ...stay, ...changes }),
      });
      return [answer.statusCode, answer.json<{ id?: string }>().id] as const;
    };
    const [, north] = await book(keys.north);
    const [status, south] = await book(keys.south);
    const [otherStatus, twins] = await book(twin, { customer_note: 'Another request altogether' });
    expect([status, otherStatus, new Set([north, south, twins]).size]).toEqual([201, 201, 3]);
    expect(await book(keys.north)).toEqual([201, north]);
    expect(await book(keys.south)).toEqual([201, south]);
    const hidden = { hotel_id: keys.north === keys.south ? 1 : 2, room_type_id: 21 };
    expect((await book(keys.north, { ...hidden, customer_note: 'x' }))[0]).toBe(422);

    const details = 'id billedTo { lastName } price { total { amountMinor } } hotel { name }';
    for (const [index, query] of [
      `{ booking(id: "${north}") { ${details} } }`,
      `{ node(id: "${north}") { ... on Booking { ${details} } } }`,
      `{ nodes(ids: ["${north}"]) { ... on Booking { ${details} } } }`,
    ].entries()) {
      // The first caller must not determine what the others get.
      const order = index % 2 === 0 ? [keys.north, twin, keys.south] : [twin, keys.south, keys.north];
      for (const inTurn of [order, [...order].reverse()]) {
        for (const key of inTurn) {
          const text = JSON.stringify(await gateway.ask(query, { key }));
          const isShown = key === keys.north;
          expect([query, isShown, text.includes('Nov')]).toEqual([query, isShown, isShown]);
        }
      }
    }
  });
});

/** The type of a list's rows. */
const TYPE_OF: Readonly<Record<string, string>> = { hotels: 'Hotel', roomTypes: 'RoomType', visitTypes: 'VisitType' };
