/** What B1 books: stays in rooms of different hotels, with more rooms than can be taken in the time. */

import { type PreparedDatabase, withDatabase } from '../catalogues/databases.ts';
import type { Subject } from '../catalogues/subjects.ts';
import type { Ask } from '../races/ask.ts';

const PLENTY = 1_000_000;

/** Gives every subject's room type plenty of rooms on the nights of its stay. Applies to bookings at once. */
export async function stockUp(database: PreparedDatabase, subjects: readonly Subject[]): Promise<void> {
  await withDatabase(database.url, async ({ prisma }) => {
    for (const { roomType, arrival, departure } of subjects) {
      await prisma.inventoryNight.updateMany({
        where: { roomTypeNumber: roomType, night: { gte: new Date(arrival), lt: new Date(departure) } },
        data: { units: PLENTY },
      });
    }
  });
}

/**
 * Does what the server does every minute in production. The tables of bookings were empty a moment ago, and the planner would
 * treat them as if they still were.
 */
export async function refreshStatistics(database: PreparedDatabase): Promise<void> {
  await withDatabase(database.url, ({ prisma }) => prisma.$executeRawUnsafe('VACUUM ANALYZE'));
}

/** A binding booking of a subject through REST. */
export function bookingAsk({ visitType, hotel, roomType, arrival, departure }: Subject, key: string): Ask {
  return {
    method: 'POST',
    path: '/api/v1/booking',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      binding_booking: true,
      currency: 'CZK',
      visit_type_id: visitType,
      hotel_id: hotel,
      room_type_id: roomType,
      date_from: arrival,
      date_to: departure,
      billed_to: {
        first_name: 'Jana',
        last_name: 'Nová',
        email: 'jana@example.com',
        address: { street: 'Lázeňská', house_number: '1', city: 'Aš', zip_code: '352 01', country: 'CZE' },
      },
      guests: [{ first_name: 'Jana', last_name: 'Nová' }],
    }),
    status: 201,
  };
}

/**
 * Audits the database after all bookings.
 * @returns the number of bookings
 * @throws Error when a night was sold more or less often than it was booked, or one stay has two prices
 */
export async function auditBookings(database: PreparedDatabase): Promise<number> {
  return withDatabase(database.url, async ({ prisma }) => {
    const [wrong] = await prisma.$queryRaw<{ nights: number; prices: number }[]>`
      SELECT
        (SELECT count(*)::int FROM (
          SELECT night.sold, count(booking.id) AS booked FROM inventory_night AS night
          LEFT JOIN booking ON booking.room_type_number = night.room_type_number
            AND booking.arrival <= night.night AND night.night < booking.departure
          WHERE night.units = ${PLENTY}
          GROUP BY night.room_type_number, night.night HAVING night.sold <> count(booking.id)) AS wrong) AS nights,
        (SELECT count(*)::int FROM (
          SELECT 1 FROM booking GROUP BY room_type_number, arrival HAVING count(DISTINCT amount_minor) > 1) AS wrong) AS prices`;
    if (wrong!.nights > 0 || wrong!.prices > 0) throw new Error(`B1 left wrong rows behind: ${JSON.stringify(wrong)}`);
    return prisma.booking.count();
  });
}
