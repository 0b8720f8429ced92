import { createHash } from 'node:crypto';
import { BookStayDocument } from '../generated/operations.ts';
import type { Arguments, ToolOf } from '../tool.ts';

export const BOOK_STAY: ToolOf<typeof BookStayDocument> = {
  document: BookStayDocument,
  title: 'Book a stay',
  description:
    'Books rooms for a stay, only after the guest has seen the price and the terms of cancelling and has agreed: `expectedTotal` is the total of all rooms that was shown, `expectedCancellation` the day until which cancelling is free, null where it never costs anything. If something else holds by now, nothing is booked and the answer says what. Give the `offer` of a search, or visit type, hotel, dates and currency, with a room type for each room. Called again for the same stay, it books nothing more.',
  isIdempotent: true,
  insistsOn: ['expectedCancellation'],
  complete: (args) => ({ ...args, idempotencyKey: args.idempotencyKey ?? keyOfStay(args) }),
  say: ({ booked: { replayed, bookings } }, { texts, dates, freeCancellation }) =>
    replayed
      ? [texts.bookedBefore]
      : bookings.flatMap(({ kind, price, ...stay }) => [
          (kind === 'BINDING' ? texts.booked : texts.requested)({ dates: dates(stay), total: price.total.formatted }),
          freeCancellation(price.freeCancellationUntil),
        ]),
};

/** The same for every call that names this stay for this contact (X6). Another request for it is refused under the same key (B6). */
function keyOfStay({ offer, hold, visitType, hotel, rooms, arrival, departure, billedTo }: Arguments): string {
  const roomTypes = Array.isArray(rooms) ? rooms.map((room) => room?.roomType) : [];
  const email = (billedTo as Arguments | null | undefined)?.email;
  const stay = [offer, hold, visitType, hotel, ...roomTypes, arrival, departure, email];
  const named = stay.map((part) => (part == null ? null : String(part).toLowerCase()));
  return `mcp-${createHash('sha256').update(JSON.stringify(named)).digest('base64url')}`;
}
