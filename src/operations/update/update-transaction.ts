/**
 * The transaction of an update: all or nothing, first under the import lock in shared mode, so that it waits for a running
 * import and never for another update. A decision not to write leaves nothing behind, because nothing was written before it.
 */
import type { CacheTagText } from '../../data/cache/cache-tags.ts';
import type { Epochs } from '../../data/cache/epochs.ts';
import { commitRaising, type RaisedEpoch, SHARE_IMPORT_LOCK } from '../../data/cache/raise-epochs.ts';
import type { Database } from '../../data/database/database.ts';
import { redactRowValues } from '../../data/database/database-failures.ts';
import { type SqlTransaction, type TransactionTimeouts, USUAL_TIMEOUTS } from '../../data/database/sql-transactions.ts';
import { retryWriteConflicts } from '../../data/database/write-conflicts.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { type ListUpdate, writeRates } from '../../data/updates/rates.ts';
import type { Author } from '../../data/updates/recorded-changes.ts';
import type { RefusalOf } from '../../domain/problem/refusal.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { toServiceUnavailable } from '../service-unavailable.ts';

/** What every update needs. */
export interface UpdateRequest {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly caller: Pick<Caller, 'apiKeyId' | 'destinations' | 'hotels'>;
  /** The business date (T2). */
  readonly today: Day;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly timeouts?: Partial<TransactionTimeouts>;
}

/**
 * Why nothing was changed. A change may be wrong by itself or beside what is stored: fewer units than are sold, a range that
 * another rate claims, a room type of a hotel that does not sell the visit type; or somebody has changed what is to be changed (U8).
 */
export type UpdateRefusal = RefusalOf<'adjustRates' | 'undoChange' | 'updateInventory' | 'updateRates'>;

/** What an update that was made says of its record (M14). */
export interface Recorded {
  /** The ids under which it is recorded, one for each hotel. None: nothing is different. */
  readonly recordedAs: readonly string[];
}

/** An outcome, and what is written with it. */
export interface Decision<Outcome> {
  readonly outcome: Outcome;
  /** Null: nothing. Resolves to the ids under which it is recorded. */
  readonly write: {
    readonly rows: (sql: SqlTransaction) => Promise<readonly string[]>;
    readonly raises: readonly CacheTagText[];
  } | null;
}

/**
 * Runs an update. `decide` locks, reads and decides; its statements are queued behind the import lock.
 * @throws ServiceUnavailable when locks, connections or the database are not available in time. If the commit itself was
 * interrupted, the update may be made; the same again is safe, but for an adjustment of rates (M13).
 */
export async function runUpdate<Outcome extends object>(
  { database, epochs, timeouts }: Pick<UpdateRequest, 'database' | 'epochs' | 'timeouts'>,
  decide: (sql: SqlTransaction) => Promise<Decision<Outcome>>,
): Promise<Outcome> {
  const update = async (sql: SqlTransaction): Promise<{ outcome: Outcome; raised: readonly RaisedEpoch[] }> => {
    const [, { outcome, write }] = await Promise.all([sql.query(SHARE_IMPORT_LOCK), decide(sql)]);
    if (write === null) return { outcome, raised: [] };
    const [recordedAs, raised] = await Promise.all([write.rows(sql), commitRaising(sql, write.raises)]);
    return { outcome: { ...outcome, recordedAs }, raised };
  };
  try {
    const { outcome, raised } = await retryWriteConflicts(() =>
      database.transact(update, { ...USUAL_TIMEOUTS, ...timeouts }),
    );
    epochs.observe(raised);
    return outcome;
  } catch (error) {
    throw toServiceUnavailable(error) ?? redactRowValues(error);
  }
}

/** Whoever makes an update of a request. */
export function authorOf(
  { caller, now }: Pick<UpdateRequest, 'caller' | 'now'>,
  operation: Author['operation'],
): Author {
  return { apiKeyId: caller.apiKeyId, operation, now };
}

/** Writes what becomes of price lists. */
export function ratesWrite(lists: readonly ListUpdate[], author: Author): Decision<unknown>['write'] {
  const changed = lists.filter(({ update }) => update.written.length + update.removed.length > 0);
  if (changed.length === 0) return null;
  const raises = [...new Set(changed.map(({ visitType }) => `rates:${visitType}` as const))];
  return { rows: (sql) => writeRates(sql, changed, author), raises };
}

/** Something that is not as expected, with the change of the input that expects it. */
export function atChange<Found extends { readonly change: number }>({ change, ...found }: Found) {
  return { path: `changes.${change}`, ...found };
}

/** A refusal, which writes nothing. */
export function refuse<Refused extends UpdateRefusal>(outcome: Refused): Decision<Refused> {
  return { outcome, write: null };
}
