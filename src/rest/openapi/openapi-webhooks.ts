/** The webhook in the reference (S16): the one request that the server sends, with what its receiver may rely on. */
import { z } from 'zod';
import EVENTS_EXAMPLE from '../v2/events/events.example.json' with { type: 'json' };
import { EVENT } from '../v2/events/events.schema.ts';
import { events } from '../v2/events/events.ts';
import type { JsonObject } from './json-schema.ts';
import { tagOf } from './openapi-about.ts';

const header = (name: string, description: string, example: string): JsonObject => ({
  ...{ name, in: 'header', description, required: true },
  schema: z.string().meta({ examples: [example] }),
});

/** Webhooks have a name and methods, as paths have a path and methods. */
export const WEBHOOKS: Record<string, Record<string, JsonObject>> = {
  bookingEvent: {
    post: {
      operationId: 'receiveBookingEvent',
      tags: [tagOf(events)],
      // The receiver knows the server by the signature: it sends no key.
      security: [],
      summary: 'Be notified of what happens to bookings',
      description:
        'Sent to the address of a webhook, which `createWebhook` of GraphQL or `webhooks create` on the command line makes, for every event of the types that it names. It is signed by Standard Webhooks: check that before anything else. An event comes at least once, in no promised order; the feed has one. Pass over types that you do not know: what they have in `data` may be about something else.',
      parameters: [
        header('webhook-id', 'The id of the event, the same at every delivery.', 'evt_8f14e45fceea167a5a36dedd'),
        header('webhook-timestamp', 'When it was sent, in seconds since 1970.', '1795262400'),
        header(
          'webhook-signature',
          'Signatures over `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: each is `v1,` and the HMAC-SHA256 in Base64. After a rotation of the secret there are several; one that is right is enough.',
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: EVENT,
            examples: { confirmed: { summary: 'A booking was confirmed', value: EVENTS_EXAMPLE.body.data[0] } },
          },
        },
      },
      responses: {
        '2XX': { description: 'It has arrived. Answer within 15 seconds, and do the work afterwards.' },
        410: { description: 'The webhook is switched off.' },
        default: { description: 'It is sent again, up to nine times in about three days.' },
      },
    },
  },
};
