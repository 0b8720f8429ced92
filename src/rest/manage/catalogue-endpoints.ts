/**
 * The catalogue as a file over HTTP (U3): `PUT` imports one, `GET` exports it. Both need the scope `catalogue`, all destinations
 * and all hotels, because a file is the whole catalogue. Imports over HTTP are one at a time.
 */
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { exportCatalogue } from '../../catalogue/export/export.ts';
import type { CatalogueProblem } from '../../catalogue/file/problems.ts';
import { type ImportReport, importCatalogue } from '../../catalogue/import.ts';
import type { Epochs } from '../../data/cache/epochs.ts';
import { isImportRunning } from '../../data/cache/raise-epochs.ts';
import type { ReleaseLock } from '../../data/database/advisory-locks.ts';
import type { Database } from '../../data/database/database.ts';
import type { ApiKeys } from '../../data/keys/key-lookup.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import type { Clock } from '../../domain/time/clock.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Exchange } from '../../http/exchange.ts';
import { identify } from '../../http/request/caller.ts';
import { discardBody, receiveFile, rejectUnreceivable } from '../../http/request/receive-file.ts';
import type { HttpResponse, StreamedBody } from '../../http/response/response.ts';
import { failure, invalid, type RestResponse, toHttpResponse } from '../rest-response.ts';
import { readImportParameters, rejectParameters } from './catalogue-parameters.ts';
import { callerWith, type LongEndpoints, NO_STORE } from './long-endpoints.ts';
import { withTemporaryFile } from './temporary-files.ts';

export const CATALOGUE_PATH = '/manage/catalogue';

/** Advisory lock of a process that receives or imports a file over HTTP; the number is arbitrary. */
const UPLOAD_LOCK = 7_205_759_403_793;
/** Stands before the id of the client that has the lock. */
const HOLDER_PREFIX = 'spa-stay-gateway-import-';

/** How long a client may send nothing, in milliseconds. */
const IDLE_MS = 30_000;

export interface CatalogueParts {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly apiKeys: ApiKeys;
  /** The largest catalogue file, in megabytes. */
  readonly importLimitMb: number;
  /** For the files of requests under way. */
  readonly folder: string;
  /** For tests: overrides `IDLE_MS`. */
  readonly uploadIdleMs?: number | undefined;
  today(): Day;
  readonly clock: Clock;
  readonly long: LongEndpoints;
}

/** Whether a request brings a file, and is asked to send it only when it is read. */
export function bringsCatalogue({ method, url }: IncomingMessage): boolean {
  return method === 'PUT' && url?.startsWith(CATALOGUE_PATH) === true;
}

export function catalogueEndpoints(parts: CatalogueParts): Endpoint[] {
  const { long, uploadIdleMs: idleMs = IDLE_MS } = parts;
  return long.of(CATALOGUE_PATH, [
    { methods: ['GET', 'HEAD'], respond: (exchange, signal) => exportFile(exchange, signal, parts) },
    {
      methods: ['PUT'],
      async respond(exchange, signal) {
        const response = await importFile(exchange, signal, parts).catch((error) =>
          long.answerToThrown(error, exchange),
        );
        if (response.status >= 400 && response.status !== 408 && !signal.aborted) await discardBody(exchange, idleMs);
        return response;
      },
    },
  ]);
}

async function importFile(exchange: Exchange, signal: AbortSignal, parts: CatalogueParts): Promise<HttpResponse> {
  const { importLimitMb: limitMb, uploadIdleMs: idleMs = IDLE_MS } = parts;
  // Until all of the body is here.
  exchange.closesConnection = true;
  const refusal = await findRefusal(exchange, parts);
  if (refusal) return toHttpResponse(refusal);
  const parameters = readImportParameters(exchange.query);
  if ('problems' in parameters) return toHttpResponse(invalid(parameters.problems));
  rejectUnreceivable(exchange, limitMb);
  if (!parameters.dryRun) parts.database.requireWrites();
  // biome-ignore lint/style/noNonNullAssertion: a request without a key has been refused above.
  const { apiKeyId, clientId } = (await identify(exchange, parts.apiKeys))!;
  const release = await lockUploads(parts, clientId);
  if (!release) return toHttpResponse(importRunning(await findImporter(parts)));
  try {
    return await withTemporaryFile(parts.folder, async (path) => {
      await receiveFile(exchange, { path, limitMb, idleMs, signal });
      exchange.closesConnection = false;
      // It may have taken hours, and the key may have been revoked meanwhile.
      exchange.caller = undefined;
      const gone = await findRefusal(exchange, parts);
      if (gone) return toHttpResponse(gone);
      const { database, epochs, clock } = parts;
      const result = await importCatalogue({
        ...{ database, source: path, ...parameters, apiKeyId, clock, signal },
        today: parts.today(),
        // Waiting for the disk and the database is nobody's processor time.
        working: (run) => exchange.working(run),
      });
      if (!result.ok) return toHttpResponse(faultyFile(result.problems));
      epochs.observe(result.raised);
      return toHttpResponse(importReport(result));
    });
  } finally {
    await release();
  }
}

/** One at a time, decided by the database; null: another one is under way. */
async function lockUploads({ database }: CatalogueParts, clientId: string): Promise<ReleaseLock | null> {
  const release = await database.tryLock({ key: UPLOAD_LOCK, holder: `${HOLDER_PREFIX}${clientId}` });
  if (!release) return null;
  let isFree = false;
  try {
    isFree = !(await isImportRunning(database.prisma));
  } finally {
    if (!isFree) await release();
  }
  return isFree ? release : null;
}

/** The name of the client whose file is being received or imported; null: a command's, or nobody's any more. */
async function findImporter({ database }: CatalogueParts): Promise<string | null> {
  const holder = await database.lockHolder(UPLOAD_LOCK);
  if (!holder?.startsWith(HOLDER_PREFIX)) return null;
  const client = await database.prisma.client.findUnique({
    where: { id: holder.slice(HOLDER_PREFIX.length) },
    select: { name: true },
  });
  return client?.name ?? null;
}

/**
 * The catalogue goes to a file first: a slow reader would hold a transaction, which is the only one of an embedded database,
 * and its failure would look like a short catalogue.
 */
async function exportFile(exchange: Exchange, signal: AbortSignal, parts: CatalogueParts): Promise<HttpResponse> {
  const refusal = await findRefusal(exchange, parts);
  if (refusal) return toHttpResponse(refusal);
  const problems = rejectParameters(exchange.query);
  if (problems.length > 0) return toHttpResponse(invalid(problems));
  if (exchange.method === 'HEAD') return exportOf({ length: null, open: () => Readable.from([]) });
  // Once open, the file needs no name.
  const file = await withTemporaryFile(parts.folder, (path) => open(path, 'wx+', 0o600));
  try {
    let length = 0;
    await exportCatalogue({
      database: parts.database,
      async write(chunk) {
        signal.throwIfAborted();
        const bytes = Buffer.from(chunk);
        await file.writeFile(bytes);
        length += bytes.length;
      },
    });
    return exportOf({ length, open: () => file.createReadStream({ start: 0 }) });
  } catch (error) {
    await file.close();
    throw error;
  }
}

function exportOf(stream: StreamedBody): HttpResponse {
  const headers = { ...NO_STORE, 'Content-Type': 'application/json; charset=utf-8' };
  return { status: 200, headers, bytes: Buffer.alloc(0), stream };
}

/** 401 or 403; null: the caller may. */
async function findRefusal(exchange: Exchange, { apiKeys }: CatalogueParts): Promise<RestResponse | null> {
  const found = await callerWith('catalogue', exchange, apiKeys);
  if ('refusal' in found) return found.refusal;
  const { destinations, hotels } = found.caller;
  if (destinations === null && hotels === null) return null;
  return failure(
    403,
    'A catalogue file is the whole catalogue, so it needs an API key for all destinations that is not bound to hotels.',
  );
}

function importReport({ changed, counts, kept, revokedDemoKeys, warnings }: ImportReport): RestResponse {
  const body: ImportReport = { changed, counts, kept, revokedDemoKeys, warnings };
  return { status: 200, headers: NO_STORE, body };
}

/** 422, or 400 for what is not JSON. */
function faultyFile(problems: readonly CatalogueProblem[]): RestResponse {
  const unreadable = problems.find(({ code }) => code === 'FILE');
  // It is our file.
  if (unreadable) throw new Error(unreadable.message);
  const status = problems.some(({ code }) => code === 'JSON') ? 400 : 422;
  const message = 'The catalogue file is not valid; nothing was changed.';
  return {
    ...failure(status, message),
    refusal: 'INVALID_CATALOGUE',
    body: { success: false, message, errors: problems },
  };
}

function importRunning(importer: string | null): RestResponse {
  const whose = importer === null ? '' : `, of the client "${importer}"`;
  const message = `Another import is running${whose}. Imports are one at a time.`;
  return { ...failure(409, message), refusal: 'IMPORT_RUNNING' };
}
