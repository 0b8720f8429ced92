/**
 * A response as one caller gets it: in the preferred encoding, or as 304 if the caller already has it. Every response is sent through
 * here. Bytes are encoded once, on first demand. Each encoding is a representation with its own entity tag.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Bytes } from '../../operations/page/serialized-json.ts';
import { matchesEntityTag } from './entity-tag.ts';
import type { HttpResponse } from './response.ts';

const NO_BYTES = Buffer.alloc(0);

/** Below this an encoding saves less than a packet. */
const SMALLEST_BYTES = 1_024;
/** A fifth larger than the best quality, at a hundredth of its time. */
const BROTLI_QUALITY = 4;

const ENCODERS = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const;
type Encoding = keyof typeof ENCODERS;

/** In the order that we prefer, for callers who prefer none. */
const OFFERED: string[] = [...Object.keys(ENCODERS), 'identity'];

/** Encodings are cached by the bytes that they encode: a fresh response shares those with its cached copy, and a page with its copy under another status. */
const encodedBytes = new WeakMap<Bytes, Map<Encoding, MaybePromise<Buffer>>>();

/** Callers send few distinct headers, so each is parsed once. */
const preferredEncodings = new LRUCache<string, string>({
  max: 200,
  memoMethod: (header) => new Negotiator({ headers: { 'accept-encoding': header } }).encoding(OFFERED) ?? 'identity',
});

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

/** Whether a caller with this `Accept-Encoding` takes gzip, though it may prefer another encoding. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  return new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encoding(['gzip', 'identity']) === 'gzip';
}

const QUOTED = /"[^"]*"?/g;
const SEPARATOR = /[,;]/g;

/**
 * Negotiates media types by an `Accept` header. Separators within quotes are replaced first: the library counts all quotes before each of them
 * anew, so a header full of them would keep the process busy for a third of a second. None of our types has parameters that a replaced one could match.
 */
export function acceptedTypes(accept: string | undefined): Negotiator {
  const plain = accept?.replaceAll(QUOTED, (quoted) => quoted.replaceAll(SEPARATOR, '_'));
  return new Negotiator({ headers: { accept: plain } });
}

/** Whether a response has several encodings, so that it varies by `Accept-Encoding`. */
export function isEncodable({ bytes, stream }: HttpResponse): boolean {
  return stream !== undefined || bytes.length >= SMALLEST_BYTES;
}

/** The response in the encoding that `Accept-Encoding` prefers; unchanged without the header. */
export function negotiateEncoding(
  acceptEncoding: string | undefined,
  response: HttpResponse,
): MaybePromise<HttpResponse> {
  if (acceptEncoding === undefined || !isEncodable(response)) return response;
  const wanted = preferredEncodings.memo(acceptEncoding);
  if (wanted !== 'br' && wanted !== 'gzip') return response;
  return chain(encode(response.bytes, wanted), (bytes) => encodedResponse(response, wanted, bytes));
}

function encode(bytes: Bytes, encoding: Encoding): MaybePromise<Buffer> {
  const variants = encodedBytes.get(bytes) ?? new Map<Encoding, MaybePromise<Buffer>>();
  encodedBytes.set(bytes, variants);
  const known = variants.get(encoding);
  if (known) return known;
  const encoded = ENCODERS[encoding]('parts' in bytes ? Buffer.concat(bytes.parts) : bytes);
  variants.set(encoding, encoded);
  encoded.then(
    (variant) => variants.set(encoding, variant),
    () => variants.delete(encoding),
  );
  return encoded;
}

function encodedResponse({ status, headers }: HttpResponse, encoding: Encoding, bytes: Buffer): HttpResponse {
  const { ETag: tag } = headers;
  return {
    status,
    headers: {
      ...headers,
      ...(tag === undefined ? {} : { ETag: `${tag.slice(0, -1)}-${encoding}"` }),
      'Content-Encoding': encoding,
    },
    bytes,
  };
}
