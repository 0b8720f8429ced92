/** The embedded database, in memory or in a data folder, for what differs there. It takes seconds to make one, and much less to copy one. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { migrate } from '../../../src/data/database/migrations.ts';
import { madeOnce } from './made-once.ts';

const FILES = 'files.tar';

/** A new, migrated, empty database. */
export const freshEmbedded = async (): Promise<Database> => opened(await freshPglite());

/** A new database without any table. */
export const emptyEmbedded = async (): Promise<Database> => opened(await emptyPglite());

/** A new, migrated, empty database that takes plain SQL. */
export const freshPglite = (): Promise<PGlite> =>
  copyOf('embedded', async () => {
    const pglite = await emptyPglite();
    await migrate(await opened(pglite));
    return pglite;
  });

/** A new database without any table that takes plain SQL. */
export const emptyPglite = (): Promise<PGlite> => copyOf('embedded-empty', () => PGlite.create());

/** Fills an empty data folder as the first command in it does: with a migrated, empty database. */
export async function fillDataFolder(dataDir: string): Promise<void> {
  const made = await madeOnce('data-folder', async (folder) => {
    const database = await openDatabase({ kind: 'embedded', dataDir: folder, command: 'a test' });
    await migrate(database);
    await database.close();
  });
  await cp(made, dataDir, { recursive: true });
}

const opened = (pglite: PGlite): Promise<Database> => openDatabase({ kind: 'memory', pglite });

async function copyOf(name: string, make: () => Promise<PGlite>): Promise<PGlite> {
  const made = await madeOnce(name, async (folder) => {
    const pglite = await make();
    const files = await pglite.dumpDataDir('none');
    await writeFile(join(folder, FILES), Buffer.from(await files.arrayBuffer()));
    await pglite.close();
  });
  return PGlite.create({ loadDataDir: new Blob([await readFile(join(made, FILES))]) });
}
