/** The mutation that sends the e-mail of a booking again, and its outcomes as types. */
import { resendConfirmation } from '../../../operations/booking/changes/resend-confirmation.ts';
import { builder, requiresScope } from '../builder.ts';
import { BOOKING_COST } from '../cost.ts';
import { idInput } from '../id-input.ts';
import { refusalTypes, typeOfRefusal } from '../problem/refusal-types.ts';
import { bookingOfOutcome } from './booking.ts';

const ResendRequested = builder.objectRef<{ bookingId: string }>('ResendRequested').implement({
  description: 'The e-mail to the customer about the present state of the booking will be sent again.',
  fields: (t) => ({ booking: bookingOfOutcome(t) }),
});

const ResendConfirmationResult = builder.unionType('ResendConfirmationResult', {
  description: 'What will be sent, or why nothing will.',
  types: [ResendRequested, ...refusalTypes('resendConfirmation')],
  resolveType: (result: { readonly kind?: string }, context) =>
    result.kind === 'resendRequested' ? 'ResendRequested' : typeOfRefusal(result, context),
});

const ResendConfirmationInput = idInput(
  'ResendConfirmationInput',
  'A booking whose confirmation the customer gets again.',
  'Id of the booking.',
);

builder.mutationField('resendConfirmation', (t) =>
  t.field({
    extensions: requiresScope('bookings', 'operate'),
    type: ResendConfirmationResult,
    complexity: BOOKING_COST,
    description:
      'Sends the e-mail to the customer about the present state of a booking again: of a booking of the client, for `OPERATE` of one in its destinations. Asked again before it is sent, it is sent once. Nothing is sent by a gateway without mail, nor of a booking whose personal data were erased.',
    args: { input: t.arg({ type: ResendConfirmationInput, required: true, description: 'The booking.' }) },
    resolve: async (_, { input: { id } }, { services, caller }) => {
      const outcome = await resendConfirmation({ ...services, caller, bookingId: id });
      return outcome;
    },
  }),
);
