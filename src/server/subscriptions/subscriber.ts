/** One stream: its response, and how far its client has read. */
import type { ServerResponse } from 'node:http';
import { HEARTBEAT } from './event-stream.ts';

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

  end(bytes: Buffer): void {
    this.#response?.end(bytes);
  }

  /** A client that has read nothing since the last heartbeat is given up. */
  sendHeartbeat(): void {
    if (!this.#isBlocked) this.write(HEARTBEAT);
    else if (this.#isStuck) this.#response?.destroy();
    else this.#isStuck = true;
  }
}
