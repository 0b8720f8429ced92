import { ListBookingsDocument } from '../generated/operations.ts';
import type { ToolOf } from '../tool.ts';

export const LIST_BOOKINGS: ToolOf<typeof ListBookingsDocument> = {
  document: ListBookingsDocument,
  title: 'List bookings',
  description: 'The bookings that the key may see, the newest first unless another order is asked for.',
  say: ({ bookings: { totalCount: count, totalCountIsExact } }, { texts }) => [
    totalCountIsExact ? texts.bookings({ count }) : texts.manyBookings({ count }),
  ],
};
