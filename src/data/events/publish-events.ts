/**
 * Gives events their positions (S15). An event is written without one, in the transaction of the change, because sequence numbers
 * are not in the order of commits. Here committed events are numbered, by one publisher at a time over all processes: whoever sees a
 * position sees every one below it, and none is given to what was rolled back. The same transaction writes what is to be delivered.
 */

import type { Database } from '../database/database.ts';
import { USUAL_TIMEOUTS } from '../database/sql-transactions.ts';
import { ALL_RECIPIENTS, MAILS, type Recipients } from '../deliveries/recipients.ts';
import { bool, int4, listOf, nullable, text, timestamptz } from '../sql/column-types.ts';
import { onlyRow, query, statement } from '../sql/statement.ts';

/** A trigger on the table says `written` on it, the publisher `published`. */
export const EVENT_CHANNEL = 'booking_events';
export const PUBLISHED = 'published';

/** Advisory lock of the publisher, held for a transaction; the number is arbitrary. */
const LOCK = statement({ sql: () => 'SELECT pg_advisory_xact_lock(7355002)' });

/** Events of one transaction. */
const BATCH = 1_000;

const ANY_UNPUBLISHED = statement({
  returns: { waits: bool },
  sql: () => 'SELECT EXISTS (SELECT FROM booking_event WHERE position IS NULL) AS waits',
});

/**
 * Numbers events, and writes what is to be delivered to recipients of these kinds, in the order of the events. An address that a booking no longer has
 * is kept only to be notified of it: where no mail goes out, it is forgotten here (M7).
 */
const PUBLISH = statement({
  takes: { kinds: listOf(text), now: timestamptz },
  returns: { count: int4, notified: nullable(text) },
  sql: ({ kinds, now }) => `
    WITH unpublished AS (SELECT sequence FROM booking_event WHERE position IS NULL ORDER BY sequence LIMIT ${BATCH}),
    numbered AS (
      SELECT sequence, (SELECT coalesce(max(position), 0) FROM booking_event) + row_number() OVER (ORDER BY sequence) AS position
      FROM unpublished),
    published AS (
      UPDATE booking_event AS e SET position = n.position,
        former_email = CASE WHEN '${MAILS.kind}' = ANY(${kinds}) THEN e.former_email END
      FROM numbered AS n WHERE e.sequence = n.sequence
      RETURNING e.sequence, e.booking_id, e.destination_number, e.type, e.former_email, e.mailed_with)
    ${ALL_RECIPIENTS.map(
      ({ kind, sql }) => `, of_${kind} AS (
        INSERT INTO delivery (kind, recipient, endpoint_id, event_sequence, due_at, created_at)
        SELECT '${kind}', recipient, endpoint_id, sequence, ${now}, ${now} FROM (${sql}) AS r WHERE '${kind}' = ANY(${kinds})
        ORDER BY sequence)`,
    ).join('')}
    SELECT count(*)::int AS count, (SELECT pg_notify('${EVENT_CHANNEL}', '${PUBLISHED}')::text FROM published LIMIT 1) AS notified
    FROM published`,
});

/** Wakes those who wait for events or deliver them. */
export const NOTIFY_PUBLISHED = statement({
  sql: () => `SELECT pg_notify('${EVENT_CHANNEL}', '${PUBLISHED}')::text`,
});

/**
 * Publishes every event that was committed before the call. Without any it costs one look at a partial index.
 * @returns how many there were
 */
export async function publishEvents(
  { prisma, transact }: Pick<Database, 'prisma' | 'transact'>,
  { recipients, now }: { recipients: readonly Recipients[]; now: number },
): Promise<number> {
  const found = onlyRow(await query(prisma, ANY_UNPUBLISHED));
  if (!found.waits) return 0;
  const values = { kinds: recipients.map(({ kind }) => kind), now: new Date(now) };
  let published = 0;
  for (;;) {
    const count = await transact(async (sql) => {
      // Not `finish`: that this succeeds does not say that bookings can be written.
      // A statement of its own: the next one sees what the publisher before has committed.
      const [, notified] = await Promise.all([sql.query(LOCK), sql.query(PUBLISH, values)]);
      return onlyRow(notified).count;
    }, USUAL_TIMEOUTS);
    published += count;
    if (count < BATCH) return published;
  }
}
