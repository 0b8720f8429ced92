/** Where the configured database is, for everything that opens it. */
import type { DatabaseAddress } from '../../data/database/database.ts';
import type { Config } from '../config.ts';
import { type OnRepair, openDataFolder } from './data-folder.ts';

/**
 * The address of the configured database; the folder of an embedded one is there then, and closed to other users.
 * @param command what the process does, by which a second one is told who holds the embedded database
 * @param onRepair is told what was open to other users
 */
export function prepareDatabaseAddress(
  config: Config,
  { command, onRepair }: { command: string; onRepair?: OnRepair },
): DatabaseAddress {
  const { database } = config;
  return database.kind === 'postgresql'
    ? database
    : { kind: 'embedded', dataDir: openDataFolder(config, onRepair), command };
}
