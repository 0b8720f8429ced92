/** The workers that deliver events, one for each kind of recipient (S18). */
import type { Database } from '../data/database/database.ts';
import { type DeliveryShares, waitingDeliveries } from '../data/deliveries/deliveries.ts';
import { MAIL_LEASE_MS } from '../data/deliveries/mails.ts';
import { MAILS, WEBHOOKS } from '../data/deliveries/recipients.ts';
import { mailRetryDelay, webhookRetryDelay } from '../domain/delivery/retry-delays.ts';
import type { Clock, Scheduler } from '../domain/time/clock.ts';
import { type DeliveryObserver, DeliveryWorker, type TraceDelivery } from '../operations/delivery/delivery-worker.ts';
import type { EventPublisher } from '../operations/events/event-publisher.ts';
import type { LimitCounts } from '../operations/limit-counts.ts';
import { deliverMail } from '../operations/mail/deliver-mail.ts';
import type { LinkToBooking } from '../operations/mail/load-booking-mail.ts';
import { webhookDelivery } from '../operations/webhooks/deliver-webhook.ts';
import { TRY_MS } from '../operations/webhooks/post-webhook.ts';
import type { OpenMail } from './mail/open-mail.ts';

/** A try ends in time, and its outcome is recorded. */
const LEASE_MS = TRY_MS + 10_000;
/** A client's webhooks take an eighth of the tries, so those that do not answer take hardly any from other clients (A9). */
const WEBHOOKS_AT_ONCE = 256;
export const WEBHOOK_SHARES: DeliveryShares = {
  most: WEBHOOKS_AT_ONCE,
  mostOfOwner: WEBHOOKS_AT_ONCE / 8,
  mostOfOne: 4,
};

/** Connections to the mail server at the same time. */
const MAILS_AT_ONCE = 4;
/**
 * All customers are one recipient, so its oldest mails are looked at, and every client's first goes before another one's second (A9).
 * The mail server is the same for all, so a client that is alone may have all connections.
 */
const MAIL_SHARES: DeliveryShares = { most: MAILS_AT_ONCE, mostOfOwner: MAILS_AT_ONCE, mostOfOne: 500 };

export interface Deliveries {
  /** The workers, of which each counts its tries. */
  readonly workers: readonly DeliveryWorker[];
  /** What waits in the database, for all processes. */
  waiting(): ReturnType<typeof waitingDeliveries>;
  /** Claims nothing from now on. */
  drain(): void;
  /** Gives back what is under way. */
  stop(): Promise<void>;
}

/** Delivers until it is stopped, if it is on. */
export function startDeliveries({
  isOn,
  database,
  clock,
  schedule,
  events,
  allowPrivateWebhooks,
  mail,
  linkTo,
  businessTimeZone,
  limits,
  onFailure,
  onTried,
  trace,
}: {
  /** Whether this process delivers. If not, what others publish and have published waits for one that does. */
  isOn: boolean;
  database: Database;
  clock: Clock;
  schedule: Scheduler;
  events: EventPublisher;
  allowPrivateWebhooks: boolean;
  /** Null: there is none. */
  mail: OpenMail | null;
  linkTo: LinkToBooking;
  /** IANA time zone of the business date (T2). */
  businessTimeZone: string;
  /** Counts the mails that wait. */
  limits: LimitCounts;
  onFailure: (error: unknown) => void;
  onTried: DeliveryObserver;
  /** Null: there are no traces. */
  trace: TraceDelivery | null;
}): Deliveries {
  const shared = { database, clock, schedule, onFailure, onTried, trace };
  const workers = [
    new DeliveryWorker({
      ...shared,
      ...{ recipients: WEBHOOKS, shares: WEBHOOK_SHARES, leaseMs: LEASE_MS },
      deliver: webhookDelivery({ database, clock, allowPrivate: allowPrivateWebhooks }),
      retryAfter: (attempts) => webhookRetryDelay(attempts, Math.random),
    }),
    ...(mail === null
      ? []
      : [
          new DeliveryWorker({
            ...shared,
            ...{ recipients: MAILS, shares: MAIL_SHARES, leaseMs: MAIL_LEASE_MS },
            deliver: (delivery, signal) =>
              deliverMail({ database, clock, businessTimeZone, limits, linkTo, ...mail }, delivery, signal),
            retryAfter: mailRetryDelay,
          }),
        ]),
  ];
  const wake = (): void => {
    for (const worker of workers) worker.wake();
  };
  const stopListening = isOn ? events.onPublished(wake) : () => {};
  if (isOn) wake();
  return {
    workers,
    waiting: () => waitingDeliveries(database),
    drain() {
      stopListening();
      for (const worker of workers) worker.drain();
    },
    async stop() {
      stopListening();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
