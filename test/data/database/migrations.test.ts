import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import {
  findPendingMigrations,
  migrate,
  readMigration,
  readMigrationNames,
  splitScript,
} from '../../../src/data/database/migrations.ts';
import { diffFromSchema, NO_FILTERS, withSchemaEngine } from '../../../src/data/database/schema-diff.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { type Draw, drawFromSeed } from '../../support/catalogue/random/random-draw.ts';
import { describeSchema } from '../../support/database/described-schema.ts';
import { emptyEmbedded } from '../../support/database/embedded-database.ts';
import {
  applyWithPrisma,
  emptyDatabase,
  listMigrations,
  migrateWithout,
} from '../../support/database/first-release.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { untilWaiting } from '../../support/database/rival-transactions.ts';
import { amount } from '../../support/gateway/soak.ts';
import { until } from '../../support/requests/until.ts';

const SEED = newSeed();

describe('migrations on the embedded database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await emptyEmbedded();
  });
  afterAll(() => database.close());

  test('an empty database gets every migration of the folder', async () => {
    expect(await migrate(database)).toEqual(await readMigrationNames());
  });

  test('migrations and schema.prisma describe the same database', async () => {
    expect(await diffFromSchema(database)).toBe('');
  });

  test('Prisma finds every migration applied and none of them edited', async () => {
    const names = await readMigrationNames();
    expect(await applyWithPrisma(database.schemaAdapter!, names)).toEqual([]);
    const migrationsList = await listMigrations(names);
    const found = await withSchemaEngine(database.schemaAdapter!, (engine) =>
      engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters: NO_FILTERS }),
    );
    expect(found).toMatchObject({ history: null, failedMigrationNames: [], editedMigrationNames: [] });
  });

  test('a column that schema.prisma does not know is reported as drift', async () => {
    await database.prisma.$executeRaw`ALTER TABLE hotel ADD COLUMN surplus int`;
    expect(await diffFromSchema(database)).toContain('DROP COLUMN "surplus"');
  });
});

describe('migrations on PostgreSQL', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.close());

  test('applying them a second time does nothing', async () => {
    expect(await findPendingMigrations(database)).toEqual([]);
    expect(await migrate(database)).toEqual([]);
  });

  test('the database itself refuses to record more rooms sold than there are', async () => {
    const id = 'a'.repeat(24);
    await database.prisma.destination.create({ data: { number: 1, id, name: {} } });
    await database.prisma.hotel.create({
      data: { number: 1, id, code: 'h', name: 'H', destinationNumber: 1, stars: 4, shortDescription: {} },
    });
    await database.prisma.roomType.create({
      data: { number: 1, id, hotelNumber: 1, code: 'R', category: {}, beds: 2 },
    });
    const night = { roomTypeNumber: 1, night: new Date('2027-01-01') };
    await expect(database.prisma.inventoryNight.create({ data: { ...night, units: 1, sold: 2 } })).rejects.toThrow(
      /inventory_night_sold_check/,
    );
  });
});

test('connections that migrate an empty PostgreSQL at once apply each migration once, and all of them find it done', async () => {
  const first = await emptyDatabase();
  const others = await Promise.all([1, 2].map(() => openDatabase({ kind: 'postgresql', url: first.url, poolSize: 2 })));
  const applied = await Promise.all([first, ...others].map((database) => migrate(database)));
  expect(applied.flat().sort()).toEqual(await readMigrationNames());
  for (const database of [first, ...others]) expect(await findPendingMigrations(database)).toEqual([]);
  await Promise.all(others.map((database) => database.close()));
  await first.close();
});

test('a migration waits for another process that migrates, even with Prisma, and goes on when that has died', async () => {
  const database = await emptyDatabase();
  const { url } = database;
  const other = new pg.Client({ connectionString: url });
  other.on('error', () => {});
  await other.connect();
  await other.query('SELECT pg_advisory_lock(72707369)');
  const waiting: unknown[] = [];
  const applied = await migrate(database, {
    onWait: async (wait) => {
      waiting.push(wait);
      await database.prisma.$executeRaw`
        SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 72707369 AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    },
  });
  const names = await readMigrationNames();
  expect(waiting).toContainEqual({ migration: names[0], behind: 'migrating process', tries: 1 });
  expect(applied).toEqual(names);
  await database.close();
});

describe('an index of many rows on PostgreSQL', () => {
  const MIGRATION = '20261125234003_index_of_channels';
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
    await database.prisma.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = ${MIGRATION}`;
  });
  afterAll(() => database.close());

  test('whose building was interrupted is dropped and built again by the next start', async () => {
    const isValid = () => database.prisma.$queryRaw`
      SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('booking_channel_code_idx')`;
    await database.prisma.$executeRaw`
      UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass('booking_channel_code_idx')`;
    expect(await isValid()).toEqual([{ valid: false }]);
    expect(await migrate(database)).toEqual([MIGRATION]);
    expect(await isValid()).toEqual([{ valid: true }]);
  });

  test('is built while others write its table, and the migration ends when a signal says so', async () => {
    await database.prisma.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = ${MIGRATION}`;
    await database.prisma.$executeRaw`DROP INDEX booking_channel_code_idx`;
    const writer = new pg.Client({ connectionString: database.url });
    await writer.connect();
    await writer.query('BEGIN; LOCK TABLE booking IN ROW EXCLUSIVE MODE');
    const control = new AbortController();
    const ended = migrate(database, { signal: control.signal });
    await untilWaiting(database, 1, ended);
    // The index waits for the transaction of before. Who comes later does not wait for the index.
    await database.prisma.$executeRaw`UPDATE booking SET party_room = NULL`;
    control.abort();
    await expect(ended).rejects.toThrow();
    const next = migrate(database);
    await untilWaiting(database, 1, next);
    await database.prisma.$executeRaw`UPDATE booking SET party_room = NULL`;
    await writer.end();
    expect(await next).toEqual([MIGRATION]);
  });

  test('takes as long as it needs, however short the statements of its role may be', async () => {
    await database.prisma.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = ${MIGRATION}`;
    await database.prisma.$executeRaw`DROP INDEX booking_channel_code_idx`;
    const writer = new pg.Client({ connectionString: database.url });
    await writer.connect();
    await writer.query('BEGIN; LOCK TABLE booking IN ROW EXCLUSIVE MODE');
    const options = encodeURIComponent('-c statement_timeout=500 -c lock_timeout=500');
    const impatient = await openDatabase({ kind: 'postgresql', url: `${database.url}?options=${options}` });
    const ended = migrate(impatient);
    const readWaiting = () => database.prisma.$queryRaw<{ isLong: boolean }[]>`
      SELECT clock_timestamp() - query_start > interval '700 ms' AS "isLong" FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'CREATE INDEX CONCURRENTLY%'`;
    await Promise.race([ended, until(readWaiting, (rows) => rows.some(({ isLong }) => isLong))]);
    await writer.end();
    expect(await ended).toEqual([MIGRATION]);
    await impatient.close();
  });
});

const LEDGER = 'CREATE TABLE ledger (id int)';

test.each([
  ['something else', ({ prisma }: FreshDatabase) => prisma.$executeRawUnsafe(LEDGER)],
  [
    'another program that uses Prisma',
    async ({ url }: FreshDatabase) => {
      // The engine's lock lasts as long as its connection.
      const pool = new pg.Pool({ connectionString: url, max: 1 });
      const migrationFile = { path: 'migration.sql', content: { tag: 'ok', value: LEDGER } } as const;
      const migrationDirectories = [{ path: '20200101000000_init', migrationFile }];
      const migrationsList = { ...(await listMigrations([])), migrationDirectories };
      await withSchemaEngine(new PrismaPg(pool), (engine) =>
        engine.applyMigrations({ migrationsList, filters: NO_FILTERS }),
      );
      await pool.end();
    },
  ],
])('a database with tables of %s is refused, and stays as it was', async (_, make) => {
  const database = await emptyDatabase();
  await make(database);
  const tables = () =>
    database.prisma.$queryRaw`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1`;
  const before = await tables();
  expect(before).toContainEqual({ relname: 'ledger' });
  await expect(migrate(database)).rejects.toThrow('not empty and not one of this service (it has the table ledger)');
  expect(await tables()).toEqual(before);
  await database.close();
});

describe.each([
  { where: 'PostgreSQL', open: emptyDatabase },
  { where: 'the embedded database', open: emptyEmbedded },
])('on $where', ({ open }) => {
  test('whatever of a migration took effect before an earlier release was interrupted in it, the next start goes on', async () => {
    const whole = await open();
    await migrate(whole);
    const expected = await describeSchema(whole);
    await whole.close();
    const rounds = amount({ short: 1, long: 10 });
    const draw = drawFromSeed(SEED);
    for (let round = 1; round <= rounds; round++) {
      const database = await open();
      await interruptEach(database, draw);
      expect(await describeSchema(database)).toEqual(expected);
      const names = await readMigrationNames();
      expect(await findPendingMigrations(database)).toEqual([]);
      const records = await database.prisma.$queryRaw`
        SELECT migration_name AS name, count(*) FILTER (WHERE finished_at IS NOT NULL)::int AS finished,
          count(*) FILTER (WHERE rolled_back_at IS NOT NULL)::int AS "rolledBack"
        FROM _prisma_migrations GROUP BY migration_name ORDER BY migration_name`;
      expect(records).toEqual(names.map((name, index) => ({ name, finished: 1, rolledBack: index === 0 ? 0 : 1 })));
      await database.close();
    }
  });
});

/** Leaves every migration but the first as an interruption does: nothing of it, all, or up to one of its statements. Heals it each time. */
async function interruptEach(database: Database, draw: Draw): Promise<void> {
  const { prisma } = database;
  const [first, ...names] = await readMigrationNames();
  const onlyUpTo = (last: string) =>
    migrateWithout(
      database,
      names.filter((name) => name > last),
    );
  await prisma.$executeRaw`
    CREATE TABLE _prisma_migrations (id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
      migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
      started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count int NOT NULL DEFAULT 0)`;
  await onlyUpTo(first!);
  for (const name of names) {
    await prisma.$executeRaw`
      INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES (gen_random_uuid(), '', ${name})`;
    const statements = splitScript(await readMigration(name));
    const done = [0, statements.length, draw(statements.length + 1)][draw(3)]!;
    for (const statement of statements.slice(0, done)) await prisma.$executeRawUnsafe(statement);
    await onlyUpTo(name);
  }
}
