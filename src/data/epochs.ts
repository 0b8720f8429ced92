/**
 * Epochs: counters raised in the very transaction that changes what they stand for, and told to every process by
 * notification. A cache whose keys hold them is never stale and needs no lifetime. While notifications may be missed
 * (connection lost) epochs are read from the database for every request; a slow poll is the belt to that.
 */
import type { Database } from './database.ts';
import type { Prisma } from './generated/prisma/client.ts';

/** `catalogue`: everything an import writes but capacity; `keys`: API keys; `inventory:N`: capacity of hotel N. */
export type EpochScope = 'catalogue' | 'keys' | `inventory:${number}`;

const CHANNEL = 'epochs';
const POLL_MS = 500;

/** A scope with the value it has once the transaction that raised it commits. */
export interface RaisedEpoch {
  scope: string;
  value: bigint;
}

/** Advisory lock that orders imports and bookings; the number is this project's own choice. */
const CATALOGUE_LOCK = 7_355_001;

/** Advisory lock that every import holds for the time of its transaction; the number is this project's own choice. */
const IMPORT_LOCK = 7_205_759_403_792;

/** Waits for imports under way and keeps new ones from beginning until the caller's transaction ends. */
export async function holdImports(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${IMPORT_LOCK}::bigint)`;
}

/** Waits for bookings under way and keeps new ones from reading prices until the caller's transaction ends. */
export async function holdBookings(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CATALOGUE_LOCK})`;
}

/**
 * SQL expression: keeps imports from committing until the transaction ends, so that the prices that a booking reads after
 * this are still those of the catalogue when it commits. Bookings do not wait for each other here. Take it after the locks on
 * inventory: an import holds those before it waits for bookings. It counts for the statements that follow: what its own
 * statement sees was settled before it waited.
 */
export const CATALOGUE_HELD_STILL = `pg_advisory_xact_lock_shared(${CATALOGUE_LOCK})::text`;

/** SQL: raises the epochs of `scopes`, a query of one column without repetitions, and returns `scope` and `value` of each. */
export function raisingSql(scopes: string): string {
  return `INSERT INTO epoch (scope, value) SELECT scope, 1 FROM (${scopes}) AS scopes(scope) ORDER BY scope
    ON CONFLICT (scope) DO UPDATE SET value = epoch.value + 1
    RETURNING scope, value`;
}

/** SQL expression: tells every listener of the raised `scope` and `value`, once the transaction commits. */
export const TOLD_TO_LISTENERS = `pg_notify('${CHANNEL}', scope || '=' || value)::text`;

const RAISE = `WITH raised AS (${raisingSql('SELECT unnest($1::text[])')})
  SELECT scope, value, ${TOLD_TO_LISTENERS} FROM raised`;

/**
 * Raises epochs in the caller's transaction; listeners hear of it when it commits. Call it last: the rows stay locked until
 * then. Scopes are locked in one order by every caller, so that callers never wait for each other in a circle.
 * @returns the new values, for `Epochs.learn` after the commit
 */
export async function raiseEpochs(
  tx: Prisma.TransactionClient,
  scopes: readonly EpochScope[],
): Promise<readonly RaisedEpoch[]> {
  const ordered = [...new Set(scopes)].sort();
  if (ordered.includes('catalogue')) await holdBookings(tx);
  return tx.$queryRawUnsafe<RaisedEpoch[]>(RAISE, ordered);
}

/** The epochs as one process knows them. */
export interface Epochs {
  /** Whether what `of` returns is current: notifications arrive. */
  isCurrent(): boolean;
  /** Makes sure that what `of` returns is current: at once while notifications arrive, else after one query. */
  refresh(): Promise<void>;
  /**
   * A number that grows whenever the scope is raised: its value, 0 for one never raised, unless the database was put back to
   * an earlier state meanwhile. That is noticed by the next reading, and gives every scope a number that it never had.
   */
  of(scope: EpochScope): bigint;
  /** Takes note of what this process has just committed, ahead of its notification. */
  learn(raised: readonly RaisedEpoch[]): void;
  /** Has `hear` called whenever the scope has been raised, by whatever process; until closed. */
  onRaise(scope: EpochScope, hear: () => void): void;
  /** How many notifications have arrived. */
  notifications(): number;
  close(): Promise<void>;
}

/**
 * What is added to all epochs, once more each time that the database was put back: to a backup, or to a standby that lacked
 * what was last committed. It will give the same values again then, to other changes; what is kept must not be taken for theirs.
 */
const PUT_BACK = 1n << 48n;

/** Reads the epochs and keeps them current until closed. */
export async function watchEpochs(database: Database): Promise<Epochs> {
  const values = new Map<string, bigint>();
  const hearers = new Map<string, (() => void)[]>();
  let base = 0n;
  /** The connection that hears notifications; null while there is none. */
  let listening: object | null = null;
  let connected = false;
  let notifications = 0;

  function learn(raised: readonly RaisedEpoch[]): void {
    for (const { scope, value } of raised) {
      if (base + value <= (values.get(scope) ?? base)) continue;
      values.set(scope, base + value);
      for (const hear of hearers.get(scope) ?? []) hear();
    }
  }
  async function read(): Promise<void> {
    const heardBy = listening;
    const [knownBefore, baseBefore] = [new Map(values), base];
    const rows = await database.prisma.epoch.findMany();
    // What was known before was committed before, so a smaller value is that of a database with another past.
    const isPutBack = rows.some(({ scope, value }) => baseBefore + value < (knownBefore.get(scope) ?? baseBefore));
    if (isPutBack && base === baseBefore) {
      base += PUT_BACK;
      values.clear();
    }
    learn(rows);
    // What was notified while nobody listened is caught up with before notifications are trusted again.
    if (heardBy !== null && heardBy === listening) connected = true;
  }

  const stopListening = await database.listen(CHANNEL, {
    onPayload(payload) {
      notifications++;
      const separator = payload.lastIndexOf('=');
      learn([{ scope: payload.slice(0, separator), value: BigInt(payload.slice(separator + 1)) }]);
    },
    onConnected(now) {
      connected = false;
      listening = now ? {} : null;
      // Should this fail, the poll catches up.
      if (now) read().catch(() => {});
    },
  });
  await read();
  const stopProving = database.proveReplicas(() => (values.get('catalogue') ?? base) - base);
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
    learn,
    onRaise(scope, hear) {
      hearers.set(scope, [...(hearers.get(scope) ?? []), hear]);
    },
    notifications: () => notifications,
    async close() {
      hearers.clear();
      clearInterval(poll);
      stopProving();
      await stopListening();
    },
  };
}
