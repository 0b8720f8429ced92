/**
 * Connections to a PostgreSQL server, direct or through a pooler in transaction mode (PgBouncer and the like). No statement
 * relies on the state of a connection, except for prepared statements, which are not used behind such a pooler.
 */

import { createHash } from 'node:crypto';
import pg from 'pg';
import { int4 } from '../sql/column-types.ts';
import { isPlannedOnce, onlyRow, queryOn, statement } from '../sql/statement.ts';
import { destroyConnection } from './silent-server.ts';

/** How long opening a connection may take. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** Shorter than any network forgets a connection on which nothing is sent. */
const KEEP_ALIVE_MS = 15_000;
/** A statement with more values is not prepared. */
const MAX_PREPARED_VALUES = 300;

/** A pool of at most `size` connections. A caller waits at most `waitMs` for one. */
export function createPool({ url, size, waitMs }: { url: string; size: number; waitMs: number }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: waitMs,
    // A peer that is gone without a word is noticed within half a minute where nothing is on its way to it.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Sends statements without waiting for the previous answer.
    pipeline: true,
    // The adapter reads and writes timestamps as UTC whatever the session says. TimeZone is one of the few settings that a
    // pooler carries along with a client.
    onConnect: async (client) => {
      await client.query(`SET TimeZone = 'UTC'`);
    },
  });
  // The statement that suffers a loss reports it, or the next one. The pool hears of it only while a connection is idle; one that is
  // lost in the moment in which it is passed on would end the process.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Names the statements of Prisma's adapter by a hash of their text. An empty name means not prepared: PostgreSQL plans the statement anew.
 * @param options `prepares`: false if the next server connection does not know what this one has prepared
 */
export function createStatementNaming({ prepares }: { prepares: boolean }) {
  return ({ sql, args }: { sql: string; args: readonly unknown[] }): string =>
    // Lists vary in length: a prepared statement for each length would fill the server's memory.
    prepares && args.length <= MAX_PREPARED_VALUES && isPlannedOnce(sql)
      ? createHash('sha1').update(sql).digest('base64url')
      : '';
}

/**
 * Runs one command outside of any transaction, over a connection of its own. It takes as long as it needs, whatever limits the role has; the
 * server notices soon that the process has gone.
 */
export async function runAlone(url: string, text: string, signal?: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true });
  // The command that suffers a loss reports it.
  client.on('error', () => {});
  const cut = () => destroyConnection(client);
  signal?.addEventListener('abort', cut);
  try {
    await client.connect();
    signal?.throwIfAborted();
    // Some servers do not know a setting, and need it less.
    await client.query(`SET client_connection_check_interval = '1s'`).catch(() => {});
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
    await client.query('SET transaction_timeout = 0').catch(() => {});
    await client.query(text);
  } finally {
    signal?.removeEventListener('abort', cut);
    await client.end().catch(() => {});
  }
}

const READ_PID = statement({ returns: { pid: int4 }, sql: () => 'SELECT pg_backend_pid() AS pid' });

/** Whether a pool ends at a pooler, in any mode, and not at the server. A pooler numbers connections in its own way. */
export async function detectPooler(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const backend = onlyRow(await queryOn(client, READ_PID));
    return backend.pid !== (client as unknown as { processID: number | null }).processID;
  } finally {
    client.release();
  }
}
