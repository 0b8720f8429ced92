/** Bodies of any size, sent at the pace of the reader. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { acceptsGzip, headerText } from './representation.ts';
import type { HttpResponse, StreamedBody } from './response.ts';

const READER_IS_GONE: ReadonlySet<string | undefined> = new Set([
  ...['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_UNABLE_TO_PIPE', 'ECONNRESET', 'EPIPE'],
]);

/** A streamed response, compressed if the caller accepts it. */
export function withStreamEncoding(response: HttpResponse, headers: IncomingHttpHeaders): HttpResponse {
  if (!acceptsGzip(headerText(headers['accept-encoding']))) return response;
  return { ...response, headers: { ...response.headers, 'Content-Encoding': 'gzip' } };
}

/** How many observers of its end a response may have before Node suspects a leak: our own take nine, a pipeline a few more. */
const MAX_OBSERVERS = 20;

/**
 * Sends the body after its head. A reader that is gone ends it. A failure cuts the body short, which the
 * reader sees by its length or its last chunk.
 */
export async function sendStream(
  response: ServerResponse,
  { open }: StreamedBody,
  { isCompressed }: { isCompressed: boolean },
): Promise<void> {
  const body = open();
  response.setMaxListeners(MAX_OBSERVERS);
  try {
    await (isCompressed ? pipeline(body, createGzip(), response) : pipeline(body, response));
  } catch (error) {
    if (!READER_IS_GONE.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}
