/**
 * Delivers the mail about an event to one recipient (S17): sends it, or keeps it for the demo to show. The Message-ID is made of the
 * event and the recipient, so a mail that is sent twice, because nobody learned that it had arrived, is one to mail programs. A mail
 * to a customer that a publishable key has caused waits for its turn (A4).
 */
import type { Database } from '../../data/database/database.ts';
import type { ClaimedDelivery } from '../../data/deliveries/deliveries.ts';
import { takeMailTurn } from '../../data/deliveries/mail-turns.ts';
import { queueMailsApart } from '../../data/deliveries/mails.ts';
import { keepMail } from '../../data/kept-mails.ts';
import type { MailRecipient } from '../../domain/event/event-types.ts';
import { comparableEmail } from '../../domain/text/email-address.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { renderMail, type Stationery } from '../../mail/render-mail.ts';
import type { OutgoingMail, SendMail } from '../../mail/sending/smtp.ts';
import type { Attempted, Postponed } from '../delivery/delivery-worker.ts';
import type { LimitCounts } from '../limit-counts.ts';
import { type LinkToBooking, loadBookingMail } from './load-booking-mail.ts';

export interface MailParts {
  readonly database: Database;
  readonly clock: Clock;
  /** IANA time zone of the business date (T2). */
  readonly businessTimeZone: string;
  readonly stationery: Stationery;
  /** Null: mails are stored for the demo to show. */
  readonly send: SendMail | null;
  /** Counts the mails that wait. */
  readonly limits: LimitCounts;
  readonly linkTo: LinkToBooking;
}

/**
 * @param recipient `customer`, `hotel`, `former`, or a repetition of the first
 * @throws the database's error, and when `signal` is aborted before the mail is sent
 */
export async function deliverMail(
  { database, clock, businessTimeZone, stationery, send, limits, linkTo }: MailParts,
  { id, eventSequence, recipient }: Pick<ClaimedDelivery, 'id' | 'eventSequence' | 'recipient'>,
  signal: AbortSignal,
): Promise<Attempted | Postponed> {
  const [kind, repetition] = recipient.split('-');
  const { addressed, apart } = await loadBookingMail(database, {
    ...{ eventSequence: BigInt(eventSequence), recipient: kind as MailRecipient, isRepeated: repetition !== undefined },
    ...{ businessTimeZone, linkTo },
  });
  // Before it is sent: whatever becomes of this mail, the others go out.
  if (apart.length > 0) await queueMailsApart(database, { events: apart, recipient, now: clock.now() });
  // The recipient has no address any more, or the guests' data were erased.
  if (addressed === null) return { result: 'done', outcome: 'dropped' };
  const { mail: content, to, replyTo, at, eventId, bookingId, bookingIds } = addressed;
  if (addressed.isPublic && (recipient === 'customer' || recipient === 'former')) {
    const turn = { deliveryId: id, email: comparableEmail(to.email), now: clock.now() };
    const dueAt = await takeMailTurn(database, turn);
    if (dueAt !== null) {
      limits.add('mails');
      return { result: 'later', dueAt };
    }
  }
  const [, domain] = stationery.organizer.email.split('@');
  const mail: OutgoingMail = {
    ...renderMail(content, stationery, at),
    messageId: `<${eventId}.${recipient}@${domain}>`,
    to,
    replyTo,
  };
  if (send === null) {
    await keepMail(database, { ...keptForm(mail), bookingId, keptAt: new Date(clock.now()) }, bookingIds);
    return { result: 'done', outcome: 'kept' };
  }
  const sent = await send(mail, signal);
  if (sent.kind === 'sent') return { result: 'done', outcome: 'sent' };
  signal.throwIfAborted();
  return { result: sent.kind === 'refused' ? 'failed' : 'retry', outcome: sent.code };
}

function keptForm({ messageId, to, subject, text, html, calendar }: OutgoingMail) {
  return { messageId, toName: to.name, toEmail: to.email, subject, text, html, calendar: calendar?.content ?? null };
}
