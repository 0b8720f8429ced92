/** Rooms that were booked together (Y2), as they are seen from one of them. */
import { comparableEmail } from '../../../domain/text/email-address.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import { visibleBookings } from '../../../operations/booking/booking-access.ts';
import { builder, LOADS_THROUGH_PRISMA } from '../builder.ts';
import { Booking } from './booking.ts';

/** The e-mail addresses of the bookings from which a request has come to a party, by its id. */
const ADDRESSES = new WeakMap<RequestContext, Map<string, Set<string>>>();

function addressesOf(context: RequestContext, partyId: string): Set<string> {
  const ofRequest = ADDRESSES.get(context) ?? new Map<string, Set<string>>();
  ADDRESSES.set(context, ofRequest);
  const addresses = ofRequest.get(partyId) ?? new Set();
  ofRequest.set(partyId, addresses);
  return addresses;
}

const addressOf = (billedTo: { email: string | null } | null) => comparableEmail(billedTo?.email ?? '');

const BookingParty = builder.prismaObject('BookingParty', {
  description: 'Rooms that were booked together (Y2).',
  fields: (t) => ({
    id: t.exposeID('id'),
    bookings: t.field({
      extensions: LOADS_THROUGH_PRISMA,
      type: [Booking],
      description:
        'The booking of each room that the key may see, in the order of the rooms; with a publishable key those under the e-mail address that the booking was named by (A8).',
      select: (_, { caller }, nested) => ({
        bookings: nested({
          where: visibleBookings(caller),
          orderBy: { partyRoom: 'asc' },
          include: { billedTo: { select: { email: true } } },
        }),
      }),
      resolve: ({ id, bookings }, _, context) => {
        if (!context.caller.isPublishable) return bookings;
        const addresses = addressesOf(context, id);
        return bookings.filter(({ billedTo }) => addresses.has(addressOf(billedTo)));
      },
    }),
  }),
});

builder.prismaObjectFields(Booking, (t) => ({
  party: t.field({
    extensions: LOADS_THROUGH_PRISMA,
    type: BookingParty,
    nullable: true,
    description: 'The rooms that were booked together with it; null: it was booked alone.',
    select: (_args, _context, nested) => ({ billedTo: { select: { email: true } }, party: nested() }),
    resolve: ({ party, billedTo }, _, context) => {
      if (party) addressesOf(context, party.id).add(addressOf(billedTo));
      return party;
    },
  }),
}));
