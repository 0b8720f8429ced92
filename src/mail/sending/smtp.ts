/**
 * Sends mail over SMTP, a connection for each. Within a minute a mail is sent or has failed, whatever the server does; whoever sends
 * tries again. No outcome quotes the server: its answers may hold addresses.
 */
import { createTransport, type NodemailerError } from 'nodemailer';
import { timeLimit } from '../../domain/time/clock.ts';
import type { Mailbox } from '../letter/booking-mail.ts';
import type { RenderedMail } from '../render-mail.ts';

export interface OutgoingMail extends RenderedMail {
  /** The Message-ID between angle brackets, the same for every try. */
  readonly messageId: string;
  readonly to: Mailbox;
  /** Null: the sender. */
  readonly replyTo: Mailbox | null;
}

/** `refused`: the server will never take it. `failed`: it may later. `code` is an SMTP status or the name of a failure. */
export type SendOutcome = { readonly kind: 'sent' } | { readonly kind: 'refused' | 'failed'; readonly code: string };

/** Gives up when `signal` is aborted; then the outcome is `failed`. */
export type SendMail = (mail: OutgoingMail, signal?: AbortSignal) => Promise<SendOutcome>;

const STEP_TIMEOUT_MS = 15_000;
const WHOLE_TIMEOUT_MS = 60_000;

/**
 * @param url `smtp://user:password@host:587` or `smtps://...`
 * @param timeouts for tests
 */
export function createSender(
  { url, from }: { url: string; from: Mailbox },
  { stepMs = STEP_TIMEOUT_MS, wholeMs = WHOLE_TIMEOUT_MS }: { stepMs?: number; wholeMs?: number } = {},
): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ messageId, to, replyTo, subject, text, html, calendar }, signal) => {
    const limit = timeLimit(wholeMs, signal);
    try {
      await transport.sendMail({
        from: mailboxOf(from),
        to: mailboxOf(to),
        ...(replyTo && { replyTo: mailboxOf(replyTo) }),
        messageId,
        subject,
        text,
        html,
        ...(calendar && { icalEvent: { ...calendar, filename: 'stay.ics' } }),
        // Nobody's absence notice is to answer it (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        signal: limit.signal,
      });
      return { kind: 'sent' };
    } catch (error) {
      return outcomeOf(error as NodemailerError);
    } finally {
      limit.lift();
    }
  };
}

const mailboxOf = ({ name, email }: Mailbox) => ({ name, address: email });

/** Commands with which a server refuses this mail for good, and not the sender or the connection. */
const ABOUT_THE_MAIL: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);

function outcomeOf({ code = 'UNKNOWN', responseCode, command = '' }: NodemailerError): SendOutcome {
  // 503: the session was in the wrong state, which another one need not be.
  const isForGood = responseCode !== undefined && responseCode >= 500 && responseCode !== 503;
  const isRefused = isForGood && ABOUT_THE_MAIL.has(command);
  return { kind: isRefused ? 'refused' : 'failed', code: responseCode === undefined ? code : String(responseCode) };
}
