import { Command } from 'commander';
import { withDatabase } from './open.ts';

/** `migrate`: brings the database up to date. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database up to date (other commands do this first)')
    .addHelpText(
      'after',
      `
Example:
  DATABASE_URL=postgresql://spa@db/spa spa-stay-gateway migrate`,
    )
    .action(async () => {
      const migrated = await withDatabase('migrate', async (opened) => opened.migrated);
      for (const name of migrated) process.stdout.write(`${name}\n`);
      process.stderr.write(migrated.length === 0 ? 'up to date\n' : `${migrated.length} applied\n`);
    });
}
