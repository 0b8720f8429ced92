/** Webhooks of a client, without their secrets (S16). */
import type { WebhookEndpoint } from '../../../data/generated/prisma/client.ts';
import { listWebhooks, subjectsOf } from '../../../operations/webhooks/manage-webhooks.ts';
import { builder, requiresScope } from '../builder.ts';
import { BookingEventTypeEnum } from '../enums.ts';

export const Webhook = builder.objectRef<WebhookEndpoint>('Webhook').implement({
  description: 'An address of a client that events are posted to, by Standard Webhooks.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ObjectId.' }),
    url: t.exposeString('url', { description: 'Where events are posted to.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is for; null: not said.' }),
    types: t.expose('types', { type: [BookingEventTypeEnum], description: 'Events that it receives; none: all.' }),
    includeTests: t.exposeBoolean('includesTests', {
      description: 'Whether it receives events of test bookings too; one that a test key made receives nothing else.',
    }),
    enabled: t.exposeBoolean('isEnabled', {
      description: 'Whether it receives anything. An answer of 410 switches it off.',
    }),
    destinations: t.field({
      type: ['Int'],
      nullable: true,
      description: 'Numbers of the destinations whose events it receives; null: all, or those of `hotels`.',
      resolve: (webhook) => subjectsOf(webhook).destinations,
    }),
    hotels: t.field({
      type: ['Int'],
      nullable: true,
      description:
        'Numbers of the hotels whose events it receives, as a key made it that is bound to them (M10); null: all of the destinations.',
      resolve: (webhook) => subjectsOf(webhook).hotels,
    }),
    previousSecretUntil: t.expose('previousSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the secret before signs too; null: it was never rotated.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
});

builder.queryField('webhooks', (t) =>
  t.field({
    type: [Webhook],
    extensions: requiresScope('webhooks'),
    complexity: { field: 50, multiplier: 20 },
    description:
      'The webhooks of the client, at most 20, in the order in which they were made. A key that does not see every destination of one, or is bound to other hotels, does not see it. It needs the right `WEBHOOKS`.',
    resolve: (_, __, context) => {
      context.dependencies.isPrivate = true;
      return listWebhooks(context.services, context.caller);
    },
  }),
);
