/**
 * The queue of mails (S17): to whom an event is mailed, and mails that somebody asks for again. What a recipient is told is decided
 * when the mail is written (`operations/mail`); here only what never becomes a mail is left out.
 */
import type { Database } from '../database/database.ts';
import type { TransactionTimeouts } from '../database/sql-transactions.ts';
import { TELL_PUBLISHED } from '../events/publish-events.ts';
import type { Recipients } from './recipients.ts';

/** The customer, and the hotel if it has an address. */
export const MAILS: Recipients = {
  kind: 'mail',
  sql: `
    SELECT r.recipient, NULL::char(24) AS endpoint_id, p.sequence
    FROM published AS p JOIN booking AS b ON b.id = p.booking_id JOIN hotel AS h ON h.number = b.hotel_number
      CROSS JOIN (VALUES ('customer'), ('hotel')) AS r (recipient)
    WHERE p.type <> 'ERASED' AND (r.recipient = 'customer' OR (
      h.reservation_email IS NOT NULL AND NOT b.is_test AND p.type IN ('CONFIRMED', 'REQUESTED', 'CANCELLED')))`,
};

const TIMEOUTS: TransactionTimeouts = {
  lockMs: 4_000,
  statementMs: 10_000,
  transactionMs: 20_000,
  connectionMs: undefined,
};

/** $1: the booking, $2: the recipient, $3: now. */
const QUEUE_AGAIN = `
  INSERT INTO delivery (kind, recipient, event_sequence, due_at, created_at)
  SELECT '${MAILS.kind}', $2, e.sequence, $3::timestamptz, $3::timestamptz
  FROM (SELECT sequence, type FROM booking_event WHERE booking_id = $1 ORDER BY sequence DESC LIMIT 1) AS e WHERE e.type <> 'ERASED'
  RETURNING recipient`;

/**
 * Queues the mail about the present state of a booking once more.
 * @param recipient one of its own: a delivery is to one recipient once
 * @returns whether there is anything to tell: not when its personal data were erased
 */
export async function queueMailAgain(
  { transact }: Pick<Database, 'transact'>,
  { bookingId, recipient, now }: { bookingId: string; recipient: string; now: number },
): Promise<boolean> {
  const [queued] = await transact(
    (sql) =>
      Promise.all([
        sql.query(QUEUE_AGAIN, [bookingId, recipient, new Date(now).toISOString()]),
        sql.finish(TELL_PUBLISHED),
      ]),
    TIMEOUTS,
  );
  return queued.length > 0;
}
