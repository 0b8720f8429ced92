/**
 * The transaction of an update: all or nothing, first under the import lock in shared mode, so that it waits for a running
 * import and never for another update. A decision not to write leaves nothing behind, because nothing was written before it.
 */
import type { CacheTagText } from '../../data/cache/cache-tags.ts';
import type { Epochs } from '../../data/cache/epochs.ts';
import { commitRaising, type RaisedEpoch, SHARE_IMPORT_LOCK } from '../../data/cache/raise-epochs.ts';
import type { Database } from '../../data/database/database.ts';
import { redactRowValues } from '../../data/database/database-failures.ts';
import type { SqlTransaction, TransactionTimeouts } from '../../data/database/sql-transactions.ts';
import { retryWriteConflicts } from '../../data/database/write-conflicts.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import type { RefusalOf } from '../../domain/problem/refusal.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { toServiceUnavailable } from '../service-unavailable.ts';

/** What every update needs. */
export interface UpdateRequest {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly caller: Pick<Caller, 'destinations'>;
  /** The business date (T2). */
  readonly today: Day;
  readonly timeouts?: Partial<TransactionTimeouts>;
}

/**
 * Why nothing was changed. A change may be wrong by itself or beside what is stored: fewer units than are sold, a range that
 * another rate claims, a room type of a hotel that does not sell the visit type; or somebody has changed what is to be changed (U8).
 */
export type UpdateRefusal = RefusalOf<'updateInventory' | 'updateRates'>;

/** An outcome, and what is written with it. */
export interface Decision<Outcome> {
  readonly outcome: Outcome;
  /** Null: nothing. */
  readonly write: {
    readonly rows: (sql: SqlTransaction) => Promise<void>;
    readonly raises: readonly CacheTagText[];
  } | null;
}

const UPDATE_TIMEOUTS: TransactionTimeouts = {
  lockMs: 4_000,
  statementMs: 10_000,
  transactionMs: 20_000,
  connectionMs: undefined,
};

/**
 * Runs an update. `decide` locks, reads and decides; its statements are queued behind the import lock.
 * @throws ServiceUnavailable when locks, connections or the database are not available in time. If the commit itself was
 * interrupted, the update may be made; the same update again is safe.
 */
export async function runUpdate<Outcome>(
  { database, epochs, timeouts }: Pick<UpdateRequest, 'database' | 'epochs' | 'timeouts'>,
  decide: (sql: SqlTransaction) => Promise<Decision<Outcome>>,
): Promise<Outcome> {
  const update = async (sql: SqlTransaction): Promise<{ outcome: Outcome; raised: readonly RaisedEpoch[] }> => {
    const [, { outcome, write }] = await Promise.all([sql.query(SHARE_IMPORT_LOCK), decide(sql)]);
    if (write === null) return { outcome, raised: [] };
    const [, raised] = await Promise.all([write.rows(sql), commitRaising(sql, write.raises)]);
    return { outcome, raised };
  };
  try {
    const { outcome, raised } = await retryWriteConflicts(() =>
      database.transact(update, { ...UPDATE_TIMEOUTS, ...timeouts }),
    );
    epochs.observe(raised);
    return outcome;
  } catch (error) {
    throw toServiceUnavailable(error) ?? redactRowValues(error);
  }
}

/** A refusal, which writes nothing. */
export function refuse(outcome: UpdateRefusal): Decision<UpdateRefusal> {
  return { outcome, write: null };
}
