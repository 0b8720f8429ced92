/** A database with the demo, and the data folder of the process that has loaded it: what a second start of the demo finds. */
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startServing } from '../gateway/run-cli.ts';
import { environmentFor } from '../gateway/served-gateway.ts';
import { createDatabase, type FreshDatabase, freshDatabase } from './fresh-database.ts';
import { madeOnce } from './made-once.ts';

const TEMPLATE = 'demo_template';
/** Names the database that the demo was loaded into. */
const RECORD = 'demo-catalogue.json';

/** Closing the database drops it; the folder is the caller's. */
export async function freshDemo(): Promise<{ database: FreshDatabase; folder: string }> {
  const made = await madeOnce('demo', async (folder) => {
    await createDatabase(TEMPLATE);
    const address = `${inject('postgresAddress')}${TEMPLATE}`;
    const first = await startServing({ ...environmentFor(address), DATA_DIR: folder, DEMO: '1' });
    await first.stop();
  });
  const database = await freshDatabase({ template: TEMPLATE });
  const folder = await mkdtemp(join(tmpdir(), 'gateway-demo-'));
  await cp(made, folder, { recursive: true });
  const record = await readFile(join(folder, RECORD), 'utf8');
  await writeFile(join(folder, RECORD), record.replace(TEMPLATE, new URL(database.url).pathname.slice(1)));
  return { database, folder };
}
