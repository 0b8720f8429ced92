import type { WordedProblem } from '../../domain/problem/input-problem.ts';
import { messageOfStatus } from '../response/status-messages.ts';

/** A request that is refused for its headers, its body or a limit. */
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
