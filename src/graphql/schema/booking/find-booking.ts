/** One booking, by its id or its reference (S6). */
import { GraphQLError } from 'graphql';
import type { Prisma } from '../../../data/generated/prisma/client.ts';
import { parseObjectId } from '../../../operations/access/references.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import { listedBookings, visibleBookings } from '../../../operations/booking/booking-access.ts';
import {
  type BookingLookup,
  findByEmail,
  lookupProblems,
  mayListBookings,
} from '../../../operations/booking/search/find-booking.ts';
import { listBookings } from '../../../operations/booking/search/list-bookings.ts';
import { builder, LOADS_THROUGH_PRISMA, requiresScope } from '../builder.ts';
import { throwIfInvalid } from '../errors.ts';
import { Booking } from './booking.ts';

builder.queryField('booking', (t) =>
  t.prismaField({
    extensions: { ...LOADS_THROUGH_PRISMA, ...requiresScope('book', 'bookings', 'operate') },
    type: Booking,
    nullable: true,
    description:
      'A booking of the client, for `operate` one in its destinations; null when there is none. It is named by `id`, or by `reference` and `email`; keys with `bookings` or `operate` may name it by `reference` alone. With `book` alone, ten pairs of reference and e-mail address that are wrong within an hour, for a client or for a reference, are the most: then the error `RATE_LIMITED` (429) says when to try again. The id is the key to what the guests told of themselves: 96 random bits, which nothing leads to but the answer to `createBooking`. Keep it secret.',
    args: {
      id: t.arg.id({ description: 'ObjectId.' }),
      reference: t.arg.string({
        description: 'Reference, in any case, with or without the dash; a wrong check symbol is `INVALID_REFERENCE`.',
      }),
      email: t.arg.string({ description: 'E-mail address of the contact, in any case.' }),
    },
    resolve: async (query, _, lookup, context) => {
      context.dependencies.isPrivate = true;
      context.dependencies.isPersonal = true;
      throwIfInvalid(lookupProblems(lookup, context.caller));
      const where = await resolveLookup(context, lookup);
      return context.services.database.prisma.booking.findFirst({ ...query, where });
    },
  }),
);

/** A look-up without problems as a condition, within what the caller reaches. */
async function resolveLookup(
  { caller, services, today }: RequestContext,
  { id, reference, email }: BookingLookup,
): Promise<Prisma.BookingWhereInput> {
  // An id that is not an ObjectId matches nothing, but the plugin insists on a query.
  if (id != null) return { id: parseObjectId(id) ?? '', ...visibleBookings(caller) };
  if (mayListBookings(caller)) {
    const reach = listedBookings(caller);
    const listed = await listBookings(services.database, {
      ...{ reach, filter: { reference, email }, sort: 'NEWEST', first: 1, after: null, today },
    });
    const [key] = listed.keys;
    // The client's own may be elsewhere; to find those takes what a customer knows.
    if (key || email == null || reach.clientId !== null || !caller.scopes.has('book')) return { id: key?.[1] ?? '' };
  }
  const found = await findByEmail(services, caller, { reference: reference!, email: email! });
  if (found.kind === 'limited') throw rateLimited(found.retryAfterSeconds);
  return { id: found.kind === 'found' ? found.id : '' };
}

function rateLimited(retryAfterSeconds: number): GraphQLError {
  const message = `Too many look-ups failed within the last hour; try again in ${retryAfterSeconds} seconds.`;
  const http = { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) } };
  return new GraphQLError(message, { extensions: { code: 'RATE_LIMITED', http } });
}
