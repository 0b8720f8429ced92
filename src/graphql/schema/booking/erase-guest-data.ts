/** The mutation that erases what bookings tell of people (S19). */
import { actorName } from '../../../domain/event/actor.ts';
import { invalidInput } from '../../../domain/problem/refusal.ts';
import { bookingsOfHotels } from '../../../operations/booking/booking-access.ts';
import {
  type Erased,
  eraseGuestData,
  erasureProblems,
} from '../../../operations/booking/guest-data/erase-guest-data.ts';
import { builder, ONE_OF, requiresScope } from '../builder.ts';
import { BOOKING_COST } from '../cost.ts';
import { resultType } from '../problem/refusal-types.ts';

const GuestDataErased = builder.objectRef<Erased>('GuestDataErased').implement({
  description:
    'The guest data is gone: names and e-mail addresses read as empty texts, everything else of people as null.',
  fields: (t) => ({
    bookings: t.exposeInt('bookings', {
      description:
        'Bookings that were named and have no guest data any more. A booking that was erased before counts; an e-mail address that was erased names none.',
    }),
    formerAddresses: t.exposeInt('formerAddresses', {
      description:
        'Changes of other bookings that kept the address as the former one, to notify it, and have forgotten it. The bookings stay as they are.',
    }),
  }),
});

const EraseGuestDataResult = resultType(
  'eraseGuestData',
  { erased: GuestDataErased },
  'What was erased, or why nothing was.',
);

const EraseGuestDataInput = builder.inputType('EraseGuestDataInput', {
  description: 'Whose data.',
  // Routers cannot read the directive `@oneOf` in the text of a subgraph, so the schema gets it after it is built.
  extensions: ONE_OF,
  fields: (t) => ({
    booking: t.id({ description: 'Id of a booking.' }),
    email: t.string({ description: 'E-mail address of the contact, in any case: all bookings that have it.' }),
  }),
});

builder.mutationField('eraseGuestData', (t) =>
  t.field({
    extensions: requiresScope('erase'),
    type: EraseGuestDataResult,
    complexity: BOOKING_COST,
    description:
      'Erases for good what bookings in the destinations and hotels of the key tell of people: names, contacts, birth dates, memberships and notes, also in their history. Figures stay. The same again changes nothing. It needs the right `ERASE`.',
    args: { input: t.arg({ type: EraseGuestDataInput, required: true, description: 'Whose data.' }) },
    resolve: async (_, { input }, { caller, services: { database, clock } }) => {
      const problems = erasureProblems(input);
      if (problems.length > 0) return invalidInput(problems);
      const reach = bookingsOfHotels(caller);
      const eraser = { clientId: caller.clientId, by: actorName(caller) };
      const outcome = await eraseGuestData({ database, now: clock.now() }, { reach, subject: input, ...eraser });
      return outcome;
    },
  }),
);
