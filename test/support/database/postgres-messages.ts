/**
 * Messages of PostgreSQL's protocol, parsed from a stream: a letter for the type, four bytes for the length (including
 * themselves), the content. A client's first message has no letter. Encrypted connections are not supported.
 */

export interface PostgresMessage {
  /** One letter; empty for the first message of a client. */
  readonly type: string;
  /** The whole message, for forwarding. */
  readonly bytes: Buffer;
}

const LENGTH_BYTES = 4;

/** Reads one direction of one connection. */
export class MessageReader {
  #opensUntyped: boolean;
  #rest: Buffer = Buffer.alloc(0);

  constructor({ opensUntyped }: { opensUntyped: boolean }) {
    this.#opensUntyped = opensUntyped;
  }

  /** The messages completed by this chunk, in order. */
  read(chunk: Buffer): PostgresMessage[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages: PostgresMessage[] = [];
    for (;;) {
      const start = this.#opensUntyped ? 0 : 1;
      if (this.#rest.length < start + LENGTH_BYTES) return messages;
      const end = start + this.#rest.readInt32BE(start);
      if (this.#rest.length < end) return messages;
      messages.push({ type: this.#rest.toString('latin1', 0, start), bytes: this.#rest.subarray(0, end) });
      this.#rest = this.#rest.subarray(end);
      this.#opensUntyped = false;
    }
  }
}

/** The zero-terminated texts at the beginning of a typed message's content; the rest is noise. */
export function fieldsOf(bytes: Buffer): string[] {
  return bytes.toString('utf8', 1 + LENGTH_BYTES).split('\0');
}
