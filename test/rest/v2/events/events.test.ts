/** GET /v2/events and Query.events (S14, S15): events of bookings: who receives them, and in what order. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeKey } from '../../../../src/data/keys/api-keys.ts';
import { apiKeyPrefix } from '../../../../src/domain/api-key-format.ts';
import { requestBody } from '../../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { readRaised } from '../../../support/database/raised-epochs.ts';
import { ask } from '../../../support/gateway/documented-gateway.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { soon, until } from '../../../support/requests/until.ts';

interface Event {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}
interface Page {
  data: Event[];
  nextCursor: string;
}

let gateway: TestGateway;
let shop: string;
let ofShop: string;
let operator: string;
let shopBooking: string;
let otherBooking: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  shop = await gateway.key({ client: 'shop', scopes: ['book'] });
  ofShop = await gateway.key({ client: 'shop', scopes: ['bookings'] });
  operator = await gateway.key({ scopes: ['operate'] });
  shopBooking = await book(shop);
  otherBooking = await book(await gateway.key({ client: 'other', scopes: ['book'] }));
});
afterAll(() => gateway?.close());

async function book(key: string): Promise<string> {
  const response = await gateway.inject({
    method: 'POST',
    url: '/api/v1/booking',
    headers: { authorization: `Bearer ${key}` },
    payload: requestBody(),
  });
  expect(response.statusCode).toBe(201);
  return (response.json() as { _id: string })._id;
}

async function read(key: string, query = ''): Promise<Page> {
  const answer = await ask(gateway, key, { url: `/api/v2/events${query}` });
  expect([query, answer.statusCode]).toEqual([query, 200]);
  return JSON.parse(answer.body) as Page;
}

const bookingsOf = ({ data }: Page): unknown[] => data.map((event) => event.data.bookingId);

/** Writes an event as the transaction of a change does. */
async function writeEvent(bookingId: string, type: string, id: string): Promise<void> {
  await gateway.database.prisma.$executeRawUnsafe(
    `INSERT INTO booking_event (id, booking_id, type, at) VALUES ($1, $2, $3::"BookingEventType", '2027-01-02T03:04:05.678Z')`,
    ...[id, bookingId, type],
  );
}

test('an event says what happened to which booking, and nothing about persons', async () => {
  const { data } = await read(ofShop);
  const { reference } = await gateway.database.prisma.booking.findUniqueOrThrow({ where: { id: shopBooking } });
  expect(data).toEqual([
    {
      id: expect.stringMatching(/^evt_[0-9a-f]{24}$/),
      type: 'booking.requested',
      timestamp: `${TODAY}T12:00:00.000Z`,
      data: {
        ...{ bookingId: shopBooking, reference: `${reference.slice(0, 4)}-${reference.slice(4)}`, status: 'REQUESTED' },
        ...{ party: null, kind: 'REQUEST', isTest: false, visitType: 101, hotel: 1, roomType: 11 },
        ...{ arrival: requestBody().date_from, departure: requestBody().date_to, channel: 'public', client: 'shop' },
      },
    },
  ]);
});

test('nobody may keep an answer: the ids in it lead to bookings', async () => {
  const { headers } = await ask(gateway, ofShop, { url: '/api/v2/events' });
  expect(headers['cache-control']).toBe('no-store');
});

test('`bookings` shows the bookings of the client, `operate` those of every client in its destinations', async () => {
  const nowhere = await gateway.key({ scopes: ['operate'], destinations: [2] });
  expect(bookingsOf(await read(ofShop))).toEqual([shopBooking]);
  expect(bookingsOf(await read(operator))).toEqual([shopBooking, otherBooking]);
  expect(bookingsOf(await read(nowhere))).toEqual([]);
  for (const scopes of [['read'], ['book'], ['manage']] as const) {
    const answer = await ask(gateway, await gateway.key({ scopes }), { url: '/api/v2/events' });
    expect([scopes, answer.statusCode]).toEqual([scopes, 403]);
  }
});

test('the cursor always leads on: page by page to the end, and from there to what comes later', async () => {
  const first = await read(operator, '?limit=1');
  const second = await read(operator, `?limit=1&cursor=${first.nextCursor}`);
  const end = await read(operator, `?cursor=${second.nextCursor}`);
  expect([first, second, end].map(bookingsOf)).toEqual([[shopBooking], [otherBooking], []]);
  const later = await book(shop);
  expect(bookingsOf(await read(operator, `?cursor=${end.nextCursor}`))).toEqual([later]);
  // The cursor passes what others receive.
  const ofNobody = await gateway.key({ client: 'nobody', scopes: ['bookings'] });
  const { nextCursor } = await read(ofNobody);
  await book(shop);
  expect(bookingsOf(await read(operator, `?cursor=${nextCursor}`))).toHaveLength(1);
});

test('an event keeps the status it was published with, and one of erasing has that before it', async () => {
  const id = await book(shop);
  await writeEvent(id, 'CONFIRMED', 'evt_c');
  await writeEvent(id, 'ERASED', 'evt_e');
  await writeEvent(id, 'CANCELLED', 'evt_x');
  const received = (await read(ofShop)).data.filter(({ data }) => data.bookingId === id);
  expect(received.map(({ type, data }) => [type, data.status])).toEqual([
    ['booking.requested', 'REQUESTED'],
    ['booking.confirmed', 'CONFIRMED'],
    ['booking.erased', 'CONFIRMED'],
    ['booking.cancelled', 'CANCELLED'],
  ]);
  expect(received.at(-1)!.timestamp).toBe('2027-01-02T03:04:05.678Z');
});

test('bookings of test keys are sent only to those who ask for tests', async () => {
  const id = await book(shop);
  await gateway.database.prisma.booking.update({ where: { id }, data: { isTest: true } });
  expect(bookingsOf(await read(ofShop))).not.toContain(id);
  const { data } = await read(ofShop, '?tests=true');
  expect(data.find((event) => event.data.bookingId === id)!.data.isTest).toBe(true);
});

test('what is out of bounds or no cursor of the feed is refused, all of it at once', async () => {
  const { pageInfo } = (
    await gateway.ask<{ hotels: { pageInfo: { endCursor: string } } }>(
      '{ hotels(first: 1) { pageInfo { endCursor } } }',
    )
  ).hotels;
  const answer = await ask(gateway, ofShop, { url: '/api/v2/events?limit=501&wait=31&cursor=x' });
  expect(answer.statusCode).toBe(400);
  const { errors } = JSON.parse(answer.body) as { errors: { path: string; code: string }[] };
  expect(errors.map(({ path, code }) => [path, code]).sort()).toEqual([
    ['cursor', 'MALFORMED'],
    ['limit', 'OUT_OF_RANGE'],
    ['wait', 'OUT_OF_RANGE'],
  ]);
  const foreign = await ask(gateway, ofShop, { url: `/api/v2/events?cursor=${pageInfo.endCursor}` });
  expect([foreign.statusCode, foreign.body]).toEqual([400, expect.stringContaining('CURSOR_OF_ANOTHER_RESOURCE')]);
});

test('GraphQL shows the same events, by type too, and its cursors are those of REST', async () => {
  const query = `query ($types: [BookingEventType!], $after: String) { events(first: 500, types: $types, after: $after) {
    edges { cursor node { id type timestamp status } } pageInfo { endCursor hasNextPage hasPreviousPage } } }`;
  interface Answer {
    events: {
      edges: { cursor: string; node: { id: string; type: string } }[];
      pageInfo: { endCursor: string; hasNextPage: boolean; hasPreviousPage: boolean };
    };
  }
  const { events } = await gateway.ask<Answer>(query, { key: operator });
  const rest = await read(operator);
  expect(events.edges.map(({ node }) => node.id)).toEqual(rest.data.map(({ id }) => id));
  expect(events.pageInfo).toEqual({ endCursor: rest.nextCursor, hasNextPage: false, hasPreviousPage: false });
  const after = events.edges[0]!.cursor;
  const { events: rest2 } = await gateway.ask<Answer>(query, { key: operator, variables: { after } });
  expect(rest2.edges.map(({ node }) => node.id)).toEqual(rest.data.slice(1).map(({ id }) => id));
  // An empty list means all, as that of a webhook.
  expect(await gateway.ask<Answer>(query, { key: operator, variables: { types: [] } })).toEqual({ events });
  const { events: erased } = await gateway.ask<Answer>(query, { key: operator, variables: { types: ['ERASED'] } });
  expect(erased.edges.map(({ node }) => node.type)).toEqual(['ERASED']);
  expect(erased.pageInfo.endCursor).toBe(rest.nextCursor);
});

describe('an answer that waits', () => {
  test('comes with the next event, though another process writes it', async () => {
    const { nextCursor } = await read(ofShop);
    const waiting = read(ofShop, `?wait=30&cursor=${nextCursor}`);
    const pool = gateway.database.pool!;
    await until(
      async () => pool(),
      ({ total, idle }) => total === idle,
    );
    const other = await startGateway({ today: TODAY, database: { ...gateway.database, close: async () => {} } });
    const id = await book(shop);
    expect(bookingsOf(await soon('the event', waiting))).toEqual([id]);
    await other.close();
  });

  test('is empty when the time is over, and does not wait for the events of others', async () => {
    const { nextCursor } = await read(ofShop);
    const waiting = read(ofShop, `?wait=1&cursor=${nextCursor}`);
    await book(await gateway.key({ client: 'other', scopes: ['book'] }));
    expect(bookingsOf(await soon('the end', waiting))).toEqual([]);
  });

  test('is refused when the key is revoked meanwhile', async () => {
    const key = await gateway.key({ client: 'shop', scopes: ['bookings'] });
    const { nextCursor } = await read(key);
    const waiting = ask(gateway, key, { url: `/api/v2/events?wait=30&cursor=${nextCursor}` });
    await revokeKey({ database: gateway.database, prefix: apiKeyPrefix(key), clock: { now: () => 0 } });
    // The notification may still be in flight.
    gateway.epochs.observe(await readRaised(gateway.database));
    await book(shop);
    expect((await soon('the refusal', waiting)).statusCode).toBe(401);
  });

  test('ends when the process stops', async () => {
    const stopping = await startGateway({ today: TODAY, database: { ...gateway.database, close: async () => {} } });
    const { nextCursor } = await read(ofShop);
    const waiting = ask(stopping, ofShop, { url: `/api/v2/events?wait=30&cursor=${nextCursor}` });
    await until(
      async () => stopping.database.pool!(),
      ({ total, idle }) => total === idle,
    );
    stopping.drain();
    expect((await soon('the end', waiting)).statusCode).toBe(200);
    await stopping.close();
  });
});

test('a change of a booking says which parts changed, in REST as in GraphQL; other events say nothing of the kind', async () => {
  const id = await book(shop);
  await gateway.ask(
    'mutation ($id: ID!) { changeBooking(input: { id: $id, billedTo: { email: "right@example.com" }, customerNote: "Late" }) { __typename } }',
    { key: shop, variables: { id } },
  );
  await until(
    () => read(ofShop),
    ({ data }) => data.some(({ type }) => type === 'booking.changed'),
  );
  const own = (await read(ofShop)).data.filter(({ data }) => data.bookingId === id);
  expect(own.map(({ type, data: { changed } }) => [type, changed])).toEqual([
    ['booking.requested', undefined],
    ['booking.changed', ['contact']],
  ]);
  const { events } = await gateway.ask<{ events: { nodes: { bookingId: string; type: string; changed: unknown }[] } }>(
    '{ events(first: 500) { nodes { bookingId type changed } } }',
    { key: ofShop },
  );
  expect(events.nodes.filter(({ bookingId }) => bookingId === id).map(({ type, changed }) => [type, changed])).toEqual([
    ['REQUESTED', null],
    ['CHANGED', ['CONTACT']],
  ]);
});

test('an event of a room that was booked with others has the id of their party, in REST as in GraphQL; of another one it has none (Y2)', async () => {
  const person = { firstName: 'Anna', lastName: 'Nová' };
  const room = { roomType: 11, guests: [person] };
  const input = {
    ...{ kind: 'REQUEST', currency: 'CZK', visitType: 101, hotel: 1, arrival: '2027-04-05', departure: '2027-04-07' },
    ...{ billedTo: { ...person, email: 'party@example.com' }, rooms: [room, room] },
  };
  const { made } = await gateway.ask<{ made: { ids: string[]; bookings: { party: { id: string } }[] } }>(
    'mutation ($input: CreateBookingsInput!) { made: createBookings(input: $input) { ... on BookingsCreated { ids bookings { party { id } } } } }',
    { key: shop, variables: { input } },
  );
  const party = made.bookings[0]!.party.id;
  const ofParty = made.ids.map((bookingId) => ({ bookingId, party }));
  const { data } = await read(ofShop);
  const received = data.map(({ data: { bookingId, party: of } }) => ({ bookingId, party: of }));
  expect(received.slice(-2)).toEqual(ofParty);
  expect(received.slice(0, -2).filter(({ party: of }) => of !== null)).toEqual([]);
  expect(received.length).toBeGreaterThan(2);
  const { events } = await gateway.ask<{ events: { nodes: object[] } }>(
    '{ events(first: 500) { nodes { bookingId party } } }',
    { key: ofShop },
  );
  expect(events.nodes).toEqual(received);
});
