/** Deliveries to webhooks (S16). */
import { formatReference } from '../../../domain/booking/reference.ts';
import { formatCursor } from '../../../operations/search/cursors.ts';
import {
  DELIVERY_ORDER,
  deliveriesProblems,
  type ListedDelivery,
  listDeliveries,
} from '../../../operations/webhooks/list-deliveries.ts';
import { builder, FAILS_ALONE, requiresScope } from '../builder.ts';
import { cursorsOf, uncountedConnectionType } from '../connection.ts';
import { deliveriesCost } from '../cost.ts';
import { BookingEventTypeEnum, DeliveryStateEnum } from '../enums.ts';
import { throwIfInvalid } from '../errors.ts';
import { pageSize } from '../input/bounds.ts';
import { Webhook } from './webhook.ts';

export const WebhookDelivery = builder.objectRef<ListedDelivery>('WebhookDelivery').implement({
  description: 'An event on its way to a webhook. Events that were done 30 days ago are forgotten.',
  fields: (t) => ({
    id: t.id({ description: 'An integer.', resolve: ({ id }) => String(id) }),
    webhook: t.field({
      type: Webhook,
      description: 'The webhook that it is sent to.',
      // biome-ignore lint/style/noNonNullAssertion: only deliveries to webhooks are listed.
      resolve: ({ endpoint }) => endpoint!,
    }),
    eventId: t.id({ description: 'Id of the event, and its `webhook-id`.', resolve: ({ event }) => event.id }),
    eventType: t.field({
      type: BookingEventTypeEnum,
      description: 'What happened.',
      resolve: ({ event }) => event.type,
    }),
    bookingId: t.id({
      nullable: true,
      description: 'Id of the booking; null: the event is about something else.',
      resolve: ({ event }) => event.bookingId,
    }),
    reference: t.string({
      nullable: true,
      description: 'Reference of the booking; null: the event is about something else.',
      resolve: ({ event: { booking } }) => booking && formatReference(booking.reference),
    }),
    state: t.expose('state', { type: DeliveryStateEnum, description: 'How it stands.' }),
    attempts: t.exposeInt('attempts', { description: 'Tries since it was asked for, including one under way.' }),
    outcome: t.exposeString('outcome', {
      nullable: true,
      description:
        'What came of the last try: the HTTP status, or TIMEOUT, ADDRESS_NOT_PUBLIC, SWITCHED_OFF or the code of the system, such as ECONNREFUSED; null: not known yet.',
    }),
    dueAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried next; null: not by itself.',
      resolve: ({ state, dueAt }) => (state === 'PENDING' ? dueAt : null),
    }),
    attemptedAt: t.expose('attemptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was tried last; null: not yet.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When its event was published.' }),
  }),
});

const WebhookDeliveryConnection = uncountedConnectionType('WebhookDelivery', WebhookDelivery);

const WebhookDeliveryFilter = builder.inputType('WebhookDeliveryFilter', {
  description: 'Which deliveries to list; all conditions must hold.',
  fields: (t) => ({
    webhook: t.id({ description: 'To this webhook.' }),
    state: t.field({ type: DeliveryStateEnum, description: 'Deliveries in this state.' }),
  }),
});

builder.queryField('webhookDeliveries', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: WebhookDeliveryConnection,
    extensions: requiresScope('webhooks'),
    complexity: deliveriesCost,
    description:
      'Deliveries to the webhooks of the client, past and due, the newest first. It needs the right `WEBHOOKS`.',
    args: {
      filter: t.arg({ type: WebhookDeliveryFilter, description: 'Which ones; null: all.' }),
      first: t.arg.int(pageSize(20)),
      after: t.arg.string({ description: 'The `endCursor` of the page before.' }),
    },
    resolve: async (_, { filter, first, after = null }, context) => {
      context.dependencies.isPrivate = true;
      const { services, caller } = context;
      const { cursors } = services;
      throwIfInvalid(deliveriesProblems({ first, after }, cursors));
      const { webhook = null, state = null } = filter ?? {};
      const { deliveries, hasMore } = await listDeliveries(services, caller, { first, after, webhook, state });
      return {
        nodes: deliveries,
        cursorAt: cursorsOf(deliveries, (delivery) => formatCursor([Number(delivery.id), 0], DELIVERY_ORDER, cursors)),
        hasNextPage: hasMore,
        hasPreviousPage: after !== null,
      };
    },
  }),
);
