/**
 * The benchmark's own PostgreSQL server with two databases: `small` has the demo catalogue, `large` a generated one. Both also
 * have the distant hotel. The server works in temporary folders that are removed at the end; only the filled large catalogue is
 * cached (`large-catalogue.ts`).
 */
import type { CatalogueSource } from '../../src/catalogue/file/source.ts';
import { type CatalogueProgress, importCatalogue } from '../../src/catalogue/import.ts';
import { type Database, openDatabase } from '../../src/data/database/database.ts';
import { migrate } from '../../src/data/database/migrations.ts';
import { createKey } from '../../src/data/keys/api-keys.ts';
import { demoCatalogue } from '../../src/demo/catalogue.ts';
import { type Day, dayInTimeZone } from '../../src/domain/time/civil-date.ts';
import { systemClock } from '../../src/domain/time/clock.ts';
import { startPostgres } from '../../test/support/database/postgres-server.ts';
import type { Settings } from '../settings.ts';
import { distantHotel } from './distant-hotel.ts';
import { type Filling, isLargeCatalogueKept, keptLargeCatalogue, LARGE } from './large-catalogue.ts';

export const PEPPER = 'the pepper of the benchmark, long enough';
export const TIME_ZONE = 'Europe/Prague';

const SMALL = 'small';
const PROGRESS_EVERY_MS = 30_000;

/** A database that is ready to be served. */
export interface PreparedDatabase {
  readonly name: typeof SMALL | typeof LARGE;
  readonly url: string;
  /** A key of the public channel that sees everything and may book and update. */
  readonly key: string;
  /** A description of its content. */
  readonly says: string;
}

export interface Databases {
  readonly small: PreparedDatabase;
  readonly large: PreparedDatabase;
  /** The server's own version string. */
  readonly version: string;
  /** The data that the server has started from, of which a standby can start as well. */
  readonly keptData: string;
  stop(): Promise<void>;
}

/** Whether the large catalogue is cached and need not be filled first. */
export function isLargeKept(settings: Settings): boolean {
  return !settings.fresh && isLargeCatalogueKept(settings, dayInTimeZone(Date.now(), TIME_ZONE));
}

/** Starts the server with both databases; `say` receives progress messages. */
export async function prepareDatabases(settings: Settings, say: (line: string) => void): Promise<Databases> {
  const today = dayInTimeZone(Date.now(), TIME_ZONE);
  const keptData = await keptLargeCatalogue(settings, today, ({ address, file, asOf }) =>
    fillDatabase({ name: LARGE, address, source: file, today: asOf, say }),
  );
  const server = await startPostgres({
    keptData,
    settings: { fsync: settings.fsync ? 'on' : 'off', shared_buffers: '512MB', max_wal_size: '4GB' },
  });
  const stop = () => server.stop();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop().finally(() => process.exit(1)));
  }
  try {
    const { address } = server;
    await fillDatabase({ name: SMALL, address, source: demoCatalogue(today), today, say });
    const [small, large] = [await prepared(SMALL, address), await prepared(LARGE, address)];
    for (const { name, says } of [small, large]) say(`${name}: ${says}`);
    return { small, large, version: await versionOf(address), keptData, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates a database with a catalogue and the distant hotel. */
async function fillDatabase({
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
}): Promise<Filling> {
  const begun = performance.now();
  let filling: Filling | null = null;
  await withDatabase(`${address}postgres`, (admin) => admin.prisma.$executeRawUnsafe(`CREATE DATABASE ${name}`));
  await withDatabase(`${address}${name}`, async (database) => {
    await migrate(database);
    filling = await load(database, { source, onProgress: inLines(name, say) });
    const destination = (await database.prisma.destination.findFirstOrThrow({ orderBy: { number: 'asc' } })).number;
    await load(database, { source: distantHotel({ today, destination }) });
    await database.prisma.$executeRawUnsafe('VACUUM ANALYZE');
  });
  say(`${name}: loaded in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  return filling!;
}

async function load(
  database: Database,
  request: { source: CatalogueSource; onProgress?: (progress: CatalogueProgress) => void },
): Promise<Filling> {
  const begun = performance.now();
  const before = process.memoryUsage.rss();
  const outcome = await importCatalogue({ database, ...request });
  if (!outcome.ok) throw new Error(`the catalogue is not valid: ${JSON.stringify(outcome.problems.slice(0, 3))}`);
  const most = process.resourceUsage().maxRSS * 1_024;
  return {
    importSeconds: (performance.now() - begun) / 1_000,
    addedMb: most > before ? (most - before) / 1_048_576 : null,
  };
}

/** Reports import progress now and then. */
function inLines(name: string, say: (line: string) => void): (progress: CatalogueProgress) => void {
  let saidAt = performance.now();
  return ({ phase, done, total }) => {
    if (performance.now() - saidAt < PROGRESS_EVERY_MS) return;
    saidAt = performance.now();
    say(`${name}: ${phase}${total ? `, ${Math.floor((100 * done) / total)} %` : ''}`);
  };
}

/** A filled database, with a key made for this run. */
async function prepared(name: PreparedDatabase['name'], address: string): Promise<PreparedDatabase> {
  const url = `${address}${name}`;
  return withDatabase(url, async (database) => {
    const { key } = await createKey({
      database,
      pepper: PEPPER,
      name: 'bench',
      channelCode: 'public',
      destinationNumbers: null,
      scopes: ['read', 'book', 'bookings', 'manage'],
      expiresAt: null,
      clock: systemClock,
    });
    const hotels = await database.prisma.hotel.count();
    const visitTypes = await database.prisma.visitType.count();
    const nights = await database.prisma.inventoryNight.count();
    return { name, url, key, says: `${hotels} hotels, ${visitTypes} visit types, ${nights} nights of capacity` };
  });
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
