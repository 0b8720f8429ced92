/**
 * A response as one caller gets it: in the preferred encoding, or as 304 if the caller already has it. Every response
 * is sent through here.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import { negotiateEncoding } from './content-encoding.ts';
import { matchesEntityTag } from './entity-tag.ts';
import type { HttpResponse } from './response.ts';

const NO_BYTES = Buffer.alloc(0);

/** The representation for a request with these headers. Synchronous unless it has to be encoded first. */
export function negotiateRepresentation(
  response: HttpResponse,
  headers: IncomingHttpHeaders,
): MaybePromise<HttpResponse> {
  const encoded = negotiateEncoding(headerText(headers['accept-encoding']), response);
  return chain(encoded, (variant) => unlessNotModified(variant, headers['if-none-match']));
}

/** 304 keeps all headers but the type, or it would seem to have a body. */
function unlessNotModified(response: HttpResponse, ifNoneMatch: string | undefined): HttpResponse {
  const { ETag: tag } = response.headers;
  if (ifNoneMatch === undefined || !tag || !matchesEntityTag(ifNoneMatch, tag)) return response;
  const { 'Content-Type': _type, ...headers } = response.headers;
  return { status: 304, headers, bytes: NO_BYTES };
}

/** Joins a header that was sent several times. */
export function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
