#!/usr/bin/env node
/**
 * The command line. A command succeeds, or ends with a non-zero code and one line on stderr that says why. Only results go to
 * stdout. Commands load their modules when they run, so that help appears at once.
 */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { bookingsCommand } from './bookings/bookings.ts';
import { demoCommand } from './demo.ts';
import { formatErrorLine } from './error-line.ts';
import { exportCommand } from './export.ts';
import { generateCommand } from './generate.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys/keys.ts';
import { migrateCommand } from './migrate.ts';
import { serveCommand } from './serve.ts';
import { webhooksCommand } from './webhooks.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('spa-stay-gateway')
  .description('Sells stays in spa hotels over GraphQL and REST.')
  .version(version)
  .showHelpAfterError('(see --help)')
  .addHelpText(
    'after',
    `
The database is the PostgreSQL at DATABASE_URL, or an embedded one in DATA_DIR (default .data). One process at a time can
use the embedded one: a running server does the work of import and export, stop it before the other commands. A command that
opens a database first brings it up to date.

Examples:
  spa-stay-gateway serve
  spa-stay-gateway import catalogue.json --dry-run
  spa-stay-gateway keys create --name "Web shop" --destinations 1,2`,
  );

for (const command of [
  serveCommand(),
  migrateCommand(),
  importCommand(),
  exportCommand(),
  demoCommand(),
  generateCommand(),
  keysCommand(),
  webhooksCommand(),
  bookingsCommand(),
]) {
  program.addCommand(command);
}

// A reader may stop early: `export | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  await program.parseAsync(process.argv);
} catch (error) {
  process.stderr.write(`error: ${formatErrorLine(error)}\n`);
  if (error instanceof Error && /^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '')) {
    process.stderr.write(`${error.stack}\n`);
  }
  // An immediate exit would cut off output that a reader of the pipe has not read yet.
  process.stdout.write('', () => process.exit(1));
}
