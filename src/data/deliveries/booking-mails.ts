/** The mails about bookings, as their history shows them (M8): to whom and what came of it, and no address. */
import { BOOKING_EVENT_TYPES, type BookingEventType } from '../../domain/event/event-types.ts';
import type { Database } from '../database/database.ts';
import { int4, listOf, nullable, oneOf, text, textOf, timestamptz } from '../sql/column-types.ts';
import { query, statement } from '../sql/statement.ts';
import { MAILS } from './recipients.ts';

export interface MailOfBooking {
  /** What it is about. */
  readonly kind: BookingEventType;
  readonly to: 'GUEST' | 'HOTEL';
  readonly state: 'WAITING' | 'SENT' | 'FAILED';
  /** When it was sent or given up; while it waits, when it was asked for. */
  readonly at: Date;
  readonly tries: number;
}

/**
 * The mails of a booking's own events, and of a room of a party those of another room that are about it, too (Y2): these are left out
 * where it has one of its own to the same recipient, and where somebody asked for them again, which is of the room that was named. A mail
 * without an address is never sent, so it is left out, also while it waits. So are mails about events that only a newer release knows.
 */
const LIST_MAILS = statement({
  takes: { bookings: listOf(text) },
  returns: {
    ...{ bookingId: nullable(text), kind: textOf<BookingEventType>(), recipient: text, state: oneOf('DeliveryState') },
    ...{ at: timestamptz, tries: int4 },
  },
  sql: ({ bookings }) => `
    SELECT e.booking_id AS "bookingId", e.type::text AS kind, d.recipient, d.state, coalesce(d.finished_at, d.created_at) AS at,
      d.attempts AS tries
    FROM booking_event AS e JOIN booking_event AS t ON t.id IN (e.id, e.mailed_with) JOIN delivery AS d ON d.event_sequence = t.sequence
    WHERE e.booking_id = ANY (${bookings}::char(24)[]) AND d.kind = '${MAILS.kind}' AND d.outcome IS DISTINCT FROM 'dropped'
      AND (t.id = e.id OR d.recipient IN ('customer', 'hotel') AND NOT EXISTS (
        SELECT FROM delivery AS own WHERE own.event_sequence = e.sequence AND own.kind = d.kind AND own.recipient = d.recipient))
      AND (d.state <> 'PENDING' OR d.recipient NOT LIKE 'customer%' OR EXISTS (
        SELECT FROM booking_contact AS c WHERE c.booking_id = t.booking_id AND c.email <> ''))
      AND e.type::text IN (${BOOKING_EVENT_TYPES.map((type) => `'${type}'`).join(', ')})
    ORDER BY d.id`,
});

const STATES = { PENDING: 'WAITING', DONE: 'SENT', FAILED: 'FAILED' } as const;

/** The mails of bookings in the order in which they were asked for. */
export async function listMailsOfBookings(
  { prisma }: Pick<Database, 'prisma'>,
  bookings: readonly string[],
): Promise<ReadonlyMap<string, readonly MailOfBooking[]>> {
  const rows = await query(prisma, LIST_MAILS, { bookings });
  const mails = rows.map(({ bookingId, recipient, state, ...mail }) => {
    const to: MailOfBooking['to'] = recipient === 'hotel' ? 'HOTEL' : 'GUEST';
    return { bookingId, mail: { ...mail, to, state: STATES[state] } };
  });
  return new Map(bookings.map((id) => [id, mails.flatMap((one) => (one.bookingId === id ? [one.mail] : []))]));
}
