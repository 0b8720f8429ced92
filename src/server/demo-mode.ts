/**
 * Demo mode gives a first start without configuration something to sell and a key to use. The catalogue is the demo's
 * while the database has an active demo key: the transaction that loads the demo creates one, and the first import that
 * changes anything else revokes it. So demo mode never exists on a catalogue that somebody else loaded or changed, in
 * whichever process, and nothing here writes to such a catalogue.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { revokeKey } from '../data/api-keys.ts';
import type { CatalogueProgress, DemoImport } from '../data/catalogue/import.ts';
import type { Database } from '../data/database.ts';
import { type DemoKeyState, demoKeyStateOf, holdsDemo, insertDemoKey, markAsDemoKey } from '../data/demo-keys.ts';
import { holdImports } from '../data/epochs.ts';
import type { Prisma } from '../data/generated/prisma/client.ts';
import type { Peppers } from '../data/stored-api-keys.ts';
import { type Day, dayInTimeZone, formatDay } from '../domain/civil-date.ts';
import type { Clock } from '../domain/clock.ts';
import type { Config } from './config.ts';
import { DEMO_KEY_FILE, dataFolderOf } from './data-folder.ts';

const MARK_FILE = 'demo-catalogue.json';

/** What the data folder records of the demo. It saves most starts an import that would change nothing. */
interface Mark {
  /** The database that it was loaded into. */
  database: string;
  /** `YYYY-MM` of its seasons. */
  month?: string;
  /** Written by 0.1.0 in place of the month. Null: loading began and did not finish. */
  loaded?: { month: string; catalogueEpoch: string } | null;
}

export interface DemoPlace {
  config: Config;
  database: Database;
  pepper: string;
  clock: Clock;
  onProgress?: (progress: CatalogueProgress) => void;
}

/** The demo key, or why there is no demo mode. */
export type DemoMode =
  | { readonly key: string }
  /** `because` is a sentence; null: demo mode is not wanted. */
  | { readonly key: null; readonly because: string | null };

const ANOTHER_CATALOGUE: DemoMode = {
  key: null,
  because: 'the database holds another catalogue; the demo is for an empty one',
};
const REVOKED: DemoMode = {
  key: null,
  because: 'the demo key is revoked, which the first import of another catalogue does, and keys revoke',
};

/** Enters demo mode if the configuration and the database allow it. */
export async function enterDemoMode(place: DemoPlace): Promise<DemoMode> {
  const { config, database } = place;
  if (!(config.demo ?? database.kind === 'embedded')) return { key: null, because: null };
  const mark = readMark(config);
  const key = readText(join(config.dataDir, DEMO_KEY_FILE))?.trim() ?? '';
  let state: DemoKeyState = await demoKeyStateOf({ database, ...peppersOf(place), key });
  if (state === 'unmarked') state = await adopt(place, { key, mark });
  if (state === 'revoked') return REVOKED;
  if (state === 'active') {
    const month = mark?.month ?? mark?.loaded?.month;
    return month === monthOf(place) ? { key } : importDemo(place, key);
  }
  return (await isForDemo(database.prisma)) ? importDemo(place, null) : ANOTHER_CATALOGUE;
}

async function isForDemo(client: Prisma.TransactionClient): Promise<boolean> {
  return (await isEmpty(client)) || holdsDemo(client);
}

/** Whether nothing was ever written, by an import or otherwise. */
async function isEmpty(client: Prisma.TransactionClient): Promise<boolean> {
  return (
    (await client.epoch.findUnique({ where: { scope: 'catalogue' } })) === null &&
    (await client.channel.findFirst()) === null &&
    (await client.destination.findFirst()) === null
  );
}

class NotForDemo extends Error {
  override readonly name = 'NotForDemo';
}

/** Loads the demo, or moves it to today's seasons, and creates its key if there is none. */
async function importDemo(place: DemoPlace, known: string | null): Promise<DemoMode> {
  const { config, database, onProgress } = place;
  const [{ demoCatalogue }, { importCatalogue }] = await Promise.all([
    import('../data/demo/catalogue.ts'),
    import('../data/catalogue/import.ts'),
  ]);
  let key = known;
  const demo: DemoImport = {
    async begin(tx) {
      // Another process may have imported something since the check.
      if (!(await isForDemo(tx))) throw new NotForDemo();
    },
    async end(tx) {
      if (known !== null) return false;
      key = await insertDemoKey(tx, place);
      return true;
    },
  };
  try {
    const result = await importCatalogue({ database, source: demoCatalogue(todayOf(place)), onProgress, demo });
    if (!result.ok) {
      const [first] = result.problems;
      throw new Error(`the demo catalogue cannot be loaded: ${first?.path}: ${first?.message}`);
    }
  } catch (error) {
    if (error instanceof NotForDemo) return ANOTHER_CATALOGUE;
    throw error;
  }
  const folder = dataFolderOf(config);
  if (known === null) writeWhole(join(folder, DEMO_KEY_FILE), `${key}\n`);
  const mark: Mark = { database: nameOfDatabase(config), month: monthOf(place) };
  writeWhole(join(folder, MARK_FILE), `${JSON.stringify(mark)}\n`);
  return { key: key! };
}

/**
 * Adopts the key of 0.1.0, which did not mark demo keys. While the catalogue is as the demo import left it, which the
 * epoch tells, the key is the demo's; otherwise that catalogue has ended it.
 */
async function adopt(place: DemoPlace, { key, mark }: { key: string; mark: Mark | null }): Promise<DemoKeyState> {
  const { database, clock } = place;
  const isAdopted = await database.prisma.$transaction(async (tx) => {
    await holdImports(tx);
    const catalogue = await tx.epoch.findUnique({ where: { scope: 'catalogue' } });
    if (mark?.loaded?.catalogueEpoch !== String(catalogue?.value ?? 0)) return false;
    await markAsDemoKey(tx, { ...peppersOf(place), key });
    return true;
  });
  if (isAdopted) return 'active';
  await revokeKey({ database, prefix: key, clock });
  return 'revoked';
}

/** The demo key may still be hashed under the previous pepper. */
function peppersOf({ pepper, config }: DemoPlace): Peppers {
  return { pepper, previousPepper: config.previousApiKeyPepper };
}

/** The business date (T2). */
function todayOf({ config, clock }: DemoPlace): Day {
  return dayInTimeZone(clock.now(), config.businessTimeZone);
}

/** `YYYY-MM` of today. */
function monthOf(place: DemoPlace): string {
  return formatDay(todayOf(place)).slice(0, 7);
}

/** The mark of the demo in this database; null: it is about another database, or unreadable. */
function readMark(config: Config): Mark | null {
  const text = readText(join(config.dataDir, MARK_FILE));
  try {
    const mark = JSON.parse(text ?? 'null') as Mark | null;
    return mark?.database === nameOfDatabase(config) ? mark : null;
  } catch {
    return null;
  }
}

function nameOfDatabase({ database }: Config): string {
  if (database.kind === 'embedded') return 'embedded';
  const { host, pathname } = new URL(database.url);
  return `${host}${pathname}`;
}

/** Replaces a file that only its owner may read. Readers never see a part of it. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
