/** One stream: its response, and how far its client has read. Who reads nothing is disconnected by the writer of all answers (A3). */
import type { EventReader } from '../../http/response/response.ts';
import { HEARTBEAT } from './event-stream.ts';

export class Subscriber {
  /** The tick in which it gets its heartbeats. */
  readonly beat: number;
  /** The state that it was sent. */
  sent: unknown;
  #reader: EventReader | null = null;
  /** Whether its socket has not taken what was written. */
  #isBlocked = false;

  constructor({ sent, beat }: { sent: unknown; beat: number }) {
    this.sent = sent;
    this.beat = beat;
  }

  get canRead(): boolean {
    return this.#reader !== null && !this.#isBlocked;
  }

  /** The head of the response is written. A slow client catches up when it has read what there was. */
  begin(reader: EventReader, channel: { catchUp(subscriber: Subscriber): void }): void {
    this.#reader = reader;
    reader.response.on('drain', () => {
      this.#isBlocked = false;
      channel.catchUp(this);
    });
  }

  write(bytes: Buffer): void {
    if (this.#reader?.write(bytes) === false) this.#isBlocked = true;
  }

  /** Nothing is written after that. */
  end(bytes: Buffer): void {
    this.write(bytes);
    this.#reader?.response.end();
    this.#reader = null;
  }

  sendHeartbeat(): void {
    if (!this.#isBlocked) this.write(HEARTBEAT);
  }
}
