/** One request of a workload, sent once and read whole. The load generator sends the same bytes. */
import { request } from 'node:http';

export interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The expected status. */
  readonly status: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A GraphQL operation as a POST. */
export function operation(query: string, variables: object = {}): Ask {
  return {
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: query.replace(/\s+/g, ' ').trim(), variables }),
    status: 200,
  };
}

export function get(path: string): Ask {
  return { method: 'GET', path, headers: { accept: 'application/json' }, status: 200 };
}

/** The same request with more headers. */
export function withHeaders(ask: Ask, headers: Record<string, string>): Ask {
  return { ...ask, headers: { ...ask.headers, ...headers } };
}

/** Sends a request to the server at `url` and reads the whole answer. */
export function send(url: string, { method, path, headers, body }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers: { ...headers, ...lengthOf(body) } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function lengthOf(body: string | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}

/**
 * The content of an answer; for GraphQL without `extensions`, which report its cost.
 * @throws Error when it is not JSON, or has an unexpected status or GraphQL errors
 */
export function contentOf(ask: Ask, { status, body }: Answer): unknown {
  const text = body.toString();
  const asked = `${ask.method} ${ask.path}`;
  if (status !== ask.status) throw new Error(`${asked}: ${status} instead of ${ask.status}: ${text.slice(0, 500)}`);
  if (text === '') return null;
  const content = JSON.parse(text) as unknown;
  if (ask.method !== 'POST' || typeof content !== 'object') return content;
  const { extensions: _, errors, ...rest } = content as { extensions?: unknown; errors?: unknown };
  if (errors) throw new Error(`${asked}: ${JSON.stringify(errors).slice(0, 500)}`);
  return rest;
}
