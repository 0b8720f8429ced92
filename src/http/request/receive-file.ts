/**
 * Bodies too large for memory: received into a file, decompressed on the way, at the pace of the disk. A body may take as long
 * as it needs while it makes progress.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Exchange } from '../exchange.ts';
import { isJson } from './body.ts';
import { RefusedRequest, rejectUnreadableBody } from './request-headers.ts';

/** The sender broke off. It cannot be answered. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

const FILE_MODE = 0o600;
const MEGABYTE = 1024 * 1024;

const receiving = new WeakSet<Socket>();

/** Whether a connection receives a body that may take longer than other requests. */
export function isReceiving(socket: Socket): boolean {
  return receiving.has(socket);
}

/**
 * Checks the headers of a JSON body that may be compressed with gzip.
 * @throws RefusedRequest with 415 for another type or encoding, 413 if it says that it is too large
 */
export function rejectUnreceivable({ headers }: Exchange, limitMb: number): void {
  if (!isJson(headers['content-type'])) {
    throw new RefusedRequest(415, { path: 'Content-Type', code: 'INVALID_VALUE', message: 'Must be application/json.' });
  }
  rejectUnreadableBody(headers, ['gzip']);
  if (Number(headers['content-length']) > limitMb * MEGABYTE) throw tooLarge(limitMb);
}

/**
 * Receives the body into a new file that only this user can read.
 * @param idleMs how long the sender may send nothing
 * @throws RefusedRequest with 413 beyond the limit, decompressed or not, 408 for a sender that stalls, 400 for broken gzip
 * @throws BrokenOff when the connection breaks
 */
export async function receiveFile(
  exchange: Exchange,
  { path, limitMb, idleMs }: { path: string; limitMb: number; idleMs: number },
): Promise<void> {
  const { request, response, headers } = exchange;
  const isCompressed = headers['content-encoding']?.toLowerCase() === 'gzip';
  const sent = new PassThrough();
  const file = createWriteStream(path, { flags: 'wx', mode: FILE_MODE });
  const written = pipeline(
    [sent, limiter(limitMb), ...(isCompressed ? [createGunzip(), limiter(limitMb)] : []), file] as never,
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.code?.startsWith('Z_') ? notGzip() : error;
  });
  written.catch(() => {});
  receiving.add(request.socket);
  try {
    if (headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
    // The file may fail while the sender is silent.
    await Promise.race([pass(request, sent, idleMs), written]);
    await written;
  } catch (error) {
    sent.destroy();
    await written.catch(() => {});
    throw error;
  } finally {
    receiving.delete(request.socket);
  }
}

/** Passes all bytes on. The request itself stays open, because it shares its connection with the response. */
async function pass(request: IncomingMessage, sent: PassThrough, idleMs: number): Promise<void> {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  for (;;) {
    const { value, done } = await within(idleMs, chunks.next());
    if (done) break;
    if (!sent.write(value)) await once(sent, 'drain');
  }
  sent.end();
}

/** Waits for the sender. */
async function within<T>(idleMs: number, next: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RefusedRequest(408)), idleMs);
  });
  try {
    const broken = next.catch((error) => {
      throw new BrokenOff(undefined, { cause: error });
    });
    return await Promise.race([broken, stalled]);
  } finally {
    clearTimeout(timer);
  }
}

function limiter(limitMb: number): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      if (length > limitMb * MEGABYTE) done(tooLarge(limitMb));
      else done(null, chunk);
    },
  });
}

function tooLarge(limitMb: number): RefusedRequest {
  const message = `The body may have ${limitMb} MB, also when it is decompressed.`;
  return new RefusedRequest(413, { path: '', code: 'TOO_LONG', message });
}

function notGzip(): RefusedRequest {
  return new RefusedRequest(400, { path: '', code: 'MALFORMED', message: 'The body is not complete, valid gzip.' });
}
