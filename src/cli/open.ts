/** Opens the database for a command, brings it up to date, and always closes it. */
import type { Database } from '../data/database/database.ts';
import { systemClock } from '../domain/time/clock.ts';
import { type Config, readConfig } from '../server/config.ts';
import { prepareDatabaseAddress } from '../server/settings/database-address.ts';
import { CommandError } from './error-line.ts';

/** Commands that need no right clock. The others write what goes by time, or read it as of today. */
const TIMELESS: ReadonlySet<string> = new Set(['migrate', 'export']);

/**
 * Runs `use` on the configured database after the pending migrations, whose names it receives.
 * @param command the name under which it holds the embedded database, for other processes
 * @throws CommandError when the clock of this machine is not the database's (T2)
 */
export async function withDatabase<T>(
  command: string,
  use: (opened: { config: Config; database: Database; migrated: readonly string[] }) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env);
  const [{ openDatabase }, { DatabaseClock }, { migrate }, { delayWasmTierUp }] = await Promise.all([
    import('../data/database/database.ts'),
    import('../data/database/database-clock.ts'),
    import('../data/database/migrations.ts'),
    import('../data/database/wasm-tiering.ts'),
  ]);
  if (config.database.kind === 'embedded') delayWasmTierUp();
  const onRepair = (line: string) => void process.stderr.write(`${line}\n`);
  const database = await openDatabase(prepareDatabaseAddress(config, { command, onRepair }));
  try {
    const migrated = await migrate(database, {
      onWait: ({ migration, behind }) => void process.stderr.write(`${migration} waits for a ${behind} ...\n`),
    });
    if (database.kind === 'postgresql' && !TIMELESS.has(command)) {
      const clock = await DatabaseClock.open(database, { machine: systemClock });
      if (clock.isOff()) throw new CommandError(`${formatAhead(clock.aheadMs())}: set it, and try again`);
    }
    return await use({ config, database, migrated });
  } finally {
    await database.close();
  }
}

function formatAhead(ms: number): string {
  return `the clock of this machine is ${Math.round(Math.abs(ms) / 1_000)} s ${ms > 0 ? 'ahead of' : 'behind'} the database's`;
}
