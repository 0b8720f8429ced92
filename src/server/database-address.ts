/** Where the configured database is, for everything that opens it. */
import type { DatabaseAddress } from '../data/database.ts';
import type { Config } from './config.ts';

/**
 * The address of the configured database.
 * @param command what the process does, by which a second one is told who holds the embedded database
 */
export function addressOf({ database, dataDir }: Config, { command }: { command: string }): DatabaseAddress {
  return database.kind === 'postgresql' ? database : { kind: 'embedded', dataDir, command };
}
