/** The mutations with which an operator marks a no-show (M4) and takes back what ended by mistake (M6), and their outcomes as types. */
import { invalidInput } from '../../../domain/problem/refusal.ts';
import { parseHouseTexts } from '../../../operations/booking/changes/change-note.ts';
import { type NoShowMarked as MarkedNoShow, markNoShow } from '../../../operations/booking/changes/mark-no-show.ts';
import {
  type BookingReinstated as ReinstatedBooking,
  reinstateBooking,
} from '../../../operations/booking/changes/reinstate-booking.ts';
import { feeProblems } from '../../../operations/booking/changes/set-fee.ts';
import { builder, requiresScope } from '../builder.ts';
import { BOOKING_COST } from '../cost.ts';
import { resultType } from '../problem/refusal-types.ts';
import { REPORTS_REFUSED_VALUES, readInput, withRefused } from '../refused-values.ts';
import { Money, toMoney } from '../stays/money.ts';
import { feeField, houseTextFields } from './house-texts.ts';
import { bookingOfOutcome } from './outcome-bookings.ts';

const NoShowMarked = builder.objectRef<Omit<MarkedNoShow, 'kind'>>('NoShowMarked').implement({
  description: 'The guests count as not come, and the rooms of the booking are for sale again.',
  fields: (t) => ({
    booking: bookingOfOutcome(t),
    fee: t.field({
      type: Money,
      description:
        'What it costs: the fee of the input, else by the terms of the booking what cancelling on the day of arrival does.',
      resolve: ({ feeMinor, currency }) => toMoney(feeMinor, currency),
    }),
    alreadyMarked: t.exposeBoolean('alreadyMarked', {
      description:
        'Whether it was marked as a no-show before; then nothing was changed, and the fee is the one of that time.',
    }),
  }),
});

const MarkNoShowInput = builder.inputType('MarkNoShowInput', {
  description: 'A booking whose guests did not come.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the booking.' }),
    fee: feeField(t, 'If it is missing, it is what cancelling on the day of arrival costs.'),
    ...houseTextFields(t),
  }),
});

const MarkNoShowResult = resultType(
  'markNoShow',
  { noShowMarked: NoShowMarked },
  'The booking that is a no-show, or why it is none.',
);

builder.mutationField('markNoShow', (t) =>
  t.field({
    extensions: { ...requiresScope('operate'), ...REPORTS_REFUSED_VALUES },
    type: MarkNoShowResult,
    complexity: BOOKING_COST,
    description:
      'Marks a confirmed booking in the destinations of the key as a no-show, from 18:00 on the day of arrival and before the day of departure, in the business time zone (M4). Its room on every night is for sale again at once. Asked again, it gives the same answer. It needs the right `OPERATE`.',
    args: { input: t.arg({ type: MarkNoShowInput, required: true, description: 'The booking.' }) },
    resolve: async (_, args, { services, caller }) => {
      const { input, refused } = readInput(args.input);
      const checked = parseHouseTexts(input);
      const problems = withRefused(refused, [...feeProblems(input.fee), ...(checked.ok ? [] : checked.problems)]);
      if (!checked.ok || problems.length > 0) return invalidInput(problems);
      const { id: bookingId, fee: feeMinor = null } = input;
      const outcome = await markNoShow({ ...services, caller, bookingId, ...checked.texts, feeMinor });
      return outcome;
    },
  }),
);

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

const ReinstateBookingResult = resultType(
  'reinstateBooking',
  { bookingReinstated: BookingReinstated },
  'The reinstated booking, or why it was not reinstated.',
);

builder.mutationField('reinstateBooking', (t) =>
  t.field({
    extensions: requiresScope('operate'),
    type: ReinstateBookingResult,
    complexity: BOOKING_COST,
    description:
      'Makes a booking in the destinations of the key what it was before it was cancelled, declined or a no-show, within 24 hours of that (M6). If it had a room on every night, it takes one again, all or nothing. Asked again, it gives the same answer. It needs the right `OPERATE`.',
    args: { input: t.arg({ type: ReinstateBookingInput, required: true, description: 'The booking.' }) },
    resolve: async (_, { input }, { services, caller }) => {
      const checked = parseHouseTexts(input);
      if (!checked.ok) return invalidInput(checked.problems);
      const outcome = await reinstateBooking({ ...services, caller, bookingId: input.id, ...checked.texts });
      return outcome;
    },
  }),
);
