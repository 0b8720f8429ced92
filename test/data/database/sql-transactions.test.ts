import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { classifyDatabaseFailure } from '../../../src/data/database/database-failures.ts';
import { createPool } from '../../../src/data/database/server-pool.ts';
import {
  createServerTransact,
  type SqlTransaction,
  type TransactionTimeouts,
} from '../../../src/data/database/sql-transactions.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { raw } from '../../support/database/raw-sql.ts';
import { latch, untilWaiting } from '../../support/database/rival-transactions.ts';

const PATIENCE: TransactionTimeouts = {
  lockMs: 60_000,
  statementMs: 60_000,
  transactionMs: 60_000,
  connectionMs: undefined,
};

const INSERT = `INSERT INTO channel (code, name) VALUES ($1, $2)`;

/** The error that `work` throws; fails if it throws none. */
async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  const nothing = Symbol('nothing');
  const thrown = await work.then(
    () => nothing,
    (error: unknown) => error,
  );
  expect(thrown).not.toBe(nothing);
  return thrown;
}

describe.each(['a server', 'an embedded database'])('on %s', (where) => {
  let database: Database;
  beforeAll(async () => {
    database = where === 'a server' ? await freshDatabase() : await freshEmbedded();
  });
  afterAll(() => database.close());
  const transact = <T>(work: (sql: SqlTransaction) => Promise<T>, timeouts: Partial<TransactionTimeouts> = {}) =>
    database.transact(work, { ...PATIENCE, ...timeouts });
  const channels = async () => (await database.prisma.channel.findMany()).map(({ code }) => code);

  test('a transaction that resolves is committed, one that throws is rolled back', async () => {
    const seen = await transact(async (sql) => {
      await sql.query(raw(INSERT, ['kept', 'Kept']));
      return sql.query(raw<{ code: string }>('SELECT code FROM channel'));
    });
    expect(seen).toEqual([{ code: 'kept' }]);
    const refused = transact(async (sql) => {
      await sql.query(raw(INSERT, ['lost', 'Lost']));
      throw new Error('taken back');
    });
    await expect(refused).rejects.toThrow('taken back');
    expect(await channels()).toEqual(['kept']);
  });

  test('the last statement of a transaction is committed with all before it; if it fails, nothing is', async () => {
    const finished = await transact(async (sql) => {
      await sql.query(raw(INSERT, [`first ${where}`, '']));
      return sql.finish(raw<{ code: string }>(`${INSERT} RETURNING code`, [`last ${where}`, '']));
    });
    expect(finished).toEqual([{ code: `last ${where}` }]);
    const failed = transact(async (sql) => {
      await sql.query(raw(INSERT, ['before', '']));
      await sql.finish(raw(INSERT, ['kept', 'again']));
    });
    expect(await thrownBy(failed)).toMatchObject({ code: '23505' });
    expect((await channels()).sort()).toEqual([`first ${where}`, 'kept', `last ${where}`]);
  });

  test('statements sent together run in order, in the transaction', async () => {
    const code = `ordered ${where}`;
    const [, renamed, read] = await transact((sql) =>
      Promise.all([
        sql.query(raw(INSERT, [code, 'one'])),
        sql.query(raw(`UPDATE channel SET name = 'two' WHERE code = $1 AND name = 'one' RETURNING name`, [code])),
        sql.query(raw('SELECT name FROM channel WHERE code = $1', [code])),
      ]),
    );
    expect([renamed, read]).toEqual([[{ name: 'two' }], [{ name: 'two' }]]);
  });

  test('of statements sent together the first failure is reported, and nothing is committed', async () => {
    const failed = transact((sql) =>
      Promise.all([
        sql.query(raw(INSERT, [`earlier ${where}`, ''])),
        sql.query(raw(INSERT, ['kept', 'again'])),
        sql.query(raw(INSERT, [`later ${where}`, ''])),
      ]),
    );
    expect(await thrownBy(failed)).toMatchObject({ code: '23505' });
    expect((await channels()).filter((code) => /earlier|later/.test(code))).toEqual([]);
  });

  test('a statement sent behind one that fails fails with the error of that one, whoever asks first', async () => {
    const work = transact(async (sql) => {
      const first = sql.query(raw('SELECT 1 / 0 AS none'));
      const awaitedLater = (async () => {
        for (let turn = 0; turn < 20; turn++) await null;
        await first;
      })();
      await Promise.all([awaitedLater, sql.query(raw('SELECT 1 AS one'))]);
    });
    expect(await thrownBy(work)).toMatchObject({ code: '22012' });
  });

  test('values and columns of every type arrive unchanged', async () => {
    const [row] = await transact((sql) =>
      sql.query(
        raw(
          `SELECT $1::int AS number, $2::text AS text, $3::bool AS truth, $4::int AS nothing, $5::int[] AS numbers,
           $6::char(24)[] AS ids, $7::json AS json, $8::text[] AS none, '2026-03-02'::date - date '1970-01-01' AS day`,
          [7, `O'Hara "\\ {,}`, true, null, [1, -2], ['a'.repeat(24)], '{"a":["b",null]}', []],
        ),
      ),
    );
    expect(row).toEqual({
      number: 7,
      text: `O'Hara "\\ {,}`,
      truth: true,
      nothing: null,
      numbers: [1, -2],
      ids: ['a'.repeat(24)],
      json: { a: ['b', null] },
      none: [],
      day: 20_514,
    });
  });

  test('a failed statement rolls the transaction back with its SQLSTATE, and the next one finds no trace of it', async () => {
    const broken = transact(async (sql) => {
      await sql.query(raw(INSERT, ['half', 'Half']));
      await sql.query(raw(INSERT, ['half', 'Again']));
    });
    expect(await thrownBy(broken)).toMatchObject({ code: '23505' });
    expect(await channels()).not.toContain('half');
    await transact((sql) => sql.query(raw(INSERT, [`next ${where}`, ''])));
    expect(await channels()).toContain(`next ${where}`);
  });

  test('after a failed statement nothing is committed, even if the error was ignored', async () => {
    const passedOver = transact(async (sql) => {
      await sql.query(raw(INSERT, ['around', 'Around']));
      await sql.query(raw('SELECT 1 / $1::int', [0])).catch(() => {});
    });
    await expect(passedOver).rejects.toThrow('a statement had failed');
    expect(await channels()).not.toContain('around');
  });

  test('a transaction that takes too long is aborted before it commits', async () => {
    const slow = transact(
      async (sql) => {
        await sql.query(raw(INSERT, ['slow', 'Slow']));
        for (;;) await sql.query(raw('SELECT 1'));
      },
      { transactionMs: 5 },
    );
    expect(classifyDatabaseFailure(await thrownBy(slow))).toBe('unavailable');
    expect(await channels()).not.toContain('slow');
  });

  test('concurrent transactions of both kinds do not interfere', async () => {
    const { prisma } = database;
    const add = (code: string) =>
      transact(async (sql) => {
        const before = await sql.query(raw('SELECT code FROM channel WHERE code = $1', [code]));
        await sql.query(raw(INSERT, [code, '']));
        return before.length;
      });
    const addByPrisma = (code: string) =>
      prisma.$transaction(async (tx) => {
        const before = await tx.channel.count({ where: { code } });
        await tx.channel.create({ data: { code, name: '' } });
        if (code.endsWith('3')) throw new Error('taken back');
        return before;
      });
    const numbers = Array.from({ length: 8 }, (_, index) => index);
    const done = await Promise.allSettled(numbers.flatMap((n) => [add(`sql ${n}`), addByPrisma(`prisma ${n}`)]));
    expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const expected = numbers.flatMap((n) => [`sql ${n}`, ...(n === 3 ? [] : [`prisma ${n}`])]);
    expect((await channels()).filter((code) => /^(sql|prisma) /.test(code)).sort()).toEqual(expected.sort());
  });
});

describe('on a server', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase({ poolSize: 1 });
  });
  afterAll(() => database.close());

  test("a transaction is READ COMMITTED with its own timeouts, whatever the server's defaults", async () => {
    await database.prisma.$executeRawUnsafe(
      `ALTER DATABASE "${new URL(database.url).pathname.slice(1)}" SET default_transaction_isolation = 'serializable'`,
    );
    const other = await openDatabase({ kind: 'postgresql', url: database.url, poolSize: 1 });
    const settings = `SELECT current_setting('transaction_isolation') AS isolation, current_setting('lock_timeout') AS lock,
      current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle`;
    const [inside] = await other.transact((sql) => sql.query(raw(settings)), {
      ...PATIENCE,
      lockMs: 11,
      statementMs: 1_234,
    });
    expect(inside).toEqual({ isolation: 'read committed', lock: '11ms', statement: '1234ms', idle: '1min' });
    const [outside] = await other.prisma.$queryRawUnsafe<unknown[]>(settings);
    expect(outside).toEqual({ isolation: 'serializable', lock: '0', statement: '0', idle: '0' });
    await other.close();
  });

  test('a lost connection fails the statement in flight, and the next transaction gets another one', async () => {
    const pidOf = (sql: SqlTransaction) => sql.query(raw<{ pid: number }>('SELECT pg_backend_pid() AS pid'));
    const other = await openDatabase({ kind: 'postgresql', url: database.url, poolSize: 1 });
    let lost = 0;
    const cut = database.transact(async (sql) => {
      lost = (await pidOf(sql))[0]!.pid;
      await other.prisma.$queryRaw`SELECT pg_terminate_backend(${lost}::int)`;
      await pidOf(sql);
    }, PATIENCE);
    expect(classifyDatabaseFailure(await thrownBy(cut))).toBe('unavailable');
    const [next] = await database.transact(pidOf, PATIENCE);
    expect(next!.pid).not.toBe(lost);
    await other.close();
  });

  test('a transaction that waits for a lock is ended at its timeout, together with its connection', async () => {
    const other = await openDatabase({ kind: 'postgresql', url: database.url, poolSize: 2 });
    await other.prisma.channel.create({ data: { code: 'held', name: '' } });
    const release = latch();
    const held = latch();
    const holder = other.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM channel FOR UPDATE`;
      held.open();
      await release.opened;
    });
    await held.opened;
    const waiting = database.transact((sql) => sql.query(raw('SELECT 1 FROM channel FOR UPDATE')), {
      ...PATIENCE,
      transactionMs: 50,
    });
    const failure = thrownBy(waiting);
    await untilWaiting(other, 1, waiting);
    expect(classifyDatabaseFailure(await failure)).toBe('unavailable');
    expect(await database.transact((sql) => sql.query(raw('SELECT 1 AS one')), PATIENCE)).toEqual([{ one: 1 }]);
    release.open();
    await holder;
    await other.close();
  });

  test('a caller that stopped waiting leaves its connection to the next', async () => {
    const release = latch();
    const held = latch();
    const holder = database.transact(async () => {
      held.open();
      await release.opened;
    }, PATIENCE);
    await held.opened;
    const impatient = database.transact(async () => 'too late', { ...PATIENCE, connectionMs: 5 });
    expect(classifyDatabaseFailure(await thrownBy(impatient))).toBe('unavailable');
    release.open();
    await holder;
    expect(await database.transact(async () => 'in time', PATIENCE)).toBe('in time');
  });
});

describe('the server logs no warnings', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.close());

  test.each<[string, (sql: SqlTransaction) => Promise<unknown>]>([
    [
      'when the last statement fails, which was sent with the commit',
      (sql) => sql.finish(raw('SELECT 1 / $1::int', [0])),
    ],
    ['when a statement before it fails', (sql) => sql.query(raw('SELECT 1 / $1::int', [0]))],
    [
      'when the failure of the last statement is swallowed',
      (sql) => sql.finish(raw('SELECT 1 / $1::int', [0])).catch(() => {}),
    ],
    [
      'when the work is given up',
      async () => {
        throw new Error('given up');
      },
    ],
  ])('%s', async (_, work) => {
    const warnings: string[] = [];
    const pool = createPool({ url: database.url, size: 1, waitMs: 60_000 });
    pool.on('connect', (client) => client.on('notice', ({ message }) => void warnings.push(message ?? '')));
    const transact = createServerTransact(pool);
    await expect(transact(work, PATIENCE)).rejects.toThrow();
    // Messages of the server arrive before its next answer.
    expect(await transact((sql) => sql.query(raw<{ one: number }>('SELECT 1 AS one')), PATIENCE)).toEqual([{ one: 1 }]);
    expect(warnings).toEqual([]);
    expect(pool.totalCount).toBe(1);
    await pool.end();
  });
});
