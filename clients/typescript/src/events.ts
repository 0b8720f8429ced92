/** Server-sent events, read from `fetch`: `EventSource` cannot send a key in a header. */

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
  /** After how many milliseconds to come back when the stream has ended; null: it does not say. */
  readonly retry: number | null;
}

/** The events of a body until it ends. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const frames = (rest + decoder.decode(part.value, { stream: true })).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const fields = new Map(frame.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
        const retry = fields.get('retry');
        yield {
          event: fields.get('event') ?? 'message',
          data: fields.get('data') ?? '',
          retry: retry === undefined ? null : Number(retry),
        };
      }
    }
  } finally {
    // Whoever stops listening ends the connection.
    await reader.cancel().catch(() => {});
  }
}
