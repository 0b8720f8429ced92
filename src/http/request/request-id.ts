/**
 * The id of a request (F11): the caller's own, so that both sides find it in their logs, or one of ours. Ours are unique among
 * processes, and cheap: a random beginning for each process, and a number; in hexadecimal digits, which make no words.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** In lower case, as Node names headers. */
const HEADER = 'x-request-id';

const CALLERS_OWN = /^[A-Za-z0-9._-]{1,100}$/;
/** An id of ours that is no request's, a key or a secret: logs would cut them, and the line could not be found by the id. */
const CUT_FROM_LOGS = /(?<![0-9A-Za-z])[0-9a-f]{24}(?![0-9A-Za-z])|ssg_|whsec_/;

const PREFIX = `req-${randomBytes(5).toString('hex')}-`;
let requests = 0;

/** The id of a request with these headers. A header that was sent twice is no id. */
export function requestIdOf({ [HEADER]: sent }: IncomingHttpHeaders): string {
  return typeof sent === 'string' && CALLERS_OWN.test(sent) && !CUT_FROM_LOGS.test(sent) ? sent : createRequestId();
}

/** For a request whose headers cannot be read. */
export function createRequestId(): string {
  return `${PREFIX}${(++requests).toString(16)}`;
}
