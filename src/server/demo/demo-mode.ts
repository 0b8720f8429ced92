/**
 * Demo mode gives a first start without configuration something to sell and a key to use. The catalogue is the demo's
 * while the database has an active demo key: the transaction that loads the demo creates one, and the first import that
 * changes anything else revokes it. So demo mode never exists on a catalogue that somebody else loaded, in whichever
 * process, and nothing here writes to such a catalogue. Updates of prices and rooms are part of trying it out: the demo
 * stays, and so do they in its next month.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueProgress, DemoImport } from '../../catalogue/import.ts';
import { LOCK_IMPORTS, raiseEpochs } from '../../data/cache/raise-epochs.ts';
import type { Database } from '../../data/database/database.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { revokeKey } from '../../data/keys/api-keys.ts';
import {
  type DemoKeyState,
  hasDemoCatalogue,
  insertDemoKey,
  insertDeskKey,
  markAsDemoKey,
  readDemoKeyState,
} from '../../data/keys/demo-keys.ts';
import type { Peppers } from '../../data/keys/stored-api-keys.ts';
import { query } from '../../data/sql/statement.ts';
import { type Day, dayInTimeZone, formatDay } from '../../domain/time/civil-date.ts';
import type { Clock } from '../../domain/time/clock.ts';
import type { Config } from '../config.ts';
import { DEMO_KEY_FILE, DESK_KEY_FILE, openDataFolder, replaceSecretFile } from '../settings/data-folder.ts';

const RECORD_FILE = 'demo-catalogue.json';

/** What the data folder records of the demo. It saves most starts an import that would change nothing. */
interface DemoRecord {
  /** The database that it was loaded into. */
  database: string;
  /** `YYYY-MM` of its seasons. */
  month?: string;
  /** Written by 0.1.0 in place of the month. Null: loading began and did not finish. */
  loaded?: { month: string; catalogueEpoch: string } | null;
}

export interface DemoContext {
  config: Config;
  database: Database;
  pepper: string;
  clock: Clock;
  onProgress?: (progress: CatalogueProgress) => void;
}

/** The demo key and that of its desk (null: revoked), or why there is no demo mode. */
export type DemoMode =
  | { readonly key: string; readonly deskKey: string | null }
  /** `because` is a sentence; null: demo mode is not wanted. */
  | { readonly key: null; readonly because: string | null };

const ANOTHER_CATALOGUE: Entered = {
  key: null,
  because: 'the database holds another catalogue; the demo is for an empty one',
};
const REVOKED: Entered = {
  key: null,
  because: 'the demo key is revoked, which the first import of another catalogue does, and keys revoke',
};

/** Enters demo mode if the configuration and the database allow it. */
export async function enterDemoMode(context: DemoContext): Promise<DemoMode> {
  const entered = await enterWithKey(context);
  return entered.key === null ? entered : { key: entered.key, deskKey: await findDeskKey(context) };
}

type Entered = { readonly key: string } | Extract<DemoMode, { key: null }>;

async function enterWithKey(context: DemoContext): Promise<Entered> {
  const { config, database, clock } = context;
  if (!(config.demo ?? database.kind === 'embedded')) return { key: null, because: null };
  const record = readDemoRecord(config);
  const key = readText(join(config.dataDir, DEMO_KEY_FILE))?.trim() ?? '';
  let state: DemoKeyState = await readDemoKeyState({ database, ...peppersOf(context), key, now: clock.now() });
  if (state === 'unmarked') state = await adoptLegacyKey(context, key, record);
  if (state === 'revoked') return REVOKED;
  if (state === 'active') {
    const month = record?.month ?? record?.loaded?.month;
    return month === currentMonth(context) ? { key } : importDemo(context, key);
  }
  return (await isForDemo(database.prisma)) ? importDemo(context, null) : ANOTHER_CATALOGUE;
}

async function isForDemo(client: Prisma.TransactionClient): Promise<boolean> {
  return (await isEmpty(client)) || hasDemoCatalogue(client);
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

/** Loads the demo, or moves it to today's seasons, and creates a key if none is known. */
async function importDemo(context: DemoContext, known: string | null): Promise<Entered> {
  const { config, database, clock, onProgress } = context;
  // Before a key exists, which nobody would know if the folder could not be written.
  const folder = openDataFolder(config);
  const [{ demoCatalogue }, { keepStored }, { importCatalogue }, { readCatalogue }] = await Promise.all([
    import('../../demo/catalogue.ts'),
    import('../../demo/keep-stored.ts'),
    import('../../catalogue/import.ts'),
    import('../../catalogue/export/export.ts'),
  ]);
  const source = keepStored(demoCatalogue(todayOf(context)), await readCatalogue(database));
  let key = known;
  const demo: DemoImport = {
    async begin(tx) {
      // Another process may have imported something since the check.
      if (!(await isForDemo(tx))) throw new NotForDemo();
    },
    async end(tx) {
      if (known !== null) return false;
      key = await insertDemoKey(tx, context);
      return true;
    },
  };
  try {
    const result = await importCatalogue({ database, source, clock, onProgress, demo });
    if (!result.ok) {
      const [first] = result.problems;
      throw new Error(`the demo catalogue cannot be loaded: ${first?.path}: ${first?.message}`);
    }
  } catch (error) {
    if (error instanceof NotForDemo) return ANOTHER_CATALOGUE;
    throw error;
  }
  if (known === null) replaceSecretFile(join(folder, DEMO_KEY_FILE), `${key}\n`);
  const record: DemoRecord = { database: databaseName(config), month: currentMonth(context) };
  replaceSecretFile(join(folder, RECORD_FILE), `${JSON.stringify(record)}\n`);
  // biome-ignore lint/style/noNonNullAssertion: a demo catalogue that was imported has its key.
  return { key: key! };
}

/** The key of the demo's desk, made if this installation has none; null: it is revoked. */
async function findDeskKey(context: DemoContext): Promise<string | null> {
  const { config, database, clock } = context;
  const file = join(config.dataDir, DESK_KEY_FILE);
  const known = readText(file)?.trim() ?? '';
  const state = await readDemoKeyState({ database, ...peppersOf(context), key: known, now: clock.now() });
  if (state === 'active') return known;
  if (state === 'revoked') return null;
  openDataFolder(config);
  const key = await database.prisma.$transaction(async (tx) => {
    const inserted = await insertDeskKey(tx, context);
    await raiseEpochs(tx, ['keys']);
    return inserted;
  });
  replaceSecretFile(file, `${key}\n`);
  return key;
}

/**
 * Adopts the key of 0.1.0, which did not mark demo keys. While the catalogue is as the demo import left it, which the
 * epoch tells, the key is the demo's; otherwise that catalogue has ended it.
 */
async function adoptLegacyKey(context: DemoContext, key: string, record: DemoRecord | null): Promise<DemoKeyState> {
  const { database, clock } = context;
  const isAdopted = await database.prisma.$transaction(async (tx) => {
    await query(tx, LOCK_IMPORTS);
    const catalogue = await tx.epoch.findUnique({ where: { scope: 'catalogue' } });
    if (record?.loaded?.catalogueEpoch !== String(catalogue?.value ?? 0)) return false;
    await markAsDemoKey(tx, { ...peppersOf(context), key });
    return true;
  });
  if (isAdopted) return 'active';
  await revokeKey({ database, prefix: key, clock });
  return 'revoked';
}

/** The demo key may still be hashed under the previous pepper. */
function peppersOf({ pepper, config }: DemoContext): Peppers {
  return { pepper, previousPepper: config.previousApiKeyPepper };
}

/** The business date (T2). */
function todayOf({ config, clock }: DemoContext): Day {
  return dayInTimeZone(clock.now(), config.businessTimeZone);
}

/** `YYYY-MM` of today. */
function currentMonth(context: DemoContext): string {
  return formatDay(todayOf(context)).slice(0, 7);
}

/** What this folder records of the demo in this database; null: it is about another database, or unreadable. */
function readDemoRecord(config: Config): DemoRecord | null {
  const text = readText(join(config.dataDir, RECORD_FILE));
  try {
    const record = JSON.parse(text ?? 'null') as DemoRecord | null;
    return record?.database === databaseName(config) ? record : null;
  } catch {
    return null;
  }
}

function databaseName({ database }: Config): string {
  if (database.kind === 'embedded') return 'embedded';
  const { host, pathname } = new URL(database.url);
  return `${host}${pathname}`;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
