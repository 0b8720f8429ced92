/**
 * A database that falls silent: its connections stay open but carry nothing, as when its machine freezes or the network
 * fails. No caller waits for it, and once it responds again all is well.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/data/database/database.ts';
import { revokeKey } from '../../../src/data/keys/api-keys.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { type FreshDatabase, freshDatabase, putInto } from '../../support/database/fresh-database.ts';
import { openPostgresProxy, type PostgresProxy } from '../../support/database/postgres-proxy.ts';
import { latch, untilWaiting } from '../../support/database/rival-transactions.ts';
import { type Serving, startServing } from '../../support/gateway/run-cli.ts';
import {
  dateFromNow,
  environmentFor,
  nightBody,
  nightCalendar,
  type ServedAnswer,
  servedCatalogue,
  servedClient,
  servedKey,
} from '../../support/gateway/served-gateway.ts';
import { soon, until } from '../../support/requests/until.ts';

/** A request that takes longer counts as hanging. */
const PATIENCE_MS = 30_000;

let database: FreshDatabase;
let proxy: PostgresProxy;
let gateway: Serving;
beforeAll(async () => {
  database = await freshDatabase();
  await putInto(database, servedCatalogue({ units: 5 }));
  proxy = await openPostgresProxy(database.url);
  gateway = await startServing(environmentFor(proxy.url));
});
afterAll(async () => {
  proxy?.resume();
  await gateway?.stop();
  await proxy?.close();
  await database?.close();
});

async function newClient() {
  return servedClient({ url: gateway.url, key: (await servedKey(database)).key, patienceMs: PATIENCE_MS });
}

/** Locks every night of the catalogue until the returned function is called. */
async function holdNights(): Promise<() => Promise<void>> {
  const held = latch();
  const release = latch();
  const holder = database.prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM inventory_night FOR UPDATE`;
      held.open();
      await release.opened;
    },
    { timeout: 60_000 },
  );
  await held.opened;
  return async () => {
    release.open();
    await holder;
  };
}

test('while the database is silent every request is answered 503, one in the middle of a booking included; when it speaks again, so does the service', async () => {
  const known = await newClient();
  const stranger = await newClient();
  expect((await known.get(nightCalendar(1))).status).toBe(200);
  const release = await holdNights();
  const interrupted = known.book(nightBody(2), 'interrupted');
  await untilWaiting(database, 1, interrupted);
  proxy.pause();
  await release();

  const asked: readonly [string, Promise<ServedAnswer>][] = [
    ['a booking under way', interrupted],
    ['a booking', known.book(nightBody(2), 'late')],
    ['what is not remembered', known.get('/api/v1/visit-types')],
    ['a key that is not remembered', stranger.get('/api/v1/destinations')],
    ['such a key in GraphQL', stranger.graphql('{ viewer { today } }')],
    ['readiness', known.get('/ready')],
    ['readiness to write', known.get('/ready/write')],
  ];
  expect((await known.get('/health')).status).toBe(200);
  const answers = await Promise.all(asked.map(async ([what, answer]) => ({ what, ...(await answer) })));
  const reported = answers.map(({ what, status, retryAfter }) => [what, status, retryAfter]);
  expect(reported).toEqual(asked.map(([what]) => [what, 503, expect.stringMatching(/^[1-9]\d*$/)]));

  proxy.resume();
  for (const key of ['interrupted', 'late']) {
    const { status } = await until(
      () => known.book(nightBody(2), key),
      (answer) => answer.status !== 503,
    );
    expect(status).toBe(201);
  }
  expect((await known.get('/ready')).status).toBe(200);
  expect((await stranger.get('/api/v1/destinations')).status).toBe(200);
  const night = new Date(dateFromNow(2));
  expect(await database.prisma.booking.count({ where: { arrival: night } })).toBe(2);
  expect(await database.prisma.inventoryNight.findFirstOrThrow({ where: { night } })).toMatchObject({ sold: 2 });
  await until(
    () => database.prisma.$queryRaw<unknown[]>`
      SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    (abandoned) => abandoned.length === 0,
  );
});

test('what a silent database has changed meanwhile is not answered from memory: neither a price that is remembered nor a key that is revoked', async () => {
  const { key, prefix } = await servedKey(database);
  const known = await newClient();
  const revoked = servedClient({ url: gateway.url, key, patienceMs: PATIENCE_MS });
  for (const client of [known, revoked]) expect((await client.get(nightCalendar(1))).status).toBe(200);
  proxy.pause();
  await revokeKey({ database, prefix, clock: systemClock });
  const refusals = [known, revoked].map((client) =>
    until(
      () => client.get(nightCalendar(1)),
      ({ status }) => status === 503,
    ),
  );
  await Promise.all(refusals);
  proxy.resume();
  const answerOf = (client: typeof known) =>
    until(
      () => client.get(nightCalendar(1)),
      ({ status }) => status !== 503,
    );
  expect((await answerOf(known)).status).toBe(200);
  expect((await answerOf(revoked)).status).toBe(401);
});

test('a database that is merely slow is waited for, however long it takes', async () => {
  const through = await openDatabase({ kind: 'postgresql', url: proxy.url, poolSize: 1 });
  const release = await holdNights();
  const slow = through.prisma.$executeRaw`SELECT 1 FROM inventory_night FOR UPDATE`.then((locked) => locked);
  // An answered health check counts as proof; otherwise the second round would find nothing to wait for.
  for (let time = 0; time < 2; time++) await soon('it is asked', proxy.nextStatement(/^SELECT 'answering'$/));
  await release();
  await expect(slow).resolves.toBeGreaterThan(400);
  await through.close();
});
