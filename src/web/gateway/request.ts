/** GraphQL requests: a POST with the key and the language. The document carries the types of its variables and its result. */
import type { TypedDocumentString } from '../generated/operations.ts';

export type Request = <Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
) => Promise<Whole<Data>>;

/** Root fields that failed are never null here: one of them fails the request. */
export type Whole<Data> = { [Field in keyof Data]: NonNullable<Data[Field]> };

/** The gateway refused the whole request; `code` says why. */
export class RequestError extends Error {
  readonly code: string;
  /** What is wrong with which input, for people, in the language of the request; empty: the code says all. */
  readonly sentences: readonly string[];

  constructor({ code = '', problems = [] }: Refusal = {}) {
    super(`The gateway refused: ${code}`);
    this.code = code;
    this.sentences = problems.map(({ message }) => message);
  }
}

/** `extensions` of an error of the gateway. */
interface Refusal {
  readonly code?: string;
  readonly problems?: readonly { readonly message: string }[];
}

export interface RequestOptions {
  /** Null: none, which the gateway refuses. */
  readonly key: string | null;
  readonly language: string;
  readonly signal?: AbortSignal;
  /** Whether it is sent even if the page is being left. */
  readonly keepalive?: boolean;
}

/** How long an answer may take; the gateway gives up earlier. */
const ANSWER_MS = 30_000;

/** Sends requests with one key in one language. One without an answer fails like one to a gateway that cannot be reached. */
export function requestWith({ signal, ...options }: RequestOptions): Request {
  return async (document, variables) => {
    const deadline = new AbortController();
    const abort = () => deadline.abort();
    const timer = setTimeout(abort, ANSWER_MS);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    try {
      const operation = { query: document.toString(), variables };
      const response = await post({ ...options, signal: deadline.signal }, operation, 'application/json');
      const { data, errors } = await response.json();
      if (errors) throw new RequestError(errors[0].extensions);
      return data;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };
}

/** Sends an operation to GraphQL. */
export function post(
  { key, language, signal, keepalive = false }: RequestOptions,
  operation: { readonly query: string; readonly variables: unknown },
  accept: string,
): Promise<Response> {
  return fetch('/graphql', {
    method: 'POST',
    headers: {
      Accept: accept,
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      'Content-Type': 'application/json',
      'Accept-Language': language,
    },
    body: JSON.stringify(operation),
    signal: signal ?? null,
    keepalive,
  });
}
