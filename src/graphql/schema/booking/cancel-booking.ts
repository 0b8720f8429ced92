/** The mutation that cancels a booking, and its outcomes as types. */
import { countReached } from '../../../operations/booking/booking-limits.ts';
import {
  type BookingCancelled as CancelledBooking,
  cancelBooking,
} from '../../../operations/booking/changes/cancel-booking.ts';
import { NOTE_MAX_LENGTH, parseNote } from '../../../operations/booking/changes/change-note.ts';
import { builder, requiresScope } from '../builder.ts';
import { BOOKING_COST } from '../cost.ts';
import { TooManyRequests } from '../problem/limit-problems.ts';
import { InvalidInput, NotCancellable, NotFound, toInvalidInput, toProblem, typeByKind } from '../problems.ts';
import { Money, toMoney } from '../stays/money.ts';
import { bookingOfOutcome } from './booking-of-outcome.ts';

const BookingCancelled = builder.objectRef<Omit<CancelledBooking, 'kind'>>('BookingCancelled').implement({
  description: 'The booking is cancelled, and its rooms are for sale again.',
  fields: (t) => ({
    booking: bookingOfOutcome(t),
    fee: t.field({
      type: Money,
      description: 'What the cancellation costs by the terms that the booking was made under; zero for a request.',
      resolve: ({ feeMinor, currency }) => toMoney(feeMinor, currency),
    }),
    alreadyCancelled: t.exposeBoolean('alreadyCancelled', {
      description: 'Whether it was cancelled before; then nothing was changed, and the fee is the one of that time.',
    }),
  }),
});

const CancelBookingInput = builder.inputType('CancelBookingInput', {
  description: 'A booking to be cancelled.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the booking.' }),
    reason: t.string({
      description: `Why, at most ${NOTE_MAX_LENGTH.toLocaleString('en')} characters; it stands in the history of the booking.`,
    }),
  }),
});

const CancelBookingResult = builder.unionType('CancelBookingResult', {
  description: 'The cancelled booking, or why it was not cancelled.',
  types: [BookingCancelled, NotFound, NotCancellable, TooManyRequests, InvalidInput],
  resolveType: typeByKind({ bookingCancelled: 'BookingCancelled' }),
});

builder.mutationField('cancelBooking', (t) =>
  t.field({
    extensions: requiresScope('book', 'bookings', 'operate'),
    type: CancelBookingResult,
    complexity: BOOKING_COST,
    description:
      'Cancels a booking of the client, for `operate` one in its destinations. Its room on every night is for sale again at once. Possible before the day of arrival, for `operate` before the day of departure, in the business time zone. Asked again, it gives the same answer.',
    args: { input: t.arg({ type: CancelBookingInput, required: true, description: 'The booking.' }) },
    resolve: async (_, { input }, context) => {
      const checked = parseNote('reason', input.reason);
      if (!checked.ok) return toProblem(toInvalidInput(checked.problems));
      const { services, caller } = context;
      const outcome = await cancelBooking({ ...services, caller, bookingId: input.id, note: checked.note });
      if (outcome.kind === 'bookingCancelled') return outcome;
      countReached(services, outcome);
      return toProblem(outcome);
    },
  }),
);
