/**
 * Every requested booking is counted once by its outcome, and its log line has the key, the code of a refusal and
 * whether a booking was made: over both interfaces, by every way through the server, 503 included.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/data/database/database.ts';
import { migrate } from '../../../src/data/database/migrations.ts';
import { createLog, type Logger } from '../../../src/server/telemetry/log.ts';
import { requestBody } from '../../support/booking/booking-body.ts';
import { OBJECT_IDS, SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startPostgres } from '../../support/database/postgres-server.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { growth, readMetrics } from '../../support/gateway/read-metrics.ts';

type Line = Record<string, unknown>;
const BOOKINGS = 'gateway_bookings_total';
const MUTATION =
  'mutation Book($input: CreateBookingInput!) { createBooking(input: $input) { __typename ... on BookingCreated { id } } }';
const INPUT = {
  ...{ kind: 'REQUEST', currency: 'CZK', visitType: 101, hotel: 1, roomType: 11 },
  ...{ arrival: '2027-04-05', departure: '2027-04-07' },
  billedTo: { firstName: 'Anna', lastName: 'Nová', email: 'anna@example.com' },
  guests: [{ firstName: 'Anna', lastName: 'Nová' }],
};

let lines: Line[] = [];
beforeEach(() => {
  lines = [];
});

async function listeningLog(): Promise<Logger> {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return createLog({ level: 'info', terminal: false, destination });
}

const toldOf = ({ keyPrefix, refusal, booking }: Line) => ({ keyPrefix, refusal, booking });
const requestLines = () => lines.filter(({ msg }) => msg === 'request');

/** The growth of the booking counts while something runs. */
async function counted(gateway: TestGateway, act: () => Promise<unknown>): Promise<Record<string, number>> {
  const grown = await growth(gateway, [BOOKINGS], act);
  return Object.fromEntries(grown.map(({ labels, by }) => [labels.outcome!, by]));
}

test('all series of the counters with a fixed few labels are there from the start, at 0', async () => {
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  const { samples } = await readMetrics(gateway);
  const labelsOf = (metric: string, label: string) =>
    samples.filter(({ name, value }) => name === metric && value === 0).map(({ labels }) => labels[label]!);
  expect(labelsOf(BOOKINGS, 'outcome').sort()).toEqual(
    [
      ...['CREATED', 'REPLAYED', 'FAILED', 'FORBIDDEN', 'INVALID_INPUT', 'NOT_FOUND', 'NOT_PRICED', 'NO_CAPACITY'],
      ...['ON_DEMAND_ONLY', 'GUEST_COUNT', 'PRICE_CHANGED', 'TOO_MANY_REQUESTS', 'ROOM_TYPE_OF_OTHER_HOTEL'],
      ...['NOT_SOLD_IN_HOTEL', 'NOT_ON_SALE', 'IN_THE_PAST', 'BEYOND_HORIZON', 'TOO_SHORT', 'TOO_LONG'],
      ...['NOT_WHOLE_WEEKS', 'STARTING_DAY', 'TIME_CONSTRAINTS', 'LOYALTY_NOT_APPLICABLE', 'GUEST_BEYOND_BEDS'],
      ...['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS', 'CANCELLATION_CHANGED'],
    ].sort(),
  );
  const outcomes = ['computed', 'not_kept', 'other', 'refused', 'stored', 'streamed'];
  expect(labelsOf('gateway_answers_total', 'outcome').sort()).toEqual([...outcomes, ...outcomes].sort());
  expect(new Set(labelsOf('gateway_answers_total', 'protocol'))).toEqual(new Set(['graphql', 'rest']));
  expect(labelsOf('gateway_failures_total', 'kind').sort()).toEqual(['defect', 'unavailable']);
  expect(samples.find(({ name }) => name === 'gateway_rate_limit_refusals_total')?.value).toBe(0);
  await gateway.close();
});

describe('a booking', () => {
  let gateway: TestGateway;
  let key: string;
  let readOnly: string;
  beforeAll(async () => {
    gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, log: await listeningLog() });
    key = await gateway.key();
    readOnly = await gateway.key({ scopes: ['read'] });
    // From here on the keys and the media type are cached.
    for (const one of [key, readOnly]) await gateway.graphql('{ viewer { today } }', { key: one });
  });
  afterAll(() => gateway?.close());
  beforeEach(async () => {
    await gateway.database.prisma.recentUse.deleteMany();
  });

  const headersOf = (presented: string | null) => ({
    'content-type': 'application/json',
    ...(presented === null ? {} : { authorization: `Bearer ${presented}` }),
  });
  const graphqlRequest = (input: object, presented: string | null, more: object = {}) => ({
    method: 'POST' as const,
    url: '/graphql',
    headers: headersOf(presented),
    payload: JSON.stringify({ query: MUTATION, variables: { input: { ...INPUT, ...input } }, ...more }),
  });
  /** The ways in which GraphQL is answered. */
  const WAYS: [name: string, ask: (input: object, presented: string | null, more?: object) => Promise<unknown>][] = [
    ['GraphQL', (input, presented, more) => gateway.inject(graphqlRequest(input, presented, more))],
    [
      'GraphQL through Yoga',
      (input, presented, more) => gateway.inject(graphqlRequest(input, presented, { ...more, extensions: { any: 1 } })),
    ],
  ];

  describe.each(WAYS)('over %s', (_, ask) => {
    test.each<[string, object, string, string | null, string]>([
      ['is made', {}, 'CREATED', null, 'made'],
      ['is refused for its guests', { guests: [] }, 'GUEST_COUNT', 'GUEST_COUNT', 'none'],
      ['names what is not there', { hotel: 999 }, 'NOT_FOUND', 'NOT_FOUND', 'none'],
      ['has input that the rules refuse', { arrival: '2027-04-09' }, 'INVALID_INPUT', 'INVALID_INPUT', 'none'],
    ])('that %s', async (_name, input, outcome, refusal, booking) => {
      expect(await counted(gateway, () => ask(input, key))).toEqual({ [outcome]: 1 });
      const reported = { keyPrefix: key.slice(0, 12), refusal: refusal ?? undefined, booking };
      expect(
        requestLines()
          .filter(({ route }) => route === '/graphql')
          .map(toldOf),
      ).toEqual([reported]);
    });

    test('that is sent again under its idempotency key', async () => {
      const idempotencyKey = `again ${_}`.replaceAll(/[^a-z]/g, '-');
      await ask({ idempotencyKey }, key);
      lines = [];
      expect(await counted(gateway, () => ask({ idempotencyKey }, key))).toEqual({ REPLAYED: 1 });
      expect(requestLines().find(({ route }) => route === '/graphql')).toMatchObject({ booking: 'replayed' });
    });

    test('with variables that the schema refuses, or with a key that may not book', async () => {
      expect(await counted(gateway, () => ask({ kind: 'PERHAPS' }, key))).toEqual({ INVALID_INPUT: 1 });
      expect(await counted(gateway, () => ask({}, readOnly))).toEqual({ FORBIDDEN: 1 });
      expect(
        requestLines()
          .filter(({ route }) => route === '/graphql')
          .map(toldOf),
      ).toEqual([
        { keyPrefix: key.slice(0, 12), refusal: expect.stringMatching(/^[A-Z_]+$/), booking: 'none' },
        { keyPrefix: readOnly.slice(0, 12), refusal: 'FORBIDDEN', booking: 'none' },
      ]);
    });

    test('of several rooms that is refused before it runs counts once', async () => {
      const { roomType, guests, ...stay } = INPUT;
      const input = {
        ...stay,
        rooms: [
          { roomType, guests },
          { roomType, guests },
        ],
      };
      const query =
        'mutation Book($input: CreateBookingsInput!) { createBookings(input: $input) { __typename ... on Problem { code } } }';
      const several = (more: object, presented: string) =>
        ask({}, presented, { query, variables: { input: { ...input, ...more } } });
      expect(await counted(gateway, () => several({ kind: 'PERHAPS' }, key))).toEqual({ INVALID_INPUT: 1 });
      expect(await counted(gateway, () => several({}, readOnly))).toEqual({ FORBIDDEN: 1 });
      expect(await counted(gateway, () => several({ hotel: 999 }, key))).toEqual({ NOT_FOUND: 1 });
    });

    test('without a key is none, and its line has no prefix', async () => {
      expect(await counted(gateway, () => ask({}, null))).toEqual({});
      expect(
        requestLines()
          .filter(({ route }) => route === '/graphql')
          .map(toldOf),
      ).toEqual([{ keyPrefix: undefined, refusal: 'UNAUTHENTICATED', booking: undefined }]);
    });
  });

  const rest = (body: unknown, { presented = key as string | null, ...headers }: Record<string, string | null> = {}) =>
    gateway.inject({
      method: 'POST',
      url: '/api/v1/booking',
      headers: { ...headersOf(presented), ...headers } as Record<string, string>,
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });

  test.each<[string, () => Promise<unknown>, Record<string, number>, string | undefined, string | undefined]>([
    ['is made', () => rest(requestBody()), { CREATED: 1 }, undefined, 'made'],
    ['has no guest', () => rest(requestBody({ guests: [] })), { GUEST_COUNT: 1 }, 'GUEST_COUNT', 'none'],
    [
      'is too short',
      () => rest(requestBody({ date_from: '2020-01-01', date_to: '2020-01-02' })),
      { IN_THE_PAST: 1 },
      'IN_THE_PAST',
      'none',
    ],
    ['lacks its fields', () => rest({}), { INVALID_INPUT: 1 }, 'INVALID_INPUT', 'none'],
    ['is no JSON', () => rest('{'), { INVALID_INPUT: 1 }, 'INVALID_INPUT', 'none'],
    ['is too large', () => rest(' '.repeat(300_000)), { INVALID_INPUT: 1 }, 'BODY_TOO_LARGE', 'none'],
    [
      'is of another type',
      () => rest('a', { 'content-type': 'text/plain' }),
      { INVALID_INPUT: 1 },
      'UNSUPPORTED_MEDIA_TYPE',
      'none',
    ],
    [
      'comes with a key that may not book',
      () => rest(requestBody(), { presented: readOnly }),
      { FORBIDDEN: 1 },
      'FORBIDDEN',
      'none',
    ],
    ['comes without a key', () => rest(requestBody(), { presented: null }), {}, 'UNAUTHENTICATED', undefined],
  ])('over REST that %s', async (_name, ask, outcomes, refusal, booking) => {
    expect(await counted(gateway, ask)).toEqual(outcomes);
    const [line, ...others] = requestLines().filter(({ route }) => route === '/api/v1/booking');
    expect([toldOf(line!).refusal, toldOf(line!).booking, others]).toEqual([refusal, booking, []]);
    expect([undefined, key.slice(0, 12), readOnly.slice(0, 12)]).toContain(line!.keyPrefix);
    expect(line!.keyPrefix === undefined).toBe(refusal === 'UNAUTHENTICATED');
  });

  test('that is refused has in its line what stay was asked for, over both interfaces, and nothing else of what was sent', async () => {
    const stay = { hotel: 1, roomType: 11, arrival: '2027-04-05', departure: '2027-04-07', nights: 2, hold: false };
    const lineOf = async (ask: () => Promise<unknown>) => {
      lines = [];
      await ask();
      return requestLines().at(-1);
    };
    const ids = { hotel: OBJECT_IDS.hotel1, roomType: OBJECT_IDS.roomType11 };
    const odd = { hotel: '777123456', roomType: 'Nová', hold: '0123456789abcdef01234567', kind: 'BINDING' };
    for (const [input, refusal, asked] of [
      [{ guests: [] }, 'GUEST_COUNT', stay],
      [{ ...ids, guests: [] }, 'GUEST_COUNT', stay],
      [{ departure: '2027-04-04' }, 'INVALID_INPUT', { ...stay, departure: '2027-04-04', nights: -1 }],
      [odd, 'INVALID_INPUT', { ...stay, hotel: null, roomType: null, hold: true }],
    ] as const) {
      const line = await lineOf(() => gateway.inject(graphqlRequest(input, key)));
      expect(line).toMatchObject({ refusal, booking: 'none' });
      expect(line?.asked).toEqual(asked);
    }
    const overRest = { hotel_id: 1, room_type_id: 11, date_from: '2027-04-05', date_to: '2027-04-07', guests: [] };
    expect((await lineOf(() => rest(requestBody(overRest))))?.asked).toEqual(stay);
    // Refused by its body alone, before the operation of the booking begins.
    const faulty = requestBody({
      ...{ ...overRest, hotel_id: '777123456' },
      billed_to: { ...requestBody().billed_to, phone: 'Nová' },
    });
    const line = await lineOf(() => rest(faulty));
    expect(line).toMatchObject({ refusal: 'INVALID_INPUT', status: 400, asked: { ...stay, hotel: null } });
    expect(await lineOf(() => rest(requestBody()))).not.toHaveProperty('asked');
  });

  test('refused as the eleventh in a minute is not counted as a refusal of the rate limit', async () => {
    for (let time = 0; time < 10; time++) await rest(requestBody());
    const grown = await growth(gateway, [BOOKINGS, 'gateway_rate_limit_refusals_total'], () => rest(requestBody()));
    expect(grown.map(({ name, labels, by }) => [name, labels.outcome, by])).toEqual([
      [BOOKINGS, 'TOO_MANY_REQUESTS', 1],
    ]);
    expect(requestLines().find(({ status }) => status === 429)).toMatchObject({
      refusal: 'TOO_MANY_REQUESTS',
      booking: 'none',
    });
  });

  test('is in no line by its id or its guest, nor is any part of a key beyond the prefix', async () => {
    const made = (await rest(requestBody())).json<{ id: string }>();
    const byGraphQL = await gateway.inject(graphqlRequest({}, key));
    const ids = [made.id, byGraphQL.json().data.createBooking.id];
    const text = JSON.stringify(lines);
    expect(lines.length).toBeGreaterThan(1);
    for (const secret of [...ids, 'Nová', 'anna@', key.slice(12), key]) expect(text).not.toContain(secret);
  });

  test('is none where only reading is done: lines of reads have the prefix and nothing of a booking', async () => {
    const search = { url: '/api/v1/visit-types?max=1', headers: headersOf(key) };
    for (let time = 0; time < 2; time++) await gateway.inject(search);
    await gateway.inject({ url: '/api/v1/visit-types?max=0', headers: headersOf(key) });
    await gateway.graphql('{ nothing }', { key });
    expect(requestLines().map((line) => [line.answer, toldOf(line)])).toEqual([
      [expect.any(String), { keyPrefix: key.slice(0, 12) }],
      ['stored', { keyPrefix: key.slice(0, 12) }],
      ['refused', { keyPrefix: key.slice(0, 12), refusal: 'INVALID_INPUT' }],
      [expect.any(String), { keyPrefix: key.slice(0, 12), refusal: 'GRAPHQL_VALIDATION_FAILED' }],
    ]);
  });
});

test('while the database is away every requested booking is counted as failed, and its log line says unknown', async () => {
  const server = await startPostgres();
  const url = `${server.address}postgres`;
  const database = { ...(await openDatabase({ kind: 'postgresql', url })), url };
  await migrate(database);
  const log = await listeningLog();
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, database, log });
  const headers = { authorization: `Bearer ${await gateway.key()}`, 'content-type': 'application/json' };
  const post = (target: string, payload: object) =>
    gateway.inject({ method: 'POST', url: target, headers, payload: JSON.stringify(payload) });
  const book = () => post('/api/v1/booking', requestBody());
  const mutate = () => post('/graphql', { query: MUTATION, variables: { input: INPUT } });
  const read = () => post('/graphql', { query: '{ viewer { today } }' });
  expect(await counted(gateway, async () => [await book(), await mutate()])).toEqual({ CREATED: 2 });
  await server.stop();
  lines = [];
  for (const ask of [book, mutate]) expect(await counted(gateway, ask)).toEqual({ FAILED: 1 });
  expect(await counted(gateway, read)).toEqual({});
  const reported = requestLines().filter(({ route }) => route !== '/metrics');
  expect(reported.map(({ status, refusal, booking }) => [status, refusal, booking])).toEqual([
    [503, 'SERVICE_UNAVAILABLE', 'unknown'],
    [503, 'SERVICE_UNAVAILABLE', 'unknown'],
    [503, 'SERVICE_UNAVAILABLE', undefined],
  ]);
  await gateway.close();
});
