/** Many bookings, as a large installation would have: over three years, with all states, a large client and small ones. */
import type { Database } from '../../../src/data/database/database.ts';
import { fillScene, objectId } from './booking-scene.ts';

/** The day in the middle of it all. */
export const MANY_TODAY = '2026-03-02';
/** Destination 1 has half of them, destination 2 five, destination 3 none that anybody booked. */
export const HOTELS = 60;
/** Four of five bookings are of the first client, most others of the second; the third one's are tests. */
export const CLIENTS = ['c', 'd', 'e'].map((kind) => objectId(kind, 1));

/** One of forty is of a Novák, one of 5,003 of somebody called Rare. */
export const NAMES = { frequent: 'novák', rare: 'rare', two: 'guest17 nov' } as const;
/** What else people say: how a telephone number ends, which one of a thousand does, a part of the reference, the address of an agency. */
export const SAID = { digits: '456', part: '2-M4', email: 'regular@ex' } as const;

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** SQL: what the booking of a number has. References look as if they were drawn, and none is there twice. */
const reference = (number: string) => `(
  SELECT string_agg(substr('${SYMBOLS}', ((bits >> (5 * place)) & 31)::int + 1, 1), '' ORDER BY place)
  FROM (SELECT ${number}::bigint * 679515528615 % (1::bigint << 40) AS bits) AS numbered, generate_series(0, 7) AS place)`;
const phone = (number: string) => `(420600000000 + ${number}::bigint * 7919731 % 400000000)::text`;
const id = (number: string) => `left(md5(${number}::text), 24)`;
const email = (number: string) =>
  `CASE WHEN ${number} % 9973 = 11 THEN 'Regular@example.com' ELSE ${id(number)} || '@example.com' END`;

/** Fills an empty database: bookings were made over three years up to today, with arrivals up to two years ahead, mostly soon. */
export async function fillManyBookings(database: Database, count: number): Promise<void> {
  const { prisma } = database;
  await fillScene(database);
  await prisma.destination.create({ data: { number: 3, id: objectId('d', 3), name: {} } });
  const run = (sql: string) => prisma.$executeRawUnsafe(sql);
  await run(`INSERT INTO hotel (number, id, code, name, destination_number, stars, short_description)
    SELECT n, '68' || lpad(n::text, 22, '0'), 'H' || n, 'H' || n, CASE WHEN n % 2 = 1 THEN 1 WHEN n <= 10 THEN 2 WHEN n = ${HOTELS} THEN 3 ELSE 1 END, 4, '{}'
    FROM generate_series(4, ${HOTELS}) AS n`);
  await run(`INSERT INTO room_type (number, id, hotel_number, code, category, beds)
    SELECT 1000 + n, '72' || lpad((1000 + n)::text, 22, '0'), n, 'X', '{}', 2 FROM generate_series(1, ${HOTELS}) AS n`);
  await run(
    `INSERT INTO client (id, name) VALUES ${CLIENTS.slice(1).map((id) => `('${id}', '${id}')`)} ON CONFLICT DO NOTHING`,
  );
  // An index of so many terms is made in half of the time once they are there.
  const [index] = await prisma.$queryRaw<{ definition: string }[]>`
    SELECT indexdef AS definition FROM pg_indexes WHERE indexname = 'booking_search_idx'`;
  await run('DROP INDEX booking_search_idx');
  await run(`INSERT INTO booking (id, kind, reference, status, has_rooms, is_test, client_id, api_key_id, channel_code, visit_type_number,
      hotel_number, room_type_number, arrival, departure, currency, price_list_kind, base_minor, amount_minor, language, created_at,
      cancellation_fee_minor, search)
    SELECT ${id('i')}, CASE WHEN mixed < 0.85 THEN 'BINDING' ELSE 'REQUEST' END::"BookingKind", reference, status,
      false, client = 3, (ARRAY['${CLIENTS.join(`','`)}'])[client], '${objectId('k', 1)}', 'public',
      CASE WHEN i % 1000 = 7 THEN 104 ELSE 100 + i % 3 END, hotel, 1000 + hotel, arrival, arrival + 3, 'CZK', 'PER_NIGHT', 300000, 300000,
      'cs_CZ', created_at, CASE WHEN status = 'CANCELLED' THEN 0 END,
      array_to_tsvector(ARRAY[
        CASE WHEN i % 40 = 3 THEN 'NOVAK' WHEN i % 5003 = 1 THEN 'RARE' ELSE 'NAME' || i % 997 END, 'GUEST' || i % 251,
        '@' || upper(${email('i')}), '+' || phone, '+' || substr(phone, 2), '+' || substr(phone, 4), '-' || reverse(phone)]
        || ARRAY(SELECT '#' || substr(reference, start) FROM generate_series(1, 6) AS start))
    FROM (SELECT *, ${reference('i')} AS reference, ${phone('i')} AS phone,
        (created_at::date + floor(least(700, -40 * ln(1 - luck)))::int) AS arrival,
        (1 + (i::bigint * 7919) % ${HOTELS - 1})::int AS hotel,
        CASE WHEN i % 5 < 4 THEN 1 WHEN i % 50 = 4 THEN 3 ELSE 2 END AS client,
        CASE WHEN mixed < 0.75 THEN 'CONFIRMED' WHEN mixed < 0.93 THEN 'CANCELLED' WHEN mixed < 0.95 THEN 'EXPIRED'
          WHEN mixed < 0.999 THEN 'REQUESTED' ELSE 'DECLINED' END::"BookingStatus" AS status
      FROM (SELECT i, timestamptz '${MANY_TODAY} 11:00Z' - (${count} - i) * interval '3 years' / ${count} AS created_at,
          (i * 0.6180339887) % 1 AS luck, (i * 0.7548776662) % 1 AS mixed FROM generate_series(1, ${count}) AS i) AS drawn) AS made`);
  // Requests of the past were answered.
  await run(
    `UPDATE booking SET status = 'CONFIRMED' WHERE status = 'REQUESTED' AND arrival < date '${MANY_TODAY}' - 1`,
  );
  await run(`INSERT INTO booking_contact (booking_id, first_name, last_name, email, phone, consent_marketing)
    SELECT ${id('i')}, 'A', 'B', ${email('i')}, '+' || ${phone('i')}, false FROM generate_series(1, ${count}) AS i`);
  await run(index!.definition);
  await run('VACUUM ANALYZE booking');
  await run('VACUUM ANALYZE booking_contact');
}
