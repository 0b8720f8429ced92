/**
 * Standbys that fail to serve the catalogue: one goes away, refuses, falls silent, is one of several behind an address,
 * or is not a standby of this database at all. No request notices.
 */
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/data/database/database.ts';
import { migrate } from '../../../src/data/database/migrations.ts';
import { askNumbered, NUMBERED_QUESTIONS } from '../../support/catalogue/numbered-catalogue.ts';
import { hasPgBouncer, startPgBouncer } from '../../support/database/pgbouncer.ts';
import { openPostgresProxy } from '../../support/database/postgres-proxy.ts';
import { pauseReplay, type ReplicatedPostgres, startReplicatedPostgres } from '../../support/database/standby.ts';
import { openReplicatedGateways, type ReplicatedGateways } from '../../support/gateway/replicated-gateways.ts';
import { startServing } from '../../support/gateway/run-cli.ts';
import { environmentFor, servedClient } from '../../support/gateway/served-gateway.ts';
import { until } from '../../support/requests/until.ts';

let servers: ReplicatedPostgres;
beforeAll(async () => {
  servers = await startReplicatedPostgres();
});
afterAll(() => servers?.close());

let spa: ReplicatedGateways;
beforeEach(async () => {
  spa = await openReplicatedGateways(servers);
  await spa.untilCaughtUp();
});
afterEach(() => spa?.close());

test('a replica that dies during requests fails none of them; it is used again when it is back', async () => {
  const asked = NUMBERED_QUESTIONS.map((url) => askNumbered(spa.replicated, spa.key, url));
  await servers.standby.crash('killed');
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
  await spa.importNext();
  await spa.expectSameAnswers();
  expect((await spa.book('booked')).statusCode).toBe(201);
  await until(
    async () => spa.stateOf(),
    ({ away }) => away,
  );
  expect(spa.stateOf().caughtUp).toBe(false);
  await servers.standby.restart();
  await spa.untilCaughtUp();
  const { served } = spa.stateOf();
  await spa.importNext();
  await spa.untilCaughtUp();
  await spa.expectSameAnswers();
  expect(spa.stateOf().served).toBeGreaterThan(served);
  // One line for the whole absence, and one for its end.
  expect(spa.changes).toEqual([
    { index: 1, away: true, reason: expect.any(String) },
    { index: 1, away: false, reason: null },
  ]);
});

/** Statements that a standby treats differently from a primary. */
test.each([
  ['refuses it', 'SELECT 1 / (CASE WHEN pg_is_in_recovery() THEN 0 ELSE 1 END) AS one', false],
  ['may not write', `SELECT 1 AS one WHERE nextval('of_the_test') > 0`, false],
  [
    'loses the connection',
    'SELECT 1 AS one WHERE CASE WHEN pg_is_in_recovery() THEN pg_terminate_backend(pg_backend_pid()) ELSE true END',
    true,
  ],
  ['takes too long', 'SELECT 1 AS one FROM pg_sleep(CASE WHEN pg_is_in_recovery() THEN 60 ELSE 0 END)', true],
])('a statement is left to the primary when the replica %s', async (_, statement, goesAway) => {
  await spa.plain.database.prisma.$executeRawUnsafe('CREATE SEQUENCE IF NOT EXISTS of_the_test');
  await servers.untilReplayed();
  const { fallbacks } = spa.stateOf();
  expect(await spa.replicated.database.catalogue.$queryRawUnsafe(statement)).toEqual([{ one: 1 }]);
  expect(spa.stateOf().fallbacks).toBe(fallbacks + 1);
  await spa.untilCaughtUp();
  expect(spa.changes.map(({ away }) => away)).toEqual(goesAway ? [true, false] : []);
});

test('a replica that falls silent delays the requests in flight and fails none', async () => {
  const proxy = await openPostgresProxy(servers.standbyUrl);
  const gateway = await spa.open([proxy.url]);
  try {
    await spa.untilCaughtUp(gateway);
    proxy.pause();
    await spa.expectSameAnswers(gateway);
    expect(spa.stateOf(gateway)).toMatchObject({ caughtUp: false, away: true });
  } finally {
    proxy.resume();
    await gateway.close();
    await proxy.close();
  }
});

test('of two standbys behind one address, no answer is taken from the one that lags', async () => {
  const other = await servers.addStandby();
  await pauseReplay(other.inspection);
  const balancer = await alternate([servers.standbyUrl, other.url]);
  const gateway = await spa.open([balancer.url]);
  try {
    await until(
      async () => {
        await spa.importNext(gateway);
        await servers.untilReplayed();
        // At the same time, so that there are connections to both, however fast the questions are answered.
        const statement = () => gateway.database.catalogue.$queryRawUnsafe('SELECT 1 AS one FROM pg_sleep(0.05)');
        await Promise.all([statement(), statement(), statement(), statement()]);
        await Promise.all(NUMBERED_QUESTIONS.map((url) => askNumbered(gateway, spa.key, url)));
        await spa.expectSameAnswers(gateway);
        return spa.stateOf(gateway);
      },
      ({ served, fallbacks }) => served > 0 && fallbacks > 0,
    );
  } finally {
    await gateway.close();
    await balancer.close();
  }
});

/** Forwards new connections to the servers in turn. */
async function alternate(urls: readonly string[]): Promise<{ url: string; close(): Promise<void> }> {
  let connections = 0;
  const server = createServer((client) => {
    const { hostname, port } = new URL(urls[connections++ % urls.length]!);
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = new URL(urls[0]!);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

describe.skipIf(!hasPgBouncer())('behind PgBouncer in transaction mode', () => {
  test('a replica serves the catalogue, except while it lags', async () => {
    const pooler = await startPgBouncer({ url: servers.standbyUrl, serverConnections: 2 });
    const gateway = await spa.open([`${pooler.url}?pgbouncer=true`]);
    try {
      await spa.untilCaughtUp(gateway);
      await Promise.all(NUMBERED_QUESTIONS.map((url) => askNumbered(gateway, spa.key, url)));
      await spa.expectSameAnswers(gateway);
      const { served } = spa.stateOf(gateway);
      expect(served).toBeGreaterThan(5);
      await servers.pauseReplay();
      await spa.importNext(gateway);
      await spa.expectSameAnswers(gateway);
      expect(spa.stateOf(gateway)).toMatchObject({ caughtUp: false, away: false, served });
    } finally {
      await servers.resumeReplay();
      await gateway.close();
      await pooler.stop();
    }
  });
});

describe('an address that is not a replica is not used, with one line that says why', () => {
  test.each([
    ['the primary itself', () => servers.url, 'it is no standby'],
    ['a database that is no gateway', () => `${servers.standby.address}postgres`, 'relation "epoch" does not exist'],
    ['the database of another gateway', otherDatabase, 'it is no copy of the database at DATABASE_URL'],
    ['nobody there', () => 'postgresql://gateway:hunter2@127.0.0.1:1/replicated', 'ECONNREFUSED'],
  ])('%s', async (_, address, reason) => {
    const gateway = await spa.open([await address()]);
    try {
      await until(
        async () => spa.stateOf(gateway),
        ({ away }) => away,
      );
      await spa.expectSameAnswers(gateway);
      expect(spa.stateOf(gateway)).toMatchObject({ caughtUp: false, away: true, served: 0 });
      expect(spa.changes).toEqual([{ index: 1, away: true, reason: expect.stringContaining(reason) }]);
      expect(JSON.stringify(spa.changes)).not.toContain('hunter2');
    } finally {
      await gateway.close();
    }
  });
});

test('a process with replicas serves, and reports an unused one once, without its secrets', async () => {
  const away = 'postgresql://gateway:hunter2@127.0.0.1:1/replicated';
  const served = await startServing({
    ...environmentFor(servers.url),
    DATABASE_REPLICA_URLS: `${servers.standbyUrl}, ${away}`,
    DATABASE_POOL_SIZE: '3',
    LOG_LEVEL: 'info',
  });
  const client = servedClient({ url: served.url, key: spa.key });
  for (let time = 0; time < 3; time++) {
    expect((await client.get('/api/v1/destinations')).json()).toMatchObject([{ name: { en: `No. ${spa.number}` } }]);
  }
  const { code, stdout, stderr } = await served.stop();
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n').map((line) => JSON.parse(line) as { level: string; replica?: number });
  // On a busy machine the healthy one may connect too slowly, and is then left alone as well.
  expect(lines.filter(({ replica }) => replica === 2)).toEqual([
    expect.objectContaining({ reason: expect.stringContaining('ECONNREFUSED') }),
  ]);
  expect(stdout).not.toContain('hunter2');
});

/** Another migrated database on the standby. */
async function otherDatabase(): Promise<string> {
  await spa.plain.database.prisma.$executeRawUnsafe('CREATE DATABASE other');
  const other = await openDatabase({ kind: 'postgresql', url: `${servers.primary.address}other`, poolSize: 1 });
  await migrate(other);
  await other.close();
  await servers.untilReplayed();
  return `${servers.standby.address}other`;
}
