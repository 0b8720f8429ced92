/**
 * What a test key simulates with a booking (S8), over REST and GraphQL: to the byte the answer of the real case, and nothing is
 * booked unless that would be.
 */
import type { Response } from 'light-my-request';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/data/database/database.ts';
import type { Scheduler } from '../../../src/domain/time/clock.ts';
import { bindingBody, requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { openPostgresProxy, type PostgresProxy } from '../../support/database/postgres-proxy.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { type ManualScheduler, manualScheduler } from '../../support/subscriptions/manual-scheduler.ts';

const BOOK = `mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename
  ... on BookingCreated { replayed booking { isTest status price { total { amountMinor } } } }
  ... on Problem { code message } ... on NoCapacity { firstNight }
  ... on PriceChanged { quote { total { amountMinor currency } promotions { name { en } } } }
  ... on InvalidInput { problems { path } } } }`;
const INPUT = {
  ...{ kind: 'BINDING', currency: 'CZK', visitType: 101, hotel: 1, roomType: 11 },
  ...{ arrival: '2027-04-05', departure: '2027-04-07' },
  billedTo: {
    ...{ firstName: 'Anna', lastName: 'Nová', email: 'anna@example.com' },
    address: { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' },
  },
  guests: [{ firstName: 'Anna', lastName: 'Nová' }],
};
/** Nights that are sold out, and nobody has them but the inventory. */
const FULL = { date_from: '2027-05-03', date_to: '2027-05-05' };

/** Called when something begins to wait. */
let onWait = () => {};
let database: FreshDatabase;
let proxy: PostgresProxy;
let time: ManualScheduler;
let gateway: TestGateway;
let live: string;
let tester: string;
beforeAll(async () => {
  database = await freshDatabase();
  proxy = await openPostgresProxy(database.url);
  const proxied = { ...(await openDatabase({ kind: 'postgresql', url: proxy.url })), url: proxy.url };
  time = manualScheduler();
  const schedule: Scheduler = (run, milliseconds) => {
    const cancel = time.schedule(run, milliseconds);
    onWait();
    return cancel;
  };
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, database: proxied, schedule });
  live = await gateway.key({ client: 'Shop' });
  tester = await gateway.key({ client: 'Shop', isTest: true });
});
afterEach(async () => {
  proxy.cutStatements(null);
  await database.prisma.booking.deleteMany();
  await database.prisma.inventoryNight.updateMany({ data: { sold: 0, closed: false } });
  await database.prisma.recentUse.deleteMany();
});
afterAll(async () => {
  await gateway?.close();
  await proxy?.close();
  await database?.close();
});

interface Asked {
  key?: string;
  simulate?: string | null;
  idempotencyKey?: string;
}
const headersOf = ({ key = tester, simulate = null, idempotencyKey }: Asked) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
  ...(simulate === null ? {} : { 'gateway-simulate': simulate }),
  ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
});
const rest = (changes: object, asked: Asked): Promise<Response> =>
  gateway.inject({
    ...{ method: 'POST', url: '/api/v1/booking', headers: headersOf(asked) },
    payload: bindingBody({ ...changes }),
  });
const graphql = (changes: object, asked: Asked): Promise<Response> =>
  gateway.inject({
    ...{ method: 'POST', url: '/graphql', headers: headersOf(asked) },
    payload: { query: BOOK, variables: { input: { ...INPUT, ...changes } } },
  });

/** All that a caller gets, but the moment. */
function bytesOf({ statusCode, headers: { date: _, 'x-request-id': _id, ...headers }, rawPayload }: Response) {
  return { statusCode, headers, body: rawPayload.toString() };
}
const sellOut = (night: string) =>
  database.prisma.inventoryNight.updateMany({
    where: { roomTypeNumber: 11, night: { gte: new Date(night), lt: new Date('2027-06-01') } },
    data: { closed: true },
  });
/** Resolves when something next begins to wait. */
const nextWait = () =>
  new Promise<void>((resolve) => {
    onWait = resolve;
  });
const count = () => database.prisma.booking.count();
/** The first statement that only a booking sends. */
const BOOKING_LOCKS = /WITH n AS \(SELECT room_type_number, night/;

describe('no-capacity', () => {
  test('is what a binding booking gets when its first night is sold out', async () => {
    const simulated = [await rest(FULL, { simulate: 'no-capacity' })];
    simulated.push(await graphql({ arrival: FULL.date_from, departure: FULL.date_to }, { simulate: 'no-capacity' }));
    await sellOut(FULL.date_from);
    const real = [
      await rest(FULL, { key: live }),
      await graphql({ arrival: FULL.date_from, departure: FULL.date_to }, { key: live }),
    ];
    expect(real.map(({ statusCode }) => statusCode)).toEqual([422, 200]);
    expect(real[1]!.json().data.createBooking).toMatchObject({ __typename: 'NoCapacity', firstNight: FULL.date_from });
    expect(simulated.map(bytesOf)).toEqual(real.map(bytesOf));
    expect(await count()).toBe(0);
  });

  test('leaves a request as it is, which needs no room', async () => {
    const headers = headersOf({ simulate: 'no-capacity' });
    const answer = await gateway.inject({ method: 'POST', url: '/api/v1/booking', headers, payload: requestBody() });
    expect(answer.statusCode).toBe(201);
  });
});

describe('price-changed', () => {
  test('is what a booking gets whose price is another one, with the quote of today', async () => {
    const real = await graphql({ expectedTotal: 400_001 }, { key: live });
    expect(real.json().data.createBooking).toMatchObject({
      ...{ __typename: 'PriceChanged', code: 'PRICE_CHANGED' },
      quote: { total: { amountMinor: 400_000, currency: 'CZK' } },
    });
    for (const expected of [{}, { expectedTotal: 400_000 }, { expectedTotal: 400_001 }]) {
      expect(bytesOf(await graphql(expected, { simulate: 'price-changed' }))).toEqual(bytesOf(real));
    }
    const other = await graphql({ expectedTotal: 7 }, { key: live });
    expect(bytesOf(await graphql({ expectedTotal: 7 }, { simulate: 'price-changed' }))).toEqual(bytesOf(other));

    const answer = await rest({}, { simulate: 'price-changed' });
    const { message } = real.json().data.createBooking;
    expect([answer.statusCode, answer.body]).toEqual([409, JSON.stringify({ success: false, message })]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await count()).toBe(0);
  });
});

describe('unavailable', () => {
  test('is what a booking gets while the database is away', async () => {
    const simulated = [await rest({}, { simulate: 'unavailable' }), await graphql({}, { simulate: 'unavailable' })];
    proxy.cutStatements(BOOKING_LOCKS);
    const real = [await rest({}, { key: live }), await graphql({}, { key: live })];
    for (const { statusCode, headers } of real) {
      expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
    }
    expect(simulated.map(bytesOf)).toEqual(real.map(bytesOf));
    expect(await count()).toBe(0);
  });
});

describe('slow', () => {
  test('is the booking after five seconds, over REST and GraphQL', async () => {
    for (const book of [rest, graphql]) {
      let answered = false;
      const reached = nextWait();
      const answer = book({}, { simulate: 'slow' }).then((response) => {
        answered = true;
        return response;
      });
      await reached;
      time.advance(4_999);
      // A booking that did not wait would be made by now.
      await gateway.ask('{ viewer { today } }', { key: tester });
      expect([answered, await count()]).toEqual([false, 0]);
      time.advance(1);
      const made = await answer;
      expect(made.statusCode).toBe(book === rest ? 201 : 200);
      if (book === graphql) {
        expect(made.json().data.createBooking).toMatchObject({ replayed: false, booking: { isTest: true } });
      }
      expect(await count()).toBe(1);
      await database.prisma.booking.deleteMany();
    }
  });
});

describe('whatever is simulated', () => {
  test.each(['no-capacity', 'price-changed', 'unavailable', 'slow'])(
    'with %s bad input, unknown references and rules are refused as ever, after the wait',
    async (simulate) => {
      const cases = [{ date_to: '2027-04-05' }, { visit_type_id: 999 }, { guests: [] }];
      for (const changes of cases) {
        const real = bytesOf(await rest(changes, { key: live }));
        const isChecked = simulate !== 'unavailable' || real.statusCode === 400;
        const reached = simulate === 'slow' && real.statusCode !== 400 ? nextWait() : null;
        const answer = rest(changes, { simulate });
        if (reached) {
          await reached;
          time.advance(5_000);
        }
        if (isChecked) expect(bytesOf(await answer)).toEqual(real);
        else expect((await answer).statusCode).toBe(503);
      }
    },
  );

  test('a refusal leaves the idempotency key free, and a booking under it is repeated as ever', async () => {
    for (const simulate of ['no-capacity', 'price-changed', 'unavailable']) {
      expect((await rest({}, { simulate, idempotencyKey: 'one' })).statusCode).toBeGreaterThanOrEqual(400);
      expect((await graphql({ idempotencyKey: 'two' }, { simulate })).body).not.toContain('BookingCreated');
    }
    const first = await rest({}, { idempotencyKey: 'one' });
    expect(first.statusCode).toBe(201);
    for (const simulate of ['no-capacity', 'price-changed']) {
      expect(bytesOf(await rest({}, { simulate, idempotencyKey: 'one' }))).toEqual(bytesOf(first));
    }
    expect((await graphql({ idempotencyKey: 'two' }, {})).json().data.createBooking).toMatchObject({ replayed: false });
    expect(await count()).toBe(2);
  });
});
