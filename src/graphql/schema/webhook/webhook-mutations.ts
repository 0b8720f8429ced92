/** The mutations of webhooks, and their outcomes as types (S16). */
import type { Delivery } from '../../../data/generated/prisma/client.ts';
import { loadDelivery } from '../../../operations/webhooks/list-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  redeliver,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookSaved,
  type WebhookSecretMade,
} from '../../../operations/webhooks/manage-webhooks.ts';
import { builder, requiresScope, type SchemaTypes } from '../builder.ts';
import { BOOKING_COST } from '../cost.ts';
import { BookingEventTypeEnum } from '../enums.ts';
import { idInput } from '../input/id-input.ts';
import { resultType } from '../problem/refusal-types.ts';
import { Webhook } from './webhook.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

/** The fields that an input may state besides the address. */
function settings(t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>) {
  return {
    types: t.field({
      type: [BookingEventTypeEnum],
      description: 'Events that it receives, at most 50; an empty list: all.',
    }),
    includeTests: t.boolean({ description: 'Whether it receives events of test bookings too.' }),
    description: t.string({
      description: 'What it is for, in one line of at most 200 characters; an empty text removes it.',
    }),
    enabled: t.boolean({ description: 'Whether it receives anything.' }),
  };
}

const ADDRESS =
  'Where to post events: an address with `https:` that leads to a public host, of at most 2,000 characters';

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description:
    'A new webhook. By default it is enabled and receives every event but those of test bookings; that of a test key receives those of test bookings alone.',
  fields: (t) => ({ url: t.string({ required: true, description: `${ADDRESS}.` }), ...settings(t) }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'What changes about a webhook; null: it stays.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'ObjectId of the webhook.' }),
    url: t.string({ description: `${ADDRESS}; deliveries that wait go there too.` }),
    ...settings(t),
  }),
});

const RotateWebhookSecretInput = idInput(
  'RotateWebhookSecretInput',
  'A webhook that gets a new secret.',
  'ObjectId of the webhook.',
);
const DeleteWebhookInput = idInput('DeleteWebhookInput', 'A webhook to be removed.', 'ObjectId of the webhook.');
const RedeliverInput = idInput('RedeliverInput', 'A delivery to be made again.', 'Id of the delivery.');

/** A secret that was made, with its webhook. */
function secretMade(name: string, description: string) {
  return builder.objectRef<WebhookSecretMade>(name).implement({
    description,
    fields: (t) => ({
      webhook: t.expose('webhook', { type: Webhook, description: 'The webhook.' }),
      secret: t.exposeString('secret', {
        description: 'The secret that signs, `whsec_` and base64. It is not shown again.',
      }),
    }),
  });
}

const WebhookCreated = secretMade('WebhookCreated', 'The webhook was made.');
const WebhookSecretRotated = secretMade(
  'WebhookSecretRotated',
  'The webhook has a new secret. For 24 hours the one before signs too, as does each that was replaced before, so receivers can change to the new one.',
);
const WebhookUpdated = builder.objectRef<WebhookSaved>('WebhookUpdated').implement({
  description: 'The webhook is as the input states.',
  fields: (t) => ({ webhook: t.expose('webhook', { type: Webhook, description: 'The webhook.' }) }),
});
const WebhookDeleted = builder.objectRef<{ id: string }>('WebhookDeleted').implement({
  description: 'The webhook is gone, and what was to be delivered to it.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'ObjectId that it had.' }) }),
});
const Redelivered = builder.objectRef<{ delivery: Delivery }>('Redelivered').implement({
  description: 'The event is delivered again, with all its tries.',
  fields: (t) => ({
    delivery: t.field({
      type: WebhookDelivery,
      description: 'The delivery.',
      resolve: ({ delivery }, _, { services }) => loadDelivery(services.database, delivery.id),
    }),
  }),
});

const CreateWebhookResult = resultType(
  'createWebhook',
  { webhookCreated: WebhookCreated },
  'The webhook, or why there is none.',
);
const UpdateWebhookResult = resultType(
  'updateWebhook',
  { webhookSaved: WebhookUpdated },
  'The webhook, or why it was not changed.',
);
const RotateWebhookSecretResult = resultType(
  'rotateWebhookSecret',
  { webhookSecretRotated: WebhookSecretRotated },
  'The new secret, or why there is none.',
);
const DeleteWebhookResult = resultType(
  'deleteWebhook',
  { webhookDeleted: WebhookDeleted },
  'That the webhook is gone, or why not.',
);
const RedeliverResult = resultType('redeliver', { redelivered: Redelivered }, 'The delivery, or why there is none.');

const MANAGED = { extensions: requiresScope('webhooks'), complexity: BOOKING_COST } as const;

builder.mutationFields((t) => ({
  createWebhook: t.field({
    ...MANAGED,
    type: CreateWebhookResult,
    description:
      'Makes a webhook of the client, of which there are at most 20. It receives events of bookings of every client in the destinations of the key, of all if the key is for all; of its hotels alone if it is bound to hotels (M10). It needs the right `WEBHOOKS`.',
    args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'The webhook.' }) },
    resolve: (_, { input }, { services, caller }) => createWebhook(services, caller, input),
  }),
  updateWebhook: t.field({
    ...MANAGED,
    type: UpdateWebhookResult,
    description: 'Changes a webhook, or switches it on or off. It needs the right `WEBHOOKS`.',
    args: { input: t.arg({ type: UpdateWebhookInput, required: true, description: 'What changes.' }) },
    resolve: (_, { input }, { services, caller }) => updateWebhook(services, caller, input),
  }),
  rotateWebhookSecret: t.field({
    ...MANAGED,
    type: RotateWebhookSecretResult,
    description:
      'Gives a webhook a new secret. The one that it replaces signs for 24 hours more; 10 are replaced within 24 hours at most. It needs the right `WEBHOOKS`.',
    args: { input: t.arg({ type: RotateWebhookSecretInput, required: true, description: 'The webhook.' }) },
    resolve: (_, { input: { id } }, { services, caller }) => rotateWebhookSecret(services, caller, id),
  }),
  deleteWebhook: t.field({
    ...MANAGED,
    type: DeleteWebhookResult,
    description: 'Removes a webhook with its deliveries. It needs the right `WEBHOOKS`.',
    args: { input: t.arg({ type: DeleteWebhookInput, required: true, description: 'The webhook.' }) },
    resolve: (_, { input: { id } }, { services, caller }) => deleteWebhook(services, caller, id),
  }),
  redeliver: t.field({
    ...MANAGED,
    type: RedeliverResult,
    description: 'Delivers an event to a webhook again, whatever came of it before. It needs the right `WEBHOOKS`.',
    args: { input: t.arg({ type: RedeliverInput, required: true, description: 'The delivery.' }) },
    resolve: (_, { input: { id } }, { services, caller }) => redeliver(services, caller, id),
  }),
}));
