/** Mails beside those that the publisher queues: what somebody asks for again (S17), and those of rooms that others leave out (Y2). */
import { randomBytes } from 'node:crypto';
import { typesMailedTo } from '../../domain/event/event-types.ts';
import type { Database } from '../database/database.ts';
import { USUAL_TIMEOUTS } from '../database/sql-transactions.ts';
import { NOTIFY_PUBLISHED } from '../events/publish-events.ts';
import { int8, listOf, text, timestamptz } from '../sql/column-types.ts';
import { statement } from '../sql/statement.ts';
import { MAILS } from './recipients.ts';

/** The first statement of the transaction: concurrent requests wait here, and then see what this one has queued. */
const LOCK_BOOKING = statement({
  takes: { bookingId: text },
  sql: ({ bookingId }) => `SELECT id FROM booking WHERE id = ${bookingId} FOR UPDATE`,
});

/** For how long a process claims a mail, which it gives up after a minute. Until then one that was tried may be under way. */
export const MAIL_LEASE_MS = 120_000;

const MAILED_TO_CUSTOMER = typesMailedTo('customer').map((type) => `'${type}'`);

/** The latest event that is mailed says what a booking is: those since, of which nobody gets a mail, change nothing that a guest reads. */
const QUEUE_AGAIN = statement({
  takes: { bookingId: text, recipient: text, now: timestamptz },
  sql: ({ bookingId, recipient, now }) => `
    WITH present AS (
      SELECT e.sequence FROM booking_event AS e JOIN booking AS b ON b.id = e.booking_id
      WHERE b.id = ${bookingId} AND b.erased_at IS NULL AND e.type::text IN (${MAILED_TO_CUSTOMER.join(', ')})
      ORDER BY e.sequence DESC LIMIT 1),
    waiting AS (
      SELECT d.id, d.event_sequence AS sequence FROM booking_event AS e JOIN delivery AS d ON d.event_sequence = e.sequence
      WHERE e.booking_id = ${bookingId} AND d.kind = '${MAILS.kind}' AND d.state = 'PENDING' AND d.recipient LIKE 'customer-%'),
    replaced AS (
      DELETE FROM delivery USING waiting AS w, present AS p WHERE delivery.id = w.id AND w.sequence <> p.sequence
        AND delivery.state = 'PENDING' AND (delivery.attempted_at IS NULL OR delivery.attempted_at + interval '${MAIL_LEASE_MS} milliseconds' < ${now}))
    INSERT INTO delivery (kind, recipient, event_sequence, due_at, created_at)
    SELECT '${MAILS.kind}', ${recipient}, sequence, ${now}, ${now} FROM present AS p
    WHERE NOT EXISTS (SELECT FROM waiting AS w WHERE w.sequence = p.sequence)`,
});

/** A mail to the customer that somebody asked for again is one of its own, also for mail programs: this is its recipient. */
export function repeatedToCustomer(): string {
  return `customer-${randomBytes(8).toString('hex')}`;
}

/**
 * Queues the mail to the customer about the present state of a booking once more, unless one that was asked for still waits, or
 * the personal data of the booking were erased. One that waits about an earlier state gives way to it.
 * @param now in milliseconds since 1970
 */
export async function queueMailAgain(
  { transact }: Pick<Database, 'transact'>,
  { bookingId, now }: { bookingId: string; now: number },
): Promise<void> {
  await transact(
    (sql) =>
      Promise.all([
        sql.query(LOCK_BOOKING, { bookingId }),
        sql.query(QUEUE_AGAIN, { bookingId, recipient: repeatedToCustomer(), now: new Date(now) }),
        sql.query(NOTIFY_PUBLISHED),
      ]),
    USUAL_TIMEOUTS,
  );
}

const QUEUE_APART = statement({
  takes: { events: listOf(int8), recipient: text, now: timestamptz },
  sql: ({ events, recipient, now }) => `
    INSERT INTO delivery (kind, recipient, event_sequence, due_at, created_at)
    SELECT '${MAILS.kind}', ${recipient}, sequence, ${now}, ${now} FROM booking_event
    WHERE sequence = ANY (${events}::bigint[]) ORDER BY sequence
    ON CONFLICT (event_sequence, kind, recipient) DO NOTHING`,
});

/**
 * Queues a mail of its own for each of some events of rooms of a party, which can no longer be in one mail (Y2). It is queued once.
 * @param mails `events`: sequences; `now`: in milliseconds since 1970
 */
export async function queueMailsApart(
  { transact }: Pick<Database, 'transact'>,
  { events, recipient, now }: { events: readonly number[]; recipient: string; now: number },
): Promise<void> {
  const values = { events, recipient, now: new Date(now) };
  await transact((sql) => Promise.all([sql.query(QUEUE_APART, values), sql.query(NOTIFY_PUBLISHED)]), USUAL_TIMEOUTS);
}
