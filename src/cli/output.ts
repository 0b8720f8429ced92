/**
 * Large results, written in pieces at the reader's pace. A file gets its name only when it is complete; until then, and after a
 * failure, a previous file stays.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/** Writes text; resolves when there is room for more. */
export type Write = (text: string) => Promise<void>;

/** Lets `produce` write to a file, or to stdout without one. */
export async function writeTo(file: string | undefined, produce: (write: Write) => Promise<void>): Promise<void> {
  if (file === undefined) return produce((text) => writeInto(process.stdout, text));
  const unfinished = `${file}.unfinished-${process.pid}`;
  const stream = createWriteStream(unfinished);
  try {
    await once(stream, 'open');
    await produce((text) => writeInto(stream, text));
    stream.end();
    await finished(stream);
    await rename(unfinished, file);
  } catch (error) {
    stream.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeInto(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
