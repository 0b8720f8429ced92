/**
 * The upgrade from release 0.1.0 is killed at random moments, while that release goes on booking, and behind a transaction that does
 * not end: nobody waits behind it for long, and the next start goes on by itself.
 */
import { existsSync, watch } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { findPendingMigrations, migrate, readMigrationNames } from '../../../src/data/database/migrations.ts';
import { retryWriteConflicts } from '../../../src/data/database/write-conflicts.ts';
import { BOOKING_TIMEOUTS } from '../../../src/operations/booking/booking-transaction.ts';
import { SERVER_KEY_FILE } from '../../../src/server/settings/data-folder.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { between, type Draw, drawFromSeed, pick } from '../../support/catalogue/random/random-draw.ts';
import { describeSchema } from '../../support/database/described-schema.ts';
import { becomeFirstRelease, bookLikeFirstRelease, emptyDatabase } from '../../support/database/first-release.ts';
import type { FreshDatabase } from '../../support/database/fresh-database.ts';
import { openPostgresProxy } from '../../support/database/postgres-proxy.ts';
import { untilWaiting } from '../../support/database/rival-transactions.ts';
import { freePort } from '../../support/gateway/free-port.ts';
import { launchCli, runCli } from '../../support/gateway/run-cli.ts';
import { environmentFor } from '../../support/gateway/served-gateway.ts';
import { amount, say } from '../../support/gateway/soak.ts';
import { until } from '../../support/requests/until.ts';

const SEED = newSeed();
const BOOKINGS_BEFORE = 20;
/** How long each client waits between two bookings. */
const BETWEEN_BOOKINGS_MS = 20;
/** The first ones come before a process hears signals. */
const FEWEST_CHANGES = 8;
/** About as many as an upgrade and a creation have. */
const MOST_CHANGES_OF_UPGRADE = 350;
const MOST_CHANGES_OF_CREATION = 2_500;
const SIGNALS = ['SIGKILL', 'SIGTERM'] as const;
/** What `pg_dump` does to every table, from its beginning to its end. */
const LIKE_A_DUMP = 'BEGIN; LOCK TABLE api_key, booking, visit_type, hotel IN ACCESS SHARE MODE';

/** The schema of a database that was upgraded at once. */
let expected: string[];

beforeAll(async () => {
  const whole = await emptyDatabase();
  await migrate(whole);
  expected = await describeSchema(whole);
  await whole.close();
});

/** An empty database becomes one of release 0.1.0 that has bookings. */
async function fill(database: Database): Promise<void> {
  await becomeFirstRelease(database);
  for (let time = 0; time < BOOKINGS_BEFORE; time++) await book(database);
}

/** Like release 0.1.0, which waits for a lock no longer than the present one. */
function book({ prisma }: Database): Promise<void> {
  return retryWriteConflicts(() =>
    prisma.$transaction(async (tx) => {
      await tx.$executeRawUnsafe(`SET LOCAL lock_timeout = ${BOOKING_TIMEOUTS.lockMs}`);
      await bookLikeFirstRelease(tx, { kind: 'BINDING' });
    }),
  );
}

/** Two clients of release 0.1.0. Resolves to a function that stops them and returns how many bookings they have made. */
function startLoad(database: Database): () => Promise<number> {
  let isOver = false;
  let booked = 0;
  const client = async () => {
    while (!isOver) {
      await book(database);
      booked++;
      await database.prisma.$queryRaw`SELECT count(*) FROM booking`;
      await pause(BETWEEN_BOOKINGS_MS);
    }
  };
  const clients = Promise.all([client(), client()]);
  clients.catch(() => {});
  return async () => {
    isOver = true;
    await clients;
    return booked;
  };
}

/** Everything is as if nothing had been interrupted, and no booking is missing. */
async function expectUpgraded(database: Database, bookings: number): Promise<void> {
  expect(await findPendingMigrations(database)).toEqual([]);
  expect(await describeSchema(database)).toEqual(expected);
  const [row] = await database.prisma.$queryRaw<object[]>`
    SELECT count(*)::int AS bookings, count(b.reference)::int AS references, count(e.id)::int AS events,
      (SELECT count(*)::int FROM _prisma_migrations WHERE finished_at IS NULL OR rolled_back_at IS NOT NULL) AS unfinished
    FROM booking AS b LEFT JOIN booking_event AS e ON e.booking_id = b.id`;
  expect(row).toEqual({ bookings, references: bookings, events: bookings, unfinished: 0 });
}

describe('on a PostgreSQL server', () => {
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await emptyDatabase();
    await fill(database);
  });
  afterEach(() => database.close());

  /** A session that does to tables what a dump does. */
  async function holdTables(): Promise<pg.Client> {
    const holder = new pg.Client({ connectionString: database.url });
    holder.on('error', () => {});
    await holder.connect();
    await holder.query(LIKE_A_DUMP);
    return holder;
  }

  const kills = amount({ short: 2, long: 50 });
  test.each(Array.from({ length: kills }, (_, index) => index + 1))(
    `killed at a random moment under load (of ${kills}: %i) it is finished by the next start, and nobody's booking fails`,
    async (kill) => {
      const draw = drawFromSeed(SEED + kill);
      const command = pick(draw, ['serve', 'migrate']);
      const signal = pick(draw, SIGNALS);
      const isBlocked = kill % 2 === 0;
      const stopLoad = startLoad(database);
      const proxy = await openPostgresProxy(database.url);
      const holder = isBlocked ? await holdTables() : null;
      const upgrade = await launchCli([command], { ...environmentFor(proxy.url), PORT: '0' });
      // An upgrade has about 250 statements; one that is blocked repeats its first ones.
      const life = between(draw, 1, isBlocked ? 12 : 300);
      const grown = (async () => {
        for (let seen = 0; seen < life; seen++) await proxy.nextStatement(/./);
      })();
      await Promise.race([upgrade.ended, grown]);
      upgrade.kill(signal);
      const ended = await upgrade.ended;
      if (command === 'serve' && signal === 'SIGTERM') expect(ended).toMatchObject({ code: 0, stderr: '' });
      await proxy.close();
      const pending = await findPendingMigrations(database);
      const next = await launchCli(['migrate'], environmentFor(database.url));
      if (holder) {
        await untilWaiting(database, 1, next.ended);
        await holder.end();
      }
      expect(await next.ended).toMatchObject({ code: 0, stdout: pending.map((name) => `${name}\n`).join('') });
      const booked = await stopLoad();
      say('an upgrade was killed', {
        seed: SEED,
        kill,
        command,
        signal,
        isBlocked,
        life,
        left: pending.length,
        booked,
      });
      await expectUpgraded(database, BOOKINGS_BEFORE + booked);
    },
  );

  test('behind a transaction that does not end nobody else waits for long, the port answers, and a signal ends it at once', async () => {
    const holder = await holdTables();
    const port = await freePort();
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const start = async () => {
      const server = await launchCli(['serve'], {
        ...environmentFor(database.url),
        PORT: String(port),
        LOG_LEVEL: 'warn',
      });
      await until(
        () =>
          get('/ready').then(
            (answer) => answer.json(),
            () => null,
          ),
        (body) => (body as { reason?: string } | null)?.reason === 'migrating',
      );
      return server;
    };
    const killed = await start();
    expect((await get('/health')).status).toBe(200);
    const refused = await get('/api/v1/destinations');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('x-request-id')).toMatch(/^req-/);
    // Whoever reads keys waits behind the migration, which waits for the transaction. It gives up sooner than a booking does.
    for (let time = 0; time < 2; time++) {
      await untilWaiting(database, 1);
      await Promise.all([book(database), database.prisma.$queryRaw`SELECT count(*) FROM api_key`]);
    }
    await untilWaiting(database, 1);
    killed.kill('SIGKILL');
    expect((await killed.ended).stdout).toContain('the migration waits for a table that another session has locked');
    await book(database);

    const ended = await start();
    await untilWaiting(database, 1);
    ended.kill('SIGTERM');
    expect(await ended.ended).toMatchObject({ code: 0, stderr: '' });
    expect(await findPendingMigrations(database)).toEqual((await readMigrationNames()).slice(1));

    const server = await start();
    let isOver = false;
    const heard: unknown[] = [];
    const listening = (async () => {
      while (!isOver) heard.push(await get('/health').then(({ status }) => status, String));
    })();
    await holder.end();
    await until(
      () => get('/ready'),
      ({ status }) => status === 200,
    );
    isOver = true;
    await listening;
    expect([...new Set(heard)]).toEqual([200]);
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    await expectUpgraded(database, BOOKINGS_BEFORE + 3);
  });
});

describe('on the embedded database', () => {
  let folder: string;
  let before: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-upgrade-'));
    before = join(folder, 'before');
    await inspect(before, fill);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function inspect(dataDir: string, use: (database: Database) => Promise<void>): Promise<void> {
    const database = await openDatabase({ kind: 'embedded', dataDir, command: 'a test' });
    try {
      await use(database);
    } finally {
      await database.close();
    }
  }

  /** Kills a start when the files of its folder have changed so many times, at the latest when it serves. */
  async function interrupt(dataDir: string, changes: number, draw: Draw): Promise<object> {
    const [command, signal] = [pick(draw, ['serve', 'migrate']), pick(draw, SIGNALS)];
    const started = await launchCli([command], { DATA_DIR: dataDir, DEMO: '0', PORT: '0', LOG_LEVEL: 'error' });
    let seen = 0;
    const watcher = watch(dataDir, { recursive: true }, (_, file) => {
      if (++seen === changes || file === SERVER_KEY_FILE) started.kill(signal);
    });
    const ended = await started.ended;
    watcher.close();
    if (command === 'serve' && signal === 'SIGTERM') expect(ended).toMatchObject({ code: 0, stderr: '' });
    return { kill: changes, command, signal };
  }

  const kills = amount({ short: 1, long: 50 });
  test.each(Array.from({ length: kills }, (_, index) => index + 1))(
    `killed at a random moment (of ${kills}: %i) the upgrade is finished by the next start`,
    async (kill) => {
      const draw = drawFromSeed(SEED + kill);
      const dataDir = join(folder, `upgrade-${kill}`);
      await cp(before, dataDir, { recursive: true });
      const how = await interrupt(dataDir, between(draw, FEWEST_CHANGES, MOST_CHANGES_OF_UPGRADE), draw);
      const { code, stdout } = await runCli(['migrate'], { DATA_DIR: dataDir });
      say('an embedded upgrade was killed', { seed: SEED + kill, ...how, left: stdout.split('\n').length - 1 });
      expect(code).toBe(0);
      await inspect(dataDir, (database) => expectUpgraded(database, BOOKINGS_BEFORE));
      await rm(dataDir, { recursive: true });
    },
  );

  const creations = amount({ short: 1, long: 20 });
  test.each(Array.from({ length: creations }, (_, index) => index + 1))(
    `killed at a random moment (of ${creations}: %i) the creation of a folder is begun again by the next start`,
    async (kill) => {
      const draw = drawFromSeed(SEED + kill);
      const dataDir = join(folder, `creation-${kill}`);
      await mkdir(dataDir);
      const how = await interrupt(dataDir, between(draw, FEWEST_CHANGES, MOST_CHANGES_OF_CREATION), draw);
      say('a creation was killed', { seed: SEED + kill, ...how, whole: existsSync(join(dataDir, 'postgres')) });
      expect((await runCli(['migrate'], { DATA_DIR: dataDir })).code).toBe(0);
      await inspect(dataDir, (database) => expectUpgraded(database, 0));
      await rm(dataDir, { recursive: true });
    },
  );
});
