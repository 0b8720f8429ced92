import { describe, expect, test } from 'vitest';
import { classifyDatabaseFailure, redactRowValues } from '../../../src/data/database/database-failures.ts';
import { TransactionTooLong } from '../../../src/data/database/sql-transactions.ts';
import { retryWriteConflicts } from '../../../src/data/database/write-conflicts.ts';

const driverError = (cause: object) => ({ name: 'DriverAdapterError', cause });
const reported = (code: string, cause: object) => ({ code, meta: { driverAdapterError: driverError(cause) } });
/** As a transaction of plain SQL reports it. */
const said = (code: string, rest: object = {}) => Object.assign(new Error('no'), { severity: 'ERROR', code, ...rest });
const conflict = said('40P01');

describe('a failure of the database is recognised in every shape that it comes in:', () => {
  const shapes: [what: string, error: unknown, failure: string | null][] = [
    ['a write conflict, known by its code', { code: 'P2034' }, 'writeConflict'],
    ['a write conflict in a raw query', reported('P2010', { kind: 'TransactionWriteConflict' }), 'writeConflict'],
    ['a write conflict at the commit', driverError({ kind: 'TransactionWriteConflict' }), 'writeConflict'],
    ['a deadlock', reported('P2010', { kind: 'postgres', originalCode: '40P01' }), 'writeConflict'],
    ['a lock timeout in a raw query', reported('P2010', { kind: 'postgres', originalCode: '55P03' }), 'lockTimeout'],
    ['a lock timeout elsewhere', reported('P2039', { kind: 'postgres', originalCode: '55P03' }), 'lockTimeout'],
    ['a statement timeout', reported('P2039', { kind: 'postgres', originalCode: '57014' }), 'unavailable'],
    ['no connection in time', { code: 'P2028' }, 'unavailable'],
    ['no connection from the pool', new Error('timeout exceeded when trying to connect'), 'unavailable'],
    ['a server that is away', reported('P1001', { kind: 'DatabaseNotReachable' }), 'unavailable'],
    ['a server that shuts down', reported('P2010', { kind: 'postgres', originalCode: '57P01' }), 'unavailable'],
    ['a connection exception', reported('P2010', { kind: 'postgres', originalCode: '08006' }), 'unavailable'],
    ['a lost connection', new Error('Connection terminated unexpectedly'), 'unavailable'],
    ['a serialization failure in plain SQL', said('40001'), 'writeConflict'],
    ['a deadlock in plain SQL', said('40P01'), 'writeConflict'],
    ['a lock timeout in plain SQL', said('55P03'), 'lockTimeout'],
    ['a statement timeout in plain SQL', said('57014'), 'unavailable'],
    ['a server that shuts down, in plain SQL', said('57P01', { severity: 'FATAL' }), 'unavailable'],
    ['a connection exception in plain SQL', said('08006'), 'unavailable'],
    ['a transaction that took too long', new TransactionTooLong(), 'unavailable'],
    ['a server that refuses connections', Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), 'unavailable'],
    ['a server whose name is not known', Object.assign(new Error('no'), { code: 'ENOTFOUND' }), 'unavailable'],
    ['a broken rule of a table in plain SQL', said('23514'), null],
    ['a broken rule of a table', reported('P2003', { kind: 'ForeignKeyConstraintViolation' }), null],
    ['another error', new Error('out of order'), null],
    ['no error at all', null, null],
  ];
  test.each(shapes)('%s', (_what, error, failure) => {
    expect(classifyDatabaseFailure(error)).toBe(failure);
  });
});

test('an error of the database loses the values of rows, one from elsewhere stays what it is', () => {
  const detail = 'Failing row contains (Hildegard)';
  const message = 'violates check constraint "c"';
  const cause = { kind: 'postgres', originalCode: '23514', originalMessage: message, detail };
  const where = 'COPY guest, line 1: "Hildegard"';
  for (const error of [
    Object.assign(new Error(detail), reported('P2039', cause)),
    said('23514', { message, detail, where, query: 'INSERT', params: ['Hildegard'] }),
  ]) {
    const clean = redactRowValues(error) as Error;
    expect(clean.message).toBe('the database refused a query: 23514 violates check constraint "c"');
    expect(JSON.stringify(clean, Object.getOwnPropertyNames(clean))).not.toContain('Hildegard');
  }
  const other = new Error('elsewhere');
  expect(redactRowValues(other)).toBe(other);
});

describe('a transaction', () => {
  /** Fails `times` times with `error`, then succeeds; counts the attempts. */
  function failing(times: number, error: unknown) {
    const attempts = { count: 0 };
    const transact = async () => {
      attempts.count++;
      if (attempts.count <= times) throw error;
      return 'done';
    };
    return { attempts, transact };
  }
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
  };

  test('in the way of another is tried again up to five times, waiting at random and longer each time', async () => {
    const { attempts, transact } = failing(5, conflict);
    expect(await retryWriteConflicts(transact, wait)).toBe('done');
    expect(attempts.count).toBe(6);
    expect(waits).toHaveLength(5);
    waits.forEach((ms, index) => {
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(ms).toBeLessThan(20 * 2 ** index);
    });
  });

  test('fails with the conflict when it was in the way six times', async () => {
    const { attempts, transact } = failing(6, conflict);
    await expect(retryWriteConflicts(transact, wait)).rejects.toBe(conflict);
    expect(attempts.count).toBe(6);
  });

  test('that failed for another reason is not tried again: it may have been committed', async () => {
    const lost = new Error('Connection terminated unexpectedly');
    const { attempts, transact } = failing(1, lost);
    await expect(retryWriteConflicts(transact, wait)).rejects.toBe(lost);
    expect(attempts.count).toBe(1);
  });
});
