/**
 * Checks of request headers. A repeated header that must be unique is refused: of two keys, hosts or lengths, each
 * reader might take another. A body must be uncompressed JSON in UTF-8.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { WordedProblem } from '../../domain/problem/input-problem.ts';
import { messageOfStatus } from '../response/status-messages.ts';

/** A request refused for its headers, its body or a limit, whatever it asks. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly status: 400 | 408 | 413 | 415 | 417 | 429 | 431 | 503;
  /** Null: the status is enough. */
  readonly problem: WordedProblem | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The stable code; null: the usual one of the status. */
  readonly code: string | null;

  constructor(
    status: RefusedRequest['status'],
    problem: WordedProblem | null = null,
    headers: Readonly<Record<string, string>> = {},
    message = problem === null ? messageOfStatus(status) : formatSentence(problem),
    code: string | null = null,
  ) {
    super(message);
    this.status = status;
    this.problem = problem;
    this.headers = headers;
    this.code = code;
  }
}

/** A problem as one sentence, for interfaces whose errors are sentences. */
export function formatSentence({ path, message }: WordedProblem): string {
  return path === '' ? message : `${path}: ${message}`;
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
  throw new RefusedRequest(400, {
    path,
    code: 'REPEATED',
    message: 'Must be given only once.',
  });
}

/**
 * @param compressions the compressions that are read besides none
 * @throws RefusedRequest with 415 when a JSON body is compressed in another way, or in a charset other than UTF-8
 */
export function rejectUnreadableBody(headers: IncomingHttpHeaders, compressions: readonly string[] = []): void {
  const { 'content-encoding': encoding = '', 'content-type': type } = headers;
  const encodings = ['identity', ...compressions];
  if (encoding !== '' && !encodings.includes(encoding.toLowerCase())) {
    const others = compressions.length === 0 ? 'compressed bodies are not read' : 'nothing else is decompressed';
    throw new RefusedRequest(
      415,
      {
        path: 'Content-Encoding',
        code: 'INVALID_VALUE',
        message: `Must be absent or ${encodings.join(' or ')}: ${others}.`,
      },
      { 'Accept-Encoding': encodings.join(', ') },
    );
  }
  if (!isInUtf8(type)) {
    const message = 'Must be application/json, in UTF-8 if it names a charset.';
    throw new RefusedRequest(415, { path: 'Content-Type', code: 'INVALID_VALUE', message });
  }
}

/** Whether a `Content-Type` names no charset other than UTF-8. */
function isInUtf8(contentType = ''): boolean {
  if (!contentType.includes(';')) return true;
  const [, ...parameters] = contentType.toLowerCase().split(';');
  const charsets = parameters.map((part) => part.trim()).filter((part) => /^charset\s*(?:=|$)/.test(part));
  return charsets.every((charset) => /^charset=("?)utf-?8\1$/.test(charset));
}
