/**
 * Migrations (U9): plain SQL in `prisma/migrations`, recorded in Prisma's table and under Prisma's lock, so `prisma migrate deploy`
 * agrees and takes its turn. Each is one transaction together with its record, so a process that ends in the middle leaves nothing
 * behind and the next one goes on. It waits for a lock only shortly and tries again later: whoever needs a table waits behind
 * whoever waits for it alone. An index of many rows is a migration of its own, which a server builds beside everything else (`CREATE INDEX
 * CONCURRENTLY`): what an interruption leaves of it is dropped by the next process.
 */

import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bool, nullable, text } from '../sql/column-types.ts';
import { command, onlyRow, query, statement } from '../sql/statement.ts';
import type { Database } from './database.ts';
import { classifyDatabaseFailure } from './database-failures.ts';
import type { TransactionTimeouts } from './sql-transactions.ts';

export const PRISMA_FOLDER = fileURLToPath(new URL('../../../prisma', import.meta.url));
const MIGRATIONS_FOLDER = join(PRISMA_FOLDER, 'migrations');

/** What keeps a migration from being applied: another process that migrates, or a session that has locked a table. */
export type MigrationObstacle = 'migrating process' | 'locked table';

/**
 * How long a migration waits for one lock, in milliseconds; bookings wait behind it. Longer than the second after which PostgreSQL
 * looks who waits for whom: then an automatic vacuum makes room, and of two that wait for each other one gives up.
 */
const LOCK_MS = 1_500;
/** When it tries again, in milliseconds. Bookings that have waited are done by then. */
const PAUSE_MS: Readonly<Record<MigrationObstacle, number>> = { 'migrating process': 250, 'locked table': 3_000 };
/** A migration takes as long as the rows of its tables need; timers take no more. */
const TIMEOUTS: TransactionTimeouts = {
  lockMs: LOCK_MS,
  statementMs: 0,
  transactionMs: 2 ** 31 - 1,
  connectionMs: undefined,
};

/** Prisma's lock, here for a transaction: behind a pooler too it ends with it. */
const TRY_LOCK = statement({
  returns: { taken: bool },
  sql: () => 'SELECT pg_try_advisory_xact_lock(72707369) AS taken',
});
/** Lets the server notice soon that the process has gone, and not only after the statement. Some servers cannot. */
const NOTICE_LOSS = command(`DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '1s', true);
  EXCEPTION WHEN OTHERS THEN NULL; END $$`);
/** Lifts the limit that the role may have for transactions. PostgreSQL before 17 knows no such limit, and refuses the setting. */
const NO_LIMIT = command(`DO $$ BEGIN PERFORM set_config('transaction_timeout', '0', true);
  EXCEPTION WHEN OTHERS THEN NULL; END $$`);
/**
 * The transaction idles while an index is built beside it. A command that is no query also lets go of the snapshot of the query before it, for
 * which the index would wait.
 */
const IDLE = command('SET LOCAL idle_in_transaction_session_timeout = 0');
/** What an interruption has left of an index. */
const IS_INVALID = statement({
  takes: { index: text },
  returns: { isInvalid: bool },
  sql: ({ index }) => `
    SELECT EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass(quote_ident(${index})) AND NOT indisvalid) AS "isInvalid"`,
});
const FIND_TABLES = statement({
  returns: { hasRecords: bool, anyTable: nullable(text) },
  sql: () => `
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "hasRecords",
      (SELECT min(relname)::text FROM pg_class AS c WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
        AND relname <> '_prisma_migrations'
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')) AS "anyTable"`,
});
const CREATE_RECORDS = command(`CREATE TABLE "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`);
const FIND_RECORDS = statement({
  takes: { name: text },
  returns: { isFinished: bool },
  sql: ({ name }) => `
    SELECT finished_at IS NOT NULL AS "isFinished" FROM _prisma_migrations WHERE migration_name = ${name} AND rolled_back_at IS NULL`,
});
const CLOSE_UNFINISHED = statement({
  takes: { name: text },
  sql: ({ name }) => `
    UPDATE _prisma_migrations SET rolled_back_at = now()
    WHERE migration_name = ${name} AND rolled_back_at IS NULL AND finished_at IS NULL`,
});
const RECORD = statement({
  takes: { id: text, name: text, checksum: text },
  sql: ({ id, name, checksum }) => `
    INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at, applied_steps_count)
    VALUES (${id}, ${name}, ${checksum}, clock_timestamp(), 1)`,
});

const FIND_APPLIED = statement({
  returns: { name: text },
  sql: () => `
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
});

export interface MigrateOptions {
  /** Ends the migration under way, of which nothing takes effect. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a migration has to wait, and with twice as many tries each time. */
  readonly onWait?: (waiting: { migration: string; behind: MigrationObstacle; tries: number }) => void;
}

/** Names of the migrations in the folder, oldest first. */
export async function readMigrationNames(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS_FOLDER, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** The script of a migration. */
export function readMigration(name: string): Promise<string> {
  return readFile(join(MIGRATIONS_FOLDER, name, 'migration.sql'), 'utf8');
}

/** Names of the migrations that the database lacks, oldest first. */
export async function findPendingMigrations({ prisma }: Database): Promise<string[]> {
  const names = await readMigrationNames();
  if (!onlyRow(await query(prisma, FIND_TABLES)).hasRecords) return names;
  const rows = await query(prisma, FIND_APPLIED);
  const applied = new Set(rows.map((row) => row.name));
  return names.filter((name) => !applied.has(name));
}

/**
 * Brings the database up to date, however long it has to wait for that.
 * @returns names of the migrations applied now, oldest first
 */
export async function migrate(database: Database, { signal, onWait }: MigrateOptions = {}): Promise<string[]> {
  const applied: string[] = [];
  const [first] = await readMigrationNames();
  for (const name of await findPendingMigrations(database)) {
    const script = await readMigration(name);
    for (let tries = 1; ; tries++) {
      signal?.throwIfAborted();
      const outcome = await tryToApply(database, { name, script, isFirst: name === first, signal });
      if (outcome === 'applied') applied.push(name);
      if (outcome === 'applied' || outcome === 'recorded') break;
      if (Number.isInteger(Math.log2(tries))) onWait?.({ migration: name, behind: outcome, tries });
      await pause(PAUSE_MS[outcome], undefined, { ...(signal && { signal }) });
    }
  }
  if (applied.length > 0) await database.learnTypes();
  return applied;
}

async function tryToApply(
  { transact, runAlone }: Database,
  {
    name,
    script,
    isFirst,
    signal,
  }: { name: string; script: string; isFirst: boolean; signal: AbortSignal | undefined },
): Promise<'applied' | 'recorded' | MigrationObstacle> {
  try {
    return await transact(
      async (sql) => {
        const lock = onlyRow(await sql.query(TRY_LOCK));
        if (!lock.taken) return 'migrating process';
        await sql.query(NOTICE_LOSS);
        await sql.query(NO_LIMIT);
        const found = onlyRow(await sql.query(FIND_TABLES));
        if (!found.hasRecords) await sql.query(CREATE_RECORDS);
        const records = await sql.query(FIND_RECORDS, { name });
        // Another program that uses Prisma has the table of records, too.
        if (isFirst && records.length === 0 && found.anyTable !== null) throw new ForeignDatabase(found.anyTable);
        if (records.some(({ isFinished }) => isFinished)) return 'recorded';
        for (const part of splitScript(script)) {
          const index = CONCURRENT_INDEX.exec(part)?.[1];
          if (index !== undefined && runAlone) {
            const { isInvalid } = onlyRow(await sql.query(IS_INVALID, { index }));
            await sql.query(IDLE);
            if (isInvalid) await runAlone(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`, signal);
            await runAlone(part, signal);
            continue;
          }
          const whole = inTransaction(part);
          await sql.query(command(records.length > 0 ? unlessDone(whole) : whole));
          // The embedded database would leave no time for requests and signals.
          await turn();
        }
        if (records.length > 0) await sql.query(CLOSE_UNFINISHED, { name });
        const checksum = createHash('sha256').update(script).digest('hex');
        await sql.finish(RECORD, { id: randomUUID(), name, checksum });
        return 'applied';
      },
      { ...TIMEOUTS, signal },
    );
  } catch (error) {
    const failure = classifyDatabaseFailure(error);
    if (failure === 'lockTimeout' || failure === 'writeConflict') return 'locked table';
    throw error;
  }
}

/** The database has tables, but not one of our migrations. The message is one line. */
class ForeignDatabase extends Error {
  override readonly name = 'ForeignDatabase';

  constructor(table: string) {
    super(`the database is not empty and not one of this service (it has the table ${table}): give an empty one`);
  }
}

/** The name of an index that is built beside everything else. */
export const CONCURRENT_INDEX = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS "(\w+)"/m;

/** A statement as it can be run in a transaction, where nobody else is served meanwhile. */
export function inTransaction(statement: string): string {
  return CONCURRENT_INDEX.test(statement) ? statement.replace(' CONCURRENTLY', '') : statement;
}

/** Comments, texts, quoted names and bodies of functions may hold semicolons. */
const STATEMENT = /(?:--.*|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|[^;])+/g;

/** The statements of a script, each with the comments before it. */
export function splitScript(script: string): string[] {
  return [...script.matchAll(STATEMENT)]
    .map(([statement]) => statement.trim())
    .filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '');
}

/**
 * A statement that does nothing where it has taken effect already. Releases before 1.0.0 recorded a migration before and after it;
 * what they were interrupted in has taken effect as a whole, not at all, or (0.1.0) up to one of its statements.
 */
function unlessDone(statement: string): string {
  return `DO $unless_done$ BEGIN
    EXECUTE $statement$${statement.replace(/^DROP INDEX /m, 'DROP INDEX IF EXISTS ')}$statement$;
  EXCEPTION WHEN duplicate_table OR duplicate_column OR duplicate_object OR duplicate_function THEN NULL;
  END $unless_done$`;
}
