/** Bookings of release 0.2.0 by the thousand, each with its contact and its event, in the hotel of `first-release.ts`. */
import type pg from 'pg';

const PARTS = [
  `INSERT INTO booking (id, kind, api_key_id, channel_code, visit_type_number, hotel_number, room_type_number, arrival, departure,
    currency, price_list_kind, base_minor, amount_minor, language, created_at, reference, status, has_rooms, client_id)
  SELECT lpad(to_hex(n), 24, '0'), 'BINDING', k.id, 'public', 1, 1, 1, date '2026-01-01' + n % 700, date '2026-01-01' + n % 700 + 1 + n % 14,
    'CZK', 'PER_NIGHT', 100000, 100000, 'en', timestamptz '2025-10-01' + n % 400 * interval '1 day', lpad(n::text, 8, '0'), 'CONFIRMED', true,
    k.client_id
  FROM generate_series(1, $1::int) AS n, api_key AS k WHERE k.id = repeat('1', 24)`,
  `INSERT INTO booking_contact (booking_id, first_name, last_name, email, consent_marketing)
  SELECT lpad(to_hex(n), 24, '0'), 'Jana', 'Nova ' || n, 'guest' || n || '@example.com', false FROM generate_series(1, $1::int) AS n`,
  `INSERT INTO booking_event (id, booking_id, type, at, client_id, position)
  SELECT 'evt_' || n, lpad(to_hex(n), 24, '0'), 'CONFIRMED', now(), k.client_id, n + 1000 FROM generate_series(1, $1::int) AS n, api_key AS k
  WHERE k.id = repeat('1', 24)`,
];

export async function fillWithBookings(client: pg.Client, bookings: number): Promise<void> {
  for (const text of PARTS) await client.query(text, [bookings]);
  await client.query('ANALYZE');
}
