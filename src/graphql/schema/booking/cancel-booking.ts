/** The mutation that cancels a booking, and its outcomes as types. */
import { invalidInput, notFound } from '../../../domain/problem/refusal.ts';
import { countReached } from '../../../operations/booking/booking-limits.ts';
import {
  type BookingCancelled as CancelledBooking,
  cancelBooking,
} from '../../../operations/booking/changes/cancel-booking.ts';
import { parseHouseTexts } from '../../../operations/booking/changes/change-note.ts';
import { feeProblems } from '../../../operations/booking/changes/set-fee.ts';
import { lookupProblems } from '../../../operations/booking/search/find-booking.ts';
import { builder, FAILS_ALONE, requiresScope } from '../builder.ts';
import { BOOKING_COST } from '../cost.ts';
import { CancelledByEnum } from '../enums.ts';
import { resultType } from '../problem/refusal-types.ts';
import { REPORTS_REFUSED_VALUES, readInput, withRefused } from '../refused-values.ts';
import { Money, toMoney } from '../stays/money.ts';
import { idOfLookup } from './find-booking.ts';
import { feeField, houseTextFields, reasonField } from './house-texts.ts';
import { bookingOfOutcome, bookingsOfOutcome } from './outcome-bookings.ts';

const BookingCancelled = builder.objectRef<Omit<CancelledBooking, 'kind'>>('BookingCancelled').implement({
  description: 'The booking is cancelled, and its rooms are for sale again.',
  fields: (t) => ({
    booking: bookingOfOutcome(t),
    bookings: bookingsOfOutcome(
      t,
      'All that are cancelled: the booking alone, with `party` the rooms of its party, in their order. Those that could not be cancelled are left out.',
    ),
    fee: t.field({
      type: Money,
      description:
        'What the cancellation of all `bookings` costs: the fee of the input, else by the terms that each booking was made under; zero for a request.',
      resolve: ({ feeMinor, currency }) => toMoney(feeMinor, currency),
    }),
    alreadyCancelled: t.exposeBoolean('alreadyCancelled', {
      description:
        'Whether all `bookings` were cancelled before; then nothing was changed, and the fee is the one of that time.',
    }),
  }),
});

const CancelBookingInput = builder.inputType('CancelBookingInput', {
  description: 'A booking to be cancelled, named as for `booking`: by `id` or by `reference`.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the booking.' }),
    reference: t.string({ description: 'Reference of the booking, in any case, with or without the dash.' }),
    email: t.string({
      description:
        'E-mail address of the contact, in any case. Required with a publishable key, and with `BOOK` alone beside a reference.',
    }),
    by: t.field({
      type: CancelledByEnum,
      required: true,
      defaultValue: 'GUEST',
      description:
        'Who calls it off. Mails say so if it is the hotel, and it costs nothing then unless `fee` is given. Needs `OPERATE` (M6).',
    }),
    party: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'Whether all rooms that were booked together with it are cancelled, as far as they still can be: all of these, or none (Y3). Each has the fee of its own terms, so `fee` is a problem beside it. `NotCancellable` is about the booking that is named, where no room can be.',
    }),
    fee: feeField(t, 'The terms of the booking say it if it is missing.'),
    ...houseTextFields(t),
    reason: reasonField(t),
  }),
});

const CancelBookingResult = resultType(
  'cancelBooking',
  { bookingCancelled: BookingCancelled },
  'The cancelled booking, or why it was not cancelled.',
);

builder.mutationField('cancelBooking', (t) =>
  t.field({
    ...FAILS_ALONE,
    extensions: { ...requiresScope('book', 'bookings', 'operate'), ...REPORTS_REFUSED_VALUES },
    type: CancelBookingResult,
    complexity: BOOKING_COST,
    description:
      'Cancels a booking of the client, for `OPERATE` one in its destinations. Its room on every night is for sale again at once. Possible before the day of arrival (of a request also on that day), for `OPERATE` before the day of departure, in the business time zone. Asked again, it gives the same answer. Wrong e-mail addresses count as those of `booking` do, with the same error `RATE_LIMITED`; the field is null then. It needs the right `BOOK`, `BOOKINGS` or `OPERATE`.',
    args: { input: t.arg({ type: CancelBookingInput, required: true, description: 'The booking.' }) },
    resolve: async (_, args, context) => {
      const { input, refused } = readInput(args.input);
      const checked = parseHouseTexts(input);
      const wrong = [...feeProblems(input.fee, { isParty: input.party }), ...(checked.ok ? [] : checked.problems)];
      const problems = withRefused(refused, [...lookupProblems(input, context.caller), ...wrong]);
      if (!checked.ok || problems.length > 0) return invalidInput(problems);
      const { services, caller } = context;
      const bookingId = await idOfLookup(context, input);
      const change = {
        ...services,
        caller,
        ...checked.texts,
        email: input.email ?? null,
        by: input.by,
        isParty: input.party,
        feeMinor: input.fee ?? null,
      };
      const outcome = bookingId === null ? null : await cancelBooking({ ...change, bookingId });
      // The reference as the request has it.
      // biome-ignore lint/style/noNonNullAssertion: the look-up had neither problem: one of the two is given.
      if (outcome === null || outcome.kind === 'notFound') return notFound('BOOKING', (input.id ?? input.reference)!);
      if (outcome.kind === 'tooManyRequests') countReached(services, outcome);
      return outcome;
    },
  }),
);
