/** What changes of bookings have replaced. */

import { type BookingRows, readBookingRows } from '../booking-rows.ts';
import type { SqlTransaction } from '../database/sql-transactions.ts';
import { json, nullable, text } from '../sql/column-types.ts';
import { onlyRow, statement } from '../sql/statement.ts';
import { type StayRows, stayRowsOf } from '../stay-changes.ts';

/** The names of what is booked, which mails say. */
const NAMES = `'{roomType,visitType}'::text[]`;

/** What an event has replaced, and what the next one of the booking has that replaced something. */
const READ_REPLACED = statement({
  takes: { eventId: nullable(text) },
  returns: { before: nullable(json<StayRows>()), next: nullable(json<StayRows>()) },
  sql: ({ eventId }) => `
    SELECT e.before - ${NAMES} AS before, (
      SELECT n.before - ${NAMES} FROM booking_event AS n
      WHERE n.booking_id = e.booking_id AND n.sequence > e.sequence AND n.before IS NOT NULL ORDER BY n.sequence LIMIT 1) AS next
    FROM booking_event AS e WHERE e.id = ${eventId}`,
});

type StoredPrice = StayRows & Pick<BookingRows['booking'], 'currency'>;

/** The stay and its price before and after a change of a booking, whatever came later; without an event, as they are now. */
export async function readChange(
  sql: SqlTransaction,
  { bookingId, eventId }: { bookingId: string; eventId: string | null },
): Promise<{ readonly before: StoredPrice; readonly after: StoredPrice }> {
  const [rows, replaced] = await Promise.all([readBookingRows(sql, bookingId), sql.query(READ_REPLACED, { eventId })]);
  if (rows === null) throw new Error('there is no booking that was changed');
  const { before, next } = eventId === null ? { before: null, next: null } : onlyRow(replaced);
  const { currency } = rows.booking;
  const after = next ?? stayRowsOf(rows);
  return { before: { ...(before ?? after), currency }, after: { ...after, currency } };
}
