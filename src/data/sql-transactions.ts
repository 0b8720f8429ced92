/**
 * Transactions in plain SQL, for where Prisma would cost several times what PostgreSQL does. Either all statements of one
 * take effect or none; what one resolves to is committed. A statement is prepared once for each connection. Nothing waits
 * longer than the caller is ready to, and a connection that something happened to is never used again.
 */
import { createHash } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { databaseFailureOf } from './database-failures.ts';
import { cutConnection, streamOf } from './silent-server.ts';

/** A value of a statement; JSON is given as its text. */
export type SqlValue = string | number | boolean | null | readonly number[] | readonly string[];

/** What happens in one transaction. */
export interface SqlTransaction {
  /**
   * Runs one statement with `values` for $1, $2 and so on, after all that were given before it, which need not have been waited
   * for: one fails when an earlier one has. `text` is one of a fixed few, because it stays prepared. Its columns should be
   * integers, booleans, texts, JSON or lists of these: others are read in ways that depend on the database.
   */
  query<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /**
   * Runs the last statement and commits: the server is told both at once, so that nobody waits for our answer in between.
   * When the statement fails nothing is committed, and what must not be committed must therefore make it fail: when this
   * resolves, it is too late to throw.
   */
  finish<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

/** How long a transaction waits before it gives up, in milliseconds. */
export interface Patience {
  /** For a lock that another transaction holds. */
  readonly lockMs: number;
  readonly statementMs: number;
  /** From the first statement to the commit. */
  readonly transactionMs: number;
  /** For a connection; undefined: as long as the database was opened for. */
  readonly connectionMs: number | undefined;
}

/** Runs `work` in a READ COMMITTED transaction and commits it; when it throws, everything is taken back. */
export type Transact = <T>(work: (sql: SqlTransaction) => Promise<T>, patience: Patience) => Promise<T>;

/** In the words of the connection pool, by which it is recognised. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';

/** The database takes back what it is told to commit after a failure, and says so in passing or not at all. */
const NOT_COMMITTED = 'a transaction was to be committed in which a statement had failed';

/**
 * Transactions over the connections of a pool, which must send statements without waiting for the one before.
 * @param options `prepares`: whether statements stay prepared; they cannot where a pooler lends server connections
 */
export function transactOnServer(pool: pg.Pool, { prepares = true }: { prepares?: boolean } = {}): Transact {
  return async (work, { connectionMs, transactionMs, lockMs, statementMs }) => {
    const client = await connectionFrom(pool, connectionMs);
    // A loss is told by the statement that suffers it.
    client.on('error', ignore);
    const giveBack = (isBroken: boolean) => {
      client.off('error', ignore);
      client.release(isBroken);
    };
    const end = setTimeout(() => cutConnection(client), transactionMs);
    const send = (text: string, values: readonly SqlValue[] = []) => {
      gatherWrites(client);
      return client.query({ ...(prepares ? { name: nameOf(text) } : {}), text, values: [...values] });
    };
    gatherWrites(client);
    // The first statements do not wait for this. It can only fail with the connection, and then so do they.
    const begun = client.query(
      `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${lockMs}; SET LOCAL statement_timeout = ${statementMs}`,
    );
    begun.catch(ignore);
    let committing: Promise<pg.QueryResult> | undefined;
    const commit = () => {
      clearTimeout(end);
      committing = client.query('COMMIT');
      return committing;
    };
    try {
      const result = await work({
        async query(text, values) {
          const [, { rows }] = await Promise.all([begun, send(text, values)]);
          return rows;
        },
        async finish(text, values) {
          await begun;
          // Both fail when the connection does, and the first failure is told.
          const [{ rows }] = await Promise.all([send(text, values), commit()]);
          return rows;
        },
      });
      const { command } = await (committing ?? commit());
      if (command !== 'COMMIT') throw new Error(NOT_COMMITTED);
      giveBack(false);
      return result;
    } catch (error) {
      clearTimeout(end);
      // What the server was told to commit has ended already: it would warn of a second end.
      const ended = committing ?? client.query('ROLLBACK');
      // A session that takes no writes may never do so again: it was begun while the server took none, or with a standby.
      const isReadOnly = databaseFailureOf(error) === 'readOnly';
      await ended.then(
        () => giveBack(isReadOnly),
        () => giveBack(true),
      );
      throw error;
    }
  };
}

function ignore(): void {}

/** What is sent in this turn of the event loop goes out together: each write is a call of the system and wakes the server. */
function gatherWrites(client: pg.PoolClient): void {
  const stream = streamOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

async function connectionFrom(pool: pg.Pool, waitMs: number | undefined): Promise<pg.PoolClient> {
  const connecting = pool.connect();
  if (waitMs === undefined) return connecting;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(NO_CONNECTION)), waitMs);
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

const names = new Map<string, string>();

/**
 * The name under which a statement is prepared. It says which statement it is and not when it was first met: between us and
 * the server there may be a pooler that lends a connection to several processes.
 */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}

/**
 * Transactions of an embedded database. Its one connection is lent to one transaction or query after the other, Prisma's
 * included; nobody else holds locks then, and no statement can be interrupted, so both times are looked at in between.
 */
export function transactEmbedded(pglite: PGlite, { waitMs }: { waitMs: number }): Transact {
  return (work, { connectionMs = waitMs, transactionMs }) => {
    const beginsBy = performance.now() + connectionMs;
    return pglite.transaction(async (transaction) => {
      const begun = performance.now();
      if (begun > beginsBy) throw new Error(NO_CONNECTION);
      let hasFailed = false;
      const query = async <Row>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> => {
        if (performance.now() > begun + transactionMs) throw new TransactionTooLong();
        try {
          return (await transaction.query<Row>(text, [...values])).rows;
        } catch (error) {
          hasFailed = true;
          throw error;
        }
      };
      const result = await work({ query, finish: query });
      if (hasFailed) throw new Error(NOT_COMMITTED);
      return result;
    });
  };
}

/** A transaction took longer than it may and was given up. */
export class TransactionTooLong extends Error {
  override readonly name = 'TransactionTooLong';
  /** As a server says it that ends a transaction. */
  readonly code = '25P04';
}
