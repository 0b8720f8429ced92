/** One booking, by its id or its reference (S6, A8). */
import { GraphQLError } from 'graphql';
import { parseObjectId } from '../../../operations/access/references.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import { visibleBookings } from '../../../operations/booking/booking-access.ts';
import { type BookingLookup, lookupProblems, resolveLookup } from '../../../operations/booking/search/find-booking.ts';
import { builder, LOADS_THROUGH_PRISMA, requiresScope } from '../builder.ts';
import { BOOKING_LOOKUP_COST } from '../cost.ts';
import { throwIfInvalid } from '../errors.ts';
import { Booking } from './booking.ts';

builder.queryField('booking', (t) =>
  t.prismaField({
    extensions: { ...LOADS_THROUGH_PRISMA, ...requiresScope('book', 'bookings', 'operate') },
    type: Booking,
    nullable: true,
    complexity: BOOKING_LOOKUP_COST,
    description:
      'A booking of the client, for `OPERATE` one in its destinations; null when there is none. It is named by `id` or by `reference`, and by the e-mail address of its contact beside it: with a publishable key always, with `BOOK` alone beside a reference. Keys with `BOOKINGS` or `OPERATE` need no address. Ten wrong pairs within an hour are the most, for the address of a visitor with a publishable key, for the client of another key with `BOOK` alone: then the error `RATE_LIMITED` (429) says when to try again. A test key finds tests, another key what is none.',
    args: {
      id: t.arg.id({ description: 'ObjectId.' }),
      reference: t.arg.string({
        description: 'Reference, in any case, with or without the dash; a wrong check symbol is `INVALID_REFERENCE`.',
      }),
      email: t.arg.string({ description: 'E-mail address of the contact, in any case.' }),
      secret: t.arg.string({
        description:
          'What stands after the `#` in the link of a mail about it, in place of id, reference and address: good until its departure, as long as it has the address that the mail went to (A11).',
      }),
    },
    resolve: async (query, _, lookup, context) => {
      context.dependencies.isPrivate = true;
      context.dependencies.isPersonal = true;
      throwIfInvalid(lookupProblems(lookup, context.caller));
      // An id that is not an ObjectId matches nothing, but the plugin insists on a query.
      const id = parseObjectId((await idOfLookup(context, lookup)) ?? '') ?? '';
      const where = { id, ...visibleBookings(context.caller) };
      return context.services.database.prisma.booking.findFirst({ ...query, where });
    },
  }),
);

/**
 * The id that a look-up without problems leads to; null: it leads to none.
 * @throws GraphQLError with the code RATE_LIMITED after too many wrong pairs (A6)
 */
export async function idOfLookup(context: RequestContext, lookup: BookingLookup): Promise<string | null> {
  const found = await resolveLookup(context, lookup);
  if (found.kind === 'limited') throw rateLimited(found.retryAfterSeconds);
  return found.kind === 'found' ? found.id : null;
}

function rateLimited(retryAfterSeconds: number): GraphQLError {
  const message = `Too many look-ups failed within the last hour; try again in ${retryAfterSeconds} seconds.`;
  const http = { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) } };
  return new GraphQLError(message, { extensions: { code: 'RATE_LIMITED', http } });
}
