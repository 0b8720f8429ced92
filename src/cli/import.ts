import { Command } from 'commander';
import type { CatalogueProblem } from '../catalogue/file/problems.ts';
import type { Counts } from '../catalogue/tally.ts';
import { dayInTimeZone } from '../domain/time/civil-date.ts';
import { CommandError } from './error-line.ts';
import { withDatabase } from './open.ts';
import { withProgress } from './progress.ts';
import { type ImportOutcome, importThroughServer, orThroughServer } from './running-server.ts';
import { formatTable } from './table.ts';

/** `import`: loads a catalogue file, all or nothing. */
export function importCommand(): Command {
  return new Command('import')
    .description('load a catalogue file, all or nothing')
    .argument('<file>', 'the catalogue file')
    .option('--replace', 'also remove what is not in the file')
    .option('--dry-run', 'check everything and change nothing')
    .addHelpText(
      'after',
      `
The problems are printed with their places in the file, one on a line, 50 at most: checking stops there. A warning tells of what is valid and can never take
effect, or is over. What leaves the entries that the file names is counted as removed. Importing the same file again changes
nothing. An import that changes anything in the demo catalogue ends the demo: the demo key is revoked.

Examples:
  spa-stay-gateway import catalogue.json --dry-run
  spa-stay-gateway import catalogue.json --replace`,
    )
    .action(async (file: string, { replace = false, dryRun = false }: { replace?: boolean; dryRun?: boolean }) => {
      const result = await orThroughServer<ImportOutcome>(
        () =>
          withDatabase('import', async ({ config, database, clock }) => {
            const { importCatalogue } = await import('../catalogue/import.ts');
            const today = dayInTimeZone(clock.now(), config.businessTimeZone);
            return withProgress((onProgress) =>
              importCatalogue({ database, source: file, replace, dryRun, today, clock, onProgress }),
            );
          }),
        (server) => withProgress((onProgress) => importThroughServer(server, { file, replace, dryRun, onProgress })),
      );
      if (!result.ok) {
        for (const { path, message } of result.problems) process.stdout.write(`${path}: ${message}\n`);
        throw new CommandError(`${file} has ${formatProblemCount(result.problems)}; nothing was changed`);
      }
      for (const { path, message } of result.warnings) process.stdout.write(`warning: ${path}: ${message}\n`);
      process.stdout.write(formatTable(formatCountRows(result.counts)));
      for (const [what, which] of Object.entries(result.kept)) {
        process.stdout.write(`kept because bookings, holds or API keys refer to them: ${what} ${which.join(', ')}\n`);
      }
      for (const prefix of result.revokedDemoKeys) {
        process.stderr.write(
          dryRun
            ? `the demo would end: its key ${prefix} would be revoked\n`
            : `the demo has ended: its key ${prefix} is revoked\n`,
        );
      }
      if (!result.changed) process.stderr.write('nothing to change\n');
      else process.stderr.write(dryRun ? 'dry run: nothing was changed\n' : 'imported\n');
    });
}

function formatProblemCount(problems: readonly CatalogueProblem[]): string {
  if (problems.at(-1)?.code === 'MORE_PROBLEMS') return `${problems.length - 1} problems or more`;
  return problems.length === 1 ? 'a problem' : `${problems.length} problems`;
}

/** A header, then a row for each kind of thing that the file names or removes. */
function formatCountRows(counts: Record<string, Counts>): string[][] {
  const rows = Object.entries(counts)
    .filter(([, count]) => Object.values(count).some((number) => number > 0))
    .map(([what, { created, updated, removed, unchanged }]) => [
      what,
      ...[created, updated, removed, unchanged].map(String),
    ]);
  return [['', 'CREATED', 'UPDATED', 'REMOVED', 'UNCHANGED'], ...rows];
}
