/**
 * Records what is so without it: a request that nobody answered has expired from the day after arrival on (S1). The event of it is
 * what others hear.
 */
import type { Database } from '../../../data/database/database.ts';
import { dayInTimeZone, formatDay } from '../../../domain/time/civil-date.ts';

const BATCH = 500;

/**
 * Records the requests that have expired by `now` (milliseconds since 1970), each with one event, for a periodic sweep of every
 * process. What another transaction has locked is left to it or to the next sweep.
 * @param options `batch`: requests that one statement locks
 * @returns how many were recorded
 */
export async function expireRequests(
  { prisma }: Pick<Database, 'prisma'>,
  { now, businessTimeZone, batch = BATCH }: { now: number; businessTimeZone: string; batch?: number },
): Promise<number> {
  const today = formatDay(dayInTimeZone(now, businessTimeZone));
  for (let expired = 0; ; ) {
    const written = await prisma.$executeRaw`
      WITH due AS (
        SELECT id FROM booking WHERE status = 'REQUESTED' AND arrival < ${today}::date
        ORDER BY id LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED),
      expired AS (UPDATE booking AS b SET status = 'EXPIRED' FROM due WHERE b.id = due.id RETURNING b.id)
      INSERT INTO booking_event (id, booking_id, type, status, at)
      SELECT 'evt_' || new_object_id(), id, 'EXPIRED', 'EXPIRED', ${new Date(now)} FROM expired`;
    expired += written;
    if (written < batch) return expired;
  }
}
