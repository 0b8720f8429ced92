/** What is wrong with a field of the input. */
export interface InputProblem {
  readonly path: string;
  readonly code: string;
  /** What is wrong, for people, in the language of the request. */
  readonly message: string;
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message?: string; readonly extensions?: Extensions | null }[];
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
  /** When it may be asked again; null: it does not say. */
  readonly retryAfterSeconds: number | null;
  /** Whether the gateway had begun to run it: a part of a mutation may be done. */
  readonly hasData: boolean;
  /** The id under which the gateway has logged the request. */
  readonly requestId: string | null;

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, { data, errors }: Answer = {}) {
    const { message = `HTTP status ${status}`, extensions } = errors?.[0] ?? {};
    super(message);
    this.code = extensions?.code ?? '';
    this.status = status;
    this.problems = extensions?.problems ?? [];
    this.hasData = data !== undefined;
    this.retryAfterSeconds = secondsOf(headers.get('retry-after') ?? '');
    this.requestId = headers.get('x-request-id');
  }
}

/** How many seconds a `Retry-After` asks to wait: it is a number of seconds or a date; null: it is neither. */
function secondsOf(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const seconds = Math.ceil((Date.parse(text) - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** There was no answer, or not all of it. Whether the request has done something is not known. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(cause: unknown) {
    // Messages of the platform may repeat what was sent.
    super(`no answer (${cause instanceof Error ? cause.name : typeof cause})`, { cause });
  }
}
