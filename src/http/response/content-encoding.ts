/**
 * Answers in the encoding that the caller prefers. An answer that is kept is encoded once, when it is first wanted so. Each
 * encoding is a representation of its own, with an entity tag of its own.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { HttpResponse } from './response.ts';

/** Below this an encoding saves less than a packet. */
const SMALLEST_BYTES = 1_024;
/** A fifth larger than the best, at a hundredth of its time. */
const BROTLI_QUALITY = 4;

const ENCODERS = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const;
type Encoding = keyof typeof ENCODERS;

/** In the order in which they are taken when the caller has no preference. */
const OFFERED: string[] = [...Object.keys(ENCODERS), 'identity'];

/** By its bytes: an answer that was just made and the same one as it is kept share them. */
const encodedResponses = new WeakMap<Buffer, Map<Encoding, HttpResponse | Promise<HttpResponse>>>();

/** Callers send few different headers; each is understood once. */
const preferredEncodings = new LRUCache<string, string>({
  max: 200,
  memoMethod: (header) => new Negotiator({ headers: { 'accept-encoding': header } }).encoding(OFFERED) ?? 'identity',
});

/** Whether an answer has several encodings, so that caches have to look at what was accepted. */
export function isEncodable({ bytes }: HttpResponse): boolean {
  return bytes.length >= SMALLEST_BYTES;
}

/** The answer as the caller who sent this `Accept-Encoding` wants it; as it is for one who sent none. */
export function negotiateEncoding(
  acceptEncoding: string | undefined,
  response: HttpResponse,
): HttpResponse | Promise<HttpResponse> {
  if (acceptEncoding === undefined || !isEncodable(response)) return response;
  const wanted = preferredEncodings.memo(acceptEncoding);
  if (wanted !== 'br' && wanted !== 'gzip') return response;
  const variants = encodedResponses.get(response.bytes) ?? new Map<Encoding, HttpResponse | Promise<HttpResponse>>();
  encodedResponses.set(response.bytes, variants);
  const known = variants.get(wanted);
  if (known) return known;
  const encoding = encode(response, wanted).then(
    (variant) => {
      variants.set(wanted, variant);
      return variant;
    },
    (error) => {
      variants.delete(wanted);
      throw error;
    },
  );
  variants.set(wanted, encoding);
  return encoding;
}

async function encode({ status, headers, bytes }: HttpResponse, encoding: Encoding): Promise<HttpResponse> {
  const { ETag: tag } = headers;
  return {
    status,
    headers: {
      ...headers,
      ...(tag === undefined ? {} : { ETag: `${tag.slice(0, -1)}-${encoding}"` }),
      'Content-Encoding': encoding,
    },
    bytes: await ENCODERS[encoding](bytes),
  };
}
