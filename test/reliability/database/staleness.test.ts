/**
 * Two processes on one database, each with its own caches: a change through one is seen by the next request to the
 * other. Notifications, the poll and reading on every request are each shown to suffice while a proxy disables the
 * others.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { revokeKey } from '../../../src/data/keys/api-keys.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { type FreshDatabase, freshDatabase, putInto } from '../../support/database/fresh-database.ts';
import { openPostgresProxy, type PostgresProxy } from '../../support/database/postgres-proxy.ts';
import { runCli, type Serving, startServing } from '../../support/gateway/run-cli.ts';
import {
  environmentFor,
  nightBody,
  nightCalendar,
  type ServedClient,
  servedCatalogue,
  servedClient,
  servedKey,
} from '../../support/gateway/served-gateway.ts';
import { amount, say } from '../../support/gateway/soak.ts';
import { soon, until } from '../../support/requests/until.ts';

const ROUNDS = amount({ short: 2, long: 50 });
/** How the poll, and a request in doubt, read the epochs. */
const READING_EPOCHS = /FROM epoch\b/;
const LISTENING = /^LISTEN /;

let database: FreshDatabase;
let proxy: PostgresProxy;
let folder: string;
let here: Serving;
let there: Serving;
let key: string;
let turns = 0;

beforeAll(async () => {
  database = await freshDatabase();
  await putInto(database, servedCatalogue({ units: 1 }));
  ({ key } = await servedKey(database));
  folder = await mkdtemp(join(tmpdir(), 'gateway-staleness-'));
  proxy = await openPostgresProxy(database.url);
  [here, there] = await Promise.all([
    startServing(environmentFor(database.url)),
    startServing(environmentFor(proxy.url)),
  ]);
});
afterEach(() => {
  proxy.dropNotifications(false);
  proxy.cutStatements(null);
});
afterAll(async () => {
  await Promise.all([here?.stop(), there?.stop()]);
  await proxy?.close();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const elsewhere = (presented = key): ServedClient => servedClient({ url: there.url, key: presented });

/** A change through one process, and the other's answers before and after it. */
interface Change {
  /** Asks the second process; the answer is `from` or `to`. */
  ask(): Promise<unknown>;
  readonly from: unknown;
  readonly to: unknown;
  /** Resolves when the change is committed and acknowledged. */
  make(): Promise<void>;
}

/** The last room of a night is booked: the calendar shows no availability any more. */
async function booking(): Promise<Change> {
  turns += 1;
  const night = turns;
  return {
    from: 'AVAILABLE',
    to: 'ON_DEMAND',
    async ask() {
      const days = (await elsewhere().get(nightCalendar(night))).json<{ availability: string }[]>();
      return days[0]?.availability;
    },
    async make() {
      const { status } = await servedClient({ url: here.url, key }).book(nightBody(night));
      expect(status).toBe(201);
    },
  };
}

/** An import from the command line renames a destination. */
async function catalogueImport(): Promise<Change> {
  const { name } = await database.prisma.destination.findFirstOrThrow();
  turns += 1;
  const destination = `Valley ${turns}`;
  const file = join(folder, 'catalogue.json');
  await writeFile(file, JSON.stringify(servedCatalogue({ units: 1, destination })));
  return {
    from: (name as { en: string }).en,
    to: destination,
    async ask() {
      const answer = await elsewhere().get('/api/v1/destinations');
      return answer.json<{ name: { en: string } }[]>()[0]?.name.en;
    },
    async make() {
      const { code, stderr } = await runCli(['import', file], environmentFor(database.url));
      expect([code, stderr]).toEqual([0, expect.stringContaining('imported')]);
    },
  };
}

/** A working key is revoked. */
async function revocation(): Promise<Change> {
  const made = await servedKey(database);
  return {
    from: 200,
    to: 401,
    ask: async () => (await elsewhere(made.key).get('/api/v1/destinations')).status,
    async make() {
      await revokeKey({ database, prefix: made.prefix, clock: systemClock });
    },
  };
}

/** Makes the second process cache the state before, changes it, and waits until that process shows the change. */
async function untilSeen(prepare: () => Promise<Change>): Promise<number> {
  const change = await prepare();
  await until(change.ask, (answer) => answer === change.from);
  expect(await change.ask()).toBe(change.from);
  await change.make();
  const made = performance.now();
  await until(change.ask, (answer) => answer === change.to);
  return performance.now() - made;
}

async function roundsOf(what: string, prepare: () => Promise<Change>, rounds: number): Promise<void> {
  const latencies: number[] = [];
  for (let round = 0; round < rounds; round++) latencies.push(await untilSeen(prepare));
  const ordered = latencies.map(Math.round).sort((a, b) => a - b);
  say(what, { rounds, medianMs: ordered[Math.floor(rounds / 2)], mostMs: ordered.at(-1) });
}

/** The second process trusts notifications if it answers while nothing can read the epochs. */
async function untilNotificationsAreTrusted(): Promise<void> {
  const ask = async () => (await elsewhere().get('/api/v1/destinations')).status;
  await until(
    async () => {
      // In doubt, this request reads them.
      await ask();
      proxy.cutStatements(READING_EPOCHS);
      const status = await ask();
      proxy.cutStatements(null);
      return status;
    },
    (status) => status === 200,
  );
}

describe('notifications alone, while the poll fails', () => {
  beforeAll(() => untilNotificationsAreTrusted());

  async function withoutPoll(): Promise<void> {
    proxy.cutStatements(READING_EPOCHS);
    await soon('the poll reads the epochs', proxy.nextCut());
  }

  test('a booking through one process is seen by the other', async () => {
    await withoutPoll();
    await roundsOf('booking seen by notification', booking, ROUNDS);
  });

  test('a revoked key is refused by the other process', async () => {
    await withoutPoll();
    await roundsOf('revocation seen by notification', revocation, ROUNDS);
  });

  test('an import, a new key and its revocation from the command line are seen by a running process', async () => {
    await withoutPoll();
    await roundsOf('import seen by notification', catalogueImport, amount({ short: 1, long: 5 }));
    const environment = environmentFor(database.url);
    const { stdout } = await runCli(['keys', 'create', '--name', 'new'], environment);
    const ask = async () => (await elsewhere(stdout.trim()).get('/api/v1/destinations')).status;
    await until(ask, (status) => status === 200);
    expect(await runCli(['keys', 'revoke', stdout.trim()], environment)).toMatchObject({ code: 0 });
    await until(ask, (status) => status === 401);
  });
});

describe('the poll alone, while notifications are lost on their way', () => {
  test.each([
    ['a booking', booking],
    ['a revocation', revocation],
  ] as const)('%s through one process is seen by the other', async (what, prepare) => {
    const before = proxy.dropped;
    proxy.dropNotifications(true);
    await roundsOf(`${what} seen by the poll`, prepare, ROUNDS);
    expect(proxy.dropped).toBeGreaterThanOrEqual(before + ROUNDS);
  });

  test('an import is seen by the other process', async () => {
    proxy.dropNotifications(true);
    await roundsOf('import seen by the poll', catalogueImport, 1);
  });
});

describe('while the listening connection is lost', () => {
  async function withoutListening(): Promise<void> {
    proxy.cutStatements(LISTENING);
    proxy.cutListening();
    // It noticed by the time it tries again.
    await soon('it tries to listen again', proxy.nextCut());
  }

  test('the very next request sees a booking and a revocation, every time', async () => {
    await withoutListening();
    for (let round = 0; round < ROUNDS; round++) {
      for (const prepare of [booking, revocation]) {
        const change = await prepare();
        expect(await change.ask()).toBe(change.from);
        await change.make();
        expect(await change.ask()).toBe(change.to);
      }
    }
  });

  test('it is reopened: the changes of the meantime are known, and notifications alone suffice as before', async () => {
    await withoutListening();
    const change = await booking();
    expect(await change.ask()).toBe(change.from);
    await change.make();
    const back = proxy.nextListening();
    proxy.cutStatements(null);
    await soon('it listens again', back);
    await untilNotificationsAreTrusted();
    proxy.cutStatements(READING_EPOCHS);
    expect(await change.ask()).toBe(change.to);
    await roundsOf('booking seen by notification after a reconnect', booking, ROUNDS);
  });

  test('notifications are trusted again even when catching up failed at first', async () => {
    proxy.cutStatements(READING_EPOCHS);
    const back = proxy.nextListening();
    proxy.cutListening();
    await soon('it listens again', back);
    // One of the next two readings was the catch-up, the other the poll.
    for (let readings = 0; readings < 2; readings++) await soon('it reads the epochs', proxy.nextCut());
    const doubtful = await elsewhere().get('/api/v1/destinations');
    expect([doubtful.status, doubtful.retryAfter]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
    proxy.cutStatements(null);
    await untilNotificationsAreTrusted();
    await roundsOf('booking seen by notification after a late catching up', booking, 1);
  });
});
