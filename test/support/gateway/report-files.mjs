/**
 * Imported before a server's own modules: with each SIGUSR2 it prints, as a line of JSON, in which files of the server a function ran, as
 * V8 counts them, from the beginning of the last request to the end of its response, or until now if it has not ended.
 */
import { subscribe } from 'node:diagnostics_channel';
import { Session } from 'node:inspector';

const DIST = new URL('../../../dist/', import.meta.url).href;

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

/** The files in which a function ran since the call before. */
function takeFiles() {
  let ran = [];
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    ran = result.filter(({ url, functions }) => isOwn(url) && hasRun(functions));
  });
  return ran.map(({ url }) => url.slice(DIST.length).replace(/\.js$/, '')).sort();
}

function isOwn(url) {
  return url.startsWith(DIST) && !url.includes('/generated/');
}

/** The first range of a function is the whole of it. */
function hasRun(functions) {
  return functions.some(({ ranges: [whole] }) => whole.count > 0);
}
