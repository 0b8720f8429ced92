/** The mutations with which an operator answers a request, and their outcomes as types. */
import { invalidInput } from '../../../domain/problem/refusal.ts';
import {
  confirmBooking,
  declineBooking,
  type RequestAnswered,
} from '../../../operations/booking/changes/answer-request.ts';
import { parseHouseTexts } from '../../../operations/booking/changes/change-note.ts';
import { builder, requiresScope } from '../builder.ts';
import { BOOKING_COST } from '../cost.ts';
import { resultType } from '../problem/refusal-types.ts';
import { houseTextFields, reasonField } from './house-texts.ts';
import { bookingOfOutcome } from './outcome-bookings.ts';

type Answered = Pick<RequestAnswered<string>, 'bookingId' | 'isRepeated'>;

const REPEATED = 'Whether it was before; then nothing was changed.';

const BookingConfirmed = builder.objectRef<Answered>('BookingConfirmed').implement({
  description: 'The booking is confirmed, at the price that it was made with.',
  fields: (t) => ({
    booking: bookingOfOutcome(t),
    alreadyConfirmed: t.exposeBoolean('isRepeated', { description: REPEATED }),
  }),
});

const BookingDeclined = builder.objectRef<Answered>('BookingDeclined').implement({
  description: 'The request is declined.',
  fields: (t) => ({
    booking: bookingOfOutcome(t),
    alreadyDeclined: t.exposeBoolean('isRepeated', { description: REPEATED }),
  }),
});

const ConfirmBookingInput = builder.inputType('ConfirmBookingInput', {
  description: 'A request to be confirmed.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the booking.' }),
    ...houseTextFields(t),
    takeRooms: t.boolean({
      defaultValue: true,
      description:
        'Whether it takes a room on every night. Without, the operator answers for the rooms: recorded capacity is neither asked nor changed.',
    }),
  }),
});

const DeclineBookingInput = builder.inputType('DeclineBookingInput', {
  description: 'A request to be declined.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the booking.' }),
    ...houseTextFields(t),
    reason: reasonField(t),
  }),
});

const ConfirmBookingResult = resultType(
  'confirmBooking',
  { bookingConfirmed: BookingConfirmed },
  'The confirmed booking, or why it was not confirmed.',
);

const DeclineBookingResult = resultType(
  'declineBooking',
  { bookingDeclined: BookingDeclined },
  'The declined booking, or why it was not declined.',
);

builder.mutationField('confirmBooking', (t) =>
  t.field({
    extensions: requiresScope('operate'),
    type: ConfirmBookingResult,
    complexity: BOOKING_COST,
    description:
      'Confirms a request in the destinations of the key, until the end of the day of arrival in the business time zone. It takes a room on every night, all or nothing, unless `takeRooms` is false or the booking is a test. Asked again, it gives the same answer. It needs the right `OPERATE`.',
    args: { input: t.arg({ type: ConfirmBookingInput, required: true, description: 'The request.' }) },
    resolve: async (_, { input }, { services, caller }) => {
      const checked = parseHouseTexts(input);
      if (!checked.ok) return invalidInput(checked.problems);
      const change = { ...services, caller, bookingId: input.id, ...checked.texts };
      const outcome = await confirmBooking({ ...change, takeRooms: input.takeRooms ?? true });
      return outcome;
    },
  }),
);

builder.mutationField('declineBooking', (t) =>
  t.field({
    extensions: requiresScope('operate'),
    type: DeclineBookingResult,
    complexity: BOOKING_COST,
    description:
      'Declines a request in the destinations of the key, until the end of the day of arrival in the business time zone. Asked again, it gives the same answer. It needs the right `OPERATE`.',
    args: { input: t.arg({ type: DeclineBookingInput, required: true, description: 'The request.' }) },
    resolve: async (_, { input }, { services, caller }) => {
      const checked = parseHouseTexts(input);
      if (!checked.ok) return invalidInput(checked.problems);
      const outcome = await declineBooking({ ...services, caller, bookingId: input.id, ...checked.texts });
      return outcome;
    },
  }),
);
