/**
 * What Node's parser lets pass in the head of a request, though two readers would not understand it alike. What is no HTTP is refused
 * before anything else is made of the request, and its connection closed, because its end is not certain either. A repeated header
 * that must be unique is refused later: of two keys, each reader might take another.
 */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { authorityOf } from './address.ts';
import { parseHostName } from './host.ts';
import { RefusedRequest } from './refused-request.ts';

/** Header lines of a request (A1). Their size is limited by Node as it reads them. */
export const MAX_HEADER_LINES = 100;

/** By `Host`: callers send few distinct ones, so each is parsed once. */
const validHosts = new LRUCache<string, boolean>({ max: 200, memoMethod: (host) => parseHostName(host) !== null });

export type RequestHead = Pick<IncomingMessage, 'headers' | 'httpVersion' | 'rawHeaders' | 'url'>;

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
