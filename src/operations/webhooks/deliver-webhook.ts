/** One try of a webhook (S16), signed after Standard Webhooks. */
import { Webhook } from 'standardwebhooks';
import type { Database } from '../../data/database/database.ts';
import type { ClaimedDelivery } from '../../data/deliveries/deliveries.ts';
import { readEvent } from '../../data/events/stored-events.ts';
import { toEventMessage } from '../../domain/event/event-message.ts';
import type { Clock } from '../../domain/time/clock.ts';
import type { Attempted, TraceHeaders } from '../delivery/delivery-worker.ts';
import { type Posted, postWebhook, type WebhookPost } from './post-webhook.ts';
import { type StoredSecrets, signingSecrets } from './webhook-secrets.ts';

/** The receiver wants nothing more. */
const GONE = 410;

export interface WebhookDeliveryParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly allowPrivate: boolean;
  /** For tests. */
  readonly post?: (post: WebhookPost, signal: AbortSignal) => Promise<Posted>;
}

/** Delivers to webhooks: a function for the worker. */
export function webhookDelivery({ database, clock, allowPrivate, post = postWebhook }: WebhookDeliveryParts) {
  return async (
    { recipient, eventSequence }: ClaimedDelivery,
    signal: AbortSignal,
    traceHeaders: TraceHeaders,
  ): Promise<Attempted> => {
    const [endpoint, event] = await Promise.all([
      // Its types may be of a newer release on the same database; what it wants was decided when the event was published.
      database.prisma.webhookEndpoint.findUnique({ where: { id: recipient }, omit: { types: true } }),
      readEvent(database, eventSequence),
    ]);
    if (!endpoint?.isEnabled || event === null) return { result: 'failed', outcome: 'SWITCHED_OFF' };
    const { at, ...facts } = event;
    const body = JSON.stringify(toEventMessage({ ...facts, timestamp: at.toISOString() }));
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'spa-stay-gateway',
      ...traceHeaders,
      ...signedHeaders({ endpoint, id: event.id, body, now: clock.now() }),
    };
    const posted = await post({ url: endpoint.url, headers, body, allowPrivate }, signal);
    if ('failure' in posted) return { result: 'retry', outcome: posted.failure };
    const { status } = posted;
    const outcome = String(status);
    if (status >= 200 && status < 300) return { result: 'done', outcome };
    if (status !== GONE) return { result: 'retry', outcome };
    const gone = { id: recipient, url: endpoint.url };
    const { count } = await database.prisma.webhookEndpoint.updateMany({ where: gone, data: { isEnabled: false } });
    // It may have another address by now.
    return { result: count === 0 ? 'retry' : 'failed', outcome };
  };
}

/** The headers of Standard Webhooks, with a signature by each secret that signs. */
function signedHeaders({
  endpoint,
  id,
  body,
  now,
}: {
  endpoint: StoredSecrets;
  id: string;
  body: string;
  now: number;
}): Record<string, string> {
  const at = new Date(now);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'webhook-signature': signingSecrets(endpoint, now)
      .map((one) => new Webhook(one).sign(id, at, body))
      .join(' '),
  };
}
