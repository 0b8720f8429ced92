/**
 * An answer as one caller gets it: in the encoding that it prefers, or without its bytes when the caller has them already
 * (304). Whatever sends answers sends them by this.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { encodedFor } from './content-encoding.ts';
import { hasEntity } from './entity-tag.ts';
import type { HttpResponse } from './response.ts';

const NO_BYTES = Buffer.alloc(0);

/** The representation for a request with these headers; at once, unless it has to be encoded first. */
export function representationOf(
  answer: HttpResponse,
  headers: IncomingHttpHeaders,
): HttpResponse | Promise<HttpResponse> {
  const acceptEncoding = headerText(headers['accept-encoding']);
  const encoded = encodedFor(acceptEncoding, answer);
  return encoded instanceof Promise
    ? encoded.then((variant) => unlessKnown(variant, headers['if-none-match']))
    : unlessKnown(encoded, headers['if-none-match']);
}

/** With 304 all that is told of the answer but its type, or 304 would seem to have a body. */
function unlessKnown(answer: HttpResponse, ifNoneMatch: string | undefined): HttpResponse {
  const { ETag: tag } = answer.headers;
  if (ifNoneMatch === undefined || !tag || !hasEntity(ifNoneMatch, tag)) return answer;
  const { 'Content-Type': _type, ...headers } = answer.headers;
  return { status: 304, headers, bytes: NO_BYTES };
}

/** A header that may have been sent several times. */
export function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
