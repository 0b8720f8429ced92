/**
 * The limit of failed look-ups by reference and e-mail address (S6): ten in any hour for a client, and ten for a reference, over all
 * processes. Look-ups of one client take turns, as do those of one reference, under advisory locks that end with the transaction: so
 * no more than ten guesses are ever compared, however many come at once, and one that succeeds writes nothing. Times are from the
 * injected clock.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../../../data/database/database.ts';
import type { SqlTransaction } from '../../../data/database/sql-transactions.ts';

/** Failures in any window of `LOOKUP_WINDOW_MS`, which excludes its first instant. */
export const FAILED_LOOKUPS_PER_WINDOW = 10;
export const LOOKUP_WINDOW_MS = 3_600_000;

/** What failures are counted for; the locks are taken in this order. */
export interface LookupSubjects {
  readonly clientId: string;
  /** In the stored form. */
  readonly reference: string;
}

/** The first number is a key space of its own: holds and idempotency keys have others. */
const LOCK = `SELECT pg_advisory_xact_lock($1::int, hashtext($2))::text AS locked`;
const CLIENT_LOCKS = 1;
const REFERENCE_LOCKS = 2;

const READ_OLDEST = `
  SELECT (extract(epoch FROM max(failed_at[${FAILED_LOOKUPS_PER_WINDOW}])) * 1000)::text AS oldest
  FROM failed_lookup WHERE subject_hash = ANY ($1::text[]) AND failed_at[${FAILED_LOOKUPS_PER_WINDOW}] > $2::timestamptz`;

/** Keeps the newest times, whatever they are: clocks of processes differ. */
const COUNT_FAILURE = `
  INSERT INTO failed_lookup AS f (subject_hash, failed_at) SELECT subject, ARRAY[$2::timestamptz] FROM unnest($1::text[]) AS subject
  ON CONFLICT (subject_hash) DO UPDATE SET failed_at = ARRAY(
    SELECT failed FROM unnest(f.failed_at || excluded.failed_at) AS failed ORDER BY failed DESC LIMIT ${FAILED_LOOKUPS_PER_WINDOW})`;

/** Hashes, so that the table names no client and no booking. */
function hashesOf({ clientId, reference }: LookupSubjects): string[] {
  return [`client:${clientId}`, `reference:${reference}`].map((text) =>
    createHash('sha256').update(text).digest('hex'),
  );
}

/**
 * Waits until no other look-up of the client or of the reference is under way.
 * @returns whole seconds until one more may fail at `now` (milliseconds since 1970), 1 to 3600; null: it may
 */
export async function lockLookups(sql: SqlTransaction, subjects: LookupSubjects, now: number): Promise<number | null> {
  const since = new Date(now - LOOKUP_WINDOW_MS).toISOString();
  const [, , [row]] = await Promise.all([
    sql.query(LOCK, [CLIENT_LOCKS, subjects.clientId]),
    sql.query(LOCK, [REFERENCE_LOCKS, subjects.reference]),
    sql.query<{ oldest: string | null }>(READ_OLDEST, [hashesOf(subjects), since]),
  ]);
  if (row!.oldest === null) return null;
  return Math.min(3_600, Math.max(1, Math.ceil((Number(row!.oldest) + LOOKUP_WINDOW_MS - now) / 1_000)));
}

/** Counts a failure at `now`, under the locks. */
export async function countFailedLookup(sql: SqlTransaction, subjects: LookupSubjects, now: number): Promise<void> {
  await sql.query(COUNT_FAILURE, [hashesOf(subjects), new Date(now).toISOString()]);
}

/**
 * Deletes rows that limit nothing any more at `now` (milliseconds since 1970), for a periodic sweep. Rows in use are left for the
 * next one.
 * @returns how many were deleted
 */
export async function deleteExpiredLookups({ prisma }: Pick<Database, 'prisma'>, now: number): Promise<number> {
  const before = new Date(now - LOOKUP_WINDOW_MS);
  return prisma.$executeRaw`
    DELETE FROM failed_lookup AS f USING (
      SELECT subject_hash FROM failed_lookup WHERE failed_at[1] <= ${before} FOR UPDATE SKIP LOCKED) AS old
    WHERE f.subject_hash = old.subject_hash`;
}
