import { createHash } from 'node:crypto';
import { BookStayDocument } from '../generated/operations.ts';
import type { Arguments, ToolCaller, ToolOf } from '../tool.ts';

export const BOOK_STAY: ToolOf<typeof BookStayDocument> = {
  document: BookStayDocument,
  title: 'Book a stay',
  description:
    'Books rooms for a stay, only after the guest has seen the price and the terms of cancelling and has agreed: `expectedTotal` is the total of all rooms that was shown, `expectedCancellation` the day until which cancelling is free, null where it never costs anything. If something else holds by now, nothing is booked and the answer says what. Give the `offer` of a search, or visit type, hotel, dates and currency, with a room type for each room. Called again with the same arguments within 24 hours, it books nothing more.',
  isIdempotent: true,
  insistsOn: ['expectedCancellation'],
  complete: (args, by) => ({ ...args, idempotencyKey: args.idempotencyKey ?? keyOfStay(args, by) }),
  say: ({ booked: { replayed, bookings } }, { texts, dates, freeCancellation, sum }) => {
    // What was booked before may have been moved or cancelled since.
    if (replayed) {
      const isOver = bookings.some(({ status }) => status !== 'CONFIRMED' && status !== 'REQUESTED');
      const now = bookings.map(({ status, ...stay }) => texts.booking({ status, dates: dates(stay) }));
      return [texts.bookedBefore, ...new Set(now), ...(isOver ? [texts.next.sameKey] : [])];
    }
    const [first] = bookings;
    if (!first) return [];
    const total = sum(bookings.map(({ price }) => price.total));
    const stay = { dates: dates(first), total };
    // Withdrawing a request costs nothing, whatever the terms are (S12).
    return first.status === 'CONFIRMED'
      ? [texts.booked(stay), freeCancellation(first.price.freeCancellationUntil, first.arrival)]
      : [texts.requested(stay)];
  },
};

/**
 * The same for every call that names this stay for this contact (X6). Another request for it is refused under the same key (B6). With a publishable
 * key that would tell strangers who has booked what: there it is the same for equal calls from one network alone.
 */
function keyOfStay(args: Arguments, { isTest, network }: ToolCaller): string {
  const { offer, hold, visitType, hotel, rooms, arrival, departure, billedTo } = args;
  const { expectedTotal: _, expectedCancellation: __, ...asked } = args;
  const roomTypes = Array.isArray(rooms) ? rooms.map((room) => room?.roomType) : [];
  const email = (billedTo as Arguments | null | undefined)?.email;
  const byStranger = network === null ? [] : [network, JSON.stringify(asked)];
  const stay = [isTest, offer, hold, visitType, hotel, ...roomTypes, arrival, departure, email, ...byStranger];
  // What is no scalar is refused when the operation runs.
  const named = stay.map((part) => (part == null || typeof part === 'object' ? null : String(part).toLowerCase()));
  return `mcp-${createHash('sha256').update(JSON.stringify(named)).digest('base64url')}`;
}
