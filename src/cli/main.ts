#!/usr/bin/env node
/** The command line as a process. */
import { formatErrorLine } from './error-line.ts';
import { runCommand } from './program.ts';

// A reader may stop early: `export | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`error: ${formatErrorLine(error)}\n`);
  process.exit(1);
});

const code = await runCommand(process.argv.slice(2));
// An immediate exit would cut off output that a reader of the pipe has not read yet.
if (code !== 0) process.stdout.write('', () => process.exit(code));
