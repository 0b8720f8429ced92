/** The embedded database in memory, for what differs there. */
import { PGlite } from '@electric-sql/pglite';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { migrate } from '../../../src/data/database/migrations.ts';

/** The files of a migrated one: to make them takes seconds, to load them a fraction of one. */
let migrated: Promise<Blob> | null = null;

/** A new, migrated, empty database. */
export async function freshEmbedded(): Promise<Database> {
  migrated ??= makeMigrated();
  return openDatabase({ kind: 'memory', pglite: await PGlite.create({ loadDataDir: await migrated }) });
}

async function makeMigrated(): Promise<Blob> {
  const pglite = await PGlite.create();
  const database = await openDatabase({ kind: 'memory', pglite });
  await migrate(database);
  const files = await pglite.dumpDataDir('none');
  await database.close();
  return files;
}
