/** The client of `clients/typescript` as `npm pack` makes it for the registry. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { madeOnce } from '../database/made-once.ts';

const CLIENT = fileURLToPath(new URL('../../../clients/typescript', import.meta.url));

/** The path of its file. Its operations are typed by `npm run generate`, as those of the gateway are. */
export async function packedClient(): Promise<string> {
  const folder = await madeOnce('packed-client', async (made) => {
    await promisify(execFile)('npm', ['run', '--silent', 'compile'], { cwd: CLIENT });
    await promisify(execFile)('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', made], {
      cwd: CLIENT,
    });
  });
  const [file] = await readdir(folder);
  return join(folder, file!);
}
