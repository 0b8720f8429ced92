/**
 * Whether the database takes writes. What a session knows (it is a standby, or set to read only) is asked every time. What only
 * a write can find out (a full disk) is remembered from the refused write until one succeeds: a booking, or a trial write that
 * is rolled back, at most one a second. So nothing is written for the check while all is well. While commits hang, none is tried.
 */

import { text } from '../sql/column-types.ts';
import { onlyRow, statement } from '../sql/statement.ts';
import { classifyDatabaseFailure, sqlStateOf } from './database-failures.ts';
import type { HangingCommits, SqlTransaction, Transact, TransactionTimeouts } from './sql-transactions.ts';

/** Least time between two trial writes, in milliseconds. */
const PROBE_INTERVAL_MS = 1_000;
/** Timeouts of a probe whether the database can be used. */
export const PROBE_TIMEOUTS: TransactionTimeouts = {
  lockMs: 1_000,
  statementMs: 1_500,
  transactionMs: 1_800,
  connectionMs: 1_800,
};
const READ_ONLY = '25006';

const IS_READ_ONLY = statement({
  returns: { setting: text },
  sql: () => `SELECT current_setting('transaction_read_only') AS setting`,
});

/** Writes in a transaction that its caller rolls back. */
export type WriteProbe = (sql: SqlTransaction) => Promise<void>;

/** The session is read only; its connection must not be reused. */
class ReadOnlySession extends Error {
  override readonly name = 'ReadOnlySession';
  readonly code = READ_ONLY;
}

/** Commits hang, so nothing is written. */
class CommitsHang extends Error {
  override readonly name = 'CommitsHang';
  /** Known to `classifyDatabaseFailure`. */
  readonly code = 'COMMITS_HANG';
}
/** The SQLSTATE of a commit that hangs. */
const UNKNOWN_RESOLUTION = '08007';

/** Rolls back a successful trial write. */
class ProbeRollback extends Error {}

/** An embedded database waits for nobody. */
const NONE_HANG = { areAny: false, areMany: false };

export class WriteAvailability {
  readonly #begin: Transact;
  readonly #hanging: Pick<HangingCommits, 'areAny' | 'areMany'>;
  /** The SQLSTATE of the last write, if it was refused. */
  #refusal: string | null = null;
  #probedAt = Number.NEGATIVE_INFINITY;
  #probing: Promise<void> | null = null;

  constructor(transact: Transact, hanging: Pick<HangingCommits, 'areAny' | 'areMany'> = NONE_HANG) {
    this.#begin = transact;
    this.#hanging = hanging;
  }

  /** @throws CommitsHang when what is written now would hang as well */
  readonly require = (): void => {
    if (this.#hanging.areMany) throw new CommitsHang('commits are not answered');
  };

  /** Transactions that observe whether writes succeed. */
  readonly transact: Transact = async (work, timeouts) => {
    this.require();
    let hasWritten = false;
    const watched = (sql: SqlTransaction): SqlTransaction => ({
      ...sql,
      async finish(...sent) {
        const rows = await sql.finish(...sent);
        hasWritten = true;
        return rows;
      },
    });
    try {
      const result = await this.#begin((sql) => {
        // It may have waited for its connection until commits hung.
        this.require();
        return work(watched(sql));
      }, timeouts);
      if (hasWritten) this.#refusal = null;
      return result;
    } catch (error) {
      this.#observe(error);
      throw error;
    }
  };

  /**
   * The SQLSTATE with which writes are refused; null: they are accepted.
   * @param tryWriting writes something that is rolled back; called only after a write was refused
   * @throws the error of the database, or of the connection, when it is down
   */
  async refusal(tryWriting: WriteProbe): Promise<string | null> {
    try {
      await this.#begin(async (sql) => {
        const row = onlyRow(await sql.query(IS_READ_ONLY));
        if (row.setting === 'on') throw new ReadOnlySession('the session is read only');
      }, PROBE_TIMEOUTS);
      if (this.#refusal !== null) await this.#probeIfDue(tryWriting);
    } catch (error) {
      if (classifyDatabaseFailure(error) !== 'readOnly') throw error;
      return sqlStateOf(error);
    }
    return this.#hanging.areAny ? UNKNOWN_RESOLUTION : this.#refusal;
  }

  #observe(error: unknown): void {
    if (classifyDatabaseFailure(error) === 'readOnly') this.#refusal = sqlStateOf(error);
  }

  #probeIfDue(tryWriting: WriteProbe): Promise<void> {
    const now = performance.now();
    if (this.#probing === null && now < this.#probedAt + PROBE_INTERVAL_MS) return Promise.resolve();
    this.#probedAt = now;
    this.#probing ??= this.#probe(tryWriting).finally(() => {
      this.#probing = null;
    });
    return this.#probing;
  }

  async #probe(tryWriting: WriteProbe): Promise<void> {
    try {
      await this.#begin(async (sql) => {
        await tryWriting(sql);
        throw new ProbeRollback();
      }, PROBE_TIMEOUTS);
    } catch (error) {
      if (!(error instanceof ProbeRollback)) {
        this.#observe(error);
        throw error;
      }
      this.#refusal = null;
    }
  }
}
