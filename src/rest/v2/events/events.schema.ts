/** Events of bookings in v2 (S14). */
import { z } from 'zod';
import { BOOKING_PARTS } from '../../../domain/booking/booking-parts.ts';
import { BOOKING_STATUSES } from '../../../domain/booking/status.ts';
import { BOOKING_EVENT_TYPES, publicType } from '../../../domain/event/event-types.ts';

/** One of these values. The document does not close the list: a new value breaks no client that passes over it. */
const growing = (values: readonly string[], description: string) =>
  z
    .string()
    .meta({ description: `${description} More may come: pass over what you do not know.`, examples: [...values] });

const DATA = z
  .object({
    bookingId: z
      .string()
      .describe(
        'Id of the booking. Whoever has it and a key of its client that is not publishable can read it: keep it secret.',
      ),
    reference: z.string().describe('Its reference for people: `XXXX-XXXX`.'),
    party: z
      .string()
      .nullable()
      .describe('Id of the party whose rooms were booked together (Y2); null: it was booked alone.'),
    status: growing(BOOKING_STATUSES, 'Its state after the event; it may have another one by now.'),
    kind: z.enum(['BINDING', 'REQUEST']).describe('Whether it was made as binding or as a request.'),
    isTest: z.boolean().describe('Whether a test key made it.'),
    visitType: z.int().describe('Integer identifier of the visit type.'),
    hotel: z.int().describe('Integer identifier of the hotel.'),
    roomType: z.int().describe('Integer identifier of the room type.'),
    arrival: z.iso.date().describe('First day of the stay.'),
    departure: z.iso.date().describe('Day on which the guests leave.'),
    channel: z.string().describe('Code of the sales channel.'),
    client: z.string().describe('Name of the client that the booking belongs to.'),
    changed: z
      .array(growing(Object.keys(BOOKING_PARTS), 'A part of the booking.'))
      .optional()
      .describe('Of `booking.changed` alone: which parts are others than before.'),
  })
  .describe('The booking, without anything about persons.');

export const EVENT = z
  .object({
    id: z.string().describe('`evt_` and 24 hexadecimal digits: the same however often the event is delivered.'),
    type: growing(BOOKING_EVENT_TYPES.map(publicType), 'What happened.'),
    timestamp: z.iso.datetime().describe('When it happened.'),
    data: DATA,
  })
  .meta({ id: 'Event', description: 'Something that happened to a booking. It never changes.' });

export const EVENTS = z
  .object({
    data: z.array(EVENT).describe('The events of the page, in the one order of the feed.'),
    nextCursor: z.string().describe('The `cursor` to go on from, also after the last event there is.'),
  })
  .meta({ id: 'EventPage', description: 'A page of the feed.' });
