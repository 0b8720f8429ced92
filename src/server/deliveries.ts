/** The workers that deliver events, one for each kind of recipient (S18). */
import type { Database } from '../data/database/database.ts';
import { waitingDeliveries } from '../data/deliveries/deliveries.ts';
import { WEBHOOKS } from '../data/deliveries/recipients.ts';
import { webhookRetryDelay } from '../domain/delivery/retry-delays.ts';
import type { Clock, Scheduler } from '../domain/time/clock.ts';
import { DeliveryWorker } from '../operations/delivery/delivery-worker.ts';
import type { EventPublisher } from '../operations/events/event-publisher.ts';
import { webhookDelivery } from '../operations/webhooks/deliver-webhook.ts';
import { TRY_MS } from '../operations/webhooks/post-webhook.ts';

/** A try ends in time, and its outcome is recorded. */
const LEASE_MS = TRY_MS + 10_000;
/** Tries at the same time, and of these to one webhook: one that does not answer takes hardly any from the others. */
const WEBHOOKS_AT_ONCE = 64;
const OF_ONE_WEBHOOK = 4;

export interface Deliveries {
  /** The workers, of which each counts its tries. */
  readonly workers: readonly DeliveryWorker[];
  /** What waits in the database, for all processes. */
  waiting(): ReturnType<typeof waitingDeliveries>;
  /** From now on nothing more is taken on. */
  drain(): void;
  /** Gives back what is under way. */
  stop(): Promise<void>;
}

/** Delivers until it is stopped. */
export function startDeliveries({
  database,
  clock,
  schedule,
  events,
  allowPrivateWebhooks,
  onFailure,
}: {
  database: Database;
  clock: Clock;
  schedule: Scheduler;
  events: EventPublisher;
  allowPrivateWebhooks: boolean;
  onFailure: (error: unknown) => void;
}): Deliveries {
  const workers = [
    new DeliveryWorker({
      ...{ database, clock, schedule, onFailure, kind: WEBHOOKS.kind },
      ...{ most: WEBHOOKS_AT_ONCE, mostOfOne: OF_ONE_WEBHOOK, leaseMs: LEASE_MS },
      deliver: webhookDelivery({ database, clock, allowPrivate: allowPrivateWebhooks }),
      retryAfter: (attempts) => webhookRetryDelay(attempts, Math.random),
    }),
  ];
  const wake = (): void => {
    for (const worker of workers) worker.wake();
  };
  const stopHearing = events.onPublished(wake);
  wake();
  return {
    workers,
    waiting: () => waitingDeliveries(database),
    drain() {
      stopHearing();
      for (const worker of workers) worker.drain();
    },
    async stop() {
      stopHearing();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
