/**
 * Whether the database takes writes. What a session can say of itself (a standby, a server that is set to read only) is asked
 * every time. What only a write finds out (a full disk) is remembered from the write that was refused, until one succeeds: a
 * booking, or one that is tried here and rolled back, at most once a second. So asking writes nothing while all is well.
 */
import { databaseFailureOf, sqlStateOf } from './database-failures.ts';
import type { Patience, SqlTransaction, Transact } from './sql-transactions.ts';

/** Least time between two writes that are tried, in milliseconds. */
const TRY_EVERY_MS = 1_000;
const PATIENCE: Patience = { lockMs: 1_000, statementMs: 1_500, transactionMs: 1_800, connectionMs: 1_800 };
const READ_ONLY = '25006';

/** As text, which every driver reads alike. */
const IS_READ_ONLY = `SELECT current_setting('transaction_read_only') AS setting`;

/** Writes in a transaction that its caller rolls back. */
export type TrialWrite = (sql: SqlTransaction) => Promise<void>;

/** The session is read only; the connection is of no more use. */
class ReadOnlySession extends Error {
  override readonly name = 'ReadOnlySession';
  readonly code = READ_ONLY;
}

/** Ends a transaction whose writing succeeded. */
class Tried extends Error {}

/** What is known of a database. */
export class WriteAvailability {
  readonly #begin: Transact;
  /** The SQLSTATE of the last write, if it was refused. */
  #refusal: string | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;
  #trying: Promise<void> | null = null;

  constructor(transact: Transact) {
    this.#begin = transact;
  }

  /** Transactions from whose writes it is learned. */
  readonly transact: Transact = async (work, patience) => {
    let hasWritten = false;
    const watched = (sql: SqlTransaction): SqlTransaction => ({
      ...sql,
      async finish(text, values) {
        const rows = await sql.finish<never>(text, values);
        hasWritten = true;
        return rows;
      },
    });
    try {
      const result = await this.#begin((sql) => work(watched(sql)), patience);
      if (hasWritten) this.#refusal = null;
      return result;
    } catch (error) {
      this.#learn(error);
      throw error;
    }
  };

  /**
   * The SQLSTATE with which writes are refused; null: they are taken.
   * @param tryWriting writes something, to be rolled back; called only after a write was refused
   * @throws what the database says, or nobody in its place, when it is away
   */
  async refusal(tryWriting: TrialWrite): Promise<string | null> {
    try {
      await this.#begin(async (sql) => {
        const [row] = await sql.query<{ setting: string }>(IS_READ_ONLY);
        if (row!.setting === 'on') throw new ReadOnlySession('the session is read only');
      }, PATIENCE);
      if (this.#refusal !== null) await this.#tryAgain(tryWriting);
    } catch (error) {
      if (databaseFailureOf(error) !== 'readOnly') throw error;
      return sqlStateOf(error);
    }
    return this.#refusal;
  }

  #learn(error: unknown): void {
    if (databaseFailureOf(error) === 'readOnly') this.#refusal = sqlStateOf(error);
  }

  #tryAgain(tryWriting: TrialWrite): Promise<void> {
    const now = performance.now();
    if (this.#trying === null && now < this.#triedAt + TRY_EVERY_MS) return Promise.resolve();
    this.#triedAt = now;
    this.#trying ??= this.#try(tryWriting).finally(() => {
      this.#trying = null;
    });
    return this.#trying;
  }

  async #try(tryWriting: TrialWrite): Promise<void> {
    try {
      await this.#begin(async (sql) => {
        await tryWriting(sql);
        throw new Tried();
      }, PATIENCE);
    } catch (error) {
      if (!(error instanceof Tried)) {
        this.#learn(error);
        throw error;
      }
      this.#refusal = null;
    }
  }
}
