/**
 * The limit of booking requests (`kind: REQUEST`) for one hotel and one e-mail address (B8): ten in any minute, over
 * all keys and processes. The times of the last ten are in one row. One statement of the booking's transaction reads,
 * changes and locks it, so requests that would exceed the limit together wait for each other, and a refused or
 * rolled-back one does not count. The row is found by its primary key, at the same cost for any number of bookings.
 * Times are those of the bookings (`createdAt`), from the injected clock.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../../data/database/database.ts';
import type { SqlTransaction } from '../../data/database/sql-transactions.ts';
import { type TooManyRequests, tooManyRequests } from './booking-outcome.ts';

/** Requests in any window of `REQUEST_WINDOW_MS`, which excludes its first instant. */
export const REQUESTS_PER_WINDOW = 10;
export const REQUEST_WINDOW_MS = 60_000;

export interface CountedRequest {
  readonly hotel: number;
  /** As sent; letter case and surrounding spaces make no difference. */
  readonly email: string;
}

/**
 * Keeps the newest times, whatever they are: clocks of processes differ, and a request may have waited since it read
 * its clock.
 */
const COUNT_REQUEST = `
  INSERT INTO recent_request AS r (hotel_number, email_hash, made_at) VALUES ($1, $2, ARRAY[$3::timestamptz])
  ON CONFLICT (hotel_number, email_hash) DO UPDATE
    SET made_at = ARRAY(
      SELECT made FROM unnest(r.made_at || excluded.made_at) AS made ORDER BY made DESC LIMIT ${REQUESTS_PER_WINDOW})
    WHERE cardinality(r.made_at) < ${REQUESTS_PER_WINDOW} OR r.made_at[${REQUESTS_PER_WINDOW}] <= $4::timestamptz
  RETURNING true AS counted`;

const READ_OLDEST = `
  SELECT (extract(epoch FROM made_at[${REQUESTS_PER_WINDOW}]) * 1000)::text AS oldest
  FROM recent_request WHERE hotel_number = $1 AND email_hash = $2`;

/** SHA-256 of the address in lower case, in hexadecimal digits. */
function hashEmail(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
}

/**
 * Counts a request at `now` (milliseconds since 1970) within the caller's transaction; false: too many. Call it after
 * taking all other locks: it waits for the transactions of earlier requests, which must not wait for locks of this one.
 */
export async function countRequest(
  sql: SqlTransaction,
  { hotel, email }: CountedRequest,
  now: number,
): Promise<boolean> {
  const [at, before] = [now, now - REQUEST_WINDOW_MS].map((ms) => new Date(ms).toISOString());
  return (await sql.query(COUNT_REQUEST, [hotel, hashEmail(email), at!, before!])).length === 1;
}

/** The refusal of a request that was not counted, with the time to retry. */
export async function readRequestRefusal(
  sql: SqlTransaction,
  { hotel, email }: CountedRequest,
  now: number,
): Promise<TooManyRequests> {
  const [row] = await sql.query<{ oldest: string }>(READ_OLDEST, [hotel, hashEmail(email)]);
  return tooManyRequests(hotel, Math.max(1, Math.ceil((Number(row!.oldest) + REQUEST_WINDOW_MS - now) / 1_000)));
}

/** What is counted of an address, as numbers of hotels with the times of requests. */
export function recentRequestsOf(prisma: Database['prisma'], email: string) {
  return prisma.recentRequest.findMany({
    where: { emailHash: hashEmail(email) },
    select: { hotelNumber: true, madeAt: true },
    orderBy: { hotelNumber: 'asc' },
  });
}

/**
 * Deletes rows that limit nothing any more at `now` (milliseconds since 1970), for a periodic sweep. Rows in use are
 * left for the next one.
 * @returns how many were deleted
 */
export async function deleteExpiredRequests({ prisma }: Database, now: number): Promise<number> {
  const before = new Date(now - REQUEST_WINDOW_MS);
  return prisma.$executeRaw`
    DELETE FROM recent_request AS r USING (
      SELECT hotel_number, email_hash FROM recent_request WHERE made_at[1] <= ${before} FOR UPDATE SKIP LOCKED) AS old
    WHERE r.hotel_number = old.hotel_number AND r.email_hash = old.email_hash`;
}
