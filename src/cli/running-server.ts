/**
 * Commands through a running server (U3): it holds the embedded database, which only one process can open, so it does their work.
 */
import { createReadStream } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { CatalogueProblem } from '../catalogue/file/problems.ts';
import type { CatalogueProgress, ImportReport, RefusedImport } from '../catalogue/import.ts';
import { DataFolderInUse } from '../data/database/embedded-lock.ts';
import { readConfig } from '../server/config.ts';
import { readServerKey, type ServerAccess } from '../server/settings/server-key.ts';
import { CommandError } from './error-line.ts';
import type { Write } from './output.ts';

const PATH = '/manage/catalogue';

export type ImportOutcome = ({ readonly ok: true } & ImportReport) | RefusedImport;

/**
 * Does the work directly, or through the server that holds the data folder.
 * @throws DataFolderInUse when another program holds it, or a server that cannot be reached
 */
export async function orThroughServer<T>(
  direct: () => Promise<T>,
  through: (server: ServerAccess) => Promise<T>,
): Promise<T> {
  try {
    return await direct();
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    const server = readServerKey(readConfig(process.env).dataDir, error.holder);
    if (server === null) throw error;
    return through(server);
  }
}

/** Imports a file through a server, like `importCatalogue`. */
export async function importThroughServer(
  server: ServerAccess,
  {
    file,
    replace,
    dryRun,
    onProgress,
  }: {
    file: string;
    replace: boolean;
    dryRun: boolean;
    onProgress: (progress: CatalogueProgress) => void;
  },
): Promise<ImportOutcome> {
  const { sizeOfFile, UnreadableCatalogue } = await import('../catalogue/file/json-reader.ts');
  let total: number;
  try {
    total = await sizeOfFile(file);
  } catch (error) {
    if (!(error instanceof UnreadableCatalogue)) throw error;
    return { ok: false, problems: [{ path: '$', code: error.code, message: error.message }] };
  }
  const asked = ask(server, 'PUT', {
    query: `?mode=${replace ? 'replace' : 'merge'}&dryRun=${dryRun ? 1 : 0}`,
    // A refused file is not sent at all.
    headers: { 'content-type': 'application/json', 'content-length': String(total), expect: '100-continue' },
  });
  const answered = answerTo(asked);
  asked.once('continue', () => {
    const sending = createReadStream(file);
    sending.on('error', ({ message }) => asked.destroy(new CommandError(`cannot read ${file}: ${message}`)));
    let done = 0;
    sending.on('data', ({ length }) => {
      done += length;
      onProgress(done < total ? { phase: 'sending', done, total } : { phase: 'importing', done: 0, total: null });
    });
    // The answer says what went wrong.
    pipeline(sending, asked).catch(() => asked.destroy());
  });
  asked.flushHeaders();
  const response = await answered;
  const body = JSON.parse(await text(textOf(response))) as ImportReport & {
    errors?: CatalogueProblem[];
    message: string;
  };
  if (response.statusCode === 200) return { ok: true, ...body };
  // A problem of the file has a path in it; any other is about the request.
  if (body.errors?.every(({ path }) => path.startsWith('$'))) return { ok: false, problems: body.errors };
  throw new CommandError(`the running server says: ${body.message}`);
}

/** Writes the catalogue that a server exports, like `exportCatalogue`. */
export async function exportThroughServer(server: ServerAccess, write: Write): Promise<void> {
  const asked = ask(server, 'GET');
  const answered = answerTo(asked);
  asked.end();
  const response = await answered;
  if (response.statusCode !== 200) {
    const { message } = JSON.parse(await text(textOf(response))) as { message: string };
    throw new CommandError(`the running server says: ${message}`);
  }
  for await (const chunk of textOf(response)) await write(chunk);
}

function ask(
  { url, key }: ServerAccess,
  method: 'GET' | 'PUT',
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): ClientRequest {
  const authorization = `Bearer ${key}`;
  return request(`${url}${PATH}${query}`, { method, agent: false, headers: { ...headers, authorization } });
}

function answerTo(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.on('response', resolve);
    asked.on('error', (error) => {
      reject(
        error instanceof CommandError
          ? error
          : new CommandError(`the running server does not answer: ${error.message}`),
      );
    });
  });
}

async function* textOf(response: IncomingMessage): AsyncGenerator<string> {
  try {
    yield* response.setEncoding('utf8');
  } catch (error) {
    throw new CommandError(`the running server breaks its answer off: ${(error as Error).message}`);
  }
}
