/**
 * A COMMIT whose connection is lost: the client cannot know whether its booking exists, and with an idempotency key
 * need not know. Either the request is lost (nothing was booked) or the reply (everything was).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase, putInto } from '../../support/database/fresh-database.ts';
import { type LostCommit, openPostgresProxy, type PostgresProxy } from '../../support/database/postgres-proxy.ts';
import { type Serving, startServing } from '../../support/gateway/run-cli.ts';
import {
  dateFromNow,
  environmentFor,
  nightBody,
  type ServedClient,
  servedCatalogue,
  servedClient,
  servedKey,
} from '../../support/gateway/served-gateway.ts';
import { amount, say } from '../../support/gateway/soak.ts';
import { soon, until } from '../../support/requests/until.ts';

const ROUNDS = amount({ short: 3, long: 50 });
/** The outcome of a retry after a lost COMMIT. */
const BOOKED_BY: Readonly<Record<LostCommit, number>> = { request: 0, reply: 1 };

/** The process has transactions besides, of events. */
const BOOKS = /INSERT INTO booking \(/;

let database: FreshDatabase;
let proxy: PostgresProxy;
let gateway: Serving;
let client: ServedClient;
let nights = 0;

beforeAll(async () => {
  database = await freshDatabase();
  await putInto(database, servedCatalogue({ units: 5 }));
  const { key } = await servedKey(database);
  proxy = await openPostgresProxy(database.url);
  gateway = await startServing(environmentFor(proxy.url));
  client = servedClient({ url: gateway.url, key });
});
afterAll(async () => {
  await gateway?.stop();
  await proxy?.close();
  await database?.close();
});

/** A night that no other round sells, with the bookings of it. */
function newNight() {
  nights += 1;
  const night = nights;
  return {
    body: nightBody(night),
    async booked() {
      const where = { roomTypeNumber: 11, night: new Date(dateFromNow(night)) };
      const { sold } = await database.prisma.inventoryNight.findFirstOrThrow({ where });
      const bookings = await database.prisma.booking.findMany({ where: { arrival: where.night } });
      return { sold, ids: bookings.map(({ id }) => id) };
    },
  };
}

describe.each<LostCommit>(['request', 'reply'])('when the %s of COMMIT is lost', (what) => {
  test('the client gets 503 with Retry-After, and one idempotency key makes one booking', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const night = newNight();
      const key = `${what} ${round}`.replace(' ', '-');
      const lost = proxy.loseNextCommit(what, BOOKS);
      const refused = await client.book(night.body, key);
      await soon('the COMMIT comes by', lost);
      expect([refused.status, refused.json()]).toEqual([503, { success: false, message: expect.any(String) }]);
      expect(refused.retryAfter).toMatch(/^[1-9]\d*$/);
      const repeated = await until(
        () => client.book(night.body, key),
        ({ status }) => status !== 503,
      );
      expect(repeated.status).toBe(201);
      const { id } = repeated.json<{ id: string }>();
      expect(await night.booked()).toEqual({ sold: 1, ids: [id] });
      const again = await client.book(night.body, key);
      expect([again.status, again.text]).toEqual([201, repeated.text]);
    }
    say(`lost ${what} of COMMIT, retried with the same key`, { rounds: ROUNDS, bookings: ROUNDS });
  });

  test('a request without a key is never sent to the database twice: it has made one booking or none', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const night = newNight();
      const lost = proxy.loseNextCommit(what, BOOKS);
      const refused = await client.book(night.body);
      await soon('the COMMIT comes by', lost);
      expect([refused.status, refused.retryAfter]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
      const { sold, ids } = await night.booked();
      expect([sold, ids.length]).toEqual([BOOKED_BY[what], BOOKED_BY[what]]);
    }
  });

  test('GraphQL answers SERVICE_UNAVAILABLE, and the repetition is marked as one', async () => {
    const night = newNight();
    const booking = `mutation { createBooking(input: {
      kind: BINDING, currency: CZK, visitType: "101", hotel: "1", roomType: "11", idempotencyKey: "graphql-${what}",
      arrival: "${night.body.date_from}", departure: "${night.body.date_to}",
      guests: [{ firstName: "Anna", lastName: "Nová" }],
      billedTo: { firstName: "Anna", lastName: "Nová", email: "anna@example.com", address: {
        street: "Lázeňská", houseNumber: "1a", city: "Aš", zipCode: "352 01", country: "CZE" } }
    }) { __typename ... on BookingCreated { id replayed } } }`;
    const lost = proxy.loseNextCommit(what, BOOKS);
    const refused = await client.graphql(booking);
    await soon('the COMMIT comes by', lost);
    expect(refused.json()).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
    expect([refused.status, refused.retryAfter]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
    const repeated = await until(
      () => client.graphql(booking),
      ({ status }) => status !== 503,
    );
    const { sold, ids } = await night.booked();
    expect([sold, ids.length]).toEqual([1, 1]);
    expect(repeated.json()).toMatchObject({
      data: { createBooking: { __typename: 'BookingCreated', id: ids[0], replayed: what === 'reply' } },
    });
  });
});
