import { Command } from 'commander';
import { systemClock } from '../domain/clock.js';
import { CommandError } from './error-line.js';
import { withDatabase } from './open.js';
import { onTerminal } from './progress.js';
/** `demo`: what a first start does by itself, on request and for any empty database. */
export function demoCommand() {
    return new Command('demo')
        .description('load the demo catalogue into an empty database and print the demo key')
        .addHelpText('after', `
Where the demo is loaded already it is brought forward to today's seasons, unless the catalogue was changed since. A
database that holds another catalogue is left alone.

Examples:
  spa-stay-gateway demo
  DATABASE_URL=postgresql://spa@db/spa API_KEY_PEPPER=... spa-stay-gateway demo`)
        .action(async () => {
        const key = await withDatabase('demo', async ({ config, database }) => {
            const [{ enterDemoMode }, { apiKeyPepperOf }] = await Promise.all([
                import('../server/demo-mode.js'),
                import('../server/pepper.js'),
            ]);
            const { onProgress, done } = onTerminal();
            try {
                const pepper = apiKeyPepperOf(config);
                return await enterDemoMode({
                    config: { ...config, demo: true },
                    database,
                    pepper,
                    clock: systemClock,
                    onProgress,
                });
            }
            finally {
                done();
            }
        });
        if (key === null)
            throw new CommandError('the database holds another catalogue; the demo is for an empty one');
        process.stdout.write(`${key}\n`);
    });
}
//# sourceMappingURL=demo.js.map