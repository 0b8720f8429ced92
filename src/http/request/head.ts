/**
 * What Node's parser lets pass in the head of a request, though it is no HTTP that two readers would understand alike. Such a request
 * is refused before anything else is made of it, and its connection closed, because its end is not certain either.
 */
import type { IncomingMessage } from 'node:http';
import { authorityOf } from './address.ts';
import { parseHostName } from './host.ts';
import { RefusedRequest } from './request-headers.ts';

/** Header lines of a request (A1). Their size is limited by Node as it reads them. */
export const MAX_HEADER_LINES = 100;

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
  if (parseHostName(host) === null)
    return malformed('Host', 'Must be a host name or an address, with or without a port.');
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
