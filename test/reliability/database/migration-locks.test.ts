/**
 * What each migration locks, and which rows it goes through meanwhile: PostgreSQL says so, and the table in `docs/operations.md` agrees. What is
 * new since the last release makes no booking wait for the rows of before. How long each takes with a million bookings of release 0.2.0 is measured apart:
 * `SOAK=1 npx vitest run --config test/vitest.config.ts test/reliability/database/migration-locks.test.ts --update` writes it into the table.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, test } from 'vitest';
import {
  CONCURRENT_INDEX,
  readMigration,
  readMigrationNames,
  splitScript,
} from '../../../src/data/database/migrations.ts';
import {
  becomeFirstRelease,
  bookLikeFirstRelease,
  emptyDatabase,
  LAST_MIGRATIONS,
} from '../../support/database/first-release.ts';
import { fillWithBookings } from '../../support/database/many-bookings.ts';
import { amount, isSoak, say } from '../../support/gateway/soak.ts';

const PAGE = fileURLToPath(new URL('../../../docs/operations.md', import.meta.url));
/** The last migration that a release has. */
const LAST_RELEASED = Object.values(LAST_MIGRATIONS).toSorted().at(-1)!;
const TABLE = /^\| migration \| waits \|.*\n(?:\|.*\n)+/m;
const BOOKINGS = amount({ short: 20, long: 1_000_000 });
/** How long bookings may wait for a migration when it is measured. */
const MOST_WAITED_S = 2;
/** Any other long run may share its machine. What holds bookings up takes 0.2 s at most (the table), what goes through a million rows a second or more. */
const MOST_WAITED_BUSY_S = 2 * MOST_WAITED_S;

/** Tables whose rows do not grow with the bookings, the nights or the prices. Any other counts as large. */
const SMALL = new Set([
  'api_key',
  'channel',
  'client',
  'destination',
  'hotel',
  'room_type',
  'visit_type',
  'webhook_endpoint',
]);
/** Modes of locks for which writes wait; for the last one reads do, too. */
const HOLDING_UP = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

interface Applied {
  readonly name: string;
  /** Tables of before, with the strongest lock that writes wait for. */
  readonly locked: ReadonlyMap<string, string>;
  /** Tables of before. */
  readonly gone: readonly string[];
  readonly seconds: number;
}

/** Applies a migration, and asks after each statement what its transaction has done. */
async function apply(client: pg.Client, name: string): Promise<Applied> {
  const parts = splitScript(await readMigration(name));
  const { rows: before } = await client.query<{ table: string }>(
    `SELECT relname AS table FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  const known = before.map(({ table }) => table);
  const start = process.hrtime.bigint();
  const seconds = () => Number(process.hrtime.bigint() - start) / 1e9;
  const [, index] = CONCURRENT_INDEX.exec(parts[0] ?? '') ?? [];
  if (index !== undefined) {
    expect(parts, 'alone in its migration, because it refuses a transaction').toHaveLength(1);
    await client.query(parts[0] ?? '');
    const { rows } = await client.query<{ table: string }>(
      'SELECT indrelid::regclass::text AS table FROM pg_index WHERE indexrelid = $1::regclass AND indisvalid',
      [index],
    );
    return { name, locked: new Map(), gone: rows.map(({ table }) => table), seconds: seconds() };
  }
  // What is counted as of a transaction may be of the one before, until the server has flushed it.
  await client.query('SELECT pg_stat_force_next_flush()');
  await client.query('BEGIN');
  for (const part of parts) await client.query(part);
  const { rows: locks } = await client.query<{ table: string; mode: string }>(
    `SELECT relname AS table, mode FROM pg_locks JOIN pg_class AS c ON c.oid = relation
    WHERE pid = pg_backend_pid() AND relname = ANY($1) AND mode = ANY($2) ORDER BY relname, array_position($2, mode)`,
    [known, HOLDING_UP],
  );
  const { rows: gone } = await client.query<{ table: string }>(
    `SELECT relname AS table FROM pg_stat_xact_user_tables
    WHERE relname = ANY($1) AND (seq_scan > 0 OR idx_scan > 0 OR n_tup_upd > 0 OR n_tup_del > 0) ORDER BY relname`,
    [known],
  );
  await client.query('COMMIT');
  const locked = new Map(locks.map(({ table, mode }) => [table, mode]));
  return { name, locked, gone: gone.map(({ table }) => table), seconds: seconds() };
}

const large = (tables: Iterable<string>) => [...tables].filter((table) => !SMALL.has(table));
/** Whether bookings wait while it goes through their rows. */
const holdsUp = ({ locked, gone }: Applied) => large(locked.keys()).length > 0 && large(gone).length > 0;

/** The cells of a row, but for the time. */
function cellsOf({ name, locked, gone }: Applied): [string, string, string] {
  const named = (tables: readonly string[]) => tables.map((table) => `\`${table}\``).join(', ');
  const whole = [...locked].flatMap(([table, mode]) => (mode === 'AccessExclusiveLock' ? [table] : []));
  const writes = [...locked.keys()].filter((table) => !whole.includes(table));
  const waits = [whole.length > 0 ? named(whole) : '', writes.length > 0 ? `writes of ${named(writes)}` : ''];
  return [`\`${name}\``, waits.filter(Boolean).join('; ') || 'nobody', named(gone) || 'none'];
}

/** Whether this run writes its times. Only a long run with `--update` does; those of any other say more about its machine. */
const isMeasuring = () => isSoak && expect.getState().snapshotState.snapshotUpdateState === 'all';
/** The bookings are filled in when the database is one of release 0.2.0. */
const timeOf = ({ name, seconds }: Applied) =>
  name <= LAST_MIGRATIONS['0.2.0'] ? '-' : isMeasuring() ? shown(seconds) : null;
const shown = (seconds: number) =>
  seconds < 0.1 ? '< 0.1 s' : seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;

test('each migration locks what the page says, and no booking waits for the rows of before behind one that is new since the last release', async () => {
  const database = await emptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const applied: Applied[] = [];
  try {
    await becomeFirstRelease(database);
    await bookLikeFirstRelease(database.prisma, { kind: 'BINDING' });
    for (const name of (await readMigrationNames()).slice(1)) {
      applied.push(await apply(client, name));
      if (name === LAST_MIGRATIONS['0.2.0']) await fillWithBookings(client, BOOKINGS);
    }
  } finally {
    await client.end();
    await database.close();
  }
  for (const one of applied) say('a migration', { name: one.name, seconds: one.seconds });
  const added = applied.filter(({ name }) => name > LAST_RELEASED);
  expect(added.filter(holdsUp).map(({ name }) => name)).toEqual([]);
  if (isSoak) {
    const holding = added.filter(({ locked }) => large(locked.keys()).length > 0);
    const most = isMeasuring() ? MOST_WAITED_S : MOST_WAITED_BUSY_S;
    expect(holding.filter(({ seconds }) => seconds > most)).toEqual([]);
  }
  const page = readFileSync(PAGE, 'utf8');
  const [head, line, ...rows] = TABLE.exec(page)?.[0].trim().split('\n') ?? [];
  const times = new Map(
    rows.map((row) => row.slice(2, -2).split(' | ')).map(([name = '', , , time = '']) => [name, time]),
  );
  const written = applied.map((one) => {
    const cells = cellsOf(one);
    return `| ${[...cells, timeOf(one) ?? times.get(cells[0]) ?? 'not measured'].join(' | ')} |`;
  });
  await expect(page.replace(TABLE, () => `${[head, line, ...written].join('\n')}\n`)).toMatchFileSnapshot(PAGE);
});
