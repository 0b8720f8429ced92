/** Where the configured database is, for everything that opens it. */
import type { DatabaseAddress } from '../data/database.ts';
import type { Config } from './config.ts';
import { dataFolderOf } from './data-folder.ts';

/**
 * The address of the configured database; the folder of an embedded one is there then.
 * @param command what the process does, by which a second one is told who holds the embedded database
 */
export function addressOf(config: Config, { command }: { command: string }): DatabaseAddress {
  const { database } = config;
  return database.kind === 'postgresql' ? database : { kind: 'embedded', dataDir: dataFolderOf(config), command };
}
