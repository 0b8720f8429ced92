/**
 * Imported before a server's own modules: with each SIGUSR2 it prints, as a line of JSON, in which of our source files a function ran, as
 * V8 counts them, from the beginning of the last request to the end of its response, or until now if it has not ended.
 */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { SourceMap } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const DIST = new URL('../../../dist/', import.meta.url).href;
const SOURCE = new URL('../../../src/', import.meta.url).href;

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** The files of the last request; null: its response has not ended. */
let files = null;

subscribe('http.server.request.start', () => {
  takeFiles();
  files = null;
});
subscribe('http.server.response.finish', () => {
  // After what is done when the response closes, and before what follows from it.
  setImmediate(() => {
    files ??= takeFiles();
  });
});
process.on('SIGUSR2', () => {
  // The client may have the response before the server knows that it was written.
  setImmediate(() => setImmediate(print));
});

function print() {
  process.stdout.write(`${JSON.stringify({ msg: 'files', files: files ?? takeFiles() })}\n`);
}

/** The source files of which a function ran since the call before. */
function takeFiles() {
  const files = new Set();
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    for (const { url, functions } of result.filter(({ url }) => url.startsWith(DIST))) {
      for (const [whole] of functions.map(({ ranges }) => ranges).filter(([whole]) => whole.count > 0)) {
        const source = sourceOf(url)(whole.startOffset);
        if (source.startsWith(SOURCE) && !source.includes('/generated/')) files.add(source);
      }
    }
  });
  return [...files].map((source) => source.slice(SOURCE.length).replace(/\.tsx?$/, '')).sort();
}

/** What `mapOf` has made of each built file, under its address. */
const found = new Map();

/** What tells of an offset in a built file in which source file it was; an empty text: in none. */
function sourceOf(url) {
  if (!found.has(url)) found.set(url, mapOf(fileURLToPath(url)));
  return found.get(url);
}

function mapOf(file) {
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  const lines = [0, ...[...readFileSync(file, 'utf8').matchAll(/\n/g)].map(({ index }) => index + 1)];
  const known = new Map();
  return (offset) => {
    if (!known.has(offset)) {
      const line = lines.findLastIndex((start) => start <= offset);
      const { originalSource = '' } = map.findEntry(line, offset - lines[line]);
      known.set(offset, originalSource && new URL(originalSource, pathToFileURL(file)).href);
    }
    return known.get(offset);
  };
}
