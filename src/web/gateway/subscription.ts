/** GraphQL subscriptions: server-sent events read by `fetch`, because `EventSource` cannot send a key in a header. */
import type { TypedDocumentString } from '../generated/operations.ts';
import { post, RequestError, type RequestOptions } from './request.ts';

/**
 * Calls `receive` with each result until the stream ends.
 * @returns how long to wait before subscribing again, in milliseconds; null: the gateway has not said
 * @throws RequestError when the gateway refuses, and whatever `fetch` throws when the connection is lost
 */
export async function subscribe<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { receive, ...options }: RequestOptions & { readonly receive: (data: Data) => void },
): Promise<number | null> {
  const response = await post(options, { query: document.toString(), variables }, 'text/event-stream');
  if (!response.ok || !response.body) {
    const refusal = await response.json().catch(() => null);
    throw new RequestError(refusal?.errors?.[0]?.extensions);
  }
  let retry: number | null = null;
  let rest = '';
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const frames = (rest + decoder.decode(part.value, { stream: true })).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const fields = new Map(frame.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
      if (fields.has('retry')) retry = Number(fields.get('retry'));
      if (fields.get('event') !== 'next') continue;
      const { data, errors } = JSON.parse(fields.get('data') ?? '');
      if (errors) throw new RequestError(errors[0].extensions);
      receive(data);
    }
  }
  return retry;
}
