/** Advisory locks that last longer than a transaction, and are only ever tried: whoever does not get one does something else. */
import pg from 'pg';

/** Releases a lock; safe to call more than once. */
export type ReleaseLock = () => Promise<void>;

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Tries a lock of a PostgreSQL server.
 * @param url leads past a pooler, which would lend the session to others
 */
export async function tryLockOnServer(url: string, key: number): Promise<ReleaseLock | null> {
  const client = new pg.Client({
    connectionString: url,
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
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1::bigint) AS taken', [key]);
    if (rows[0]?.taken) return release;
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return null;
}

/** Locks of a database that no other process can open. */
export function createProcessLocks(): (key: number) => Promise<ReleaseLock | null> {
  const taken = new Set<number>();
  return async (key) => {
    if (taken.has(key)) return null;
    taken.add(key);
    let isHeld = true;
    return async () => {
      if (isHeld) taken.delete(key);
      isHeld = false;
    };
  };
}
