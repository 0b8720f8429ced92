/**
 * At most four operations of one holder run at once (A9), through the whole gateway. A table that is locked keeps them from ending:
 * what only reads for as long as the test likes, a mutation for the 4 s that its transaction waits for locks.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { latch, untilWaiting } from '../../support/database/rival-transactions.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { until } from '../../support/requests/until.ts';

let gateway: TestGateway;
beforeAll(async () => {
  // What waits for a place waits for the test, however slow the machine is.
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, operationTimeoutMs: 60_000 });
});
afterAll(() => gateway?.close());

const waits = () => [...gateway.services.limits.entries()].find(([limit]) => limit === 'concurrency')![1];
/** Each reads by itself. */
const readBooking = (id: number) => `{ booking(id: "${String(id).padStart(24, 'a')}") { id } }`;

const STAY = 'visit_type_id=101&room_type_id=11&date_from=2027-05-03&date_to=2027-05-06';
const CALENDAR =
  '{ calendar(filter: {visitType: "101"}, dateFrom: "2027-05-01", dateTo: "2027-05-02") { date availability } }';

const cancel = (at: TestGateway, index: number, key: string) =>
  at.graphql<{ cancelBooking: { __typename: string } }>(
    `mutation { cancelBooking(input: { id: "${String(index).padStart(24, 'b')}", email: "a@example.com" }) { __typename } }`,
    { key },
  );
const book = (at: TestGateway, key: string, remoteAddress = '127.0.0.1') =>
  at.inject({
    ...{ method: 'POST', url: '/api/v1/booking', remoteAddress, payload: requestBody() },
    headers: { authorization: `Bearer ${key}` },
  });
const callTool = (at: TestGateway, key: string) =>
  at.inject({
    ...{ method: 'POST', url: '/mcp', headers: { authorization: `Bearer ${key}` } },
    payload: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'cancel_booking', arguments: { id: 'c'.repeat(24), email: 'a@example.com' } },
    },
  });

/** Runs with the tables of bookings locked, until it calls `release`. */
async function withLockedBookings(at: TestGateway, run: (release: () => void) => Promise<void>): Promise<void> {
  const [locked, released] = [latch(), latch()];
  const rival = at.database.prisma.$transaction(
    async (tx) => {
      await tx.$executeRawUnsafe('LOCK TABLE booking, booking_event IN ACCESS EXCLUSIVE MODE');
      locked.open();
      await released.opened;
    },
    { timeout: 60_000 },
  );
  await locked.opened;
  try {
    await run(released.open);
  } finally {
    released.open();
    await rival;
  }
}

const untilWaits = (expected: number) =>
  until(
    async () => waits(),
    (count) => count === expected,
  );

test('further ones of GraphQL and REST wait in their turn, and hold up no other holder', async () => {
  const [loud, quiet] = [
    await gateway.key({ scopes: ['read', 'book', 'bookings'] }),
    await gateway.key({ scopes: ['read', 'book'] }),
  ];
  for (const key of [loud, quiet]) await gateway.ask('{ viewer { today } }', { key });
  const before = waits();
  await withLockedBookings(gateway, async (release) => {
    const events = () => gateway.inject({ url: '/api/v2/events', headers: { authorization: `Bearer ${loud}` } });
    const asked = [
      ...Array.from({ length: 5 }, (_, index) => gateway.graphql(readBooking(index), { key: loud })),
      events().then((response) => ({ data: response.json() as object, errors: undefined })),
    ];
    await untilWaiting(gateway.database, 4);
    await untilWaits(before + 2);
    const other = gateway.graphql(readBooking(9), { key: quiet });
    await untilWaiting(gateway.database, 5);
    expect(waits()).toBe(before + 2);
    release();
    const answers = await Promise.all([...asked, other]);
    expect(answers.map(({ errors }) => errors)).toEqual(answers.map(() => undefined));
  });
});

describe.each([
  ['REST', (key: string) => ({ url: `/api/v1/price?${STAY}`, headers: { authorization: `Bearer ${key}` } })],
  [
    'GraphQL',
    (key: string) => ({
      ...{ method: 'POST' as const, url: '/graphql', payload: { query: CALENDAR } },
      headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    }),
  ],
])('a read of %s that waits for a place', (_, request) => {
  const ask = async (key: string) => {
    const { statusCode, payload } = await gateway.inject(request(key));
    return [statusCode, payload];
  };

  test('holds up no other holder that asks for the same, and is computed once for its own', async () => {
    const [loud, quiet] = [
      await gateway.key({ scopes: ['read', 'book', 'bookings'] }),
      await gateway.key({ scopes: ['read', 'book', 'bookings'] }),
    ];
    await Promise.all([loud, quiet].map((key) => gateway.ask('{ viewer { today } }', { key })));
    const before = waits();
    await withLockedBookings(gateway, async (release) => {
      const running = Array.from({ length: 4 }, (_, index) => gateway.graphql(readBooking(index), { key: loud }));
      await untilWaiting(gateway.database, 4);
      let isReleased = false;
      const waiting = [1, 2, 3].map(async () => {
        const answer = await ask(loud);
        expect(isReleased).toBe(true);
        return answer;
      });
      await untilWaits(before + 1);
      const answer = await ask(quiet);
      expect(answer[0]).toBe(200);
      // The two others wait for the first of them.
      expect(waits()).toBe(before + 1);
      isReleased = true;
      release();
      expect(await Promise.all(waiting)).toEqual([answer, answer, answer]);
      await Promise.all(running);
    });
  });
});

describe('mutations of one address with a publishable key', () => {
  let key: string;
  beforeAll(async () => {
    key = await gateway.key({ scopes: ['read', 'book'], isPublishable: true });
    await gateway.ask('{ viewer { today } }', { key });
  });

  test('take four places, too, over GraphQL, REST and MCP, and hold up no other address', async () => {
    const before = waits();
    await withLockedBookings(gateway, async (release) => {
      const asked = Array.from({ length: 6 }, (_, index) => cancel(gateway, index, key));
      await untilWaiting(gateway.database, 4);
      await untilWaits(before + 2);
      const others = [book(gateway, key), callTool(gateway, key)];
      await untilWaits(before + 4);
      const elsewhere = book(gateway, key, '192.0.2.7');
      await untilWaiting(gateway.database, 5);
      expect(waits()).toBe(before + 4);
      release();
      for (const { data } of await Promise.all(asked)) expect(data.cancelBooking.__typename).toBe('NotFound');
      expect((await Promise.all([...others, elsewhere])).map(({ statusCode }) => statusCode)).toEqual([201, 200, 201]);
    });
  });

  test('are refused with 503 at their deadline if they still wait, before anything was done; what has begun is not', async () => {
    const impatient = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, operationTimeoutMs: 1_000 });
    try {
      const own = await impatient.key({ scopes: ['read', 'book'], isPublishable: true });
      await impatient.ask('{ viewer { today } }', { key: own });
      await withLockedBookings(impatient, async (release) => {
        const begun = Array.from({ length: 4 }, (_, index) => cancel(impatient, index, own));
        await untilWaiting(impatient.database, 4);
        const [rest, graphql] = [book(impatient, own), cancel(impatient, 9, own)];
        expect(await rest).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });
        expect((await graphql).errors![0]!.extensions).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
        release();
        for (const { data } of await Promise.all(begun)) expect(data.cancelBooking.__typename).toBe('NotFound');
      });
      expect(await impatient.database.prisma.booking.count()).toBe(0);
    } finally {
      await impatient.close();
    }
  });
});

test('mutations of a key of a client wait for no place: a hotel writes over many connections', async () => {
  const key = await gateway.key({ scopes: ['read', 'book'] });
  await gateway.ask('{ viewer { today } }', { key });
  const before = waits();
  await withLockedBookings(gateway, async (release) => {
    const asked = Array.from({ length: 6 }, (_, index) => cancel(gateway, index, key));
    await untilWaiting(gateway.database, 6);
    expect(waits()).toBe(before);
    release();
    for (const { data } of await Promise.all(asked)) expect(data.cancelBooking.__typename).toBe('NotFound');
  });
});
