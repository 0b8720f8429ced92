/**
 * The head of a request, which all readers must understand alike. Its address is parsed once, and the API key removed from it here and
 * nowhere else, by the same parser that reads the other parameters: routes, caches, logs and traces get an address without a key, however
 * its name was encoded. What is no HTTP, though Node's parser lets it pass, is refused before anything else is made of the request, and its
 * connection closed, because its end is not certain either. A repeated header that must be unique is refused later: of two keys, each
 * reader might take another.
 */
import type { IncomingMessage } from 'node:http';
import { parse } from 'fast-querystring';
import { LRUCache } from 'lru-cache';
import { parseHostName } from './host.ts';
import { RefusedRequest } from './refused-request.ts';

export interface RequestAddress {
  /** Path and query as sent, without the scheme and host of an absolute address and without any `access_token`. */
  readonly url: string;
  /** The parameter `access_token`: a list when repeated, undefined when absent. */
  readonly accessToken: unknown;
}

const PARAMETER = 'access_token';
const SCHEME_AND_HOST = /^https?:\/\/([^/?#]*)/i;

/** Parses an address in origin form or absolute form (RFC 9112, section 3.2). */
export function parseAddress(sent: string): RequestAddress {
  const url = sent.startsWith('/') ? sent : toOriginForm(sent);
  // Only percent-encoding can spell a name differently.
  if (!url.includes(PARAMETER) && !url.includes('%')) return { url, accessToken: undefined };
  const { path, query } = splitAddress(url);
  const pairs = query.split('&');
  const others = pairs.filter((pair) => !isKeyParameter(pair));
  if (others.length === pairs.length) return { url, accessToken: undefined };
  const rest = others.join('&');
  return {
    url: rest === '' ? path : `${path}${url[path.length]}${rest}`,
    accessToken: parse(query)[PARAMETER],
  };
}

function isKeyParameter(pair: string): boolean {
  const end = pair.indexOf('=');
  const name = end === -1 ? pair : pair.slice(0, end);
  return name === PARAMETER || (name.includes('%') && PARAMETER in parse(pair));
}

/** The path, and the query without its delimiter: the first `?`, or a `#` before it, as the router splits. */
export function splitAddress(url: string): { readonly path: string; readonly query: string } {
  const end = url.search(/[?#]/);
  return end === -1 ? { path: url, query: '' } : { path: url.slice(0, end), query: url.slice(end + 1) };
}

/** The host and port that an address in absolute form names; null: it names none. */
function authorityOf(sent: string): string | null {
  if (sent.startsWith('/')) return null;
  return SCHEME_AND_HOST.exec(sent)?.[1] ?? null;
}

function toOriginForm(sent: string): string {
  const rest = sent.replace(SCHEME_AND_HOST, '');
  return rest === sent || rest.startsWith('/') ? rest : `/${rest}`;
}

/** Header lines of a request (A1). Their size is limited by Node as it reads them. */
export const MAX_HEADER_LINES = 100;

/** Callers send few distinct `Host`, so each is parsed once. */
const validHosts = new LRUCache<string, boolean>({ max: 200, memoMethod: (host) => parseHostName(host) !== null });

type RequestHead = Pick<IncomingMessage, 'headers' | 'httpVersion' | 'rawHeaders' | 'url'>;

/** Why a request is refused for its head; null: it is not. */
export function findHeadFault(head: RequestHead): RefusedRequest | null {
  const { headers, httpVersion, rawHeaders } = head;
  if (rawHeaders.length > 2 * MAX_HEADER_LINES) return new RefusedRequest(431);
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return malformed('', 'The request must be HTTP/1.1.');
  return (
    findCodingFault(head) ??
    findHostFault(head) ??
    // HTTP/1.0 has no expectations (RFC 9110, section 10.1.1).
    (httpVersion === '1.0' || isFulfilled(headers.expect) ? null : new RefusedRequest(417))
  );
}

/** The body is read as chunks or by its length: another coding would be taken for the content (RFC 9112, section 6.1). */
function findCodingFault({ headers, httpVersion }: RequestHead): RefusedRequest | null {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return null;
  if (httpVersion === '1.0') return malformed('Transfer-Encoding', 'Must be absent in HTTP/1.0.');
  return coding.toLowerCase() === 'chunked' ? null : malformed('Transfer-Encoding', 'Must be absent or chunked.');
}

/** RFC 9112, section 3.2. */
function findHostFault({ headers: { host }, httpVersion, url = '' }: RequestHead): RefusedRequest | null {
  if (host === undefined) return httpVersion === '1.0' ? null : malformed('Host', 'Must be given.', 'REQUIRED');
  if (!validHosts.memo(host)) return malformed('Host', 'Must be a host name or an address, with or without a port.');
  const authority = authorityOf(url);
  if (authority === null || authority.toLowerCase() === host.toLowerCase()) return null;
  return malformed('Host', 'Must be that of the address.');
}

function isFulfilled(expectation: string | undefined): boolean {
  return expectation === undefined || expectation.toLowerCase() === '100-continue';
}

function malformed(path: string, message: string, code = 'MALFORMED'): RefusedRequest {
  return new RefusedRequest(400, { path, code, message });
}

/** The headers used here that are not lists. Node itself refuses a second `Content-Length`. */
const SINGLE: ReadonlyMap<string, string> = new Map(
  [
    ...['Authorization', 'Content-Encoding', 'Content-Type', 'Gateway-Simulate', 'Host', 'Idempotency-Key', 'Origin'],
    'Transfer-Encoding',
  ].map((name) => [name.toLowerCase(), name]),
);

/** @throws RefusedRequest with 400 when a header is repeated that must be unique */
export function rejectRepeatedHeaders({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): void {
  // Node merges headers of one name, so as many names as lines mean no repetition.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return;
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  const repeated = names.find((name, at) => SINGLE.has(name) && names.indexOf(name) < at);
  const path = repeated && SINGLE.get(repeated);
  if (path === undefined) return;
  throw malformed(path, 'Must be given only once.', 'REPEATED');
}
