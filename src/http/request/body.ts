/** Reads request bodies: JSON of a bounded size, or none. */
import type { IncomingMessage } from 'node:http';
import type { Exchange } from '../exchange.ts';
import { NOT_JSON } from './json-body.ts';
import { RefusedRequest, rejectUnreadableBody } from './request-headers.ts';

/** In bytes. */
const BODY_LIMIT = 256 * 1024;

/**
 * The bytes of a JSON body; null for a request without a body and without a type.
 * @throws RefusedRequest with 413 beyond 256 kB, 415 for another type, 400 for a body that breaks off
 */
export async function readBody(exchange: Exchange): Promise<Buffer | null> {
  const { headers, request } = exchange;
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (type === undefined && encoding === undefined && (length === undefined || length === '0')) return null;
  if (!isJson(type)) throw new RefusedRequest(415);
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

function receive(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      // Bytes beyond the limit are dropped until the connection ends.
      if (length > BODY_LIMIT) reject(new RefusedRequest(413));
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.once('error', () => reject(new RefusedRequest(400)));
  });
}
