/** What is wrong with a field of the input. */
export interface InputProblem {
  readonly path: string;
  readonly code: string;
  /** For people, in the language of the request. */
  readonly message: string;
}

interface Answer {
  readonly errors?: readonly { readonly message?: string; readonly extensions?: Extensions }[];
}

interface Extensions {
  readonly code?: string;
  readonly problems?: readonly InputProblem[];
}

/** The gateway refused the request, by an entry of `errors`; `code` says why. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  /** Such as `UNAUTHENTICATED`, `RATE_LIMITED` or `BAD_USER_INPUT`; empty: the answer is not the gateway's. */
  readonly code: string;
  readonly status: number;
  readonly problems: readonly InputProblem[];
  /** From when on it may be asked again; null: it does not say. */
  readonly retryAfterSeconds: number | null;
  /** The id under which the gateway has logged the request. */
  readonly requestId: string | null;

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, { errors }: Answer = {}) {
    const { message = `HTTP status ${status}`, extensions = {} } = errors?.[0] ?? {};
    super(message);
    this.code = extensions.code ?? '';
    this.status = status;
    this.problems = extensions.problems ?? [];
    const seconds = headers.get('retry-after');
    this.retryAfterSeconds = seconds === null ? null : Number(seconds);
    this.requestId = headers.get('x-request-id');
  }
}

/** There was no answer, or not all of it. Whether the request has done something is not known. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(cause: unknown) {
    super(`no answer: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
