/**
 * Large results, written piece by piece at the reader's pace. A file appears whole, under its name, when everything is
 * written; until then, and after a failure, what stood there before stays.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/** Takes a piece of text; resolves when there is room for more. */
export type Write = (text: string) => Promise<void>;

/** Has `produce` write to a file, or to stdout when there is none. */
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
