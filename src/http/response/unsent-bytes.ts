/**
 * Bytes that nobody takes (A3). What a reader has not taken waits in the memory of this process, so it is counted for its holder and
 * in all: beyond the limits new answers are refused, and a reader that takes nothing is disconnected. Answers that the operating
 * system takes at once, which are nearly all, are never seen here.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { LimitCounts } from '../../operations/limit-counts.ts';
import type { Exchange } from '../exchange.ts';
import { RefusedRequest } from '../request/refused-request.ts';

const MEGABYTE = 1_000_000;
/** For a key at an address. */
export const MAX_UNSENT_OF_HOLDER = 16 * MEGABYTE;
export const MAX_UNSENT_OF_PROCESS = 128 * MEGABYTE;
/** The last part of both limits is for small answers: what a mutation has done is reported, and `/health` answers. */
const RESERVED_BYTES = MEGABYTE;
export const SMALL_ANSWER_BYTES = 16_000;
/** A larger answer may lie in the operating system as a whole, while its reader takes nothing. */
const LARGE_ANSWER_BYTES = 64_000;
/** Answers no larger than their refusal are never refused. */
const TINY_ANSWER_BYTES = 1_000;

/** How long a reader may take nothing, in milliseconds. */
const READER_STALL_MS = 10_000;
/** A reader is disconnected after as many checks without progress. So a process that was busy does not take its own pause for theirs. */
const CHECKS = 10;

const RETRY_AFTER_SECONDS = 5;

interface UnsentAnswer {
  readonly holder: string;
  readonly socket: Socket;
  /** Whether it is checked until it ends, because more will be written without notice. */
  readonly isStreamed: boolean;
  bytes: number;
  /** What the operating system has taken from the connection so far. */
  taken: number;
  checksWithoutProgress: number;
  readonly onClose: () => void;
}

export class UnsentBytes {
  readonly #limits: LimitCounts;
  readonly #stallMs: number;
  readonly #answers = new Map<ServerResponse, UnsentAnswer>();
  readonly #ofHolders = new Map<string, number>();
  #total = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: LimitCounts, { stallMs = READER_STALL_MS }: { stallMs?: number | undefined } = {}) {
    this.#limits = limits;
    this.#stallMs = stallMs;
  }

  /** In bytes. */
  get total(): number {
    return this.#total;
  }

  /** Whether as many more bytes may wait for the client of a request. */
  admits(exchange: Exchange, bytes: number): boolean {
    const wanted = this.#total + bytes + (bytes > SMALL_ANSWER_BYTES ? RESERVED_BYTES : 0);
    // Nearly always, so no holder is looked for.
    if (wanted <= MAX_UNSENT_OF_HOLDER || bytes <= TINY_ANSWER_BYTES) return true;
    const ofOthers = this.#total - (this.#ofHolders.get(exchange.holder) ?? 0);
    return wanted <= MAX_UNSENT_OF_PROCESS && wanted - ofOthers <= MAX_UNSENT_OF_HOLDER;
  }

  /** The refusal of an answer beyond the limits, the last one on its connection. */
  refuse(exchange: Exchange): RefusedRequest {
    this.#limits.add('unsent_bytes');
    exchange.closesConnection = true;
    const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
    const message = 'Too many bytes of earlier answers wait to be read. Read them, then try again.';
    return new RefusedRequest(503, null, headers, message, 'UNREAD_ANSWERS');
  }

  /** Ends the connection of a client that does not read. */
  disconnect(socket: Socket): void {
    if (socket.destroyed) return;
    this.#limits.add('unsent_bytes');
    socket.destroy();
  }

  /**
   * Called after something was written.
   * @param isStreamed whether more will be written without further calls
   */
  watch(exchange: Exchange, { isStreamed = false }: { isStreamed?: boolean } = {}): void {
    const { response } = exchange;
    const known = this.#answers.get(response);
    if (known) this.#update(known, unsentOf(response, known.socket));
    if (known || response.destroyed || (response.writableLength === 0 && !isStreamed)) return;
    const { socket } = exchange.request;
    if (socket.destroyed) return;
    const onClose = () => this.#forget(response);
    const answer = { holder: exchange.holder, socket, isStreamed, bytes: 0, taken: takenOf(socket) };
    const unsent: UnsentAnswer = { ...answer, checksWithoutProgress: 0, onClose };
    this.#answers.set(response, unsent);
    this.#update(unsent, unsentOf(response, socket));
    // A stream has many listeners already, and keeps little waiting until the next check.
    if (!isStreamed) response.once('close', onClose);
    this.#checkLater();
  }

  /**
   * Called before an answer ends. What the operating system has taken looks read from here: so after a large answer
   * the connection waits no longer for another request than a reader may stall. A proxy reads, and chooses itself when to close.
   * @param bytes `Infinity` for a stream
   */
  limitIdleTime({ request: { socket }, response, isFromProxy }: Exchange, bytes: number): void {
    if (bytes <= LARGE_ANSWER_BYTES || isFromProxy) return;
    response.once('finish', () => {
      // Node has set it unless another request was pipelined, and resets it with the next one.
      if (socket.timeout) socket.setTimeout(this.#stallMs);
    });
  }

  #checkLater(): void {
    this.#timer ??= setTimeout(() => this.#check(), this.#stallMs / CHECKS).unref();
  }

  #check(): void {
    this.#timer = null;
    for (const [response, answer] of this.#answers) {
      this.#update(answer, unsentOf(response, answer.socket));
      const taken = takenOf(answer.socket);
      if (answer.bytes === 0 || taken !== answer.taken) answer.checksWithoutProgress = 0;
      else if (++answer.checksWithoutProgress >= CHECKS) this.disconnect(answer.socket);
      answer.taken = taken;
      // An answer behind another one of its connection is not closed with it.
      if (response.closed || answer.socket.destroyed || (answer.bytes === 0 && !answer.isStreamed))
        this.#forget(response);
    }
    if (this.#answers.size > 0) this.#checkLater();
  }

  #update(answer: UnsentAnswer, bytes: number): void {
    const more = bytes - answer.bytes;
    if (more === 0) return;
    answer.bytes = bytes;
    this.#total += more;
    const ofHolder = (this.#ofHolders.get(answer.holder) ?? 0) + more;
    if (ofHolder === 0) this.#ofHolders.delete(answer.holder);
    else this.#ofHolders.set(answer.holder, ofHolder);
  }

  #forget(response: ServerResponse): void {
    const answer = this.#answers.get(response);
    if (!answer) return;
    this.#update(answer, 0);
    this.#answers.delete(response);
    response.off('close', answer.onClose);
  }
}

/** Node has no public figure of how much of a write that is under way the operating system has taken. */
interface SocketWithHandle extends Socket {
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
}

/** What waits in this process, in bytes. A response behind another one of its connection has no socket yet. */
function unsentOf(response: ServerResponse, socket: Socket): number {
  const taken = takenOf(socket);
  return response.socket !== socket || Number.isNaN(taken) ? response.writableLength : socket.bytesWritten - taken;
}

/** In bytes; NaN without a connection. */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as SocketWithHandle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : Number.NaN;
}
