/** Limits on what is booked and held, as types (A4, B8, S13): which one is reached, and when there is room again. */
import type { TooManyRequests as Limited, SpentLimit } from '../../../operations/booking/booking-outcome.ts';
import type { TooManyHolds as ManyHolds } from '../../../operations/hold/hold-outcome.ts';
import { builder } from '../builder.ts';
import { described } from '../enums.ts';
import { Problem } from '../problems.ts';
import type { Coded } from './refused-outcomes.ts';

const SpentLimitEnum = builder.enumType('SpentLimit', {
  description: 'A limit on bookings, by what it counts. More may come.',
  values: described<SpentLimit>({
    HOTEL_REQUESTS:
      'Requests (`kind: REQUEST`) for the hotel under the e-mail address of `billedTo`, with whatever API keys: ten a minute.',
    ADDRESS_BOOKINGS:
      'Bookings and requests of the address that asks, with publishable keys; the operator sets how many (6 an hour, 12 a day).',
    EMAIL_BOOKINGS:
      'Bookings and requests under the e-mail address of `billedTo`, with publishable keys, in all hotels: 3 an hour, 6 a day.',
    ADDRESS_ROOM_NIGHTS:
      'Room nights that the address that asks has booked or held with publishable keys; the operator sets how many (30 a day). Requests take no rooms, and are not limited so.',
    BOOKING_CHANGES: 'Changes of the booking with publishable keys: 6 a day.',
  }),
});

export const TooManyRequests = builder.objectRef<Coded<Limited>>('TooManyRequests').implement({
  description:
    'A limit is reached that keeps rooms and mailboxes from strangers (A4, B8); `limit` says which. Nothing was booked, held or changed.',
  interfaces: [Problem],
  fields: (t) => ({
    limit: t.expose('limit', { type: SpentLimitEnum, description: 'Which limit.' }),
    most: t.exposeInt('most', { description: 'How many there may be within `windowSeconds`.' }),
    windowSeconds: t.exposeInt('windowSeconds', {
      description: 'For how long one counts: 60 (a minute), 3,600 (an hour) or 86,400 (a day).',
    }),
    retryAfterSeconds: t.exposeInt('retryAfterSeconds', {
      description: 'Whole seconds until one more is taken, 1 to 86,400.',
    }),
    hotelNumber: t.exposeInt('hotel', { description: 'Number of the hotel.' }),
  }),
});

const ReleasableHold = builder.objectRef<NonNullable<ManyHolds['oldest']>>('ReleasableHold').implement({
  description: 'An open hold of the caller. `hold` and `holds` have more about it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, for `createBooking` and `releaseHold`.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When it expires.',
      resolve: ({ expiresAt }) => new Date(expiresAt),
    }),
  }),
});

export const TooManyHolds = builder.objectRef<Coded<ManyHolds>>('TooManyHolds').implement({
  description: 'As many stays are held for the client, or with a publishable key for the address, as may be at a time.',
  interfaces: [Problem],
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'How many may be.' }),
    open: t.exposeInt('open', { description: 'How many are held.' }),
    isOfAddress: t.boolean({
      description: 'Whether those of the address are counted, not those of the client.',
      resolve: ({ holder }) => holder === 'address',
    }),
    oldest: t.expose('oldest', {
      type: ReleasableHold,
      nullable: true,
      description:
        'The one that expires first of those that the caller may book or release; null: it has none of them.',
    }),
  }),
});
