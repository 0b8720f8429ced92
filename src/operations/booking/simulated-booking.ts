/**
 * Answers a booking of a test key, or its change, with the case that the key asks for (S8), before it begins. A refused case is found by
 * asking for the booking under a condition that no price meets: references, rules, price and idempotency key are checked as ever,
 * and nothing is written.
 */
import type { Simulation } from '../../domain/booking/simulation.ts';
import { dayOf } from '../../domain/time/civil-date.ts';
import type { Scheduler } from '../../domain/time/clock.ts';
import { databaseAway } from '../service-unavailable.ts';
import { type BookingsOutcome, noCapacity, priceChanged } from './booking-outcome.ts';
import { findNumbers } from './booking-subjects.ts';
import { BOOKING_TIMEOUTS } from './booking-transaction.ts';
import { type AlterRequest, alterBooking, type BookingChanged, quoteChange } from './changes/alter-booking.ts';
import type { ChangeRefusal } from './changes/decide-change.ts';
import { type BookingsRequest, createBookings } from './create/create-bookings.ts';

/** A price is never negative (L4). */
const NEVER_THE_PRICE = -1;
const SLOW_MS = 5_000;

/**
 * The outcome of the simulated case.
 * @throws ServiceUnavailable as `createBookings`, and when a test key simulates it
 */
export async function simulateBookings(
  simulation: Simulation,
  { request, schedule }: { request: BookingsRequest; schedule: Scheduler },
): Promise<BookingsOutcome> {
  switch (simulation) {
    case 'no-capacity':
      return request.input.kind === 'REQUEST' ? createBookings(request) : refuseRooms(request);
    case 'price-changed':
      return refusePrice(request);
    case 'slow':
      await slowly(schedule);
      return createBookings(request);
    case 'unavailable':
      throw databaseAway(new Error('a test key simulates it'));
  }
}

/**
 * The outcome of the simulated case of a change. What takes no room, or has no price that is compared (M1), has no such case.
 * @throws ServiceUnavailable as `alterBooking`, and when a test key simulates it
 */
export async function simulateChange(
  simulation: Simulation,
  { request, schedule }: { request: AlterRequest; schedule: Scheduler },
): Promise<BookingChanged | ChangeRefusal> {
  switch (simulation) {
    case 'no-capacity':
      return refuseNights(request);
    case 'price-changed':
      return refuseChangedPrice(request);
    case 'slow':
      await slowly(schedule);
      return alterBooking(request);
    case 'unavailable':
      throw databaseAway(new Error('a test key simulates it'));
  }
}

/** No night has a room, so the first one is full. */
async function refuseNights(request: AlterRequest): Promise<BookingChanged | ChangeRefusal> {
  const outcome = await changeAtNoPrice(request);
  if (outcome.kind !== 'priceChanged') return outcome;
  const quoted = await quoteChange(request);
  if (quoted.kind !== 'changeQuoted') return quoted;
  const { after, rows, isRequoted } = quoted;
  if (!isRequoted || rows.booking.status === 'REQUESTED') return alterBooking(request);
  return noCapacity(after.roomTypeNumber, dayOf(after.arrival));
}

/** Where no price is expected, the change is refused if it needs one, and is otherwise one whose price is not compared. */
async function refuseChangedPrice(request: AlterRequest): Promise<BookingChanged | ChangeRefusal> {
  const { expectedTotal } = request.input;
  const outcome = await (expectedTotal === null ? alterBooking(request) : changeAtNoPrice(request));
  if (outcome.kind !== 'priceChanged') return outcome;
  return { ...outcome, expectedMinor: otherTotal(expectedTotal ?? outcome.expectedMinor, outcome.amountMinor) };
}

function changeAtNoPrice(request: AlterRequest): Promise<BookingChanged | ChangeRefusal> {
  return alterBooking({ ...request, input: { ...request.input, expectedTotal: NEVER_THE_PRICE } });
}

function slowly(schedule: Scheduler): Promise<void> {
  return new Promise<void>((resolve) => void schedule(resolve, SLOW_MS));
}

/** The expected total, if it is not the price; else one that is not. */
function otherTotal(expected: number | null, amountMinor: number): number {
  return expected !== null && expected !== amountMinor ? expected : amountMinor + 1;
}

/** No night has a room, so the first one is full. Rooms are checked right before the price. */
async function refuseRooms(request: BookingsRequest): Promise<BookingsOutcome> {
  const outcome = await bookAtNoPrice(request);
  const { arrival } = request.input;
  if (outcome.kind === 'noCapacity') return noCapacity(outcome.roomType, arrival);
  if (outcome.kind !== 'priceChanged') return outcome;
  const { roomTypes } = await request.database.transact((sql) => findNumbers(sql, request.input), BOOKING_TIMEOUTS);
  const [roomType = null] = roomTypes;
  return roomType === null ? outcome : noCapacity(roomType, arrival);
}

/** The price is not the expected one: where it is, or none is expected, a minor unit more counts as expected. */
async function refusePrice(request: BookingsRequest): Promise<BookingsOutcome> {
  const outcome = await bookAtNoPrice(request);
  if (outcome.kind !== 'priceChanged') return outcome;
  const { expectedTotal } = request.input;
  const { quote, amountMinor } = outcome;
  return priceChanged(quote, otherTotal(expectedTotal, amountMinor));
}

function bookAtNoPrice(request: BookingsRequest): Promise<BookingsOutcome> {
  return createBookings({ ...request, input: { ...request.input, expectedTotal: NEVER_THE_PRICE } });
}
