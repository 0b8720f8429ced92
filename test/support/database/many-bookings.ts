/** Bookings of release 0.1.0 by the thousand, with what belongs to them, in the hotel of `first-release.ts`. */
import type pg from 'pg';

const PARTS = [
  `INSERT INTO booking (id, kind, api_key_id, channel_code, visit_type_number, hotel_number, room_type_number, arrival, departure,
    currency, price_list_kind, base_minor, amount_minor, language, created_at)
  SELECT lpad(to_hex(n), 24, '0'), (CASE WHEN n % 20 = 0 THEN 'REQUEST' ELSE 'BINDING' END)::"BookingKind", repeat('1', 24), 'public', 1, 1, 1,
    date '2026-01-01' + n % 700, date '2026-01-01' + n % 700 + 1 + n % 14, 'CZK', 'PER_NIGHT', 100000, 100000, 'en',
    timestamptz '2025-10-01' + n % 400 * interval '1 day'
  FROM generate_series(1, $1::int) AS n`,
  `INSERT INTO booking_contact (booking_id, first_name, last_name, email, consent_marketing)
  SELECT lpad(to_hex(n), 24, '0'), 'Jana', 'Nova ' || n, 'guest' || n || '@example.com', false FROM generate_series(1, $1::int) AS n`,
  `INSERT INTO booking_guest (booking_id, position, first_name, last_name)
  SELECT lpad(to_hex(n), 24, '0'), place, 'Jana', 'Nova ' || n FROM generate_series(1, $1::int) AS n, generate_series(1, 2) AS place`,
  `INSERT INTO outbox_message (topic, booking_id, created_at)
  SELECT 'booking.created', lpad(to_hex(n), 24, '0'), now() FROM generate_series(1, $1::int) AS n`,
];

export async function fillWithBookings(client: pg.Client, bookings: number): Promise<void> {
  for (const text of PARTS) await client.query(text, [bookings]);
  await client.query('ANALYZE');
}
