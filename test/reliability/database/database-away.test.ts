/**
 * The database goes away under load and comes back: meanwhile callers get 503 and nothing hangs; afterwards the same
 * process serves as before. Every acknowledged booking exists once.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { migrate } from '../../../src/data/database/migrations.ts';
import { bookingsByNote, disagreementsOf, type EpochValues, epochsOf } from '../../support/booking/booking-records.ts';
import { putInto } from '../../support/database/fresh-database.ts';
import { type Crash, type PostgresServer, startPostgres } from '../../support/database/postgres-server.ts';
import { type Serving, startServing } from '../../support/gateway/run-cli.ts';
import {
  environmentFor,
  nightBody,
  type ServedClient,
  servedCatalogue,
  servedClient,
  servedKey,
} from '../../support/gateway/served-gateway.ts';
import { amount, say } from '../../support/gateway/soak.ts';
import { ASKED, type SteadyLoad, startLoad } from '../../support/gateway/steady-load.ts';
import { until } from '../../support/requests/until.ts';

const CRASHES = Array.from(
  { length: amount({ short: 2, long: 20 }) },
  (_, round): Crash => (round % 2 === 0 ? 'aborted' : 'killed'),
);
/** A request that takes longer counts as hanging. */
const PATIENCE_MS = 30_000;

let server: PostgresServer;
let gateway: Serving;
let client: ServedClient;
let before: EpochValues;

beforeAll(async () => {
  server = await startPostgres();
  const { key } = await withDatabase(async (database) => {
    await migrate(database);
    await putInto(database, servedCatalogue({ units: 1_000 }));
    before = await epochsOf(database);
    return servedKey(database);
  });
  gateway = await startServing(environmentFor(`${server.address}postgres`));
  client = servedClient({ url: gateway.url, key, patienceMs: PATIENCE_MS });
});
afterAll(async () => {
  await gateway?.stop();
  await server?.stop();
});

/** Inspects the database while it is healthy. */
async function withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ kind: 'postgresql', url: `${server.address}postgres` });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Resolves after so many more answers to every kind of request, successful or 503. */
async function untilAnswered(load: SteadyLoad, how: 'good' | 'refused', times: number): Promise<void> {
  for (const asked of ASKED) {
    const already = load.counted(asked)[how];
    await until(
      async () => load.counted(asked)[how],
      (count) => count >= already + times,
    );
  }
}

test(`${CRASHES.length} crashes of the database under load: 503 with Retry-After meanwhile, afterwards the same process serves, and every acknowledged booking is there once`, async () => {
  const load = startLoad(client);
  const figures: { how: Crash; readyMs: number; servingMs: number }[] = [];
  for (const [round, how] of CRASHES.entries()) {
    await untilAnswered(load, 'good', 5);
    await server.crash(how);
    const away = await until(
      () => client.get('/ready'),
      ({ status }) => status !== 200,
    );
    expect([away.status, away.json(), away.retryAfter]).toEqual([503, { ready: false, reason: 'database' }, '1']);
    expect((await client.get('/ready/write')).json()).toEqual(away.json());
    expect((await client.get('/health')).status).toBe(200);
    await untilAnswered(load, 'refused', 3);
    expect((await client.get('/health')).status).toBe(200);

    await server.restart();
    const back = performance.now();
    await until(
      () => client.get('/ready'),
      ({ status }) => status === 200,
    );
    const readyMs = performance.now() - back;
    const note = `after crash ${round}`;
    const { status } = await until(
      () => client.book({ ...nightBody(350), customer_note: note }, note.replaceAll(' ', '-')),
      (answer) => answer.status !== 503,
    );
    expect(status).toBe(201);
    figures.push({ how, readyMs: Math.round(readyMs), servingMs: Math.round(performance.now() - back) });
  }
  await untilAnswered(load, 'good', 5);
  await load.stop();
  expect(load.complaints).toEqual([]);

  const { bookings, disagreements } = await withDatabase(async (database) => ({
    bookings: await bookingsByNote(database),
    disagreements: await disagreementsOf(database, before),
  }));
  const there = [...load.acknowledged].map(([note]) => [note, ...(bookings.get(note) ?? []).map(({ id }) => id)]);
  expect(there).toEqual([...load.acknowledged]);
  expect([...bookings.values()].filter((ofNote) => ofNote.length !== 1)).toEqual([]);
  expect(bookings.size).toBe(load.acknowledged.size + CRASHES.length);
  expect(disagreements).toEqual([]);
  say('database away', { bookings: bookings.size, crashes: figures });
});
