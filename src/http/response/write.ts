/**
 * Writes a response: its representation for this caller, then the head as one list of names and values (common headers,
 * its own, the id of the request, rate limits), then the bytes.
 */
import type { ServerResponse } from 'node:http';
import type { Bytes } from '../../operations/page/serialized-json.ts';
import type { Endpoint } from '../endpoint.ts';
import { type Exchange, NOTHING_REPORTED, REQUEST_ID, UNREADABLE } from '../exchange.ts';
import { MAX_CHUNKS } from '../request/body.ts';
import { type BaseHeaders, type BaseHeadersByOrigin, HEADERS_OF_UNREADABLE } from './base-headers.ts';
import { isEncodable, negotiateRepresentation } from './representation.ts';
import type { EventReader, HttpResponse } from './response.ts';
import { sendStream, withStreamEncoding } from './stream.ts';
import type { UnsentBytes } from './unsent-bytes.ts';

interface Answer {
  readonly endpoint: Endpoint;
  readonly base: BaseHeaders;
  readonly response: HttpResponse;
  readonly unsent: UnsentBytes;
}

/** Writes the response, or a refusal in its place if its client has too much to read already (A3). */
export async function write(exchange: Exchange, answer: Answer): Promise<void> {
  const { response, endpoint, unsent } = answer;
  const { stream, events } = response;
  const representation = stream
    ? withStreamEncoding(response, exchange.headers)
    : await negotiateRepresentation(response, exchange.headers);
  const bytes = events?.firstBytes ?? (exchange.method === 'HEAD' ? 0 : representation.bytes.length);
  // A stream is sent at the pace of its reader, so it keeps hardly anything waiting.
  if (stream || unsent.admits(exchange, bytes)) return writeAdmitted(exchange, answer, representation);
  const refusal = { ...endpoint.refuse(unsent.refuse(exchange), exchange), booking: response.booking ?? null };
  return writeAdmitted(exchange, { ...answer, response: refusal }, refusal);
}

/** @param representation the response as this caller gets it */
async function writeAdmitted(
  exchange: Exchange,
  { endpoint, base, response, unsent }: Answer,
  representation: HttpResponse,
): Promise<void> {
  discardUnread(exchange);
  const { source = null, refusal = null, booking = null } = response;
  exchange.report = { source, refusal, booking };
  const { stream, events } = response;
  const { status, headers, bytes } = representation;
  const head = response.isPage ? withoutNames(base.pageFields, headers) : [...base.fields];
  const vary = buildVary(response, base, endpoint);
  if (vary !== '') head.push('vary', vary);
  // biome-ignore lint/style/noNonNullAssertion: `for…in` names what the object has, and is faster than its entries.
  for (const name in headers) head.push(name, headers[name]!);
  head.push(REQUEST_ID, exchange.requestId);
  const isCompressed = stream !== undefined && 'Content-Encoding' in headers;
  const length = isCompressed || events ? null : stream ? stream.length : bytes.length;
  if (status !== 304 && length !== null) head.push('content-length', String(length));
  if (exchange.closesConnection) exchange.response.setHeader('Connection', 'close');
  exchange.response.writeHead(status, appendRateLimits(head, exchange));
  if (events) return events.begin(readerOf(exchange, unsent));
  unsent.limitIdleTime(exchange, stream ? Number.POSITIVE_INFINITY : bytes.length);
  if (stream && exchange.method !== 'HEAD') {
    unsent.watch(exchange, { isStreamed: true });
    return sendStream(exchange.response, stream, { isCompressed });
  }
  if (status === 304 || exchange.method === 'HEAD') exchange.response.end();
  else end(exchange.response, bytes);
  unsent.watch(exchange);
}

function readerOf(exchange: Exchange, unsent: UnsentBytes): EventReader {
  const { response } = exchange;
  return {
    response,
    write(bytes) {
      if (!unsent.admits(exchange, bytes.length)) {
        unsent.disconnect(exchange.request.socket);
        return false;
      }
      const takesMore = response.write(bytes);
      unsent.watch(exchange);
      return takesMore;
    },
  };
}

/** Writes the response to a preflight request, if CORS allows one. */
export async function writePreflight(exchange: Exchange, baseHeaders: BaseHeadersByOrigin): Promise<boolean> {
  const { request, response, requestId } = exchange;
  const fields = await baseHeaders.preflight(request.headers.origin);
  if (fields === null) return false;
  discardUnread(exchange);
  response.writeHead(204, [...fields, REQUEST_ID, requestId]);
  response.end();
  return true;
}

/** Writes the response to a request whose head or address cannot be read. */
export function writeUnreadable(exchange: Exchange, response: HttpResponse): void {
  exchange.route = UNREADABLE;
  exchange.report = { ...NOTHING_REPORTED, refusal: response.refusal ?? null };
  writePlain(exchange, response);
}

/** Writes a response as it is, with nothing that depends on the caller. */
export function writePlain(exchange: Exchange, { status, headers, bytes }: HttpResponse): void {
  discardUnread(exchange);
  const own = { [REQUEST_ID]: exchange.requestId, 'Content-Length': bytes.length };
  if (exchange.closesConnection) exchange.response.setHeader('Connection', 'close');
  exchange.response.writeHead(status, { ...HEADERS_OF_UNREADABLE, ...headers, ...own });
  if (exchange.method === 'HEAD') exchange.response.end();
  else end(exchange.response, bytes);
}

/** Sends the body: bytes in parts together. */
function end(response: ServerResponse, bytes: Bytes): void {
  if (!('parts' in bytes)) {
    response.end(bytes);
    return;
  }
  response.cork();
  for (const part of bytes.parts) response.write(part);
  response.end();
}

/**
 * Takes and forgets a body that nobody has begun to read, as Node would when the response has ended, but ends the connection of who sends it
 * in too many chunks (A2). To be called before the response ends.
 */
export function discardUnread({ request, headers }: Exchange): void {
  if (headers['transfer-encoding'] === undefined || request.readableFlowing !== null) return;
  let chunks = 0;
  request.on('data', () => {
    if (++chunks > MAX_CHUNKS) request.socket.destroy();
  });
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
  // biome-ignore lint/style/noNonNullAssertion: names and values alternate.
  return fields.filter((_, index) => !names.has(fields[index - (index % 2)]!.toLowerCase()));
}
