import { FindBookingDocument } from '../generated/operations.ts';
import type { ToolOf } from '../tool.ts';

export const FIND_BOOKING: ToolOf<typeof FindBookingDocument> = {
  document: FindBookingDocument,
  title: 'Find a booking',
  description: 'A booking by its reference and the e-mail address of its contact, or by its id.',
  say: ({ booking: { status, price, ...stay } }, { texts, dates, freeCancellation }) => [
    texts.booking({ status, dates: dates(stay) }),
    ...(status === 'CONFIRMED'
      ? [texts.priced({ total: price.total.formatted }), freeCancellation(price.freeCancellationUntil, stay.arrival)]
      : []),
  ],
};
