/** The frames of GraphQL over SSE in its distinct connections mode: one stream for one operation. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { ANSWER_TOO_LARGE, ANSWER_TOO_LARGE_MESSAGE, MAX_ANSWER_BYTES } from '../../http/response/answer-size.ts';

export const EVENT_STREAM = 'text/event-stream';

/** No intermediary may keep, compress or collect events. */
export const EVENT_STREAM_HEADERS: Readonly<Record<string, string>> = {
  'content-type': `${EVENT_STREAM}; charset=utf-8`,
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** A comment, which keeps idle connections open. */
export const HEARTBEAT = Buffer.from(':\n\n');
/** The operation has ended. Without a line of data, browsers would drop the event. */
export const COMPLETE = Buffer.from('event: complete\ndata:\n\n');

/** A result as it is sent. */
export interface StreamEvent {
  readonly bytes: Buffer;
  /** Whether it says that the result was too large (A2), so that the stream ends with it. */
  readonly isRefusal: boolean;
}

export function formatEvent(result: ExecutionResult): StreamEvent {
  const bytes = formatNext(result);
  if (bytes.length <= MAX_ANSWER_BYTES) return { bytes, isRefusal: false };
  const error = new GraphQLError(ANSWER_TOO_LARGE_MESSAGE, { extensions: { code: ANSWER_TOO_LARGE } });
  return { bytes: Buffer.concat([formatNext({ errors: [error] }), COMPLETE]), isRefusal: true };
}

function formatNext(result: ExecutionResult): Buffer {
  return Buffer.from(`event: next\ndata: ${JSON.stringify(result)}\n\n`);
}

/** The end of a stream that another process may continue, and when to ask for it, in milliseconds. */
export function formatHandover(retryMs: number): Buffer {
  return Buffer.concat([Buffer.from(`retry: ${retryMs}\n`), COMPLETE]);
}
