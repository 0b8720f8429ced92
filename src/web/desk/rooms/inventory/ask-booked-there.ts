/** Who is booked on nights of room types: the first to arrive, and whether there are more. */
import { type DayRange, formatDay } from '../../../../domain/time/civil-date.ts';
import type { Request } from '../../../gateway/request.ts';
import { DeskBookedThereDocument } from '../../../generated/operations.ts';

const MOST = 50;

/** `rooms` are numbers of room types. Each is asked for by itself: a hotel may have any number of bookings in others. */
export async function askBookedThere(
  request: Request,
  { hotel, rooms, from, to }: DayRange & { readonly hotel: number; readonly rooms: readonly number[] },
) {
  const pages = await Promise.all(
    rooms.map(async (roomType) => {
      // Whoever sleeps there on one of the nights has come by the last one and leaves after the first.
      const nights = { arrivalTo: formatDay(to), departureFrom: formatDay(from + 1) };
      const filter = { hotel, roomType, status: 'CONFIRMED' as const, ...nights };
      return (await request(DeskBookedThereDocument, { filter, first: MOST })).bookings;
    }),
  );
  const found = pages.flatMap(({ nodes }) => nodes).toSorted((one, other) => one.arrival.localeCompare(other.arrival));
  return {
    bookings: found.slice(0, MOST),
    hasMore: found.length > MOST || pages.some(({ pageInfo }) => pageInfo.hasNextPage),
  };
}
