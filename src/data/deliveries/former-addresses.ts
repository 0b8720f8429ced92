/**
 * E-mail addresses that bookings had before a change. An event keeps one until the mail to it about the change has ended, or until it is
 * published where no mail goes out (M7). So those that are kept are found without reading the history.
 */
import { MAILS } from './recipients.ts';

/** SQL: the sequences of all events that keep a former address, and some others. */
export const EVENTS_WITH_FORMER_EMAIL = `
  SELECT sequence FROM booking_event WHERE position IS NULL
  UNION SELECT event_sequence FROM delivery WHERE kind = '${MAILS.kind}' AND recipient = 'former' AND state = 'PENDING'`;
