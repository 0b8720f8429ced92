import { CancelBookingDocument } from '../generated/operations.ts';
import type { ToolOf } from '../tool.ts';

export const CANCEL_BOOKING: ToolOf<typeof CancelBookingDocument> = {
  document: CancelBookingDocument,
  title: 'Cancel a booking',
  description:
    'Cancels a booking, only if the guest wants it and knows what it costs: `find_booking` says until when it is free and what it costs later. Rooms that were taken for it are for sale again at once.',
  isDestructive: true,
  isIdempotent: true,
  say: ({ cancelled: { fee } }, { texts }) => [texts.cancelled({ fee: fee.formatted })],
};
