/** Opens the database for a command, brings it up to date, and always closes it. */
import type { Database } from '../data/database/database.ts';
import { type Clock, systemClock } from '../domain/time/clock.ts';
import { type Config, readConfig } from '../server/config.ts';
import { prepareDatabaseAddress } from '../server/settings/database-address.ts';
import { CommandError } from './error-line.ts';

/** Commands for which the machine may have any clock. The others write what goes by time, or read it as of today. */
const TIMELESS: ReadonlySet<string> = new Set(['migrate', 'export']);

export interface OpenedDatabase {
  readonly config: Config;
  readonly database: Database;
  /** The clock that decides what now and today are (T2): the database server shows it; an embedded database has no other than the machine's. */
  readonly clock: Clock;
  readonly migrated: readonly string[];
}

/**
 * Runs `use` on the configured database after the pending migrations, whose names it receives with the database's clock.
 * @param command the name under which it holds the embedded database, for other processes
 * @throws CommandError when the clock of this machine is not the database's (T2)
 */
export async function withDatabase<T>(command: string, use: (opened: OpenedDatabase) => Promise<T>): Promise<T> {
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
    let clock: Clock = systemClock;
    if (database.kind === 'postgresql') {
      const measured = await DatabaseClock.open(database, { machine: systemClock });
      if (measured.isOff() && !TIMELESS.has(command))
        throw new CommandError(`${formatAhead(measured.aheadMs())}: set it, and try again`);
      clock = measured;
    }
    return await use({ config, database, clock, migrated });
  } finally {
    await database.close();
  }
}

function formatAhead(ms: number): string {
  return `the clock of this machine is ${Math.round(Math.abs(ms) / 1_000)} s ${ms > 0 ? 'ahead of' : 'behind'} the database's`;
}
