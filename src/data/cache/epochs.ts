/**
 * Epochs: counters raised in the transaction that changes what they stand for, and notified to every process. A cache keyed by
 * them is never stale and needs no lifetime. While notifications may be missed (connection lost), epochs are read from the
 * database for every request. A slow poll is the fallback.
 */
import type { Database } from '../database/database.ts';
import type { SqlTransaction } from '../database/sql-transactions.ts';
import type { Prisma } from '../generated/prisma/client.ts';

/**
 * `catalogue`: everything an import writes except capacity; `keys`: API keys; `inventory:N`: capacity of hotel N; `rates:N`:
 * prices of visit type N.
 */
export type EpochScope = 'catalogue' | 'keys' | `inventory:${number}` | `rates:${number}`;

const CHANNEL = 'epochs';
const POLL_MS = 500;

/** A scope and its value once the raising transaction commits. */
export interface RaisedEpoch {
  scope: string;
  value: bigint;
}

/** Advisory lock between imports and bookings; the number is arbitrary. */
const CATALOGUE_LOCK = 7_355_001;

/** Advisory lock that an import holds for its whole transaction; the number is arbitrary. */
const IMPORT_LOCK = 7_205_759_403_792;

/** Waits for running imports and blocks new ones until the caller's transaction ends. */
export async function lockImports(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${IMPORT_LOCK}::bigint)`;
}

/**
 * SQL expression: waits for a running import and blocks new ones until the transaction ends. The lock is shared, so such
 * transactions do not wait for each other. Take it first, as imports do. It protects only later statements.
 */
export const SHARED_IMPORT_LOCK = `pg_advisory_xact_lock_shared(${IMPORT_LOCK})::text`;

/** Waits for running bookings and keeps new ones from reading prices until the caller's transaction ends. */
export async function lockBookings(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CATALOGUE_LOCK})`;
}

/**
 * SQL expression: locks the catalogue against imports until the transaction ends, so that the prices a booking reads afterwards
 * are still valid when it commits. The lock is shared, so bookings do not wait for each other. Take it after the inventory
 * locks: an import holds those before it waits for bookings. It protects only later statements, because the snapshot of its own
 * was taken before it waited.
 */
export const SHARED_CATALOGUE_LOCK = `pg_advisory_xact_lock_shared(${CATALOGUE_LOCK})::text`;

/** SQL: raises the epochs of `scopes`, a query of one column without duplicates, and returns `scope` and `value` of each. */
export function raiseEpochsSql(scopes: string): string {
  return `INSERT INTO epoch (scope, value) SELECT scope, 1 FROM (${scopes}) AS scopes(scope) ORDER BY scope
    ON CONFLICT (scope) DO UPDATE SET value = epoch.value + 1
    RETURNING scope, value`;
}

/** SQL expression: notifies all listeners of the raised `scope` and `value` when the transaction commits. */
export const NOTIFY_LISTENERS = `pg_notify('${CHANNEL}', scope || '=' || value)::text`;

const RAISE = `WITH raised AS (${raiseEpochsSql('SELECT unnest($1::text[])')})
  SELECT scope, value, ${NOTIFY_LISTENERS} FROM raised`;

/**
 * Raises epochs in the caller's transaction; listeners are notified when it commits. Call it last, because the rows stay locked
 * until then. All callers lock scopes in one order, so they cannot deadlock.
 * @returns the new values, for `Epochs.observe` after the commit
 */
export async function raiseEpochs(
  tx: Prisma.TransactionClient,
  scopes: readonly EpochScope[],
): Promise<readonly RaisedEpoch[]> {
  const ordered = toRaise(scopes);
  if (ordered.includes('catalogue')) await lockBookings(tx);
  return tx.$queryRawUnsafe<RaisedEpoch[]>(RAISE, ordered);
}

const LOCK_BOOKINGS = `SELECT pg_advisory_xact_lock(${CATALOGUE_LOCK})::text`;
const RAISE_AS_TEXT = RAISE.replace('SELECT scope, value,', 'SELECT scope, value::text,');

/** Like `raiseEpochs`, as the last statement of a transaction in plain SQL, which it commits. */
export async function commitRaising(
  sql: SqlTransaction,
  scopes: readonly EpochScope[],
): Promise<readonly RaisedEpoch[]> {
  const ordered = toRaise(scopes);
  const locked = ordered.includes('catalogue') ? sql.query(LOCK_BOOKINGS) : null;
  const [raised] = await Promise.all([sql.finish<{ scope: string; value: string }>(RAISE_AS_TEXT, [ordered]), locked]);
  return raised.map(({ scope, value }) => ({ scope, value: BigInt(value) }));
}

/** In the order of locking. All caches of prices still depend on the catalogue as a whole. */
function toRaise(scopes: readonly EpochScope[]): string[] {
  return [...new Set(scopes.map((scope) => (scope.startsWith('rates:') ? 'catalogue' : scope)))].sort();
}

/** The epochs as known to one process. */
export interface Epochs {
  /** Whether `of` is current, because notifications arrive. */
  isCurrent(): boolean;
  /** Makes `of` current: at once while notifications arrive, else after one query. */
  refresh(): Promise<void>;
  /**
   * A number that grows whenever the scope is raised; 0 if it never was. If the database was restored to an earlier state, the
   * next reading notices and moves every scope to a number that it never had.
   */
  of(scope: EpochScope): bigint;
  /** Records what this process has just committed, ahead of the notification. */
  observe(raised: readonly RaisedEpoch[]): void;
  /** Calls `hear` whenever any process has raised the scope, until closed. */
  onRaise(scope: EpochScope, hear: () => void): void;
  /** The number of notifications received. */
  notifications(): number;
  close(): Promise<void>;
}

/**
 * Offset added to all epochs, once more each time the database was restored: from a backup, or by failing over to a standby
 * that lacked the last commits. It will then assign the same values to other changes, which must not match existing cache
 * entries.
 */
const RESTORE_OFFSET = 1n << 48n;

/** Reads the epochs and keeps them current until closed. */
export async function watchEpochs(database: Database): Promise<Epochs> {
  const values = new Map<string, bigint>();
  const listeners = new Map<string, (() => void)[]>();
  let base = 0n;
  /** The connection that receives notifications; null while there is none. */
  let listening: object | null = null;
  let connected = false;
  let notifications = 0;

  function observe(raised: readonly RaisedEpoch[]): void {
    for (const { scope, value } of raised) {
      if (base + value <= (values.get(scope) ?? base)) continue;
      values.set(scope, base + value);
      for (const hear of listeners.get(scope) ?? []) hear();
    }
  }
  async function read(): Promise<void> {
    const connectionBefore = listening;
    const [knownBefore, baseBefore] = [new Map(values), base];
    const rows = await database.prisma.epoch.findMany();
    // Known values were committed, so a smaller one means that the database was restored.
    const isRestored = rows.some(({ scope, value }) => baseBefore + value < (knownBefore.get(scope) ?? baseBefore));
    if (isRestored && base === baseBefore) {
      base += RESTORE_OFFSET;
      values.clear();
    }
    observe(rows);
    // Notifications missed meanwhile must be caught up with before they are trusted again.
    if (connectionBefore !== null && connectionBefore === listening) connected = true;
  }

  const stopListening = await database.listen(CHANNEL, {
    onPayload(payload) {
      notifications++;
      const separator = payload.lastIndexOf('=');
      observe([{ scope: payload.slice(0, separator), value: BigInt(payload.slice(separator + 1)) }]);
    },
    onConnected(now) {
      connected = false;
      listening = now ? {} : null;
      // The poll is the fallback.
      if (now) read().catch(() => {});
    },
  });
  await read();
  const stopProving = database.enableReplicas(() => (values.get('catalogue') ?? base) - base);
  const poll = setInterval(() => {
    read().catch(() => {});
  }, POLL_MS);
  poll.unref();

  return {
    isCurrent: () => connected,
    async refresh() {
      if (!connected) await read();
    },
    of: (scope) => values.get(scope) ?? base,
    observe,
    onRaise(scope, hear) {
      listeners.set(scope, [...(listeners.get(scope) ?? []), hear]);
    },
    notifications: () => notifications,
    async close() {
      listeners.clear();
      clearInterval(poll);
      stopProving();
      await stopListening();
    },
  };
}
