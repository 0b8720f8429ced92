import { Command } from 'commander';
import { readConfig } from '../server/config.ts';
import { variablesAsText } from '../server/variables.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description('bring the database up to date and serve requests until SIGTERM')
    .addHelpText(
      'after',
      `
Configured by the environment, in brackets what holds when a variable is not set:
${variablesAsText()}

Examples:
  spa-stay-gateway serve
  PORT=0 DATA_DIR=/var/lib/spa spa-stay-gateway serve
  DATABASE_URL=postgresql://spa@db/spa API_KEY_PEPPER=... HOST=0.0.0.0 spa-stay-gateway serve`,
    )
    .action(async () => {
      const config = readConfig(process.env);
      const { serve } = await import('../server/main.ts');
      await serve(config);
    });
}
