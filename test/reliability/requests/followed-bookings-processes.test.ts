/**
 * Bookings that are followed over real processes on one PostgreSQL (U6): what one process books another one tells, though
 * notifications are lost and reads fail, each event once.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/data/keys/api-keys.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { type FreshDatabase, freshDatabase, putInto } from '../../support/database/fresh-database.ts';
import { openPostgresProxy, type PostgresProxy } from '../../support/database/postgres-proxy.ts';
import { type Serving, startServing } from '../../support/gateway/run-cli.ts';
import {
  environmentFor,
  nightBody,
  PEPPER,
  servedCatalogue,
  servedClient,
} from '../../support/gateway/served-gateway.ts';
import { type FollowedBookings, followBookings } from '../../support/subscriptions/followed-bookings.ts';

let database: FreshDatabase;
let proxy: PostgresProxy;
/** Keys that book and list, of two clients. */
let shop: string;
let agency: string;
let servers: Serving[] = [];
let followed: FollowedBookings[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  await putInto(database, servedCatalogue({ units: 10 }));
  [shop, agency] = [await keyOf('shop'), await keyOf('agency')];
  proxy = await openPostgresProxy(database.url);
});
afterEach(async () => {
  for (const { stream } of followed) stream.close();
  followed = [];
  proxy.dropNotifications(false);
  proxy.cutStatements(null);
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  servers = [];
});
afterAll(async () => {
  await proxy?.close();
  await database?.close();
});

async function keyOf(clientName: string): Promise<string> {
  const { key } = await createKey({
    ...{ database, pepper: PEPPER, name: clientName, clientName, channelCode: 'public', destinationNumbers: null },
    ...{ scopes: ['book', 'bookings'], expiresAt: null, clock: systemClock },
  });
  return key;
}

async function serve(url: string): Promise<Serving> {
  const server = await startServing(environmentFor(url));
  servers.push(server);
  return server;
}

async function follow({ url }: Serving, key: string): Promise<FollowedBookings> {
  const bookings = await followBookings({ url, key });
  followed.push(bookings);
  return bookings;
}

/** Books a night; returns the id of the booking. */
async function book({ url }: Serving, key: string, day: number): Promise<string> {
  const answer = await servedClient({ url, key }).book(nightBody(day));
  expect(answer.status).toBe(201);
  return answer.json<{ _id: string }>()._id;
}

const idsOf = async (bookings: FollowedBookings, count: number): Promise<string[]> =>
  (await bookings.events(count)).map(({ bookingId }) => bookingId);

test.each([
  ['notifications arrive', 1, () => {}],
  ['notifications are lost, by the poll', 10, () => proxy.dropNotifications(true)],
  [
    'there is no connection for notifications, by the poll',
    20,
    () => {
      proxy.cutStatements(/^LISTEN /);
      proxy.cutListening();
    },
  ],
  [
    'the events cannot be read for a while',
    30,
    () => {
      proxy.cutStatements(/FROM booking_event AS e JOIN booking/);
      void proxy.nextCut().then(() => proxy.cutStatements(null));
    },
  ],
])(
  'U6: the bookings of one process are sent by another, each once and to its client, while %s',
  async (_, day, disturb) => {
    const [here, there] = await Promise.all([serve(database.url), serve(proxy.url)]);
    const [ofShop, ofAgency] = [await follow(there, shop), await follow(there, agency)];
    disturb();
    const made: string[] = [];
    for (const [place, key] of [shop, agency, agency, shop, shop, agency].entries()) {
      made.push(await book(place % 2 === 0 ? here : there, key, day + place));
    }
    expect(await idsOf(ofShop, 3)).toEqual([made[0], made[3], made[4]]);
    expect(await idsOf(ofAgency, 3)).toEqual([made[1], made[2], made[5]]);
  },
);

test('U6: who comes back to another process with its cursor misses nothing of what happened in between', async () => {
  const [here, there] = await Promise.all([serve(database.url), serve(database.url)]);
  const before = await follow(here, shop);
  const seen = await book(there, shop, 41);
  expect(await idsOf(before, 1)).toEqual([seen]);
  await here.stop('SIGKILL');
  const missed = [await book(there, shop, 42), await book(there, shop, 43)];
  const after = await followBookings({ url: there.url, key: shop, variables: { after: before.cursor() } });
  followed.push(after);
  expect(after.first.events.map(({ bookingId }) => bookingId)).toEqual(missed);
  const next = await book(there, shop, 44);
  expect(await idsOf(after, 1)).toEqual([next]);
});
