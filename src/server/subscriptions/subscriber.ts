/** One stream: its response, and how far its client has read. */
import type { ServerResponse } from 'node:http';
import { HEARTBEAT } from './event-stream.ts';

/** How long a client may take to read the end of its stream. */
const END_TIMEOUT_MS = 30_000;

export class Subscriber {
  /** In which tick it gets its heartbeats. */
  readonly beat: number;
  /** The state that it was sent. */
  sent: unknown;
  #response: ServerResponse | null = null;
  /** Whether its socket has not taken what was written. */
  #isBlocked = false;
  /** Whether it was blocked at the last heartbeat already. */
  #isStuck = false;

  constructor({ sent, beat }: { sent: unknown; beat: number }) {
    this.sent = sent;
    this.beat = beat;
  }

  get canRead(): boolean {
    return this.#response !== null && !this.#isBlocked;
  }

  /** The head of the response is written. `onDrain` is called when a slow client has read what there was. */
  begin(response: ServerResponse, onDrain: () => void): void {
    this.#response = response;
    response.on('drain', () => {
      this.#isBlocked = false;
      this.#isStuck = false;
      onDrain();
    });
  }

  write(bytes: Buffer): void {
    if (this.#response?.write(bytes) === false) this.#isBlocked = true;
  }

  /** Nothing is written after that. A client that does not read is disconnected. */
  end(bytes: Buffer): void {
    this.#response?.setTimeout(END_TIMEOUT_MS);
    this.#response?.end(bytes);
    this.#response = null;
  }

  /** A client that has read nothing since the last heartbeat is given up. */
  sendHeartbeat(): void {
    if (!this.#isBlocked) this.write(HEARTBEAT);
    else if (this.#isStuck) this.#response?.destroy();
    else this.#isStuck = true;
  }
}
