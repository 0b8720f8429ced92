/** A client of GraphQL over SSE, in its distinct connections mode. */
import { type IncomingHttpHeaders, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { soon } from '../requests/until.ts';

export interface StreamEvent {
  /** `message` without a name, as in browsers. */
  readonly event: string;
  readonly data: string;
}

export interface EventStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body, if it is no event stream. */
  readonly body: string;
  /** The bytes so far. */
  readonly received: () => string;
  /** Resolves with the next event that was not returned yet; null: the stream has ended. */
  next(): Promise<StreamEvent | null>;
  /** The result in the next event, which must be one. */
  result<Data>(): Promise<{ data: Data; errors?: readonly { message: string }[] }>;
  /** How many events have arrived and were not returned. */
  waiting(): number;
  /** Reads nothing from now on. */
  pause(): void;
  resume(): void;
  close(): void;
}

export interface Subscribing {
  readonly url: string;
  readonly key: string;
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  /** Default: POST. */
  readonly method?: 'GET' | 'POST';
}

export async function openEventStream(asked: Subscribing): Promise<EventStream> {
  const { url, key, query, variables, headers = {}, method = 'POST' } = asked;
  const isPost = method === 'POST';
  const parameters = new URLSearchParams({ query, ...(variables && { variables: JSON.stringify(variables) }) });
  const request = send(`${url}/graphql${isPost ? '' : `?${parameters}`}`, {
    method,
    agent: false,
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'text/event-stream',
      ...(isPost && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  if (isPost) {
    // In two chunks, as over a slow network.
    const body = JSON.stringify({ query, variables });
    request.write(body.slice(0, 1));
    request.end(body.slice(1));
  } else request.end();
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  // Once the answer has begun, an end by either side is only an end.
  request.on('error', () => {});
  const status = response.statusCode!;
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
  const body = isStream ? '' : await text(response);
  const events: StreamEvent[] = [];
  let received = '';
  let rest = '';
  let hasEnded = !isStream;
  let wake = () => {};
  if (isStream) {
    response.setEncoding('utf8');
    response.on('error', () => {});
    response.on('data', (part: string) => {
      received += part;
      const frames = (rest + part).split('\n\n');
      rest = frames.pop()!;
      for (const frame of frames) {
        const event = eventOf(frame);
        if (event) events.push(event);
      }
      wake();
    });
    response.on('close', () => {
      hasEnded = true;
      wake();
    });
  }
  const arrival = async (): Promise<StreamEvent | null> => {
    while (events.length === 0 && !hasEnded) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return events.shift() ?? null;
  };
  const stream: EventStream = {
    ...{ status, headers: response.headers, body },
    received: () => received,
    next: () => soon('an event', arrival()),
    async result() {
      const event = await stream.next();
      if (event?.event !== 'next') throw new Error(`no result but ${JSON.stringify(event)}`);
      return JSON.parse(event.data);
    },
    waiting: () => events.length,
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void request.destroy(),
  };
  return stream;
}

/** Null for what browsers do not dispatch: comments and frames without data. */
function eventOf(frame: string): StreamEvent | null {
  const fields = frame.split('\n').map((line) => {
    const [name, ...value] = line.split(':');
    return { name, value: value.join(':').replace(/^ /, '') };
  });
  const data = fields.filter(({ name }) => name === 'data');
  if (data.length === 0) return null;
  const event = fields.find(({ name }) => name === 'event')?.value ?? 'message';
  return { event, data: data.map(({ value }) => value).join('\n') };
}
