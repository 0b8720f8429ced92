/**
 * The queue of mails (S17): to whom an event is mailed, and mails that somebody asks for again. What a mail says is decided
 * when the mail is written (`operations/mail`); here only what never becomes a mail is left out.
 */
import { randomBytes } from 'node:crypto';
import { BOOKING_EVENT_TYPES, BOOKING_EVENTS } from '../../domain/event/event-types.ts';
import type { Database } from '../database/database.ts';
import type { TransactionTimeouts } from '../database/sql-transactions.ts';
import { NOTIFY_PUBLISHED } from '../events/publish-events.ts';
import type { Recipients } from './recipients.ts';

/** Types of events with the recipients of their mails. */
const MAILED = BOOKING_EVENT_TYPES.flatMap((type) => BOOKING_EVENTS[type].mails.map((to) => `('${type}', '${to}')`));

/** The customer, and the hotel if it has an address. */
export const MAILS: Recipients = {
  kind: 'mail',
  sql: `
    SELECT r.recipient, NULL::char(24) AS endpoint_id, p.sequence
    FROM published AS p JOIN booking AS b ON b.id = p.booking_id JOIN hotel AS h ON h.number = b.hotel_number
      JOIN (VALUES ${MAILED.join(', ')}) AS r (type, recipient) ON r.type = p.type::text
    WHERE r.recipient = 'customer' OR (h.reservation_email IS NOT NULL AND NOT b.is_test)`,
  ownerSql: (d) =>
    `(SELECT b.client_id FROM booking_event AS e JOIN booking AS b ON b.id = e.booking_id WHERE e.sequence = ${d}.event_sequence)`,
};

const TIMEOUTS: TransactionTimeouts = {
  lockMs: 4_000,
  statementMs: 10_000,
  transactionMs: 20_000,
  connectionMs: undefined,
};

/** The first statement of the transaction: concurrent requests wait here, and then see what this one has queued. */
const LOCK_BOOKING = 'SELECT id FROM booking WHERE id = $1 FOR UPDATE';

/** $1: the booking, $2: the recipient, $3: now. */
const QUEUE_AGAIN = `
  INSERT INTO delivery (kind, recipient, event_sequence, due_at, created_at)
  SELECT '${MAILS.kind}', $2, e.sequence, $3::timestamptz, $3::timestamptz
  FROM (SELECT sequence, type FROM booking_event WHERE booking_id = $1 ORDER BY sequence DESC LIMIT 1) AS e
  WHERE e.type <> 'ERASED' AND NOT EXISTS (
    SELECT FROM delivery AS d WHERE d.event_sequence = e.sequence AND d.kind = '${MAILS.kind}' AND d.state = 'PENDING'
      AND d.recipient LIKE 'customer-%')`;

/** A mail to the customer that somebody asked for again is one of its own, also for mail programs: this is its recipient. */
export function repeatedToCustomer(): string {
  return `customer-${randomBytes(8).toString('hex')}`;
}

/**
 * Queues the mail to the customer about the present state of a booking once more, unless one that was asked for still waits, or
 * the personal data of the booking were erased.
 * @param now in milliseconds since 1970
 */
export async function queueMailAgain(
  { transact }: Pick<Database, 'transact'>,
  { bookingId, now }: { bookingId: string; now: number },
): Promise<void> {
  await transact(
    (sql) =>
      Promise.all([
        sql.query(LOCK_BOOKING, [bookingId]),
        sql.query(QUEUE_AGAIN, [bookingId, repeatedToCustomer(), new Date(now).toISOString()]),
        sql.query(NOTIFY_PUBLISHED),
      ]),
    TIMEOUTS,
  );
}
