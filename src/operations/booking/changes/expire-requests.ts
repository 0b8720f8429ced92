/**
 * Records what is so without it: a request that nobody answered has expired from the day after arrival on (S1). Others are
 * notified by the event of it; rooms of a party that expire together are in one mail (Y2).
 */

import type { Database } from '../../../data/database/database.ts';
import { date, int8, text, timestamptz } from '../../../data/sql/column-types.ts';
import { query, statement } from '../../../data/sql/statement.ts';
import { SERVICE } from '../../../domain/event/actor.ts';
import { dayInTimeZone } from '../../../domain/time/civil-date.ts';

const BATCH = 500;

const EXPIRE = statement({
  takes: { today: date, batch: int8, now: timestamptz },
  returns: { id: text },
  sql: ({ today, batch, now }) => `
    WITH due AS (
      SELECT id FROM booking WHERE status = 'REQUESTED' AND arrival < ${today}
      ORDER BY id LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED),
    expired AS (UPDATE booking AS b SET status = 'EXPIRED' FROM due WHERE b.id = due.id
      RETURNING b.id, coalesce(b.party_id, b.id) AS party, b.party_room),
    made AS MATERIALIZED (SELECT *, 'evt_' || new_object_id() AS event FROM expired)
    INSERT INTO booking_event (id, booking_id, type, status, at, by, mailed_with)
    SELECT event, id, 'EXPIRED', 'EXPIRED', ${now}, '${SERVICE}',
      nullif(first_value(event) OVER (PARTITION BY party ORDER BY party_room), event)
    FROM made RETURNING id`,
});

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
  const today = dayInTimeZone(now, businessTimeZone);
  for (let expired = 0; ; ) {
    const written = await query(prisma, EXPIRE, { today, batch, now: new Date(now) });
    expired += written.length;
    if (written.length < batch) return expired;
  }
}
