/**
 * Connections that ask nothing, or too much at once (A3). Whoever does not send a whole request in time is answered 408 and cut off,
 * whether it reads the answer or not; a connection that never sent a byte is just closed. An address has so many connections at most.
 */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../http/limits/rate-limit.ts';

/** The time that a client has to send a request, head and body, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** How often Node looks for requests that are late: as many times in that period. */
const CHECKS = 10;
/** How many requests a client may send on a connection without having their answers. */
export const MAX_PIPELINED_REQUESTS = 32;
/** How long a client may take to read why it is cut off, in milliseconds. */
const LINGER_MS = 1_000;

/** The options of a server whose clients have `timeoutMs` to send a request. */
export function requestTimeouts(timeoutMs = REQUEST_TIMEOUT_MS) {
  const checkMs = timeoutMs / CHECKS;
  // A request that is late just after a check is found by the next one.
  const requestTimeout = timeoutMs - checkMs;
  // Node times out the body only when the headers have no less time than the whole request.
  return { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: checkMs };
}

export interface ConnectionLimits {
  /** Connections of an address, an IPv6 network of 64 bits counting as one; 0: no limit. */
  readonly perAddress: number;
  /** Whether an address may have any number, because many clients come from it. */
  isExempt(address: string): boolean;
  /** Called with every connection that is refused. */
  onRefused(): void;
}

/** Says why a connection ends, and ends it, whether its client reads that and closes it or not. */
export function endConnection(socket: Socket, text: string): void {
  socket.end(text);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Refuses connections beyond the limits of a server. */
export function limitConnections(server: Server, { perAddress, isExempt, onRefused }: ConnectionLimits): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    if (perAddress === 0 || address === undefined || isExempt(address)) return;
    const network = networkOf(address);
    const count = open.get(network) ?? 0;
    if (count >= perAddress) {
      onRefused();
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

/** What a connection has been asked. */
interface Asked {
  /** The responses that have not been sent whole, in the order of their requests. */
  readonly unanswered: Set<ServerResponse>;
  /** How many bytes had been read when the last response had been sent: any more are of a request. */
  answeredBytes: number;
  /** Requests that wait for the response before theirs. */
  readonly waiting: (() => void)[];
}

const asked = new WeakMap<Socket, Asked>();

/** What was asked on a connection whose server limits pipelining. */
export function askedOn(socket: Socket): Asked {
  const known = asked.get(socket);
  if (known) return known;
  const nothing = { unanswered: new Set<ServerResponse>(), answeredBytes: 0, waiting: [] };
  asked.set(socket, nothing);
  return nothing;
}

/**
 * Answers the requests of a connection one after another, each in a turn of its own, and closes connections on which more than may
 * wait arrive. Node would begin all that are in one packet at once, and go on when the client has gone.
 */
export function limitPipelining(listener: RequestListener, onRefused: () => void): RequestListener {
  return (request, response) => {
    const { socket } = request;
    // What came in the same packet as the one too many.
    if (socket.destroyed) return;
    const on = askedOn(socket);
    const { unanswered, waiting } = on;
    const isFirst = unanswered.size === 0;
    unanswered.add(response);
    response.once('close', () => {
      unanswered.delete(response);
      on.answeredBytes = socket.bytesRead;
      const next = socket.destroyed ? undefined : waiting.shift();
      if (next) setImmediate(next);
    });
    if (isFirst) return listener(request, response);
    if (unanswered.size <= MAX_PIPELINED_REQUESTS) {
      waiting.push(() => socket.destroyed || listener(request, response));
      return;
    }
    onRefused();
    stopParsing(socket);
    socket.destroy();
  };
}

/** What Node's parser calls with each request. Two says that what follows is no HTTP any more (llhttp, `on_headers_complete`). */
interface ParsedSocket extends Socket {
  readonly parser?: { onIncoming: () => number } | null;
}

/**
 * Leaves the rest of a packet unread. Node has no public way to, and parsing thousands of requests, of each of many connections, for
 * clients that were refused takes seconds and hundreds of megabytes.
 */
function stopParsing({ parser }: ParsedSocket): void {
  if (parser) parser.onIncoming = () => 2;
}
