import { ChangeBookingDocument } from '../generated/operations.ts';
import type { ToolOf } from '../tool.ts';

export const CHANGE_BOOKING: ToolOf<typeof ChangeBookingDocument> = {
  document: ChangeBookingDocument,
  title: 'Change a booking',
  description:
    'Changes the stay, the guests or the contact of a booking; what is left out stays as it is. `guests` replace those of before: give each with all that `find_booking` shows of them. Where the stay or its price would be another one, nothing is changed without `expectedTotal`, and the answer says the price, to be shown to the guest first.',
  isDestructive: true,
  isIdempotent: true,
  say: ({ changed: { booking } }, { texts, freeCancellation }) => [
    texts.changed({ total: booking.price.total.formatted }),
    ...(booking.status === 'CONFIRMED' ? [freeCancellation(booking.price.freeCancellationUntil, booking.arrival)] : []),
  ],
};
