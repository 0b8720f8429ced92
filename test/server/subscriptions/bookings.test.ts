/** `Subscription.bookings` (U6): the events of the feed as they come, to those who may see them. */
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newEventId } from '../../../src/data/bookings.ts';
import { revokeKey } from '../../../src/data/keys/api-keys.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { EVENTS_AT_ONCE } from '../../../src/operations/events/event-feeds.ts';
import { requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { statementsOf } from '../../support/database/query-count.ts';
import { type KeyOptions, startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { until } from '../../support/requests/until.ts';
import { openEventStream } from '../../support/subscriptions/event-stream.ts';
import { FOLLOW_BOOKINGS, followBookings } from '../../support/subscriptions/followed-bookings.ts';

/** What a query fails with whose connection the server ends. */
const GONE = Object.assign(new Error('terminating connection'), { code: '57P01' });

type Followed = Awaited<ReturnType<typeof followBookings>>;

let gateway: TestGateway;
let url: string;
let guests: number;
let followed: Followed[] = [];

beforeEach(async () => {
  guests = 0;
  // A stream that a test pauses is not cut off meanwhile, however busy the machine is.
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, readerStallMs: 60_000 });
  url = await gateway.listen();
});
afterEach(async () => {
  for (const { stream } of followed) stream.close();
  followed = [];
  await gateway.close();
});

async function follow(key: string, variables: Record<string, unknown> = {}): Promise<Followed> {
  const one = await followBookings({ url, key, variables });
  followed.push(one);
  return one;
}

/** A key that lists and one that books, of one client. */
async function client(name: string, options: KeyOptions = {}): Promise<{ lists: string; books: string }> {
  const lists = await gateway.key({ client: name, scopes: ['bookings'], ...options });
  const books = await gateway.key({ client: name, scopes: ['book', 'bookings'], ...options });
  return { lists, books };
}

/** A request in hotel 1, or in hotel 2; returns its id. */
async function book(key: string, changes: Record<string, unknown> = {}): Promise<string> {
  const body = requestBody(changes);
  const billed_to = { ...body.billed_to, email: `guest${++guests}@example.com` };
  const response = await gateway.inject({
    method: 'POST',
    url: '/api/v1/booking',
    headers: { authorization: `Bearer ${key}` },
    payload: { ...body, billed_to },
  });
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return (response.json() as { _id: string })._id;
}
const IN_HOTEL_2 = { hotel_id: 2, room_type_id: 21 };

async function cancel(key: string, id: string): Promise<void> {
  const { cancelBooking } = await gateway.ask<{ cancelBooking: { __typename: string } }>(
    'mutation ($id: ID!) { cancelBooking(input: { id: $id }) { __typename } }',
    { key, variables: { id } },
  );
  expect(cancelBooking.__typename).toBe('BookingCancelled');
}

/** Writes events of a booking as the transactions of changes do; returns their ids in their order. */
async function writeEvents(bookingId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newEventId);
  await gateway.database.prisma.$executeRawUnsafe(
    `INSERT INTO booking_event (id, booking_id, type, at) SELECT id, $2, 'CONFIRMED', current_timestamp FROM unnest($1::text[]) AS id`,
    ...[ids, bookingId],
  );
  return ids;
}

test('U6: at first it says from where on nothing is missed, then each event comes once', async () => {
  const { lists, books } = await client('shop');
  await book(books);
  const bookings = await follow(lists);
  expect(bookings.first).toEqual({ events: [], endCursor: expect.any(String) });
  const id = await book(books);
  const [requested] = await bookings.events(1);
  expect(requested).toEqual({
    ...{ id: expect.stringMatching(/^evt_[0-9a-f]{24}$/), type: 'REQUESTED', status: 'REQUESTED', bookingId: id },
    ...{ isTest: false, client: 'shop' },
  });
  await cancel(books, id);
  const [cancelled] = await bookings.events(1);
  expect([cancelled!.type, cancelled!.bookingId]).toEqual(['CANCELLED', id]);
  // Its cursors are those of the feed.
  const { events } = await gateway.ask<{ events: { nodes: { id: string }[] } }>(
    'query ($after: String) { events(after: $after) { nodes { id } } }',
    { key: lists, variables: { after: bookings.first.endCursor } },
  );
  expect(events.nodes.map((node) => node.id)).toEqual([requested!.id, cancelled!.id]);
});

test('U6, S15: after a failover that lost the last events the streams end, nothing is read over and over, and who comes back learns it', async () => {
  const { lists, books } = await client('shop');
  const bookings = await follow(lists);
  for (let time = 0; time < 3; time++) await book(books);
  await bookings.events(3);
  const { eventFeeds } = gateway.services;
  const reads = eventFeeds.stats().computations;
  await gateway.database.prisma.bookingEvent.deleteMany({ where: { position: { gt: 1 } } });
  const id = await book(books);
  expect((await bookings.stream.next())?.event).toBe('complete');
  expect(await bookings.stream.next()).toBeNull();
  expect(eventFeeds.stats().computations).toBeLessThanOrEqual(reads + 2);
  const { errors } = await gateway.graphql<unknown>(
    'query ($after: String) { events(after: $after) { nodes { id } } }',
    {
      key: lists,
      variables: { after: bookings.cursor() },
    },
  );
  const { code, nextCursor } = errors![0]!.extensions!;
  expect(code).toBe('CURSOR_GONE');
  const again = await follow(lists, { after: nextCursor });
  expect(again.first.events.map(({ bookingId }) => bookingId)).toContain(id);
});

test('U6: an event whose cursor cannot be read at first is late and not lost, and nobody begins with its error', async () => {
  const { lists, books } = await client('shop');
  const bookings = await follow(lists);
  const { bookingEvent } = gateway.database.prisma;
  const failOnce = () => vi.spyOn(bookingEvent, 'findUnique').mockRejectedValueOnce(GONE);
  const failed = failOnce();
  const id = await book(books);
  const [requested] = await bookings.events(1);
  expect([requested!.bookingId, failed.mock.calls.length > 1]).toEqual([id, true]);

  failOnce();
  await expect(follow(lists)).rejects.toThrow('503');
  const again = await follow(lists);
  expect(again.first.endCursor).toEqual(expect.any(String));
});

test('U6: each client sees its own, `operate` those of every client in its destinations', async () => {
  const [shop, agency] = [await client('shop'), await client('agency')];
  const [ofShop, ofAgency] = [await follow(shop.lists), await follow(agency.lists)];
  const everywhere = await follow(await gateway.key({ scopes: ['operate'] }));
  const inFirst = await follow(await gateway.key({ scopes: ['operate'], destinations: [1] }));
  const inSecond = await follow(await gateway.key({ scopes: ['operate'], destinations: [2] }));
  const both = await follow(await gateway.key({ client: 'shop', scopes: ['operate', 'bookings'], destinations: [2] }));
  const made: { id: string; who: string; hotel: number }[] = [];
  // Whatever leaks in the first round stands before something of the second.
  for (const _ of [1, 2]) {
    for (const [who, hotel] of [
      ['shop', 1],
      ['agency', 1],
      ['agency', 2],
      ['shop', 2],
    ] as const) {
      const key = (who === 'shop' ? shop : agency).books;
      made.push({ id: await book(key, hotel === 2 ? IN_HOTEL_2 : {}), who, hotel });
    }
  }
  type Made = (typeof made)[number];
  const expectTold = async (bookings: Followed, isTold: (one: Made) => boolean) => {
    const expected = made.filter(isTold).map(({ id }) => id);
    expect((await bookings.events(expected.length)).map(({ bookingId }) => bookingId)).toEqual(expected);
  };
  await expectTold(ofShop, ({ who }) => who === 'shop');
  await expectTold(ofAgency, ({ who }) => who === 'agency');
  await expectTold(everywhere, () => true);
  await expectTold(inFirst, ({ hotel }) => hotel === 1);
  await expectTold(inSecond, ({ hotel }) => hotel === 2);
  await expectTold(both, ({ who, hotel }) => who === 'shop' || hotel === 2);
});

test.each([['read'], ['book'], ['manage']] as const)('U6: a key with `%s` alone is refused', async (scope) => {
  const stream = await openEventStream({ url, key: await gateway.key({ scopes: [scope] }), query: FOLLOW_BOOKINGS });
  expect([stream.status, JSON.parse(stream.body).errors[0].extensions.code]).toEqual([403, 'FORBIDDEN']);
});

test('U6: what is no cursor of the feed is refused', async () => {
  const { lists } = await client('shop');
  for (const after of ['x', '']) {
    const stream = await openEventStream({ url, key: lists, query: FOLLOW_BOOKINGS, variables: { after } });
    const [refusal] = JSON.parse(stream.body).errors;
    expect([stream.status, refusal.extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
  }
});

test('U6: who comes back with a cursor gets what it has missed, step by step, and then what comes', async () => {
  const { lists, books } = await client('shop');
  const before = await follow(lists);
  const id = await book(books);
  const [first] = await before.events(1);
  const cursor = before.cursor();
  before.stream.close();
  const missed = await writeEvents(id, 2 * EVENTS_AT_ONCE + 50);
  const bookings = await follow(lists, { after: cursor });
  expect(bookings.first.events).toHaveLength(EVENTS_AT_ONCE);
  const rest = await bookings.events(EVENTS_AT_ONCE + 50);
  await cancel(books, id);
  const [cancelled] = await bookings.events(1);
  const reported = [...bookings.first.events, ...rest].map((event) => event.id);
  expect(reported).toEqual(missed);
  expect([reported.includes(first!.id), cancelled!.type]).toEqual([false, 'CANCELLED']);
  // From the beginning, and from the end.
  const [all, none] = [
    await follow(lists, { after: before.first.endCursor }),
    await follow(lists, { after: bookings.cursor() }),
  ];
  expect([all.first.events[0]!.id, none.first.events]).toEqual([first!.id, []]);
});

test('S8: bookings of test keys are sent only to those who ask for tests', async () => {
  const { lists, books } = await client('shop');
  const tests = await client('shop', { isTest: true });
  const [real, everything] = [await follow(lists), await follow(lists, { tests: true })];
  const made = [await book(tests.books), await book(books)];
  expect((await everything.events(2)).map(({ bookingId, isTest }) => [bookingId, isTest])).toEqual([
    [made[0], true],
    [made[1], false],
  ]);
  expect((await real.events(1)).map(({ bookingId }) => bookingId)).toEqual([made[1]]);
});

test('U6: only events of the types that are asked for are sent', async () => {
  const { lists, books } = await client('shop');
  const bookings = await follow(lists, { types: ['CANCELLED', 'DECLINED'] });
  const id = await book(books);
  await cancel(books, id);
  expect((await bookings.events(1)).map(({ type }) => type)).toEqual(['CANCELLED']);
});

test('U6: equal subscriptions are read once for all; while nobody follows, nothing runs', async () => {
  const { lists, books } = await client('shop');
  const [one, other] = [await follow(lists), await follow(lists)];
  expect(gateway.services.eventFeeds.stats()).toMatchObject({ followed: 1 });
  const before = gateway.services.eventFeeds.stats().computations;
  const id = await book(books);
  const [reported] = await one.events(1);
  expect([await other.events(1), gateway.services.eventFeeds.stats().computations]).toEqual([[reported], before + 1]);
  for (const { stream } of [one, other]) stream.close();
  await until(
    async () => gateway.services.eventFeeds.stats().followed,
    (count) => count === 0,
  );
  const statements = await statementsOf(async () => {
    await writeEvents(id, 1);
    await gateway.services.events.publish();
  });
  expect(statements.filter((text) => !text.startsWith('INSERT'))).toEqual([]);
  expect(gateway.services.eventFeeds.stats().computations).toBe(before + 1);
});

test('U6: a client that reads nothing is written nothing more, and misses nothing when it reads again', async () => {
  const { lists, books } = await client(`shop ${'x'.repeat(3_000)}`);
  const id = await book(books);
  const sockets = new Set<Socket>();
  gateway.server.on('connection', (socket) => sockets.add(socket));
  const bookings = await follow(lists);
  bookings.stream.pause();
  const written: string[] = [];
  const write = async () => {
    written.push(...(await writeEvents(id, 500)));
    await gateway.services.events.publish();
  };
  const socket = await until(
    async () => {
      await write();
      return [...sockets].find((one) => one.writableNeedDrain);
    },
    (found) => found !== undefined,
  );
  const { writableLength } = socket!;
  await write();
  expect(socket!.writableLength).toBe(writableLength);
  bookings.stream.resume();
  expect((await bookings.events(written.length)).map((event) => event.id)).toEqual(written);
});

describe('U6: a stream ends in order', () => {
  test('when its key is revoked, though the client has another one', async () => {
    const { lists, books } = await client('shop');
    const [ending, staying] = [await follow(lists), await follow(books)];
    await revokeKey({ database: gateway.database, prefix: lists, clock: systemClock });
    expect(await ending.stream.next()).toEqual({ event: 'complete', data: '' });
    expect(await ending.stream.next()).toBeNull();
    const id = await book(books);
    expect((await staying.events(1)).map(({ bookingId }) => bookingId)).toEqual([id]);
  });

  test('when the process stops, with the time to come back', async () => {
    const { lists } = await client('shop');
    const { stream } = await follow(lists);
    gateway.drain();
    expect(await stream.next()).toEqual({ event: 'complete', data: '' });
    expect(stream.received()).toMatch(/retry: [1-4]\d{3}\nevent: complete\ndata:\n\n$/);
  });
});
