/** Files that exist for one request. They hold a catalogue, so only this user can read them. */
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PREFIX = 'catalogue-';
const SUFFIX = '.unfinished';

/** Removes what a process that crashed left in a folder, which must not be in use. */
export function removeLeftFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(PREFIX) && name.endsWith(SUFFIX)) rmSync(join(folder, name), { force: true });
  }
}

/** Lends the path of a new file, which is removed in the end, also when the process exits before. */
export async function withTemporaryFile<T>(folder: string, use: (path: string) => Promise<T>): Promise<T> {
  const path = join(folder, `${PREFIX}${randomUUID()}${SUFFIX}`);
  const remove = () => rmSync(path, { force: true });
  process.once('exit', remove);
  try {
    return await use(path);
  } finally {
    process.off('exit', remove);
    remove();
  }
}
