/**
 * Headers that cannot be taken at their word. A header that may stand in a request once and stands there twice is refused: of
 * two keys, hosts or lengths each reader might take another one. A body is read when it is JSON in UTF-8 and not compressed.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { InputProblem } from '../../operations/input-problem.ts';
import { messageOfStatus } from '../response/status-messages.ts';

/** A request that is refused for what it says of itself, or for how often it comes, before anything of it is looked up. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly status: 400 | 413 | 415 | 429;
  /** Null: the status says it all. */
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

/** A problem in one sentence, for interfaces whose errors are sentences. */
export function formatSentence({ path, message }: InputProblem): string {
  return path === '' ? message : `${path}: ${message}`;
}

/** Those that are no lists and that something here depends on. Node itself refuses a second `Content-Length`. */
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

/** The name of a header that stands in a request more often than it may; null: there is none. */
export function findRepeatedHeader({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | null {
  // Node puts headers of one name together, so as many names as lines mean that no name is there twice.
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

/** @throws RefusedRequest with 400 when a header is repeated that may not be */
export function rejectRepeatedHeaders(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): void {
  const repeated = findRepeatedHeader(request);
  if (repeated === null) return;
  throw new RefusedRequest(400, { path: repeated, code: 'REPEATED', message: 'Must be given only once.' });
}

/** @throws RefusedRequest with 415 when a body of the type JSON is compressed, or in another charset than UTF-8 */
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

/** Whether a `Content-Type` says JSON, and of its charset nothing else than UTF-8. */
export function isJsonInUtf8(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === 'application/json') return contentType !== undefined;
  const [type, ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charsets = parameters.filter((parameter) => /^charset\s*(?:=|$)/.test(parameter));
  return type === 'application/json' && charsets.every((one) => /^charset=("?)utf-?8\1$/.test(one));
}
