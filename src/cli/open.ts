/** Opens the database for a command, brings it up to date, and always closes it. */
import type { Database } from '../data/database/database.ts';
import { type Config, readConfig } from '../server/config.ts';
import { prepareDatabaseAddress } from '../server/settings/database-address.ts';

/**
 * Runs `use` on the configured database after the pending migrations, whose names it receives.
 * @param command the name under which it holds the embedded database, for other processes
 */
export async function withDatabase<T>(
  command: string,
  use: (opened: { config: Config; database: Database; migrated: readonly string[] }) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env);
  const [{ openDatabase }, { migrate }, { delayWasmTierUp }] = await Promise.all([
    import('../data/database/database.ts'),
    import('../data/database/migrations.ts'),
    import('../data/database/wasm-tiering.ts'),
  ]);
  if (config.database.kind === 'embedded') delayWasmTierUp();
  const onRepair = (line: string) => void process.stderr.write(`${line}\n`);
  const database = await openDatabase(prepareDatabaseAddress(config, { command, onRepair }));
  try {
    const migrated = await migrate(database);
    return await use({ config, database, migrated });
  } finally {
    await database.close();
  }
}
