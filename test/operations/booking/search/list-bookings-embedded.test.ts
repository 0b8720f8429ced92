/**
 * Lists of bookings on the embedded database, of the demo and of small hotels: its driver is another one, and its planner estimates otherwise.
 * It was migrated in this process, as at a first start.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../../src/data/database/database.ts';
import { EVERY_BOOKING } from '../../../../src/operations/booking/booking-access.ts';
import type { BookingFilter } from '../../../../src/operations/booking/search/booking-filter.ts';
import { BOOKING_ORDERS, type BookingSort } from '../../../../src/operations/booking/search/booking-order.ts';
import { countBookings, listBookings } from '../../../../src/operations/booking/search/list-bookings.ts';
import { BOOKING, type BookingScene, fillScene, openScene } from '../../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../../support/database/embedded-database.ts';

const { arrival, departure, hotel, visitType, roomType } = BOOKING;
const DAY_MS = 86_400_000;
/** Each field of a filter by a value that the booking has. */
const FOUND_BY: { readonly [Name in keyof Required<BookingFilter>]: BookingFilter[Name] } = {
  status: 'CONFIRMED',
  hotel: Number(hotel),
  visitType: Number(visitType),
  roomType: Number(roomType),
  channel: 'public',
  arrivalFrom: arrival,
  arrivalTo: arrival,
  departureFrom: departure,
  departureTo: departure,
  staysOn: arrival,
  createdFrom: new Date(0),
  createdTo: new Date(arrival * DAY_MS),
  reference: null,
  email: null,
  text: null,
  isTest: false,
};

let database: Database;
let scene: BookingScene;
let id: string;
beforeAll(async () => {
  database = await freshEmbedded();
  await fillScene(database);
  scene = await openScene(database);
  const booked = await scene.book();
  if (booked.kind !== 'created') throw new Error(booked.kind);
  id = booked.bookingId;
});
afterAll(async () => {
  await scene?.close();
  await database?.close();
});

async function found(filter: BookingFilter, sort: BookingSort, reach = EVERY_BOOKING): Promise<unknown> {
  const today = arrival - 1;
  const { keys } = await listBookings(database, { reach, filter, today, sort, first: 20, after: null });
  const { count } = await countBookings(database, { reach, filter, today });
  return { ids: keys.map(([, one]) => one), count };
}

test.each(Object.keys(FOUND_BY) as (keyof BookingFilter)[])('finds and counts a booking by %s', async (name) => {
  const { reference } = await database.prisma.booking.findUniqueOrThrow({ where: { id } });
  const { email } = BOOKING.billedTo;
  const filter = { [name]: { ...FOUND_BY, reference, email, text: email }[name] };
  for (const sort of Object.keys(BOOKING_ORDERS) as BookingSort[]) {
    expect(await found(filter, sort)).toEqual({ ids: [id], count: 1 });
  }
});

test('finds and counts it by all of them, and within a few hotels or destinations', async () => {
  const reaches = [{}, { hotels: [Number(hotel), 2] }, { destinations: [1, 2] }].map((one) => ({
    ...EVERY_BOOKING,
    ...one,
  }));
  for (const reach of reaches) expect(await found(FOUND_BY, 'ARRIVAL', reach)).toEqual({ ids: [id], count: 1 });
  expect(await found({ ...FOUND_BY, departureTo: arrival }, 'ARRIVAL')).toEqual({ ids: [], count: 0 });
});
