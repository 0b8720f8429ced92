import { Command } from 'commander';
import { withDatabase } from './open.ts';
import { writeTo } from './output.ts';
import { withProgress } from './progress.ts';
import { exportThroughServer, orThroughServer } from './running-server.ts';

/** `export`: writes the catalogue to a file. */
export function exportCommand(): Command {
  return new Command('export')
    .description('write the catalogue as a file; importing it again changes nothing')
    .argument('[file]', 'output file (default: stdout)')
    .addHelpText(
      'after',
      `
Examples:
  spa-stay-gateway export catalogue.json
  spa-stay-gateway export | gzip > catalogue.json.gz`,
    )
    .action(async (file: string | undefined) => {
      await orThroughServer(
        () =>
          withDatabase('export', async ({ database }) => {
            const { exportCatalogue } = await import('../catalogue/export/export.ts');
            await withProgress((onProgress) =>
              writeTo(file, (write) => exportCatalogue({ database, write, onProgress })),
            );
          }),
        (server) => writeTo(file, (write) => exportThroughServer(server, write)),
      );
    });
}
