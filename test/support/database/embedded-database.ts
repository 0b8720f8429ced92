/** The embedded database, in memory or in a data folder, for what differs there. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { migrate } from '../../../src/data/database/migrations.ts';
import { madeOnce } from './made-once.ts';

const FILES = 'files.tar';

/** A new, migrated, empty database. */
export async function freshEmbedded(): Promise<Database> {
  const made = await madeOnce('embedded', async (folder) => {
    const pglite = await PGlite.create();
    const database = await openDatabase({ kind: 'memory', pglite });
    await migrate(database);
    const files = await pglite.dumpDataDir('none');
    await writeFile(join(folder, FILES), Buffer.from(await files.arrayBuffer()));
    await database.close();
  });
  const loadDataDir = new Blob([await readFile(join(made, FILES))]);
  return openDatabase({ kind: 'memory', pglite: await PGlite.create({ loadDataDir }) });
}

/** Fills an empty data folder as the first command in it does: with a migrated, empty database. */
export async function fillDataFolder(dataDir: string): Promise<void> {
  const made = await madeOnce('data-folder', async (folder) => {
    const database = await openDatabase({ kind: 'embedded', dataDir: folder, command: 'a test' });
    await migrate(database);
    await database.close();
  });
  await cp(made, dataDir, { recursive: true });
}
