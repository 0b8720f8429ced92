import { Command } from 'commander';
import { CommandError } from './error-line.ts';
import { withDatabase } from './open.ts';
import { withProgress } from './progress.ts';

/** `demo`: what a first start does by itself, for any empty database. */
export function demoCommand(): Command {
  return new Command('demo')
    .description('load the demo catalogue into an empty database and print the demo key')
    .addHelpText(
      'after',
      `
Where the demo is loaded already it is brought forward to today's seasons. A database that holds another catalogue is left
alone. The first import that changes anything but the demo ends it and revokes the demo key.

Examples:
  spa-stay-gateway demo
  DATABASE_URL=postgresql://spa@db/spa API_KEY_PEPPER=... spa-stay-gateway demo`,
    )
    .action(async () => {
      const demo = await withDatabase('demo', async ({ config, database, clock }) => {
        const [{ requirePepper }, { enterDemoMode }, { loadApiKeyPepper }] = await Promise.all([
          import('../data/keys/api-key-pepper.ts'),
          import('../server/demo/demo-mode.ts'),
          import('../server/settings/pepper.ts'),
        ]);
        const pepper = loadApiKeyPepper(config);
        // Checked before the catalogue is loaded, which is useless without a key.
        await requirePepper(database.prisma, pepper);
        return withProgress((onProgress) =>
          enterDemoMode({ config: { ...config, demo: true }, database, pepper, clock, onProgress }),
        );
      });
      if (demo.key === null) throw new CommandError(String(demo.because));
      process.stdout.write(`${demo.key}\n`);
    });
}
