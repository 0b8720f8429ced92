/**
 * A response as one caller gets it: in the preferred encoding, or as 304 if the caller already has it. Every response
 * is sent through here.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { encodedFor } from './content-encoding.ts';
import { hasEntity } from './entity-tag.ts';
import type { HttpResponse } from './response.ts';

const NO_BYTES = Buffer.alloc(0);

/** The representation for a request with these headers. Synchronous unless it has to be encoded first. */
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

/** 304 keeps all headers but the type, or it would seem to have a body. */
function unlessKnown(answer: HttpResponse, ifNoneMatch: string | undefined): HttpResponse {
  const { ETag: tag } = answer.headers;
  if (ifNoneMatch === undefined || !tag || !hasEntity(ifNoneMatch, tag)) return answer;
  const { 'Content-Type': _type, ...headers } = answer.headers;
  return { status: 304, headers, bytes: NO_BYTES };
}

/** Joins a header that was sent several times. */
export function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
