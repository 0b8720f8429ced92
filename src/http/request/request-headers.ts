/**
 * Checks of request headers. A repeated header that must be unique is refused: of two keys, hosts or lengths, each
 * reader might take another. A body must be uncompressed JSON in UTF-8.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { InputProblem } from '../../operations/input-problem.ts';
import { messageOfStatus } from '../response/status-messages.ts';

/** A request refused for its headers or its rate, before anything is looked up. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly status: 400 | 413 | 415 | 429;
  /** Null: the status is enough. */
  readonly problem: InputProblem | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: RefusedRequest['status'],
    problem: InputProblem | null = null,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(problem === null ? messageOfStatus(status) : formatSentence(problem));
    this.status = status;
    this.problem = problem;
    this.headers = headers;
  }
}

/** A problem as one sentence, for interfaces whose errors are sentences. */
export function formatSentence({ path, message }: InputProblem): string {
  return path === '' ? message : `${path}: ${message}`;
}

/** The headers used here that are not lists. Node itself refuses a second `Content-Length`. */
const SINGLE = [
  'Authorization',
  'Content-Encoding',
  'Content-Type',
  'Host',
  'Idempotency-Key',
  'Origin',
  'Transfer-Encoding',
];
const SINGLE_BY_NAME: ReadonlyMap<string, string> = new Map(SINGLE.map((name) => [name.toLowerCase(), name]));

/** The first repeated header that must be unique; null: none. */
export function findRepeatedHeader({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | null {
  // Node merges headers of one name, so as many names as lines mean no repetition.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return null;
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const single = SINGLE_BY_NAME.get(rawHeaders[at]!.toLowerCase());
    if (single === undefined) continue;
    if (seen.has(single)) return single;
    seen.add(single);
  }
  return null;
}

/** @throws RefusedRequest with 400 when a header is repeated that must be unique */
export function rejectRepeatedHeaders(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): void {
  const repeated = findRepeatedHeader(request);
  if (repeated === null) return;
  throw new RefusedRequest(400, { path: repeated, code: 'REPEATED', message: 'Must be given only once.' });
}

/** @throws RefusedRequest with 415 when a JSON body is compressed, or in a charset other than UTF-8 */
export function rejectUnreadableBody(headers: IncomingHttpHeaders): void {
  const { 'content-encoding': encoding = '', 'content-type': type } = headers;
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') {
    const message = 'Must be absent or identity: compressed bodies are not read.';
    throw new RefusedRequest(
      415,
      { path: 'Content-Encoding', code: 'INVALID_VALUE', message },
      { 'Accept-Encoding': 'identity' },
    );
  }
  if (!isJsonInUtf8(type)) {
    const message = 'Must be application/json, in UTF-8 if it names a charset.';
    throw new RefusedRequest(415, { path: 'Content-Type', code: 'INVALID_VALUE', message });
  }
}

/** Whether a `Content-Type` is JSON, without a charset other than UTF-8. */
export function isJsonInUtf8(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === 'application/json') return contentType !== undefined;
  const [type, ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charsets = parameters.filter((parameter) => /^charset\s*(?:=|$)/.test(parameter));
  return type === 'application/json' && charsets.every((one) => /^charset=("?)utf-?8\1$/.test(one));
}
