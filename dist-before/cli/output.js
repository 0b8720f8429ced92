/**
 * Large results, written piece by piece at the reader's pace. A file appears whole, under its name, when everything is
 * written; until then, and after a failure, what stood there before stays.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
/** Has `produce` write to a file, or to stdout when there is none. */
export async function writeTo(file, produce) {
    if (file === undefined)
        return produce((text) => writeInto(process.stdout, text));
    const unfinished = `${file}.unfinished-${process.pid}`;
    const stream = createWriteStream(unfinished);
    try {
        await once(stream, 'open');
        await produce((text) => writeInto(stream, text));
        stream.end();
        await finished(stream);
        await rename(unfinished, file);
    }
    catch (error) {
        stream.destroy();
        await rm(unfinished, { force: true });
        throw error;
    }
}
async function writeInto(stream, text) {
    if (!stream.write(text))
        await once(stream, 'drain');
}
//# sourceMappingURL=output.js.map