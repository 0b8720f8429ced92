/**
 * To whom an event is delivered: queries that the publisher runs in the transaction that gives the event its position. Each reads
 * `published` (`sequence`, `type`, `former_email`, `mailed_with`, `booking_id`; of an event about something else that is null, and `destination_number` is
 * not) and returns `recipient`, `endpoint_id` and `sequence`. What is in a mail is decided when it is written
 * (`operations/mail`); here only what never becomes a mail is left out.
 */
import { BOOKING_EVENT_TYPES, BOOKING_EVENTS } from '../../domain/event/event-types.ts';

export interface Recipients {
  /** How they receive it; the worker of this kind delivers. */
  readonly kind: string;
  readonly sql: string;
}

/**
 * The webhooks that may know of the subject of an event and want to know what happened to it; those of test keys may know of tests alone
 * (A7), those of keys that are bound to hotels of their bookings (M10). One that is being removed is left out.
 */
export const WEBHOOKS: Recipients = {
  kind: 'webhook',
  sql: `
    SELECT w.id AS recipient, w.id AS endpoint_id, p.sequence
    FROM published AS p LEFT JOIN booking AS b ON b.id = p.booking_id LEFT JOIN hotel AS h ON h.number = b.hotel_number
      JOIN webhook_endpoint AS w ON w.is_enabled
        AND (w.all_destinations OR coalesce(h.destination_number, p.destination_number) = ANY(w.destination_numbers)
          OR b.hotel_number = ANY(w.hotel_numbers))
        AND (cardinality(w.types) = 0 OR p.type = ANY(w.types))
        AND CASE WHEN w.is_test THEN coalesce(b.is_test, false) ELSE w.includes_tests OR b.is_test IS NOT TRUE END
    FOR KEY SHARE OF w`,
};

/** Types of events with the recipients of their mails. */
const MAILED = BOOKING_EVENT_TYPES.flatMap((type) => BOOKING_EVENTS[type].mails.map((to) => `('${type}', '${to}')`));

/**
 * The customer, the hotel if it has an address, and the address that the customer no longer has (M7). What happened to several rooms of a
 * party at once is in one mail, that of the event of the first (Y2).
 */
export const MAILS: Recipients = {
  kind: 'mail',
  sql: `
    SELECT r.recipient, NULL::char(24) AS endpoint_id, p.sequence
    FROM published AS p JOIN booking AS b ON b.id = p.booking_id JOIN hotel AS h ON h.number = b.hotel_number
      JOIN (VALUES ${MAILED.join(', ')}) AS r (type, recipient) ON r.type = p.type::text
    WHERE p.mailed_with IS NULL AND CASE r.recipient WHEN 'customer' THEN true WHEN 'former' THEN p.former_email IS NOT NULL
      ELSE h.reservation_email IS NOT NULL AND NOT b.is_test END`,
};

export const ALL_RECIPIENTS: readonly Recipients[] = [WEBHOOKS, MAILS];
