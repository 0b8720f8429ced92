/**
 * The command line as a function. A command succeeds, or ends with a non-zero code and one line on stderr that says why. Only results go
 * to stdout. Commands load their modules when they run, so that help appears at once.
 */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { bookingsCommand } from './bookings/bookings.ts';
import { figuresCommand } from './bookings/figures-command.ts';
import { demoCommand } from './demo.ts';
import { formatErrorLine } from './error-line.ts';
import { exportCommand } from './export.ts';
import { generateCommand } from './generate.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys/keys.ts';
import { mcpCommand } from './mcp/mcp.ts';
import { migrateCommand } from './migrate.ts';
import { serveCommand } from './serve.ts';
import { webhooksCommand } from './webhooks.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Every command, none run. Instead of ending the process, what commander refuses is thrown. */
export function createProgram(): Command {
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
    figuresCommand(),
    mcpCommand(),
  ]) {
    program.addCommand(command);
  }
  for (const command of [program, ...program.commands.flatMap((one) => [one, ...one.commands])]) command.exitOverride();
  return program;
}

/** Runs a command to its end; returns the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed what it refuses, and the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode;
    process.stderr.write(`error: ${formatErrorLine(error)}\n`);
    if (error instanceof Error && /^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '')) {
      process.stderr.write(`${error.stack}\n`);
    }
    return 1;
  }
}
