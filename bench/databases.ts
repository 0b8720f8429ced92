/**
 * A PostgreSQL server of the benchmark's own with two databases: `small` holds the demo catalogue, `large` a generated one.
 * Both also hold the distant hotel. Nothing is kept: server and files live in temporary folders and go when it ends.
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '../src/data/api-keys.ts';
import { generateCatalogue } from '../src/data/catalogue/generate.ts';
import { importCatalogue } from '../src/data/catalogue/import.ts';
import type { CatalogueSource } from '../src/data/catalogue/source.ts';
import { type Database, openDatabase } from '../src/data/database.ts';
import { demoCatalogue } from '../src/data/demo/catalogue.ts';
import { migrate } from '../src/data/migrations.ts';
import { type Day, dayInTimeZone } from '../src/domain/civil-date.ts';
import { systemClock } from '../src/domain/clock.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { distantHotel } from './distant-hotel.ts';
import type { Settings } from './settings.ts';

export const PEPPER = 'the pepper of the benchmark';
export const TIME_ZONE = 'Europe/Prague';

/** A database that is ready to be served. */
export interface PreparedDatabase {
  readonly name: 'small' | 'large';
  readonly url: string;
  /** Of the public channel; sees everything and may book. */
  readonly key: string;
  /** What is in it, in words. */
  readonly says: string;
}

export interface Databases {
  readonly small: PreparedDatabase;
  readonly large: PreparedDatabase;
  /** What the server calls itself. */
  readonly version: string;
  stop(): Promise<void>;
}

/** Starts the server and fills both databases; `say` is told what takes its time. */
export async function prepareDatabases(settings: Settings, say: (line: string) => void): Promise<Databases> {
  const server = await startPostgres({
    settings: { fsync: settings.fsync ? 'on' : 'off', shared_buffers: '512MB', max_wal_size: '4GB' },
  });
  const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop().finally(() => process.exit(1)));
  }
  try {
    const today = dayInTimeZone(Date.now(), TIME_ZONE);
    const prepare = (name: PreparedDatabase['name'], source: CatalogueSource) =>
      fill({ name, address: server.address, source, today, say });
    const small = await prepare('small', demoCatalogue(today));
    const file = join(folder, 'large.json');
    await writeGenerated(file, { hotels: settings.hotels, today });
    const large = await prepare('large', file);
    return { small, large, version: await versionOf(server.address), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fill({
  name,
  address,
  source,
  today,
  say,
}: {
  name: PreparedDatabase['name'];
  address: string;
  source: CatalogueSource;
  today: Day;
  say: (line: string) => void;
}): Promise<PreparedDatabase> {
  const begun = performance.now();
  await withDatabase(`${address}postgres`, (admin) => admin.prisma.$executeRawUnsafe(`CREATE DATABASE ${name}`));
  const url = `${address}${name}`;
  const prepared = await withDatabase(url, async (database) => {
    await migrate(database);
    await load(database, source);
    const destination = (await database.prisma.destination.findFirstOrThrow({ orderBy: { number: 'asc' } })).number;
    await load(database, distantHotel({ today, destination }));
    await database.prisma.$executeRawUnsafe('VACUUM ANALYZE');
    const { key } = await createKey({
      database,
      pepper: PEPPER,
      name: 'bench',
      channelCode: 'public',
      destinationNumbers: null,
      scopes: ['read', 'book'],
      expiresAt: null,
      clock: systemClock,
    });
    const hotels = await database.prisma.hotel.count();
    const visitTypes = await database.prisma.visitType.count();
    const nights = await database.prisma.inventoryNight.count();
    return { name, url, key, says: `${hotels} hotels, ${visitTypes} visit types, ${nights} nights of capacity` };
  });
  say(`${name}: ${prepared.says}, loaded in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  return prepared;
}

async function load(database: Database, source: CatalogueSource): Promise<void> {
  const outcome = await importCatalogue({ database, source });
  if (!outcome.ok) throw new Error(`the catalogue is not valid: ${JSON.stringify(outcome.problems.slice(0, 3))}`);
}

async function writeGenerated(file: string, { hotels, today }: { hotels: number; today: Day }): Promise<void> {
  const stream = createWriteStream(file);
  await generateCatalogue({
    hotels,
    seed: 1,
    today,
    write: async (chunk) => {
      if (!stream.write(chunk)) await once(stream, 'drain');
    },
  });
  stream.end();
  await once(stream, 'finish');
}

async function versionOf(address: string): Promise<string> {
  const [row] = await withDatabase(
    `${address}postgres`,
    ({ prisma }) => prisma.$queryRaw<{ server_version: string }[]>`SHOW server_version`,
  );
  return `PostgreSQL ${row!.server_version}`;
}

/** Runs `use` on a database and closes it. */
export async function withDatabase<T>(url: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ kind: 'postgresql', url });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}
