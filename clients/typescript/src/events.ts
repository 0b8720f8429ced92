/** Server-sent events, read from `fetch`: `EventSource` cannot send a key in a header. */

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
  /** How many milliseconds to wait before coming back when the stream has ended; null: it does not say. */
  readonly retry: number | null;
}

/** The events of a body until it ends. A comment alone is an empty one, too. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  let endsInReturn = false;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const text = decoder.decode(part.value, { stream: true });
      if (!text) continue;
      // Lines end in CR LF, LF or CR: this LF is of a line that has ended already.
      const fresh = endsInReturn && text[0] === '\n' ? text.slice(1) : text;
      endsInReturn = text.endsWith('\r');
      const frames = (rest + fresh.replace(/\r\n?/g, '\n')).split('\n\n');
      rest = frames.pop() ?? '';
      yield* frames.map(eventOf);
    }
  } finally {
    // Whoever stops listening ends the connection.
    await reader.cancel().catch(() => {});
  }
}

function eventOf(frame: string): ServerEvent {
  const fields = frame.split('\n').map((line) => line.split(/: ?(.*)/s, 2));
  const all = (wanted: string) => fields.flatMap(([name, value = '']) => (name === wanted ? [value] : []));
  const retry = all('retry').findLast((value) => /^\d+$/.test(value));
  return {
    event: all('event').at(-1) || 'message',
    data: all('data').join('\n'),
    retry: retry === undefined ? null : Number(retry),
  };
}
