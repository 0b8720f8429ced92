/**
 * Large results, written in pieces at the reader's pace. A file gets its name only when it is complete; until then, and after a
 * failure, a previous file stays.
 */
import { once } from 'node:events';
import { constants, fstatSync, type WriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** Writes text; resolves when there is room for more. */
export type Write = (text: string) => Promise<void>;

/** The mode of files that only their owner reads and writes (A10). Windows has no such modes. */
export const PRIVATE_FILE = 0o600;

/**
 * Lets `produce` write to a file, or to stdout without one. The file is a new one that takes the place of a previous one, so it has its
 * own mode: a previous file that others could read does not pass that on. A pipe or a device stays, and is written to.
 * @param mode of the file, less what the process masks
 */
export async function writeTo(
  file: string | undefined,
  produce: (write: Write) => Promise<void>,
  mode = 0o666,
): Promise<void> {
  const found = file === undefined ? null : await stat(file).catch(() => null);
  // `/dev/stdout` may be a link to the file that stdout leads to. It must not be replaced.
  if (file === undefined || (found && isStdout(found))) return produce((text) => writeInto(process.stdout, text));
  if (found && !found.isFile()) return fill((await open(file, constants.O_WRONLY)).createWriteStream(), produce);
  const unfinished = `${file}.unfinished-${process.pid}`;
  // A killed process of the same id may have left one, with a mode of its own.
  await rm(unfinished, { force: true });
  try {
    await fill((await open(unfinished, 'wx', mode)).createWriteStream(), produce);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function isStdout({ dev, ino }: { readonly dev: number; readonly ino: number }): boolean {
  const stdout = fstatSync(process.stdout.fd);
  return dev === stdout.dev && ino === stdout.ino;
}

async function fill(stream: WriteStream, produce: (write: Write) => Promise<void>): Promise<void> {
  // A full disk may be reported while nobody waits for the stream. Whoever writes next, or waits for its end, gets the error.
  stream.on('error', () => {});
  try {
    await produce((text) => writeInto(stream, text));
    stream.end();
    await finished(stream);
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

async function writeInto(stream: Writable, text: string): Promise<void> {
  if (stream.errored) throw stream.errored;
  if (!stream.write(text)) await once(stream, 'drain');
}
