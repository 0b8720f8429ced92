import { Command } from 'commander';
import { withDatabase } from './open.js';
import { writeTo } from './output.js';
import { onTerminal } from './progress.js';
/** `export`: the catalogue as a file. */
export function exportCommand() {
    return new Command('export')
        .description('write the catalogue as a file; importing it again changes nothing')
        .argument('[file]', 'where to (default: stdout)')
        .addHelpText('after', `
Examples:
  spa-stay-gateway export catalogue.json
  spa-stay-gateway export | gzip > catalogue.json.gz`)
        .action(async (file) => {
        await withDatabase('export', async ({ database }) => {
            const { exportCatalogue } = await import('../data/catalogue/export.js');
            const { onProgress, done } = onTerminal();
            try {
                await writeTo(file, async (write) => {
                    await exportCatalogue({ database, write, onProgress });
                });
            }
            finally {
                done();
            }
        });
    });
}
//# sourceMappingURL=export.js.map