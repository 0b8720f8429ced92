import { Command } from 'commander';
import { CommandError } from './error-line.js';
import { withDatabase } from './open.js';
import { onTerminal } from './progress.js';
import { tableOf } from './table.js';
/** `import`: loads a catalogue file, whole or not at all. */
export function importCommand() {
    return new Command('import')
        .description('load a catalogue file: everything in it, or nothing when anything in it is wrong')
        .argument('<file>', 'the catalogue file')
        .option('--replace', 'also remove what the file does not name')
        .option('--dry-run', 'check everything and change nothing')
        .addHelpText('after', `
Every problem is printed with its place in the file, one on a line. Importing the same file again changes nothing.

Examples:
  spa-stay-gateway import catalogue.json --dry-run
  spa-stay-gateway import catalogue.json --replace`)
        .action(async (file, { replace = false, dryRun = false }) => {
        const result = await withDatabase('import', async ({ database }) => {
            const { importCatalogue } = await import('../data/catalogue/import.js');
            const { onProgress, done } = onTerminal();
            try {
                return await importCatalogue({ database, source: file, replace, dryRun, onProgress });
            }
            finally {
                done();
            }
        });
        if (!result.ok) {
            for (const { path, message } of result.problems)
                process.stdout.write(`${path}: ${message}\n`);
            const { length } = result.problems;
            throw new CommandError(`${file} has ${length === 1 ? 'a problem' : `${length} problems`}; nothing was changed`);
        }
        process.stdout.write(tableOf(rowsOf(result.counts)));
        for (const [what, which] of Object.entries(result.kept)) {
            process.stdout.write(`kept, as bookings or API keys refer to them: ${what} ${which.join(', ')}\n`);
        }
        if (!result.changed)
            process.stderr.write('nothing to change\n');
        else
            process.stderr.write(dryRun ? 'dry run: nothing was changed\n' : 'imported\n');
    });
}
/** A header and a row for everything of which the file names or removes any. */
function rowsOf(counts) {
    const rows = Object.entries(counts)
        .filter(([, count]) => Object.values(count).some((number) => number > 0))
        .map(([what, { created, updated, removed, unchanged }]) => [
        what,
        ...[created, updated, removed, unchanged].map(String),
    ]);
    return [['', 'CREATED', 'UPDATED', 'REMOVED', 'UNCHANGED'], ...rows];
}
//# sourceMappingURL=import.js.map