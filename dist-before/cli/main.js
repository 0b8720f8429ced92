#!/usr/bin/env node
/**
 * The command line. Every command does its work or ends with a number other than 0 and one line on stderr that says why;
 * results go to stdout and nothing else does. What a command needs is loaded when it runs, so that help comes at once.
 */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { demoCommand } from './demo.js';
import { lineOf } from './error-line.js';
import { exportCommand } from './export.js';
import { generateCommand } from './generate.js';
import { importCommand } from './import.js';
import { keysCommand } from './keys.js';
import { migrateCommand } from './migrate.js';
import { serveCommand } from './serve.js';
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const program = new Command('spa-stay-gateway')
    .description('Sells stays in spa hotels over GraphQL and REST.')
    .version(version)
    .showHelpAfterError('(add --help for what there is)')
    .addHelpText('after', `
The database is the PostgreSQL at DATABASE_URL, or an embedded one in DATA_DIR (default .data). One process at a time can
use the embedded one: stop the server before the other commands. A command that opens a database first brings it up to date.

Examples:
  spa-stay-gateway serve
  spa-stay-gateway import catalogue.json --dry-run
  spa-stay-gateway keys create --name "Web shop" --destinations 1,2`);
for (const command of [
    serveCommand(),
    migrateCommand(),
    importCommand(),
    exportCommand(),
    demoCommand(),
    generateCommand(),
    keysCommand(),
]) {
    program.addCommand(command);
}
// Whoever reads the result may stop early: `export | head`.
process.stdout.on('error', (error) => {
    if (error.code === 'EPIPE')
        process.exit(0);
    throw error;
});
try {
    await program.parseAsync(process.argv);
}
catch (error) {
    process.stderr.write(`error: ${lineOf(error)}\n`);
    if (error instanceof Error && /^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '')) {
        process.stderr.write(`${error.stack}\n`);
    }
    process.exit(1);
}
//# sourceMappingURL=main.js.map