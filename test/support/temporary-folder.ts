/** Where tests keep their databases and folders. */
import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const ROOM_BYTES = 8 * 1024 ** 3;

/**
 * A folder in memory where the system has one with enough room, else the usual one: a database is hundreds of small files, which take
 * ten times as long to be made and removed on a disk.
 */
export function temporaryFolder(): string {
  if (process.env.TMPDIR) return process.env.TMPDIR;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY);
    accessSync(MEMORY, constants.W_OK);
    // Programs are started from there, too.
    if (bavail * bsize >= ROOM_BYTES && mounted && !/\bnoexec\b/.test(mounted)) return MEMORY;
  } catch {}
  return tmpdir();
}
