/** Delivers the mails of a scene as a worker does, to a mail server that a test speaks for. */
import { claimDeliveries, finishDelivery } from '../../../src/data/deliveries/deliveries.ts';
import { MAILS } from '../../../src/data/deliveries/recipients.ts';
import { publishEvents } from '../../../src/data/events/publish-events.ts';
import { mailRetryDelay } from '../../../src/domain/delivery/retry-delays.ts';
import type { OutgoingMail, SendOutcome } from '../../../src/mail/sending/smtp.ts';
import { LimitCounts } from '../../../src/operations/limit-counts.ts';
import { deliverMail } from '../../../src/operations/mail/deliver-mail.ts';
import type { BookingScene } from '../booking/booking-scene.ts';
import { STATIONERY } from './booking-mail.ts';

const SHARES = { most: 100, mostOfOwner: 100, mostOfOne: 100 };

export interface PostOffice {
  /** Publishes what happened and tries every mail that is due, until none is; returns the mails that the server was given, in their order. */
  deliver(outcome?: SendOutcome): Promise<readonly OutgoingMail[]>;
  /** Lets the time pass after which a mail that failed is tried again. */
  wait(): void;
}

export function openPostOffice({ database, clock }: BookingScene): PostOffice {
  return {
    async deliver(outcome = { kind: 'sent' }) {
      const mails: OutgoingMail[] = [];
      const send = async (mail: OutgoingMail) => {
        mails.push(mail);
        return outcome;
      };
      const parts = {
        ...{
          database,
          clock,
          send,
          businessTimeZone: 'Europe/Prague',
          stationery: STATIONERY,
          limits: new LimitCounts(),
        },
        linkTo: async () => null,
      };
      const now = clock.now();
      await publishEvents(database, { recipients: [MAILS], now });
      for (;;) {
        const claim = { recipients: MAILS, now, leaseUntil: now + 60_000, shares: SHARES, underWay: [] };
        const claimed = await claimDeliveries(database, claim);
        if (claimed.length === 0) return mails;
        for (const one of claimed.toSorted((a, b) => a.id - b.id)) {
          const { result, ...tried } = await deliverMail(parts, one, new AbortController().signal);
          if (result === 'later' || !('outcome' in tried)) throw new Error('no mail of these tests waits for a turn');
          const delay = result === 'retry' ? mailRetryDelay(one.attempts) : null;
          await finishDelivery(database, one, {
            outcome: tried.outcome,
            ...(delay === null
              ? { state: result === 'done' ? ('DONE' as const) : ('FAILED' as const), at: now }
              : { state: 'PENDING' as const, dueAt: now + delay }),
          });
        }
      }
    },
    wait() {
      clock.millis += 60 * 60_000;
    },
  };
}
