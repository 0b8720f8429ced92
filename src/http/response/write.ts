/**
 * Writes a response: its representation for this caller, then the head as one list of names and values (common headers,
 * its own, the id of the request, rate limits), then the bytes.
 */
import type { Endpoint } from '../endpoint.ts';
import { type Exchange, NOTHING_REPORTED, UNREADABLE } from '../exchange.ts';
import { type BaseHeaders, type BaseHeadersByOrigin, HEADERS_OF_UNREADABLE } from './base-headers.ts';
import { isEncodable } from './content-encoding.ts';
import { negotiateRepresentation } from './representation.ts';
import type { HttpResponse } from './response.ts';
import { sendStream, withStreamEncoding } from './stream.ts';

/** Says which line of the log is about the request (F11). */
const REQUEST_ID = 'x-request-id';

export async function write(
  exchange: Exchange,
  { endpoint, base, response }: { endpoint: Endpoint; base: BaseHeaders; response: HttpResponse },
): Promise<void> {
  const { source = null, refusal = null, booking = null } = response;
  exchange.report = { source, refusal, booking };
  const { stream } = response;
  const { status, headers, bytes } = stream
    ? withStreamEncoding(response, exchange.headers)
    : await negotiateRepresentation(response, exchange.headers);
  const head = response.isPage ? withoutNames(base.pageFields, headers) : [...base.fields];
  const vary = buildVary(response, base, endpoint);
  if (vary !== '') head.push('vary', vary);
  for (const name in headers) head.push(name, headers[name]!);
  head.push(REQUEST_ID, exchange.requestId);
  const isCompressed = stream !== undefined && 'Content-Encoding' in headers;
  const length = isCompressed || response.events ? null : stream ? stream.length : bytes.length;
  if (status !== 304 && length !== null) head.push('content-length', String(length));
  if (exchange.closesConnection) exchange.response.setHeader('Connection', 'close');
  exchange.response.writeHead(status, appendRateLimits(head, exchange));
  if (response.events) return response.events(exchange.response);
  if (stream && exchange.method !== 'HEAD') return sendStream(exchange.response, stream, { isCompressed });
  exchange.response.end(status === 304 || exchange.method === 'HEAD' ? undefined : bytes);
}

/** Writes the response to a preflight request, if CORS allows one. */
export async function writePreflight(
  { request, response, requestId }: Exchange,
  baseHeaders: BaseHeadersByOrigin,
): Promise<boolean> {
  const fields = await baseHeaders.preflight(request.headers.origin);
  if (fields === null) return false;
  response.writeHead(204, [...fields, REQUEST_ID, requestId]);
  response.end();
  return true;
}

/** Writes the response to a request whose head or address cannot be read. */
export function writeUnreadable(exchange: Exchange, { status, headers, bytes, refusal = null }: HttpResponse): void {
  exchange.route = UNREADABLE;
  exchange.report = { ...NOTHING_REPORTED, refusal };
  const own = { [REQUEST_ID]: exchange.requestId, 'Content-Length': bytes.length };
  if (exchange.closesConnection) exchange.response.setHeader('Connection', 'close');
  exchange.response.writeHead(status, { ...HEADERS_OF_UNREADABLE, ...headers, ...own });
  exchange.response.end(exchange.method === 'HEAD' ? undefined : bytes);
}

/** `response` as it was before negotiation. */
function buildVary(response: HttpResponse, base: BaseHeaders, endpoint: Endpoint): string {
  if (endpoint.vary === null && !response.isPage) return base.vary.join(', ');
  const encoding = isEncodable(response) ? ['Accept-Encoding'] : [];
  const names = [...base.vary, ...(endpoint.vary ?? []), ...(response.vary ?? []), ...encoding];
  return [...new Set(names)].join(', ');
}

/** Adds what is left of the limits, unless the response is about another limit. A 429 also says when to retry. */
function appendRateLimits(head: string[], { usage }: Exchange): string[] {
  if (usage === null || head.includes('RateLimit-Limit')) return head;
  const own = usage.isExceeded ? withoutNames(head, { 'Retry-After': '' }) : head;
  for (const field of usage.headers()) own.push(field);
  return own;
}

function withoutNames(fields: readonly string[], headers: Readonly<Record<string, string>>): string[] {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return fields.filter((_, index) => !names.has(fields[index - (index % 2)]!.toLowerCase()));
}
