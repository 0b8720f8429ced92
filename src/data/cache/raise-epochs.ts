/**
 * Raising epochs (U5): the transaction that changes something says what. Changes of the catalogue are numbered: each takes the next
 * number under a row lock, so numbers are in the order of commits, and the epoch of its tags is that number. Keys and
 * capacity have counters of their own, because bookings must not wait for each other. One notification has all of it.
 */

import type { DayRange } from '../../domain/time/civil-date.ts';
import type { SqlTransaction } from '../database/sql-transactions.ts';
import {
  bool,
  int4,
  int8,
  type JsOf,
  jsonList,
  jsonObject,
  listOf,
  nullable,
  text,
  type ValuesOf,
} from '../sql/column-types.ts';
import { onlyRow, query, type SqlClient, statement } from '../sql/statement.ts';
import {
  ANY_NUMBER,
  type CacheTagText,
  type CapacityChange,
  formatCapacityChange,
  parseCapacityChange,
} from './cache-tags.ts';

export const EPOCH_CHANNEL = 'epochs';

/** The payload of a notification that would be too long: read what has changed. */
export const READ_AGAIN = '?';

/** PostgreSQL takes payloads of less than 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;

/** How many tags of a kind one change raises: if it changes more, it raises the whole kind, so that the table stays small. */
const MAX_TAGS_OF_KIND = 500;

/** How many room types of a hotel a notification names: if more have changed, it names the hotel alone. */
const MAX_ROOM_TYPES = 50;

/** A tag, in the column `scope`, and its epoch once the raising transaction commits. That of a hotel's capacity may name nights and room types. */
const RAISED_EPOCH = jsonObject({ scope: text, value: int8 });
export type RaisedEpoch = JsOf<typeof RAISED_EPOCH>;

/** Advisory lock between imports and bookings; the number is arbitrary. */
const CATALOGUE_LOCK = 7_355_001;

/** Advisory lock that an import holds for its whole transaction; the number is arbitrary. */
const IMPORT_LOCK = 7_205_759_403_792;

/** Waits for running imports and blocks new ones until the transaction ends. */
export const LOCK_IMPORTS = statement({ sql: () => `SELECT pg_advisory_xact_lock(${IMPORT_LOCK})::text` });

const TRY_IMPORT_LOCK = statement({
  returns: { free: bool },
  sql: () => `SELECT pg_try_advisory_xact_lock_shared(${IMPORT_LOCK}) AS free`,
});

/** Whether somebody imports, in any process. */
export async function isImportRunning(prisma: SqlClient): Promise<boolean> {
  const row = onlyRow(await query(prisma, TRY_IMPORT_LOCK));
  return !row.free;
}

/**
 * Waits for a running import and blocks new ones until the transaction ends. The lock is shared, so such transactions do not wait for
 * each other. Take it first, as imports do. It protects only later statements.
 */
export const SHARE_IMPORT_LOCK = statement({ sql: () => `SELECT pg_advisory_xact_lock_shared(${IMPORT_LOCK})::text` });

/** Waits for running bookings and keeps new ones from reading prices until the transaction ends. */
export const LOCK_CATALOGUE = statement({ sql: () => `SELECT pg_advisory_xact_lock(${CATALOGUE_LOCK})::text` });

/**
 * SQL expression: locks the catalogue against imports until the transaction ends, so that the prices a booking reads afterwards
 * are still valid when it commits. The lock is shared, so bookings do not wait for each other. Take it after the inventory
 * locks: an import holds those before it waits for bookings. It protects only later statements, because the snapshot of its own
 * was taken before it waited.
 */
export const SHARED_CATALOGUE_LOCK = `pg_advisory_xact_lock_shared(${CATALOGUE_LOCK})::text`;

/** SQL: raises the counters of `tags`, a query of one column without duplicates, and returns `scope` and `value` of each. */
export function raiseCountersSql(tags: string): string {
  return `INSERT INTO epoch (scope, value) SELECT scope, 1 FROM (${tags}) AS tags(scope) ORDER BY scope
    ON CONFLICT (scope) DO UPDATE SET value = epoch.value + 1
    RETURNING scope, value`;
}

/** The columns with what a statement has raised; null: nothing. */
export const RAISED = { raised: nullable(jsonList(RAISED_EPOCH)), notified: nullable(text) };

/** SQL, these columns of the rows `raised`: returns them, and notifies all listeners of them when the transaction commits. */
export const RAISED_COLUMNS = `(SELECT json_agg(json_build_object('scope', scope, 'value', value)) FROM raised) AS raised,
    (SELECT pg_notify('${EPOCH_CHANNEL}',
        CASE WHEN length(payload) < ${MAX_PAYLOAD_BYTES} THEN payload ELSE '${READ_AGAIN}' END)::text
      FROM (SELECT string_agg(scope || '=' || value, ' ' ORDER BY scope) AS payload FROM raised) AS p
      WHERE payload IS NOT NULL) AS notified`;

/** SQL expression: the text of a row of `catalogue_change`. */
export const CHANGED_SCOPE = `kind || ':' || number`;

const CHANGES = {
  /** The counters, and what they are called in notifications. */
  ...{ counters: listOf(text), notified: listOf(text) },
  /** What changed in the catalogue. */
  ...{ kinds: listOf(text), numbers: listOf(int4) },
};
type Changes = ValuesOf<typeof CHANGES>;

function raiseSql({ counters, notified, kinds, numbers }: Record<keyof Changes, string>, forgotten = ''): string {
  return `
  WITH counted AS (${raiseCountersSql(`SELECT unnest(${counters}::text[])`)}), ${forgotten}
  changed AS (
    INSERT INTO catalogue_change (kind, number, value)
    SELECT kind, number, value FROM unnest(${kinds}::text[], ${numbers}::int[]) AS c(kind, number), counted WHERE scope = 'catalogue'
    ORDER BY kind, number
    ON CONFLICT (kind, number) DO UPDATE SET value = excluded.value
    RETURNING kind, number, value),
  raised AS (
    SELECT notified AS scope, value FROM counted JOIN unnest(${counters}::text[], ${notified}::text[]) AS t(scope, notified) USING (scope)
    UNION ALL SELECT ${CHANGED_SCOPE}, value FROM changed)
  SELECT ${RAISED_COLUMNS}`;
}

const RAISE = statement({ takes: CHANGES, returns: RAISED, sql: (changes) => raiseSql(changes) });

/** The same for kinds that changed as a whole: their entities are forgotten. Finding them reads the whole table. */
const RAISE_WHOLE_KINDS = statement({
  takes: { ...CHANGES, wholeKinds: listOf(text) },
  returns: RAISED,
  sql: ({ wholeKinds, ...changes }) =>
    raiseSql(
      changes,
      `forgotten AS (DELETE FROM catalogue_change WHERE kind = ANY(${wholeKinds}::text[]) AND number >= 0),`,
    ),
});

/** Raised by every change of the catalogue: its number, and the sign that the change names its tags. */
const CHANGE_COUNTERS = ['catalogue', 'change'];

/** What a transaction changes of the capacity of one hotel. */
class CapacityChanges {
  readonly #roomTypes = new Set<number>();
  #isWhole = false;
  /** From the first to the last; null: it is not known on which. */
  #nights: DayRange | null = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

  add({ roomTypes, nights }: CapacityChange): void {
    for (const roomType of roomTypes) this.#roomTypes.add(roomType);
    this.#isWhole ||= roomTypes.length === 0;
    this.#nights = this.#nights &&
      nights && { from: Math.min(this.#nights.from, nights.from), to: Math.max(this.#nights.to, nights.to) };
  }

  /** The text for a notification. */
  textOf(counter: string): string {
    const isNamed = !this.#isWhole && this.#roomTypes.size <= MAX_ROOM_TYPES;
    return formatCapacityChange({ counter, roomTypes: isNamed ? [...this.#roomTypes] : [], nights: this.#nights });
  }
}

/** What the statement takes that raises the epochs of `tags`. */
function valuesOf(tags: Iterable<CacheTagText>): Changes & { readonly wholeKinds: readonly string[] } {
  const counters = new Set<string>();
  /** The changes under the counter of their hotel. */
  const changes = new Map<string, CapacityChanges>();
  const numbersByKind = new Map<string, Set<number>>();
  for (const tag of tags) {
    if (tag === 'keys') {
      counters.add(tag);
      continue;
    }
    if (tag.startsWith('inventory:')) {
      const change = parseCapacityChange(tag);
      const { counter } = change;
      counters.add(counter);
      const all = changes.get(counter) ?? new CapacityChanges();
      changes.set(counter, all);
      all.add(change);
      continue;
    }
    const [kind, number = 0] = tag.split(':') as [string, string?];
    numbersByKind.set(kind, (numbersByKind.get(kind) ?? new Set()).add(Number(number)));
  }
  if (numbersByKind.size > 0) for (const counter of CHANGE_COUNTERS) counters.add(counter);
  const wholeKinds: string[] = [];
  const changed = [...numbersByKind].flatMap(([kind, numbers]) => {
    if (numbers.size <= MAX_TAGS_OF_KIND && !numbers.has(ANY_NUMBER))
      return [...numbers].map((number) => ({ kind, number }));
    wholeKinds.push(kind);
    return [{ kind, number: ANY_NUMBER }];
  });
  // In one order, so callers cannot deadlock.
  const ordered = [...counters].sort();
  const notified = ordered.map((counter) => changes.get(counter)?.textOf(counter) ?? counter);
  const kinds = changed.map(({ kind }) => kind);
  return { counters: ordered, notified, kinds, numbers: changed.map(({ number }) => number), wholeKinds };
}

/**
 * Raises epochs in the caller's transaction; listeners are notified when it commits. Call it last, because the rows stay locked
 * until then. All callers lock tags in one order, so they cannot deadlock.
 * @returns the new values, for `Epochs.observe` after the commit
 */
export async function raiseEpochs(tx: SqlClient, tags: Iterable<CacheTagText>): Promise<readonly RaisedEpoch[]> {
  const values = valuesOf(tags);
  if (values.kinds.length > 0) await query(tx, LOCK_CATALOGUE);
  const [row] = await query(tx, values.wholeKinds.length > 0 ? RAISE_WHOLE_KINDS : RAISE, values);
  return row?.raised ?? [];
}

/** Like `raiseEpochs`, as the last statement of a transaction in plain SQL, which it commits. */
export async function commitRaising(
  sql: SqlTransaction,
  tags: Iterable<CacheTagText>,
): Promise<readonly RaisedEpoch[]> {
  const values = valuesOf(tags);
  const locked = values.kinds.length > 0 ? sql.query(LOCK_CATALOGUE) : null;
  const raising = sql.finish(values.wholeKinds.length > 0 ? RAISE_WHOLE_KINDS : RAISE, values);
  const [[row]] = await Promise.all([raising, locked]);
  return row?.raised ?? [];
}
