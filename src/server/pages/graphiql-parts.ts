/**
 * The scripts and styles of GraphiQL, which a package ships as nine megabytes of text in a module. A worker thread
 * parses the module and hands over the bytes, so no request waits for it and nothing of it stays in this heap.
 */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

const MODULE = '@graphql-yoga/render-graphiql/graphiql';

/** The exports that the page needs. */
const PARTS = ['js', 'css', 'editorWorkerService', 'jsonWorker', 'graphqlWorker'] as const;

export type GraphiQLParts = Readonly<Record<(typeof PARTS)[number], Buffer>>;

const READ = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.module).then((texts) => {
  const parts = workerData.parts.map((name) => {
    if (typeof texts[name] !== 'string') throw new Error('GraphiQL came without its part ' + name);
    return [name, new TextEncoder().encode(texts[name])];
  });
  parentPort.postMessage(parts, parts.map(([, bytes]) => bytes.buffer));
});
`;

/** Rejects when the package lacks one of them. */
export async function readGraphiQLParts(): Promise<GraphiQLParts> {
  const module = pathToFileURL(createRequire(import.meta.url).resolve(MODULE)).href;
  const worker = new Worker(READ, { eval: true, workerData: { module, parts: PARTS } });
  const [parts] = (await once(worker, 'message')) as [[string, Uint8Array<ArrayBuffer>][]];
  return Object.fromEntries(parts.map(([name, { buffer }]) => [name, Buffer.from(buffer)])) as GraphiQLParts;
}
