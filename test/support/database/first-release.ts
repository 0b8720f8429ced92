/** Databases as release 0.1.0 leaves them: its schema, applied and recorded by Prisma's engine, and its statements. */
import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import type { Database } from '../../../src/data/database/database.ts';
import { migrate, PRISMA_FOLDER, readMigration, readMigrationNames } from '../../../src/data/database/migrations.ts';
import { NO_FILTERS, withSchemaEngine } from '../../../src/data/database/schema-diff.ts';
import type { Prisma } from '../../../src/data/generated/prisma/client.ts';
import { type FreshDatabase, freshDatabase } from './fresh-database.ts';

/** The last migration of each release: its databases have the ones up to it; those of 0.2.0 lack `REFERENCES_BY_INDEX`. */
export const LAST_MIGRATIONS = {
  '0.1.0': '20261121000000_booking_domain',
  '0.2.0': '20261122214742_booking_list_filters',
} as const;

/** Made after release 0.2.0, and named to come before one of its migrations, for databases of 0.1.0. */
export const REFERENCES_BY_INDEX = '20261122172150_references_by_index';

/** Its only migration. */
const SCHEMA = LAST_MIGRATIONS['0.1.0'];
/** The key that its bookings are made with. */
const KEY = '1'.repeat(24);

type Statements = Pick<Prisma.TransactionClient, '$executeRaw'>;

/** A database on the server of the test run without any table. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  const database = await freshDatabase();
  await database.prisma.$executeRawUnsafe('DROP SCHEMA public CASCADE');
  await database.prisma.$executeRawUnsafe('CREATE SCHEMA public');
  return database;
}

/** An empty database becomes one of the release, with something for sale and keys. */
export async function becomeFirstRelease(database: Database & { readonly url?: string }): Promise<void> {
  // The engine's lock lasts as long as its connection.
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await applyWithPrisma(database.schemaAdapter ?? new PrismaPg(pool), [SCHEMA]);
  await pool.end();
  await fill(database.prisma);
}

/** An empty database becomes one of release 0.2.0, with the same. */
export async function becomeSecondRelease(database: FreshDatabase): Promise<void> {
  await becomeFirstRelease(database);
  const names = await readMigrationNames();
  await migrateWithout(
    database,
    names.filter((name) => name > LAST_MIGRATIONS['0.2.0'] || name === REFERENCES_BY_INDEX),
  );
}

/** Applies all other migrations. */
export async function migrateWithout(database: Database, hidden: readonly string[]): Promise<void> {
  await database.prisma.$executeRaw`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    SELECT gen_random_uuid(), 'hidden', name, now() FROM unnest(${hidden}::text[]) AS name`;
  await migrate(database);
  await database.prisma.$executeRaw`DELETE FROM _prisma_migrations WHERE checksum = 'hidden'`;
}

/**
 * What `prisma migrate deploy` does, in a project with these migrations.
 * @returns names of the migrations applied now
 */
export function applyWithPrisma(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  names: readonly string[],
): Promise<string[]> {
  return withSchemaEngine(adapter, async (engine) => {
    const migrationsList = await listMigrations(names);
    return (await engine.applyMigrations({ migrationsList, filters: NO_FILTERS })).appliedMigrationNames;
  });
}

export async function listMigrations(names: readonly string[]): Promise<MigrationList> {
  return {
    baseDir: PRISMA_FOLDER,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: await readMigration(name) } },
      })),
    ),
  };
}

/** The statements of a new key. */
export async function addKeyLikeFirstRelease(
  prisma: Statements,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO api_key (id, prefix, secret_hash, name, channel_code, all_destinations, scopes)
    VALUES (${id}, ${`ssg_${id.slice(0, 8)}`}, ${id.padStart(64, '0')}, ${name}, 'public', true, '{read,book}')`;
}

/** The statements of a booking, with fewer columns of the contact. */
export async function bookLikeFirstRelease(
  prisma: Statements,
  { id = randomUUID().replaceAll('-', '').slice(0, 24), kind }: { id?: string; kind: 'BINDING' | 'REQUEST' },
): Promise<void> {
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

async function fill(prisma: Statements): Promise<void> {
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
  await addKeyLikeFirstRelease(prisma, { id: KEY, name: 'Web shop' });
  await addKeyLikeFirstRelease(prisma, { id: '2'.repeat(24), name: 'Web shop' });
  await addKeyLikeFirstRelease(prisma, { id: '3'.repeat(24), name: 'Tour operator' });
}
