/** What takes long to make and is only copied then: whichever worker needs it first makes it for the whole run. */
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { until } from '../requests/until.ts';

/** The folder that `make` has filled; the folder that it is given is empty, and moves there afterwards. */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(inject('runFolder'), name);
  const isFirst = await mkdir(`${folder}.begun`).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await mkdir(`${folder}.new`);
    await make(`${folder}.new`);
    await rename(`${folder}.new`, folder);
  } else {
    await until(
      async () => existsSync(folder),
      (isThere) => isThere,
    );
  }
  return folder;
}
