/** The mails of a booking (M8), and the mutation that sends one again, with its outcomes as types. */
import DataLoader from 'dataloader';
import { listMailsOfBookings, type MailOfBooking } from '../../../data/deliveries/booking-mails.ts';
import type { RequestContext, Services } from '../../../operations/access/request-context.ts';
import { resendConfirmation } from '../../../operations/booking/changes/resend-confirmation.ts';
import { builder, requiresScope } from '../builder.ts';
import { BOOKING_COST } from '../cost.ts';
import { BookingEventTypeEnum, described } from '../enums.ts';
import { idInput } from '../input/id-input.ts';
import { resultType } from '../problem/refusal-types.ts';
import { Booking } from './booking.ts';
import { bookingOfOutcome } from './outcome-bookings.ts';

const MailRecipientEnum = builder.enumType('MailRecipient', {
  description: 'To whom a mail goes.',
  values: described<MailOfBooking['to']>({
    GUEST: 'To the customer, at the address of that time.',
    HOTEL: 'To the hotel.',
  }),
});

const MailStateEnum = builder.enumType('MailState', {
  description: 'What came of a mail.',
  values: described<MailOfBooking['state']>({
    WAITING: 'It waits for its first try or the next one.',
    SENT: 'The mail server has taken it.',
    FAILED: 'It was given up.',
  }),
});

const BookingMail = builder.objectRef<MailOfBooking>('BookingMail').implement({
  description: 'A mail about a booking, without its address.',
  fields: (t) => ({
    kind: t.expose('kind', { type: BookingEventTypeEnum, description: 'The event that it is about.' }),
    to: t.expose('to', { type: MailRecipientEnum, description: 'To whom it goes.' }),
    state: t.expose('state', { type: MailStateEnum, description: 'What came of it.' }),
    at: t.expose('at', {
      type: 'DateTime',
      description: 'When it was sent or given up; while it waits, when it was asked for.',
    }),
    tries: t.exposeInt('tries', { description: 'Tries since it was asked for.' }),
  }),
});

/** The mails of all bookings of a request that are asked in one turn are read at once. */
const loaders = new WeakMap<Services, DataLoader<string, readonly MailOfBooking[]>>();

function mailsOf({ services }: RequestContext, bookingId: string): Promise<readonly MailOfBooking[]> {
  const { database } = services;
  const read = async (ids: readonly string[]) => {
    const found = await listMailsOfBookings(database, ids);
    return ids.map((id) => found.get(id) ?? []);
  };
  const loader = loaders.get(services) ?? new DataLoader(read, { cache: false });
  loaders.set(services, loader);
  return loader.load(bookingId);
}

builder.prismaObjectField(Booking, 'mails', (t) =>
  t.field({
    type: [BookingMail],
    description:
      'The mails about it, in the order in which they were asked for: those that wait or were given up, and those that were sent in the last 30 days. A mail that is asked for again is one of its own (M8).',
    select: { id: true },
    resolve: ({ id }, _, context) => mailsOf(context, id),
  }),
);

const ResendRequested = builder.objectRef<{ bookingId: string }>('ResendRequested').implement({
  description: 'The e-mail to the customer about the present state of the booking will be sent again.',
  fields: (t) => ({ booking: bookingOfOutcome(t) }),
});

const ResendConfirmationResult = resultType(
  'resendConfirmation',
  { resendRequested: ResendRequested },
  'What will be sent, or why nothing will.',
);

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
      'Sends the e-mail to the customer about the present state of a booking again: of a booking of the client, for `OPERATE` of one in its destinations. Asked again before it is sent, it is sent once. Nothing is sent by a gateway without mail, nor of a booking whose personal data were erased. It needs the right `BOOKINGS` or `OPERATE`.',
    args: { input: t.arg({ type: ResendConfirmationInput, required: true, description: 'The booking.' }) },
    resolve: async (_, { input: { id } }, { services, caller }) => {
      const outcome = await resendConfirmation({ ...services, caller, bookingId: id });
      return outcome;
    },
  }),
);
