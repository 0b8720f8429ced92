/** Bookings of release 0.1.0 get states, references, clients and a history, also those that it makes during the upgrade. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { readMigrationNames } from '../../../src/data/database/migrations.ts';
import { parseReference } from '../../../src/domain/booking/reference.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';

const FIRST = '20261122172000_booking_scopes';
const LAST = '20261122172300_booking_life_complete';
const KEY = '1'.repeat(24);

async function openEmptyPostgres(): Promise<Database> {
  const database = await freshDatabase();
  await database.prisma.$executeRawUnsafe('DROP SCHEMA public CASCADE');
  await database.prisma.$executeRawUnsafe('CREATE SCHEMA public');
  return database;
}

async function applyScript(database: Database, name: string): Promise<void> {
  const sql = await readFile(new URL(`../../../prisma/migrations/${name}/migration.sql`, import.meta.url), 'utf8');
  await database.withMigrationAdapter(async (adapter) => {
    const connection = await adapter.connect();
    await connection.executeScript(sql);
    await connection.dispose();
  });
}

async function addKeyLikeBefore({ prisma }: Database, { id, name }: { id: string; name: string }): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO api_key (id, prefix, secret_hash, name, channel_code, all_destinations, scopes)
    VALUES (${id}, ${`ssg_${id.slice(0, 8)}`}, ${id.padStart(64, '0')}, ${name}, 'public', true, '{read,book}')`;
}

/** The statements of release 0.1.0, with fewer columns of the contact. */
async function bookLikeBefore({ prisma }: Database, id: string, kind: 'BINDING' | 'REQUEST'): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO idempotency_record (api_key_id, key, request_hash, expires_at)
    VALUES (${KEY}, ${`key of ${id}`}, ${'0'.repeat(64)}, now() + interval '1 day')
    ON CONFLICT (api_key_id, key) DO UPDATE SET request_hash = excluded.request_hash`;
  await prisma.$executeRaw`
    WITH booked AS (
      INSERT INTO booking (id, kind, api_key_id, channel_code, visit_type_number, hotel_number, room_type_number, arrival,
        departure, currency, price_list_kind, base_minor, amount_minor, language, created_at)
      VALUES (${id}, ${kind}::"BookingKind", ${KEY}, 'public', 1, 1, 1, '2027-01-01', '2027-01-03', 'CZK', 'PER_NIGHT', 1, 1,
        'en', now())
      RETURNING *),
    told AS (
      INSERT INTO outbox_message (topic, booking_id, created_at) SELECT 'booking.created', id, created_at FROM booked)
    UPDATE idempotency_record SET booking_id = (SELECT id FROM booked) WHERE api_key_id = ${KEY} AND key = ${`key of ${id}`}`;
}

async function fillLikeBefore(database: Database): Promise<void> {
  const { prisma } = database;
  await prisma.$executeRaw`INSERT INTO channel (code, name) VALUES ('public', 'Public')`;
  await prisma.$executeRaw`INSERT INTO destination (number, id, name) VALUES (1, ${'d'.repeat(24)}, '{}')`;
  await prisma.$executeRaw`
    INSERT INTO hotel (number, id, code, name, destination_number, stars, short_description)
    VALUES (1, ${'e'.repeat(24)}, 'H', 'H', 1, 4, '{}')`;
  await prisma.$executeRaw`
    INSERT INTO room_type (number, id, hotel_number, code, category, beds) VALUES (1, ${'f'.repeat(24)}, 1, 'R', '{}', 2)`;
  await prisma.$executeRaw`
    INSERT INTO visit_type (number, id, name, booking_url, description, commercial_slogan, notice, services, priority_position,
      on_demand, nights_min, nights_max, reservation_time_span, starting_days, procedures, procedure_frequency, procedures_per_day)
    VALUES (1, ${'c'.repeat(24)}, '{}', '{}', '{}', '{}', '{}', '{}', 1, false, 1, 30, 'DAYS', '{}', 0, 'DAY', 0)`;
  await addKeyLikeBefore(database, { id: KEY, name: 'Web shop' });
  await addKeyLikeBefore(database, { id: '2'.repeat(24), name: 'Web shop' });
  await addKeyLikeBefore(database, { id: '3'.repeat(24), name: 'Tour operator' });
}

test.each([
  { name: 'PostgreSQL', open: openEmptyPostgres },
  { name: 'the embedded database', open: () => openDatabase({ kind: 'memory' }) },
])(
  'on $name every booking of release 0.1.0 gets its client, state, reference and first event, whenever it is made (S1 to S5)',
  async ({ open }) => {
    const database = await open();
    const names = await readMigrationNames();
    const earlier = names.slice(0, names.indexOf(FIRST));
    const upgrade = names.slice(names.indexOf(FIRST), names.indexOf(LAST) + 1);
    for (const name of earlier) await applyScript(database, name);
    await fillLikeBefore(database);
    const bookings: { id: string; kind: 'BINDING' | 'REQUEST'; isOld: boolean }[] = [];
    const book = async (isOld: boolean) => {
      for (const kind of ['BINDING', 'REQUEST'] as const) {
        const id = String(bookings.length + 1).padStart(24, '0');
        await bookLikeBefore(database, id, kind);
        bookings.push({ id, kind, isOld });
      }
    };
    for (let time = 0; time < 10; time++) await book(true);
    // A request of long ago: nobody is told now that it has expired.
    const over = bookings[1]!.id;
    await database.prisma
      .$executeRaw`UPDATE booking SET arrival = '2020-01-01', departure = '2020-01-03' WHERE id = ${over}`;
    for (const name of upgrade) {
      await applyScript(database, name);
      await book(name < '20261122172100');
    }
    await addKeyLikeBefore(database, { id: '4'.repeat(24), name: 'Tour operator' });

    const keys = await database.prisma.$queryRaw<{ id: string; client: string }[]>`
    SELECT k.id, c.name AS client FROM api_key AS k JOIN client AS c ON c.id = k.client_id ORDER BY k.id`;
    expect(keys.map(({ client }) => client)).toEqual([
      'Web shop (ssg_11111111)',
      'Web shop (ssg_22222222)',
      'Tour operator',
      'Tour operator',
    ]);
    const rows = await database.prisma.$queryRaw<Record<string, unknown>[]>`
    SELECT b.id, b.status::text, b.has_rooms, b.is_test, b.reference, c.name AS client, r.client_id = b.client_id AS claimed,
      (SELECT json_agg(json_build_object('type', type, 'isTold', position IS NOT NULL, 'client', e.client_id = b.client_id))
        FROM booking_event AS e WHERE e.booking_id = b.id) AS events
    FROM booking AS b JOIN client AS c ON c.id = b.client_id JOIN idempotency_record AS r ON r.booking_id = b.id ORDER BY b.id`;
    expect(rows).toEqual(
      bookings.map(({ id, kind, isOld }) => {
        const first = kind === 'BINDING' ? 'CONFIRMED' : 'REQUESTED';
        const isOver = id === over;
        return {
          id,
          status: isOver ? 'EXPIRED' : first,
          has_rooms: kind === 'BINDING',
          is_test: false,
          reference: expect.any(String),
          client: 'Web shop (ssg_11111111)',
          claimed: true,
          // Nobody is told now of what was booked before; of what is booked during the upgrade everybody is.
          events: [
            { type: first, isTold: isOld, client: true },
            ...(isOver ? [{ type: 'EXPIRED', isTold: true, client: null }] : []),
          ],
        };
      }),
    );
    const references = rows.map(({ reference }) => String(reference));
    expect(references.map(parseReference)).toEqual(references);
    expect(new Set(references).size).toBe(bookings.length);
    await database.close();
  },
);
