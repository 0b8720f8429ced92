/** Who is booked on chosen nights of chosen room types. */
import { expect, test } from 'vitest';
import { dayOf } from '../../../../../src/domain/time/civil-date.ts';
import { askBookedThere } from '../../../../../src/web/desk/rooms/inventory/ask-booked-there.ts';
import type { Request } from '../../../../../src/web/gateway/request.ts';
import type { BookingFilter } from '../../../../../src/web/generated/operations.ts';

const NIGHTS = { from: dayOf('2027-02-01'), to: dayOf('2027-02-03') };

/** A hotel in which so many are booked in each room type, every other one from the night before on. */
function hotelWith(booked: Readonly<Record<number, number>>): Request {
  const rows = Object.entries(booked).flatMap(([room, count]) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${room} ${index}`,
      arrival: index % 2 === 0 ? '2027-01-31' : '2027-02-01',
      roomType: { number: Number(room) },
    })),
  );
  return (async (_, variables) => {
    const { filter, first } = variables as { filter: BookingFilter; first: number };
    const asked = rows
      .filter(({ roomType }) => filter.roomType === undefined || roomType.number === Number(filter.roomType))
      .toSorted((one, other) => one.arrival.localeCompare(other.arrival));
    return { bookings: { nodes: asked.slice(0, first), pageInfo: { hasNextPage: asked.length > first } } };
  }) as Request;
}

test('who is booked in the chosen room types is found, however many are booked in others', async () => {
  const request = hotelWith({ 11: 200, 12: 2, 13: 1 });
  const { bookings, hasMore } = await askBookedThere(request, { hotel: 1, rooms: [12, 13], ...NIGHTS });
  expect(bookings.map(({ id }) => id)).toEqual(['12 0', '13 0', '12 1']);
  expect(hasMore).toBe(false);
});

test('the first to arrive are shown, and that there are more', async () => {
  const { bookings, hasMore } = await askBookedThere(hotelWith({ 11: 40, 12: 40 }), {
    ...{ hotel: 1, rooms: [11, 12] },
    ...NIGHTS,
  });
  expect(bookings).toHaveLength(50);
  expect(bookings.filter(({ arrival }) => arrival === '2027-01-31')).toHaveLength(40);
  expect(hasMore).toBe(true);
  expect(await askBookedThere(hotelWith({ 11: 51 }), { hotel: 1, rooms: [11], ...NIGHTS })).toMatchObject({
    hasMore: true,
  });
});
