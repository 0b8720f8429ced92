/**
 * Transactions in plain SQL, where Prisma would cost several times what PostgreSQL does. A transaction is atomic, and it is
 * committed when its promise resolves. Statements are prepared once per connection. Every wait has a timeout, that for the COMMIT too, and a
 * connection that had a problem is never used again.
 */
import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { bool, int4 } from '../sql/column-types.ts';
import { type Given, onlyRow, queryOn, type Statement, statement } from '../sql/statement.ts';
import { classifyDatabaseFailure } from './database-failures.ts';
import { destroyConnection, streamOf } from './silent-server.ts';

export interface SqlTransaction {
  /**
   * Runs one statement. It is queued behind the previous ones, which need not be awaited: it fails if one of them does, and with the
   * same error.
   */
  query<Values, Row>(statement: Statement<Values, Row>, ...values: Given<Values>): Promise<Row[]>;
  /**
   * Runs the last statement and commits. Both are sent at once, to save a round trip while locks are held. If the statement
   * fails, nothing is committed. Whatever must prevent the commit must make the statement fail: once this resolves, it is too
   * late to throw.
   */
  finish<Values, Row>(statement: Statement<Values, Row>, ...values: Given<Values>): Promise<Row[]>;
}

/** Timeouts of a transaction, in milliseconds. */
export interface TransactionTimeouts {
  /** For a lock that another transaction holds. */
  readonly lockMs: number;
  readonly statementMs: number;
  /** From the first statement to the commit, and then for its answer. */
  readonly transactionMs: number;
  /** For a connection; undefined: the database's default. */
  readonly connectionMs: number | undefined;
  /** Whether it serves a read, which goes on while the machine's clock is off (T2). */
  readonly isRead?: boolean;
  /** Ends the transaction as a timeout does. */
  readonly signal?: AbortSignal | undefined;
}

/** Updates and work in the background go through many rows, so each statement has longer than those of a request that a guest waits for. */
export const USUAL_TIMEOUTS: TransactionTimeouts = {
  lockMs: 4_000,
  statementMs: 10_000,
  transactionMs: 20_000,
  connectionMs: undefined,
};

/** Runs `work` in a READ COMMITTED transaction and commits it; rolls back if it throws. */
export type Transact = <T>(work: (sql: SqlTransaction) => Promise<T>, timeouts: TransactionTimeouts) => Promise<T>;

/**
 * Plans each statement once. PostgreSQL would plan some again at every execution, which takes longer than they do: on a large
 * catalogue it expects lists of ten numbers to cost more than the lists of one that it gets. No plan depends on the values
 * here.
 */
const PLAN_ONCE = 'SET LOCAL plan_cache_mode = force_generic_plan';

/** The connection pool's message, by which it is recognised. */
const NO_CONNECTION_MESSAGE = 'timeout exceeded when trying to connect';

/** After a failure the database turns COMMIT into a rollback and reports that in passing or not at all. */
const NOT_COMMITTED_MESSAGE = 'a transaction was to be committed in which a statement had failed';

/** The COMMIT is not answered: whether it takes effect is not known. */
class CommitUnanswered extends Error {
  override readonly name = 'CommitUnanswered';
  /** The SQLSTATE of a transaction whose resolution is unknown. */
  readonly code = '08007';
}

/** Whether a session does something. A pooler numbers sessions in its own way, also the one that asks. */
const IS_AT_WORK = statement({
  takes: { pid: int4 },
  returns: { own: int4, isAtWork: bool },
  sql: ({ pid }) => `SELECT pg_backend_pid() AS own, EXISTS (
    SELECT FROM pg_stat_activity WHERE pid = ${pid} AND coalesce(state, '') NOT LIKE 'idle%') AS "isAtWork"`,
});

/**
 * COMMITs that are not answered in time, because a standby is away for which they wait: PostgreSQL ends none by a timeout, and a closed
 * connection ends none either. So each keeps its connection until it is answered. The pool has a place more for each: reads need one.
 * One that the network has swallowed, or its answer, is not at work: its connection is given up, or it would hang until TCP gives it up.
 */
export class HangingCommits {
  readonly #pool: pg.Pool;
  /** So many are enough to say that the next one would hang as well: a few may be swallowed, and are not given up yet. */
  readonly #most: number;
  #count = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#most = pool.options.max / 4;
  }

  get areAny(): boolean {
    return this.#count > 0;
  }

  get areMany(): boolean {
    return this.#count > this.#most;
  }

  /** @throws CommitUnanswered */
  async answerOf<T>(commit: Promise<T>, client: pg.PoolClient, withinMs: number): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      // What has already arrived is read first.
      timer = setTimeout(
        () => setImmediate(() => reject(new CommitUnanswered('the commit is not answered'))),
        withinMs,
      );
    });
    try {
      return await Promise.race([commit, tooLate]);
    } catch (error) {
      if (error instanceof CommitUnanswered) this.#add(commit, client);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #add(commit: Promise<unknown>, client: pg.PoolClient): void {
    let isHanging = true;
    const change = (by: number) => {
      this.#count += by;
      this.#pool.options.max += by;
    };
    change(1);
    const over = () => {
      isHanging = false;
      change(-1);
    };
    commit.then(over, over);
    // Who waits for a connection gets the new one when it is given back.
    this.#pool.connect().then(async (other) => {
      const isLost = await isIdle(client, other).catch(() => false);
      other.release();
      if (isLost && isHanging) destroyConnection(client);
    }, ignore);
  }
}

async function isIdle(client: pg.PoolClient, other: pg.PoolClient): Promise<boolean> {
  const [pid, otherPid] = [client, other].map((one) => (one as unknown as { processID: number }).processID);
  const { own, isAtWork } = onlyRow(await queryOn(other, IS_AT_WORK, { pid: pid ?? 0 }));
  return own === otherPid && !isAtWork;
}

/**
 * Transactions over a pool with pipelining.
 * @param options `prepares`: false behind a pooler in transaction mode, where statements cannot stay prepared
 */
export function createServerTransact(
  pool: pg.Pool,
  { prepares = true, hanging = new HangingCommits(pool) }: { prepares?: boolean; hanging?: HangingCommits } = {},
): Transact {
  return async (work, { connectionMs, transactionMs, lockMs, statementMs, signal }) => {
    const client = await acquireConnection(pool, connectionMs);
    const cut = () => destroyConnection(client);
    const giveBack = (isBroken: boolean) => {
      signal?.removeEventListener('abort', cut);
      client.release(isBroken);
    };
    const end = setTimeout(cut, transactionMs);
    signal?.addEventListener('abort', cut);
    // A signal that came while the connection was waited for is not heard again.
    if (signal?.aborted) cut();
    const orFirstFailure = rememberFirstFailure();
    const send: SqlTransaction['query'] = async ({ name, text, encode, decode }, ...values) => {
      batchWrites(client);
      const sent = { ...(prepares && { name }), text, values: encode(...values) };
      const { rows } = await client.query<object>(sent).catch(orFirstFailure);
      return decode(rows);
    };
    batchWrites(client);
    // The first statements do not wait for this. It can only fail together with the connection, and then they fail, too. A machine that
    // dies, or a process that is frozen, closes no connection: the server itself ends what idles for longer than a transaction may take.
    const begun = client.query(
      `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${lockMs}; SET LOCAL statement_timeout = ${statementMs};
        SET LOCAL idle_in_transaction_session_timeout = ${transactionMs}; ${PLAN_ONCE}`,
    );
    begun.catch(ignore);
    let committing: Promise<pg.QueryResult> | undefined;
    let answering: Promise<pg.QueryResult> | undefined;
    const commit = () => {
      clearTimeout(end);
      committing = client.query('COMMIT');
      answering = hanging.answerOf(committing, client, transactionMs);
      return answering;
    };
    try {
      const result = await work({
        async query(...sent) {
          const [, rows] = await Promise.all([begun, send(...sent)]);
          return rows;
        },
        async finish(...sent) {
          await begun;
          // Both fail when the connection does; the first failure is reported.
          const [rows] = await Promise.all([send(...sent), commit()]);
          return rows;
        },
      });
      const { command } = await (answering ?? commit());
      if (command !== 'COMMIT') throw new Error(NOT_COMMITTED_MESSAGE);
      giveBack(false);
      return result;
    } catch (error) {
      clearTimeout(end);
      // After a COMMIT, a ROLLBACK would cause a warning.
      const ended = committing ?? client.query('ROLLBACK');
      // Such a session may stay read only for good: it began while the server took no writes, or on a standby.
      const isReadOnly = classifyDatabaseFailure(error) === 'readOnly';
      const givenBack = ended.then(
        () => giveBack(isReadOnly),
        () => giveBack(true),
      );
      if (!(error instanceof CommitUnanswered)) await givenBack;
      throw error;
    }
  };
}

function ignore(): void {}

/** Throws the first error of a transaction: statements behind a failed one report only that the transaction is aborted. */
function rememberFirstFailure(): (error: unknown) => never {
  let first: { readonly error: unknown } | null = null;
  return (error) => {
    first ??= { error };
    throw first.error;
  };
}

/** Statements of one turn of the event loop go out together: each write is a system call and wakes the server. */
function batchWrites(client: pg.PoolClient): void {
  const stream = streamOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

async function acquireConnection(pool: pg.Pool, waitMs: number | undefined): Promise<pg.PoolClient> {
  const connecting = pool.connect();
  if (waitMs === undefined) return connecting;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(NO_CONNECTION_MESSAGE)), waitMs);
  });
  try {
    return await Promise.race([connecting, tooLate]);
  } catch (error) {
    connecting.then((client) => client.release(), ignore);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Transactions of an embedded database. Its only connection serves one transaction or query at a time, including Prisma's. So
 * nobody else holds locks, and no statement can be interrupted; timeouts are checked between statements.
 */
export function createEmbeddedTransact(pglite: PGlite, { waitMs }: { waitMs: number }): Transact {
  return (work, { connectionMs = waitMs, transactionMs, signal }) => {
    const beginsBy = performance.now() + connectionMs;
    return pglite.transaction(async (transaction) => {
      const begun = performance.now();
      if (begun > beginsBy) throw new Error(NO_CONNECTION_MESSAGE);
      let hasFailed = false;
      const orFirstFailure = rememberFirstFailure();
      const query: SqlTransaction['query'] = async ({ text, encode, decode }, ...values) => {
        if (performance.now() > begun + transactionMs) throw new TransactionTooLong();
        signal?.throwIfAborted();
        try {
          return decode((await transaction.query<object>(text, encode(...values))).rows);
        } catch (error) {
          hasFailed = true;
          return orFirstFailure(error);
        }
      };
      const result = await work({ query, finish: query });
      if (hasFailed) throw new Error(NOT_COMMITTED_MESSAGE);
      return result;
    });
  };
}

export class TransactionTooLong extends Error {
  override readonly name = 'TransactionTooLong';
  /** The SQLSTATE of a server's transaction timeout. */
  readonly code = '25P04';
}
