/**
 * A database that answers but takes no writes: a standby, a server in read-only mode, a full disk. Reads go on,
 * so `/ready` stays 200; bookings get 503, `/ready/write` says why, the log has the SQLSTATE, and once writes work again the same process books.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/data/database/database.ts';
import { createLog } from '../../../src/server/telemetry/log.ts';
import { requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { statementsOf } from '../../support/database/query-count.ts';
import { raw } from '../../support/database/raw-sql.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { readMetrics } from '../../support/gateway/read-metrics.ts';
import { until } from '../../support/requests/until.ts';
import { UPDATE_INVENTORY, UPDATE_RATES } from '../../support/update/updates.ts';

const POOL_SIZE = 3;
let database: FreshDatabase;
let gateway: TestGateway;
let key: string;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = await createLog({ level: 'info', terminal: false, destination });
  database = await freshDatabase({ poolSize: POOL_SIZE });
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, database, log });
  key = await gateway.key();
});
afterAll(() => gateway?.close());
beforeEach(() => {
  lines = [];
});

const headers = () => ({ authorization: `Bearer ${key}` });
let guests = 0;
/** A new guest each time, so that requests are not limited. */
const request = (changes: object = {}) =>
  requestBody({ billed_to: { ...requestBody().billed_to, email: `guest${++guests}@example.com` }, ...changes });
const book = (body: object = request()) =>
  gateway.inject({ method: 'POST', url: '/api/v1/booking', headers: headers(), payload: body });
const bookByGraphQL = () =>
  gateway.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...headers(), 'content-type': 'application/json' },
    payload: {
      query: 'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename } }',
      variables: {
        input: {
          ...{ kind: 'REQUEST', currency: 'CZK', visitType: 101, hotel: 1, roomType: 11 },
          ...{ arrival: '2027-04-05', departure: '2027-04-07' },
          billedTo: { firstName: 'Anna', lastName: 'Nová', email: 'anna@example.com' },
          guests: [{ firstName: 'Anna', lastName: 'Nová' }],
        },
      },
    },
  });
const readiness = async (url: '/ready' | '/ready/write') => {
  const { statusCode, headers, payload } = await gateway.inject({ url });
  return [statusCode, headers['retry-after'], JSON.parse(payload)];
};
const readyToRead = () => readiness('/ready');
const readyToWrite = () => readiness('/ready/write');
const READY = [200, undefined, { ready: true }];
const READ_ONLY = [503, '1', { ready: false, reason: 'database read-only' }];

/** Runs statements as an administrator, outside the gateway's connections. */
async function administer(...statements: string[]): Promise<void> {
  const admin = await openDatabase({
    kind: 'postgresql',
    url: database.url.replace(/[^/]*$/, 'postgres'),
    poolSize: 1,
  });
  for (const statement of statements) await admin.prisma.$executeRawUnsafe(statement);
  await admin.close();
}

/** From then on the pool has all its sessions: what runs in the background makes it open no other one. */
async function openAllSessions(): Promise<void> {
  let open = 0;
  const session = () =>
    database.transact(
      async (sql) => {
        await sql.query(raw('SELECT 1'));
        open++;
        await until(
          async () => open,
          (all) => all === POOL_SIZE,
        );
      },
      { lockMs: 60_000, statementMs: 60_000, transactionMs: 60_000, connectionMs: undefined },
    );
  await Promise.all(Array.from({ length: POOL_SIZE }, session));
}

const name = () => database.url.replace(/^.*\//, '');
const END_SESSIONS = () =>
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name()}' AND pid <> pg_backend_pid()`;

/** From then on every session refuses writes. What runs in the background has nothing to write, which would be refused and counted, too. */
async function setReadOnly(): Promise<void> {
  await until(
    () => database.prisma.bookingEvent.count({ where: { position: null } }),
    (unpublished) => unpublished === 0,
  );
  await administer(`ALTER DATABASE ${name()} SET default_transaction_read_only = on`, END_SESSIONS());
  await until(
    async () => {
      const reported = await readyToWrite();
      // A session that was being opened meanwhile may have missed the setting.
      if (reported[0] === 200) await administer(END_SESSIONS());
      return reported;
    },
    (reported) => JSON.stringify(reported) === JSON.stringify(READ_ONLY),
  );
}

/** The answers of both interfaces, the counts and the log while writes fail. */
async function expectUnavailable(sqlState: string): Promise<void> {
  const before = await readMetrics(gateway);
  const rest = await book();
  expect([rest.statusCode, rest.headers['retry-after'], rest.json()]).toEqual([
    503,
    expect.stringMatching(/^[1-9]\d*$/),
    { success: false, message: expect.any(String) },
  ]);
  const graphql = await bookByGraphQL();
  expect([graphql.statusCode, graphql.headers['retry-after']]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
  expect(graphql.json()).toMatchObject({ data: null, errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
  for (const { payload } of [rest, graphql]) expect(payload).not.toMatch(/read-only|INSERT|disk|sql|said so|25006/i);
  const after = await readMetrics(gateway);
  const grown = (metric: string, labels: Record<string, string>) =>
    after.value(metric, labels) - before.value(metric, labels);
  expect(grown('gateway_failures_total', { kind: 'unavailable' })).toBe(2);
  expect(grown('gateway_failures_total', { kind: 'defect' })).toBe(0);
  expect(grown('gateway_bookings_total', { outcome: 'FAILED' })).toBe(2);
  const reported = lines
    .filter(({ msg }) => msg === 'unavailable')
    .map(({ level, err }) => [level, (err as { sqlState?: string }).sqlState]);
  expect(reported).toEqual([
    [40, sqlState],
    [40, sqlState],
  ]);
  expect(lines.filter(({ level }) => (level as number) > 40)).toEqual([]);
}

const search = () => gateway.inject({ url: '/api/v1/visit-types?max=1', headers: headers() });

describe('a database that is set to read only', () => {
  afterEach(async () => {
    // Sessions that began meanwhile, as those of what runs in the background, stay read-only.
    await administer(`ALTER DATABASE ${name()} RESET default_transaction_read_only`, END_SESSIONS());
    await until(book, ({ statusCode }) => statusCode === 201);
  });

  test('is 503 with Retry-After in both interfaces, with a reason in /ready/write and the SQLSTATE in the log; reads go on, for which /ready stays 200, and it ends without a restart', async () => {
    expect((await book()).statusCode).toBe(201);
    expect(await readyToWrite()).toEqual(READY);
    await setReadOnly();
    lines = [];
    await expectUnavailable('25006');
    expect(await readyToWrite()).toEqual(READ_ONLY);
    expect(lines.find(({ msg }) => msg === 'database read-only')).toMatchObject({ level: 40, sqlState: '25006' });
    expect((await search()).statusCode).toBe(200);
    expect(await readyToRead()).toEqual(READY);
    expect((await gateway.inject({ url: '/health' })).statusCode).toBe(200);

    // Pooled sessions stay read-only; none may refuse bookings for good.
    await administer(`ALTER DATABASE ${name()} RESET default_transaction_read_only`);
    await until(readyToWrite, ([status]) => status === 200);
    await until(book, ({ statusCode }) => statusCode === 201);
    const statuses: number[] = [];
    for (let time = 0; time < 6 + POOL_SIZE; time++) statuses.push((await book()).statusCode);
    expect(statuses.filter((status) => status !== 201).length).toBeLessThan(POOL_SIZE);
    expect(statuses.at(-1)).toBe(201);
  });

  test('refuses updates of prices and capacity, too; they work again by themselves', async () => {
    const manager = await gateway.key({ scopes: ['manage'] });
    const range = { roomType: 11, from: '2027-06-01', to: '2027-06-02' };
    const updates = [
      [UPDATE_INVENTORY, { changes: [{ ...range, units: 7 }] }],
      [UPDATE_RATES, { visitType: 101, priceList: 1, changes: [{ ...range, amountMinor: 7, confirm: true }] }],
    ] as const;
    const send = ([query, input]: (typeof updates)[number]) =>
      gateway.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${manager}` },
        payload: { query, variables: { input } },
      });
    await setReadOnly();
    for (const update of updates) {
      const { statusCode, headers: sent, payload } = await send(update);
      expect([statusCode, sent['retry-after']]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
      expect(JSON.parse(payload)).toMatchObject({
        data: null,
        errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }],
      });
      expect(payload).not.toMatch(/read-only|UPDATE |sql|25006/);
    }
    await administer(`ALTER DATABASE ${name()} RESET default_transaction_read_only`);
    for (const update of updates) {
      const { payload } = await until(
        () => send(update),
        ({ statusCode }) => statusCode === 200,
      );
      expect(Object.values(JSON.parse(payload).data)).toMatchObject([{ nights: 2 }]);
    }
  });

  test('refuses nobody while sessions older than the setting can write', async () => {
    await openAllSessions();
    await administer(`ALTER DATABASE ${name()} SET default_transaction_read_only = on`);
    // Old sessions can write; nobody is refused while one of them is left.
    expect((await book()).statusCode).toBe(201);
    expect(await readyToWrite()).toEqual(READY);
  });
});

describe.each(['53100', '25006', '55000'])('a database that refuses what bookings write with %s', (sqlState) => {
  afterEach(async () => {
    await database.prisma.$executeRawUnsafe('DROP TRIGGER IF EXISTS refused ON booking');
  });

  test('is 503 in both interfaces; /ready/write reports the failed booking and retries by itself until it is over, leaving nothing, while /ready stays 200', async () => {
    expect((await book()).statusCode).toBe(201);
    const stored = await database.prisma.booking.count();
    await database.prisma.$executeRawUnsafe(`
      CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'said so' USING ERRCODE = '${sqlState}'; END $$`);
    await database.prisma.$executeRawUnsafe(
      'CREATE TRIGGER refused BEFORE INSERT ON booking EXECUTE FUNCTION refuse()',
    );
    // No write happened since.
    expect(await readyToWrite()).toEqual(READY);
    await expectUnavailable(sqlState);
    for (let time = 0; time < 3; time++) expect(await readyToWrite()).toEqual(READ_ONLY);
    expect((await search()).statusCode).toBe(200);
    expect(await readyToRead()).toEqual(READY);
    // A booking refused for its own reasons has written nothing, and proves nothing.
    expect((await book(request({ guests: [] }))).statusCode).toBe(422);
    expect(await readyToWrite()).toEqual(READ_ONLY);

    await database.prisma.$executeRawUnsafe('DROP TRIGGER refused ON booking');
    await until(readyToWrite, ([status]) => status === 200);
    expect(await database.prisma.booking.count()).toBe(stored);
    expect(await database.prisma.recentUse.count({ where: { kind: 'probe' } })).toBe(0);
    expect((await book()).statusCode).toBe(201);
  });

  test('takes writes again as soon as one succeeds', async () => {
    await database.prisma.$executeRawUnsafe(
      'CREATE TRIGGER refused BEFORE INSERT ON booking EXECUTE FUNCTION refuse()',
    );
    expect((await book()).statusCode).toBe(503);
    expect(await readyToWrite()).toEqual(READ_ONLY);
    await database.prisma.$executeRawUnsafe('DROP TRIGGER refused ON booking');
    expect((await book()).statusCode).toBe(201);
    expect(await readyToWrite()).toEqual(READY);
  });
});

test('while all is well, asking whether the database can be read and takes writes writes nothing', async () => {
  const statements = await statementsOf(async () => {
    expect(await readyToRead()).toEqual(READY);
    expect(await readyToWrite()).toEqual(READY);
  });
  // The publisher may be at work on the bookings of the tests before.
  const asked = statements.filter((text) => !/booking_event|delivery|pg_advisory|^\s*(?:BEGIN|COMMIT)/.test(text));
  expect(asked.map((text) => text.trim().split(/\s+/, 1)[0])).toEqual(['SELECT', 'SELECT']);
});
