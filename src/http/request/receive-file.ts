/**
 * Bodies too large for memory (U3): received into a file, decompressed on the way, at the pace of the disk. A body may take as long
 * as it needs while it makes progress.
 */
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Exchange } from '../exchange.ts';
import { isJson, MAX_CHUNKS, rejectUnreadableBody } from './body.ts';
import { RefusedRequest } from './refused-request.ts';

/** The sender broke off. It cannot be answered. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

const FILE_MODE = 0o600;
const MEGABYTE = 1024 * 1024;
/** The least that a sender sends on average, in bytes a second, beyond the time that it may send nothing: it keeps others waiting. */
const MIN_BYTES_PER_SECOND = 64 * 1024;
/** How much of a refused body is read and discarded. */
const MAX_DISCARDED_BYTES = 8 * MEGABYTE;

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
    throw new RefusedRequest(415, {
      path: 'Content-Type',
      code: 'INVALID_VALUE',
      message: 'Must be application/json.',
    });
  }
  rejectUnreadableBody(headers, ['gzip']);
  if (Number(headers['content-length']) > limitMb * MEGABYTE) throw tooLarge(limitMb);
}

/**
 * Receives the body into a new file that only this user can read.
 * @param idleMs how long the sender may send nothing, and how long it may take beyond what `MIN_BYTES_PER_SECOND` allows
 * @param signal cancels it: it fails with the reason
 * @throws RefusedRequest with 413 beyond the limit, decompressed or not, 408 for a sender that stalls or is too slow, 400 for broken gzip
 * @throws BrokenOff when the connection breaks
 */
export async function receiveFile(
  { request, response, headers }: Exchange,
  { path, limitMb, idleMs, signal }: { path: string; limitMb: number; idleMs: number; signal: AbortSignal },
): Promise<void> {
  const isCompressed = headers['content-encoding']?.toLowerCase() === 'gzip';
  const first = limiter(limitMb);
  // Opened before anything can fail, or it might appear after it has been removed.
  const file = (await open(path, 'wx', FILE_MODE)).createWriteStream();
  const written = isCompressed ? pipeline(first, createGunzip(), limiter(limitMb), file) : pipeline(first, file);
  const cancel = () => first.destroy(signal.reason);
  signal.addEventListener('abort', cancel);
  receiving.add(request.socket);
  try {
    signal.throwIfAborted();
    if (headers.expect !== undefined) response.writeContinue();
    const isLate = paceOf(idleMs);
    const take = (chunk: Buffer) => {
      if (isLate(chunk.length)) return Promise.reject(new RefusedRequest(408));
      return first.write(chunk) ? null : once(first, 'drain');
    };
    await pass(request, take, { idleMs, failed: written });
    first.end();
    await written;
  } catch (error) {
    first.destroy();
    await written.catch(() => {});
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? notGzip() : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    receiving.delete(request.socket);
  }
}

/** Returns a function that counts what has come, and returns whether it should have come sooner. */
function paceOf(graceMs: number): (bytes: number) => boolean {
  const startedAt = performance.now();
  let received = 0;
  return (bytes) => {
    received += bytes;
    return performance.now() - startedAt > graceMs + (received / MIN_BYTES_PER_SECOND) * 1_000;
  };
}

/**
 * Takes what is left of a refused body and forgets it, within bounds: a sender whose connection closes while it sends may not
 * see the response. One that waits for `100 Continue` sends nothing.
 */
export async function discardBody({ request, headers }: Exchange, idleMs: number): Promise<void> {
  if (request.readableEnded || headers.expect !== undefined) return;
  let left = MAX_DISCARDED_BYTES;
  let chunks = 0;
  const take = ({ length }: Buffer) => {
    left -= length;
    return left < 0 || ++chunks > MAX_CHUNKS ? Promise.reject(new Error('enough')) : null;
  };
  await pass(request, take, { idleMs, failed: new Promise(() => {}) }).catch(() => {});
}

/**
 * Passes the body on, chunk by chunk. A failure leaves the request as it is, because it shares its connection with the response.
 * @param take resolves when it takes the next chunk; null: it does at once
 */
async function pass(
  request: IncomingMessage,
  take: (chunk: Buffer) => Promise<unknown> | null,
  { idleMs, failed }: { idleMs: number; failed: Promise<unknown> },
): Promise<void> {
  if (request.destroyed) throw new BrokenOff();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const listeners: [event: string, listener: (...values: never[]) => void][] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const proceed = () => {
        if (isOver) return;
        timer = setTimeout(() => reject(new RefusedRequest(408)), idleMs);
        request.resume();
      };
      const takeNext = (chunk: Buffer) => {
        const taken = take(chunk);
        if (taken === null) return void timer?.refresh();
        // What takes it may take its time.
        clearTimeout(timer);
        request.pause();
        taken.then(proceed, reject);
      };
      listeners.push(
        ['data', takeNext],
        ['end', resolve],
        ['error', (cause: Error) => reject(new BrokenOff(undefined, { cause }))],
        ['close', () => reject(new BrokenOff())],
      );
      for (const [event, listener] of listeners) request.on(event, listener as () => void);
      failed.catch(reject);
      proceed();
    });
  } finally {
    isOver = true;
    clearTimeout(timer);
    for (const [event, listener] of listeners) request.off(event, listener as () => void);
    request.pause();
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
