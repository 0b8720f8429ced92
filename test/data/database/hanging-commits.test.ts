/** While a standby is away for which commits wait, PostgreSQL answers none of them, however long that takes: every wait of ours has an end. */
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { classifyDatabaseFailure } from '../../../src/data/database/database-failures.ts';
import { migrate } from '../../../src/data/database/migrations.ts';
import { requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { type PostgresServer, startPostgres } from '../../support/database/postgres-server.ts';
import { raw } from '../../support/database/raw-sql.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { until } from '../../support/requests/until.ts';

const TIMEOUTS = { lockMs: 60_000, statementMs: 60_000, connectionMs: undefined };
const POOL_SIZE = 4;
const WRITE = `SELECT pg_logical_emit_message(true, 'a test', '')`;

let server: PostgresServer;
let database: Database & { url: string };
let close: () => Promise<void>;
/** A session past the pool. */
let admin: pg.Client;
beforeEach(async () => {
  server = await startPostgres();
  const url = `${server.address}postgres`;
  database = { ...(await openDatabase({ kind: 'postgresql', url, poolSize: POOL_SIZE })), url };
  close = database.close;
  await migrate(database);
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
});
afterEach(async () => {
  await findStandby();
  await admin.end();
  await close();
  await server.stop();
});

/** From here on commits wait for a standby. */
async function loseStandby(): Promise<void> {
  await admin.query(`ALTER SYSTEM SET synchronous_standby_names = 'nobody'`);
  await admin.query('SELECT pg_reload_conf()');
  // The server takes note of it in its own time: somebody writes until that waits.
  const writer = new pg.Client({ connectionString: database.url });
  writer.on('error', () => {});
  await writer.connect();
  const writing = (async () => {
    for (;;) await writer.query(WRITE);
  })().catch(() => {});
  await until(hanging, (count) => count === 1);
  await writer.end();
  void writing;
}

const hanging = async () =>
  Number((await admin.query(`SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)).rows[0].count);

async function findStandby(): Promise<void> {
  await admin.query('ALTER SYSTEM RESET synchronous_standby_names');
  await admin.query('SELECT pg_reload_conf()');
}

const add = (code: string, transactionMs = 500) =>
  database.transact((sql) => sql.finish(raw(`INSERT INTO channel (code, name) VALUES ($1, '')`, [code])), {
    ...TIMEOUTS,
    transactionMs,
  });
const channels = async () => (await database.prisma.channel.findMany()).map(({ code }) => code).sort();
const inUse = async () => database.pool!().total - database.pool!().idle;
const failureOf = (work: Promise<unknown>) => work.then(() => null, classifyDatabaseFailure);

test('a commit that is not answered fails like one whose connection was lost, and keeps its connection until it is answered', async () => {
  await loseStandby();
  expect(await failureOf(add('late'))).toBe('unavailable');
  await until(inUse, (count) => count === 1);
  expect(await channels()).toEqual([]);
  expect(await database.writeRefusal(async () => {})).toBe('08007');
  await findStandby();
  await until(channels, (found) => found.includes('late'));
  await until(inUse, (count) => count === 0);
  expect(await database.writeRefusal(async () => {})).toBeNull();
});

test('when as many commits hang as the pool has connections, reads go on and nothing more is written until they are answered', async () => {
  const codes = Array.from({ length: POOL_SIZE }, (_, index) => `late ${index}`);
  await loseStandby();
  expect(await Promise.all(codes.map((code) => failureOf(add(code))))).toEqual(codes.map(() => 'unavailable'));
  expect(await failureOf(add('refused'))).toBe('readOnly');
  expect(() => database.requireWrites()).toThrow('commits are not answered');
  expect(await channels()).toEqual([]);
  await database.checkReads();
  await findStandby();
  await until(
    () => database.writeRefusal(async () => {}),
    (refusal) => refusal === null,
  );
  await add('next', 60_000);
  expect(await channels()).toEqual([...codes, 'next'].sort());
});

test('a booking whose commit is not answered is 503; offers are shown meanwhile, and its key gets the one booking later', async () => {
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, database });
  close = gateway.close;
  const headers = { authorization: `Bearer ${await gateway.key()}` };
  const book = () =>
    gateway.inject({
      method: 'POST',
      url: '/api/v1/booking',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'one' },
      payload: JSON.stringify(requestBody()),
    });
  await loseStandby();
  const refused = await book();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  const calendar = '/api/v1/calendar/dates?visit_type_id=101&room_type_id=11&date_from=2027-04-05&date_to=2027-04-07';
  const shown = async (url: string) => {
    const { statusCode, payload } = await gateway.inject({ url, headers });
    return [statusCode, url === calendar || JSON.parse(payload)];
  };
  expect(await shown(calendar)).toEqual([200, true]);
  expect(await shown('/ready')).toEqual([200, { ready: true }]);
  expect(await shown('/ready/write')).toEqual([503, { ready: false, reason: 'database read-only' }]);
  await findStandby();
  const booked = await until(book, ({ statusCode }) => ![409, 503].includes(statusCode));
  expect([booked.statusCode, await database.prisma.booking.count()]).toEqual([201, 1]);
  expect(await shown('/ready/write')).toEqual([200, { ready: true }]);
});
