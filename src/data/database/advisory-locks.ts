/** Advisory locks that last longer than a transaction, and are only tried: a caller that does not get one does something else. */

import pg from 'pg';
import { bool, int8, nullable, text } from '../sql/column-types.ts';
import { onlyRow, query, queryOn, type SqlClient, statement } from '../sql/statement.ts';
import { CONNECT_TIMEOUT_MS } from './server-pool.ts';

/** Releases a lock; safe to call more than once. */
export type ReleaseLock = () => Promise<void>;

const TRY_LOCK = statement({
  takes: { key: int8 },
  returns: { taken: bool },
  sql: ({ key }) => `SELECT pg_try_advisory_lock(${key}) AS taken`,
});

const FIND_HOLDER = statement({
  takes: { key: int8 },
  returns: { holder: nullable(text) },
  sql: ({ key }) => `
    SELECT application_name AS holder FROM pg_stat_activity JOIN pg_locks USING (pid)
    WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND (classid::bigint << 32 | objid::bigint) = ${key}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
});

/** A machine that dies closes no connection. By its default the server would notice that after two hours. */
const NOTICE_LOSS = 'SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/** Who wants a lock, in letters, digits and `-_.` only, and at most 63 of them. */
export interface LockRequest {
  readonly key: number;
  readonly holder: string;
}

export interface AdvisoryLocks {
  /**
   * Takes an advisory lock for longer than a transaction, unless somebody has it. On a server it has a connection of its own,
   * whose end releases the lock.
   * @returns a function that releases it; null: somebody else has it
   */
  tryLock(request: LockRequest): Promise<ReleaseLock | null>;
  /** Who has such a lock; null: nobody. */
  lockHolder(key: number): Promise<string | null>;
}

/**
 * Tries a lock of a PostgreSQL server. The session that has it is named after its holder, so every process can find it.
 * @param url leads past a pooler, which would lend the session to others
 */
export async function tryLockOnServer(url: string, { key, holder }: LockRequest): Promise<ReleaseLock | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: holder,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // The end of the session releases the lock, whoever ends it. What the lock protects must be safe without it.
  client.on('error', () => {});
  let ended: Promise<void> | null = null;
  const release = () => {
    ended ??= client.end().catch(() => {});
    return ended;
  };
  try {
    await client.connect();
    // Some servers do not know the settings.
    await client.query(NOTICE_LOSS).catch(() => {});
    const lock = onlyRow(await queryOn(client, TRY_LOCK, { key }));
    if (lock.taken) return release;
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return null;
}

/** Who has a lock of a PostgreSQL server; null: nobody. */
export async function findLockHolder(prisma: SqlClient, key: number): Promise<string | null> {
  const [row] = await query(prisma, FIND_HOLDER, { key });
  return row?.holder ?? null;
}

/** Locks of a database that no other process can open. */
export function createProcessLocks(): AdvisoryLocks {
  const holders = new Map<number, string>();
  return {
    async tryLock({ key, holder }) {
      if (holders.has(key)) return null;
      holders.set(key, holder);
      let isHeld = true;
      return async () => {
        if (isHeld) holders.delete(key);
        isHeld = false;
      };
    },
    lockHolder: async (key) => holders.get(key) ?? null,
  };
}
