/** Reads request bodies: JSON of a bounded size, or none. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { WordedProblem } from '../../domain/problem/input-problem.ts';
import type { Exchange } from '../exchange.ts';
import { NOT_JSON } from './json-body.ts';
import { RefusedRequest } from './refused-request.ts';

/** In bytes. */
const BODY_LIMIT = 256 * 1024;
/**
 * A refused body that says to be no larger is taken and forgotten before it is answered. Closing the connection under a sender would
 * reset it, and the answer be lost: nginx makes a 502 of that.
 */
const MAX_DISCARDED_BYTES = 1024 * 1024;
/**
 * Each chunk costs about a microsecond of Node's, however small it is (A2). Clients that send a body token by token stay below this,
 * and network packets that are not tiny far below.
 */
export const MAX_CHUNKS = 32_768;
const TOO_MANY_CHUNKS: WordedProblem = {
  path: '',
  code: 'TOO_MANY_CHUNKS',
  message: `The body may come in ${MAX_CHUNKS} chunks at most.`,
};

/**
 * The bytes of a JSON body; null for a request without a body and without a type.
 * @throws RefusedRequest with 413 beyond 256 kB or 32,768 chunks, 415 for another type, 400 for a body that breaks off
 */
export async function readBody(exchange: Exchange): Promise<Buffer | null> {
  const { headers, request } = exchange;
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (type === undefined && encoding === undefined && (length === undefined || length === '0')) return null;
  if (!isJson(type)) throw new RefusedRequest(415);
  if (Number(length) > BODY_LIMIT && Number(length) <= MAX_DISCARDED_BYTES) {
    await discard(request);
    throw new RefusedRequest(413);
  }
  // From here on, a refused body may still be arriving.
  exchange.closesConnection = true;
  if (Number(length) > BODY_LIMIT) throw new RefusedRequest(413);
  const body = await receive(request);
  if (length !== undefined && body.length !== Number(length)) throw new RefusedRequest(400, NOT_JSON);
  rejectUnreadableBody(headers);
  exchange.closesConnection = false;
  return body;
}

/** Whether the media type is JSON, whatever its parameters. */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  const [type = ''] = (contentType ?? '').split(';', 1);
  return /^application\/json$/i.test(type.trim());
}

/** Resolves when nothing of the body is still to come, because it has ended or its sender is gone. */
async function discard(request: IncomingMessage): Promise<void> {
  request.resume();
  await finished(request).catch(() => {});
}

/** Collects the body in one buffer, because a buffer for each chunk would cost more than its bytes. */
function receive(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let first: Buffer | null = null;
    let body: Buffer | null = null;
    let length = 0;
    let chunks = 0;
    function take(chunk: Buffer): void {
      if (length + chunk.length > BODY_LIMIT) refuse(new RefusedRequest(413));
      else if (++chunks > MAX_CHUNKS) refuse(new RefusedRequest(413, TOO_MANY_CHUNKS));
      else append(chunk);
    }
    function append(chunk: Buffer): void {
      if (first === null) first = chunk;
      else {
        if (body === null) {
          body = Buffer.allocUnsafe(BODY_LIMIT);
          first.copy(body);
        }
        chunk.copy(body, length);
      }
      length += chunk.length;
    }
    function refuse(refusal: RefusedRequest): void {
      reject(refusal);
      // What still comes is dropped, as cheaply as Node can, until the connection ends.
      request.off('data', take);
      request.resume();
    }
    function fail(): void {
      reject(new RefusedRequest(400));
    }
    request.on('data', take);
    request.once('error', fail);
    request.once('end', () => {
      // The request lasts as long as its response, which for a stream are hours, and its listeners lead to the body.
      request.off('data', take).off('error', fail);
      resolve(body === null ? (first ?? Buffer.alloc(0)) : body.subarray(0, length));
    });
  });
}

/**
 * @param compressions the compressions that are read besides none
 * @throws RefusedRequest with 415 when a JSON body is compressed in another way, or in a charset other than UTF-8
 */
export function rejectUnreadableBody(headers: IncomingHttpHeaders, compressions: readonly string[] = []): void {
  const { 'content-encoding': encoding = '', 'content-type': type } = headers;
  const encodings = ['identity', ...compressions];
  if (encoding !== '' && !encodings.includes(encoding.toLowerCase())) {
    const others = compressions.length === 0 ? 'compressed bodies are not read' : 'nothing else is decompressed';
    throw new RefusedRequest(
      415,
      {
        path: 'Content-Encoding',
        code: 'INVALID_VALUE',
        message: `Must be absent or ${encodings.join(' or ')}: ${others}.`,
      },
      { 'Accept-Encoding': encodings.join(', ') },
    );
  }
  if (!isInUtf8(type)) {
    const message = 'Must be application/json, in UTF-8 if it names a charset.';
    throw new RefusedRequest(415, { path: 'Content-Type', code: 'INVALID_VALUE', message });
  }
}

/** Whether a `Content-Type` names no charset other than UTF-8. */
function isInUtf8(contentType = ''): boolean {
  if (!contentType.includes(';')) return true;
  const [, ...parameters] = contentType.toLowerCase().split(';');
  const charsets = parameters.map((part) => part.trim()).filter((part) => /^charset\s*(?:=|$)/.test(part));
  return charsets.every((charset) => /^charset=("?)utf-?8\1$/.test(charset));
}
