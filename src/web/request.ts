/** GraphQL requests: a POST with the key and the language. The document carries the types of its variables and its result. */
import type { TypedDocumentString } from './generated/operations.ts';

export type Request = <Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
) => Promise<Data>;

/** The gateway refused the whole request; `code` says why. */
export class RequestError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The gateway refused: ${code}`);
    this.code = code;
  }
}

/** Sends requests with one key in one language. */
export function requestWith(options: { key: string; language: string; signal?: AbortSignal }): Request {
  const { key, language, signal } = options;
  return async (document, variables) => {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Accept-Language': language },
      body: JSON.stringify({ query: document.toString(), variables }),
      signal: signal ?? null,
    });
    const { data, errors } = await response.json();
    if (errors) throw new RequestError(errors[0].extensions?.code ?? '');
    return data;
  };
}
