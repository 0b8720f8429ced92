/**
 * The deadline of reads. Requests are blocked by a table that another connection has locked, so nothing here depends on
 * the speed of the machine.
 */
import { execute, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languagesOf } from '../../src/domain/text/locale.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { deadlineIn, throwIfExpired, withDeadline } from '../../src/operations/deadline.ts';
import { ServiceUnavailable } from '../../src/operations/service-unavailable.ts';
import { requestBody } from '../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../support/catalogue/small-catalogue.ts';
import { latch, untilWaiting } from '../support/database/rival-transactions.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { until } from '../support/requests/until.ts';

/** Unblocked requests usually take less; on a busy machine they are retried. */
const LIMIT_MS = 500;
const OVER = { endsAt: Number.NEGATIVE_INFINITY };

describe('a deadline', () => {
  test('passes on what settles in time, a value or a failure', async () => {
    await expect(withDeadline(deadlineIn(60_000), Promise.resolve('value'))).resolves.toBe('value');
    await expect(withDeadline(deadlineIn(60_000), Promise.reject(new RangeError('failure')))).rejects.toThrow(
      RangeError,
    );
  });

  test('does not keep the process alive after the response', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    await withDeadline(deadlineIn(60_000), Promise.resolve('value'));
    expect(timers()).toBe(before);
  });

  test('that has passed is an unavailable service, with a time to retry', async () => {
    const late = withDeadline(OVER, new Promise(() => {}));
    await expect(late).rejects.toThrow(ServiceUnavailable);
    await expect(late).rejects.toMatchObject({ retryAfterSeconds: 5 });
  });

  test('stops a search that checks it after it has passed, and none before or without a deadline', () => {
    expect(() => throwIfExpired({ deadline: OVER })).toThrow(ServiceUnavailable);
    throwIfExpired({ deadline: deadlineIn(60_000) });
    throwIfExpired({ deadline: null });
  });
});

describe('a blocked read', () => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, operationTimeoutMs: LIMIT_MS });
    key = await gateway.key();
    await gateway.apiKeys.authenticate(key);
  });
  afterAll(() => gateway.close());

  const headers = () => ({ authorization: `Bearer ${key}` });
  const graphql = (query: string, accept = 'application/json') =>
    gateway.inject({ method: 'POST', url: '/graphql', headers: { ...headers(), accept }, payload: { query } });
  const rest = (url: string) => gateway.inject({ url: `/api${url}`, headers: headers() });

  const isAnswered = ({ statusCode }: { statusCode: number }) => statusCode === 200;

  /** Locks a table while the work runs. */
  async function whileLocked(table: string, work: () => Promise<unknown>): Promise<void> {
    const locked = latch();
    const release = latch();
    const holder = gateway.database.prisma.$transaction(
      async (tx) => {
        await tx.$executeRawUnsafe(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
        locked.open();
        await release.opened;
      },
      { timeout: 60_000 },
    );
    await locked.opened;
    try {
      await work();
    } finally {
      release.open();
      await holder;
    }
  }

  test.each(['application/json', 'application/graphql-response+json'])(
    'is 503 with Retry-After in GraphQL, in %s, and succeeds once unblocked',
    async (accept) => {
      // Distinct queries, or the second would find the first one's data cached.
      const query = accept.includes('response')
        ? '{ hotel(id: 2) { roomTypes { code } } }'
        : '{ hotel(id: 1) { name } }';
      await whileLocked('hotel, room_type', async () => {
        const answer = await graphql(query, accept);
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
        expect(answer.json().errors).toEqual([
          {
            message: 'The operation took too long and was given up; ask for less, or try again.',
            extensions: { code: 'SERVICE_UNAVAILABLE' },
          },
        ]);
      });
      await until(() => graphql(query, accept), isAnswered);
    },
  );

  test.each(['/v1/destinations', '/v2/hotels?limit=1&sort=-stars'])(
    'is 503 with Retry-After and an ErrorResponse in REST: %s, and succeeds once unblocked',
    async (url) => {
      await whileLocked('destination, hotel', async () => {
        const answer = await rest(url);
        expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
          503,
          '5',
          { success: false, message: expect.any(String) },
        ]);
      });
      await until(() => rest(url), isAnswered);
    },
  );

  const input = `{ kind: REQUEST, currency: CZK, visitType: 101, hotel: 1, roomType: 11, arrival: "2027-03-01",
    departure: "2027-03-03", billedTo: { firstName: "A", lastName: "B", email: "a@example.com" },
    guests: [{ firstName: "A", lastName: "B" }] }`;
  const bookings = [
    {
      through: 'GraphQL',
      book: () => graphql(`mutation { createBooking(input: ${input}) { ... on BookingCreated { replayed } } }`),
      made: [200, { data: { createBooking: { replayed: false } } }],
      // Distinct queries, because the data of the first might be cached.
      rival: { table: 'tag', query: '{ visitTypes(first: 1) { nodes { tags { number } } } }' },
    },
    {
      through: 'REST',
      book: () =>
        gateway.inject({ method: 'POST', url: '/api/v1/booking', headers: headers(), payload: requestBody() }),
      made: [201, { id: expect.any(String) }],
      rival: { table: 'loyalty_program', query: '{ loyaltyPrograms { number } }' },
    },
  ];

  test.each(bookings)(
    'does not cut off a booking through $through: it is made after a later query has timed out',
    async ({ book, made, rival }) => {
      const { booking } = gateway.database.prisma;
      const before = await booking.count();
      let booked: ReturnType<typeof book> | undefined;
      await whileLocked(`booking, ${rival.table}`, async () => {
        booked = book();
        await untilWaiting(gateway.database, 1, booked);
        // It starts after the booking, so its deadline is later, too.
        expect((await graphql(rival.query)).statusCode).toBe(503);
      });
      const answer = await booked!;
      expect([answer.statusCode, answer.json()]).toMatchObject(made);
      expect(await booking.count()).toBe(before + 1);
    },
  );

  test.each([
    '{ destinations { hotels { number } } }',
    '{ visitTypes { nodes { categories { visitTypes { number } } } } }',
    '{ lowestPrice { currency } }',
    '{ calendar { date } }',
    '{ offers(filter: { arrival: "2027-03-15", nights: 3, currency: CZK }) { totalCount } }',
  ])('stops walking the catalogue in memory after the deadline: %s', async (query) => {
    const caller = (await gateway.apiKeys.authenticate(key))!;
    const run = async (limit: { endsAt: number }) => {
      const contextValue = await gateway.services.open({ caller, languages: languagesOf(undefined), deadline: limit });
      return execute({ schema, document: parse(query), contextValue });
    };
    expect((await run(deadlineIn(60_000))).errors).toBeUndefined();
    const { errors } = await run(OVER);
    expect(errors?.map(({ originalError }) => originalError)).toContainEqual(expect.any(ServiceUnavailable));
  });
});
