import type { DatabaseAddress } from '../../data/database/database.ts';
import type { Config } from '../config.ts';
import { type OnRepair, openDataFolder } from './data-folder.ts';

/**
 * The address of the configured database. The folder of an embedded one exists and is closed to other users on return.
 * @param command what this process does; shown to a second process that finds the embedded database in use
 * @param onRepair receives what was open to other users
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
