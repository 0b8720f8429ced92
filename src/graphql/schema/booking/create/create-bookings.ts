/** The mutation that books several rooms together (Y2), and its outcomes as types. */
import { parseDeskParty } from '../../../../operations/booking/booking-problems.ts';
import { withOffer } from '../../../../operations/booking/create/offered-rooms.ts';
import { builder } from '../../builder.ts';
import { BOOKING_COST } from '../../cost.ts';
import { resultType } from '../../problem/refusal-types.ts';
import { REPORTS_REFUSED_VALUES } from '../../refused-values.ts';
import { CreateBookingsInput } from '../booking-input.ts';
import { bookingsOfOutcome } from '../outcome-bookings.ts';
import { bookRooms } from './create-booking.ts';

const BookingsCreated = builder
  .objectRef<{ bookingIds: readonly string[]; replayed: boolean }>('BookingsCreated')
  .implement({
    description: 'All rooms were booked.',
    fields: (t) => ({
      bookings: bookingsOfOutcome(t, 'The booking of each room, in their order; several are a party.'),
      ids: t.exposeIDList('bookingIds', {
        description:
          'Ids of the bookings, in the order of the rooms: 24 random hexadecimal digits each. Whoever has one and a key of the client that is not publishable can read the booking: keep them secret, and out of logs and addresses.',
      }),
      replayed: t.exposeBoolean('replayed', {
        description: 'Whether an earlier request with the same idempotency key made them.',
      }),
    }),
  });

const CreateBookingsResult = resultType(
  'createBookings',
  { created: BookingsCreated },
  'The bookings, or why nothing was booked.',
);

builder.mutationField('createBookings', (t) =>
  t.field({
    type: CreateBookingsResult,
    complexity: BOOKING_COST,
    extensions: REPORTS_REFUSED_VALUES,
    description:
      'Books 1 to 6 rooms of a hotel for one stay, all or none (Y2). Each room becomes a booking with a reference, guests and a price of its own, which is found, changed and cancelled by itself; together they are a party and share one mail. Problems name the room: `rooms.1.guests.0.lastName`. The first room that cannot be booked says why nothing was; `PriceChanged` is about the price of all. A limit on bookings counts each room and its nights (A4, B8), one on an e-mail address the party once. Otherwise as `createBooking`.',
    args: { input: t.arg({ type: CreateBookingsInput, required: true, description: 'The rooms and their stay.' }) },
    resolve: (_, { input }, context) => {
      const ids = { cursors: context.services.cursors, today: context.today };
      return bookRooms(context, input, { parse: parseDeskParty, fill: (sent) => withOffer(sent, ids) });
    },
  }),
);
