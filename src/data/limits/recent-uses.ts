/**
 * What subjects (an address, an e-mail address, a booking) have used lately (A4, A6, B8), counted by all processes in one table, in the
 * transaction that does what is counted: what is rolled back does not count. Subjects take turns under advisory locks that end with the
 * transaction, so a limit is never exceeded however many come at once. The table holds hashes, times and amounts, no subjects.
 */

import { createHash } from 'node:crypto';
import { longestWait, longestWindow, type UseLimit, type Uses, withUse } from '../../domain/limits/use-limits.ts';
import type { Database } from '../database/database.ts';
import type { SqlTransaction } from '../database/sql-transactions.ts';
import {
  int4,
  int8,
  type JsOf,
  jsonList,
  jsonObject,
  jsonTuple,
  listOf,
  nullable,
  text,
  textOf,
  timestamptz,
} from '../sql/column-types.ts';
import { onlyRow, query, statement } from '../sql/statement.ts';

/** What is counted: each kind has its own subjects. */
export type UseKind =
  | ('request' | 'booking' | 'email' | 'roomNights' | 'change' | 'mail')
  | ('failed_lookup' | 'failed_booking_lookup');

/** A subject with the limits on its uses; a limit of another length changes nothing about what is stored. */
export interface UseSubject {
  readonly kind: UseKind;
  /** The name of the subject, in one form; it is stored as its hash. */
  readonly subject: string;
  readonly limits: readonly UseLimit[];
}

/** A locked subject and what it has used. */
export interface LockedUses<Subject extends UseSubject = UseSubject> {
  readonly of: Subject;
  readonly uses: Uses;
}

/** A key space of its own among advisory locks; the number is arbitrary. */
const USE_LOCKS = 735_515;

/** Subjects are locked in the order of the numbers, which is that of the list, so the order is always the same. */
const LOCK = statement({
  takes: { locks: listOf(int4) },
  sql: ({ locks }) =>
    `SELECT count(pg_advisory_xact_lock(${USE_LOCKS}, lock)::text) FROM unnest(${locks}::int[]) AS lock`,
});

const SUBJECT = { kind: textOf<UseKind>(), hash: text };

/** A statement of its own: its snapshot is taken under the locks. */
const READ = statement({
  takes: { named: jsonList(jsonObject({ place: int4, ...SUBJECT })) },
  /** The time of each use, in milliseconds since 1970, and its amount. */
  returns: { place: int4, uses: nullable(jsonList(jsonTuple(int8, int4))) },
  sql: ({ named }) => `
    SELECT w.place, (SELECT json_agg(json_build_array((extract(epoch FROM at) * 1000)::bigint, amount) ORDER BY at DESC)
      FROM unnest(u.times, u.amounts) AS use (at, amount)) AS uses
    FROM json_to_recordset(${named}) AS w (place int, kind text, hash char(64))
      JOIN recent_use AS u ON u.kind = w.kind AND u.subject_hash = w.hash`,
});

const STORED_USES = jsonObject({
  ...SUBJECT,
  ...{ times: jsonList(timestamptz), amounts: jsonList(int4), expires: timestamptz },
});

const WRITE = statement({
  takes: { rows: jsonList(STORED_USES) },
  sql: ({ rows }) => `
    INSERT INTO recent_use (kind, subject_hash, times, amounts, expires_at)
    SELECT kind, hash, times, amounts, expires
    FROM json_to_recordset(${rows}) AS w (kind text, hash char(64), times timestamptz[], amounts int[], expires timestamptz)
    ON CONFLICT (kind, subject_hash) DO UPDATE
      SET times = excluded.times, amounts = excluded.amounts, expires_at = excluded.expires_at`,
});

/**
 * Waits until no other transaction has any of the subjects, and reads what they have used. Subjects without a limit are left out.
 * Call it at most once in a transaction, after all locks but those of the last write (epochs): who waits here must hold nothing that
 * a holder of these locks will want.
 */
export async function lockUses<Subject extends UseSubject>(
  sql: SqlTransaction,
  subjects: readonly Subject[],
): Promise<LockedUses<Subject>[]> {
  const limited = subjects.filter(({ limits }) => limits.length > 0);
  if (limited.length === 0) return [];
  const named = limited.map((one, place) => ({ place, kind: one.kind, hash: hashSubject(one.subject) }));
  const locks = new Set(named.map(({ kind, hash }) => lockNumber(kind, hash)));
  const [, rows] = await Promise.all([
    sql.query(LOCK, { locks: [...locks].sort((a, b) => a - b) }),
    sql.query(READ, { named }),
  ]);
  const found = new Map(rows.map(({ place, uses }) => [place, uses]));
  return limited.map((of, place) => ({
    of,
    uses: (found.get(place) ?? []).map(([at, amount]) => ({ at, amount })),
  }));
}

/** A locked subject is about to use `amount`; 0: nothing. */
export interface NextUse<Subject extends UseSubject = UseSubject> extends LockedUses<Subject> {
  readonly amount: number;
}

/**
 * The use that has to wait longest at `now` (milliseconds since 1970), for which limit and until when; null: all are within theirs.
 */
export function firstExceeded<Subject extends UseSubject>(
  next: readonly NextUse<Subject>[],
  now: number,
): { readonly of: Subject; readonly limit: UseLimit; readonly until: number } | null {
  const waits = next.flatMap(({ of, uses, amount }) => {
    const wait = amount > 0 ? longestWait(uses, { limits: of.limits, amount, now }) : null;
    return wait === null ? [] : [{ of, ...wait }];
  });
  return waits.sort((a, b) => b.until - a.until)[0] ?? null;
}

/** Counts the uses at `now`, under the locks. It can be sent together with what is counted, before it. */
export async function recordUses(sql: SqlTransaction, next: readonly NextUse[], now: number): Promise<void> {
  const used = next.filter(({ amount }) => amount > 0);
  if (used.length === 0) return;
  const rows = used.map(({ of: { kind, subject, limits }, uses, amount }): JsOf<typeof STORED_USES> => {
    const counted = withUse(uses, { at: now, amount }, limits);
    return {
      kind,
      hash: hashSubject(subject),
      times: counted.map(({ at }) => new Date(at)),
      amounts: counted.map((use) => use.amount),
      expires: new Date((counted[0]?.at ?? now) + longestWindow(limits)),
    };
  });
  await sql.query(WRITE, { rows });
}

/**
 * When subjects of a kind were used, by subject; a subject without recorded uses has no entry. It serves people who ask what is
 * stored of them.
 */
export async function readUses(
  { prisma }: Pick<Database, 'prisma'>,
  kind: UseKind,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, readonly Date[]>> {
  const byHash = new Map(subjects.map((subject) => [hashSubject(subject), subject]));
  const rows = await prisma.recentUse.findMany({ where: { kind, subjectHash: { in: [...byHash.keys()] } } });
  // biome-ignore lint/style/noNonNullAssertion: the rows are those of these hashes.
  return new Map(rows.map(({ subjectHash, times }) => [byHash.get(subjectHash)!, times]));
}

const DELETE_EXPIRED = statement({
  takes: { now: timestamptz },
  returns: { count: int4 },
  sql: ({ now }) => `
    WITH deleted AS (
      DELETE FROM recent_use AS u USING (
        SELECT kind, subject_hash FROM recent_use WHERE expires_at <= ${now} FOR UPDATE SKIP LOCKED) AS old
      WHERE u.kind = old.kind AND u.subject_hash = old.subject_hash RETURNING u.kind)
    SELECT count(*)::int AS count FROM deleted`,
});

/**
 * Deletes what counts against no limit any more at `now` (milliseconds since 1970), for a periodic sweep. Rows in use are left for
 * the next one.
 * @returns how many were deleted
 */
export async function deleteExpiredUses({ prisma }: Pick<Database, 'prisma'>, now: number): Promise<number> {
  const deleted = onlyRow(await query(prisma, DELETE_EXPIRED, { now: new Date(now) }));
  return deleted.count;
}

/** SHA-256 in hexadecimal digits. */
export function hashSubject(subject: string): string {
  return createHash('sha256').update(subject).digest('hex');
}

/** Two subjects with one number take turns, too, which harms nothing. */
function lockNumber(kind: UseKind, hash: string): number {
  return createHash('sha256').update(`${kind} ${hash}`).digest().readInt32BE();
}
