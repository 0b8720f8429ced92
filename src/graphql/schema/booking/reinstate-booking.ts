/** The mutation that takes back that a booking was cancelled, declined or a no-show, and its outcomes as types. */
import { invalidInput } from '../../../domain/problem/refusal.ts';
import { parseHouseTexts } from '../../../operations/booking/changes/change-note.ts';
import {
  type BookingReinstated as ReinstatedBooking,
  reinstateBooking,
} from '../../../operations/booking/changes/reinstate-booking.ts';
import { builder, requiresScope } from '../builder.ts';
import { BOOKING_COST } from '../cost.ts';
import { refusalTypes, typeOfRefusal } from '../problem/refusal-types.ts';
import { bookingOfOutcome } from './booking.ts';
import { houseTextFields } from './house-texts.ts';

const BookingReinstated = builder.objectRef<Omit<ReinstatedBooking, 'kind'>>('BookingReinstated').implement({
  description: 'The booking is again what it was before, at the price that it was made with.',
  fields: (t) => ({
    booking: bookingOfOutcome(t),
    alreadyReinstated: t.exposeBoolean('alreadyReinstated', {
      description: 'Whether it was reinstated before; then nothing was changed.',
    }),
  }),
});

const ReinstateBookingInput = builder.inputType('ReinstateBookingInput', {
  description: 'A booking that was cancelled, declined or a no-show by mistake.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the booking.' }),
    ...houseTextFields(t),
  }),
});

const ReinstateBookingResult = builder.unionType('ReinstateBookingResult', {
  description: 'The reinstated booking, or why it was not reinstated.',
  types: [BookingReinstated, ...refusalTypes('reinstateBooking')],
  resolveType: (result: { readonly kind?: string }, context) =>
    result.kind === 'bookingReinstated' ? 'BookingReinstated' : typeOfRefusal(result, context),
});

builder.mutationField('reinstateBooking', (t) =>
  t.field({
    extensions: requiresScope('operate'),
    type: ReinstateBookingResult,
    complexity: BOOKING_COST,
    description:
      'Makes a booking in the destinations of the key what it was before it was cancelled, declined or a no-show, within 24 hours of that (M6). If it had a room on every night, it takes one again, all or nothing. Asked again, it gives the same answer.',
    args: { input: t.arg({ type: ReinstateBookingInput, required: true, description: 'The booking.' }) },
    resolve: async (_, { input }, { services, caller }) => {
      const checked = parseHouseTexts(input);
      if (!checked.ok) return invalidInput(checked.problems);
      const outcome = await reinstateBooking({ ...services, caller, bookingId: input.id, ...checked.texts });
      return outcome;
    },
  }),
);
