/**
 * The HTTP server: Node's, with our timeouts, and with an answer of ours wherever Node itself would answer
 * or hang up because it cannot read a request. So every answer has our error body and the id of a request (F11).
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { createRequestId } from '../http/exchange.ts';
import { findHeadFault, MAX_HEADER_LINES } from '../http/request/head.ts';
import { isReceiving } from '../http/request/receive-file.ts';
import { HEADERS_OF_UNREADABLE } from '../http/response/base-headers.ts';
import { failure } from '../rest/rest-response.ts';
import {
  askedOn,
  type ConnectionLimits,
  endConnection,
  limitConnections,
  limitPipelining,
  requestTimeouts,
} from './connections.ts';

/** How long an idle connection stays open, in milliseconds. */
const KEEP_ALIVE_MS = 72_000;
/** How long the names and values of all headers may be together, with the address (A1). */
const MAX_HEADER_BYTES = 16 * 1024;

export interface HttpServerOptions {
  /** Whether the listener itself answers `Expect: 100-continue` of a request, when it reads the body. */
  readonly delaysContinue: (request: IncomingMessage) => boolean;
  /** Called with the status of each answer to a request that could not be read, unless it was counted already. */
  readonly onUnreadable: (status: number) => void;
  readonly connections: ConnectionLimits;
  /** For tests: overrides `REQUEST_TIMEOUT_MS`. */
  readonly requestTimeoutMs?: number | undefined;
}

/** A server that is not yet listening. */
export function createHttpServer(
  listener: RequestListener,
  { delaysContinue, onUnreadable, connections, requestTimeoutMs }: HttpServerOptions,
): Server {
  const server = createServer(
    {
      ...requestTimeouts(requestTimeoutMs),
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
      // The listener refuses it with an answer of ours.
      requireHostHeader: false,
    },
    limitPipelining(listener, () => connections.onRefused()),
  );
  limitConnections(server, connections);
  // Node drops what is beyond. One more than may be tells that there are more.
  server.maxHeadersCount = MAX_HEADER_LINES + 1;
  server.on('timeout', closeIfIdle);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (findHeadFault(request) === null && !delaysContinue(request)) response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  const failed = new WeakSet<Socket>();
  /** Answers what came on a connection and is no request that could be read: the last thing that happens on it. */
  const refuse = (socket: Socket, status: number, isCounted = true) => {
    if (failed.has(socket)) return;
    failed.add(socket);
    const answer = () => {
      if (!socket.writable) return socket.destroySoon();
      // There is nothing to answer.
      if (socket.bytesRead === 0) return void socket.destroy();
      if (isCounted) onUnreadable(status);
      return endConnection(socket, formatUnreadable(status));
    };
    // Responses are sent in the order of their requests.
    const before = [...askedOn(socket).unanswered].at(-1);
    if (before === undefined) answer();
    // What comes behind a whole request is not its answer.
    else if (before.req.complete) before.once('close', answer);
    // The rest of a request that has its answer already.
    else if (before.headersSent) before.once('close', () => socket.destroySoon());
    else answer();
  };
  server.on('connect', (_request: IncomingMessage, socket: Socket) => refuse(socket, 400));
  server.on('clientError', ({ code = '' }: Error & { code?: string }, socket: Socket) => {
    if (code === 'ECONNRESET' || (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isReceiving(socket))) return;
    // A message that breaks off belongs to a request that was counted already.
    refuse(socket, STATUSES[code] ?? 400, code !== 'HPE_INVALID_EOF_STATE');
  });
  return server;
}

/**
 * Closes a connection on which nothing has been asked for long. After a busy turn of the loop its timer fires before the sockets are read, and
 * a request that was sent in time would be reset; they are read before the next immediate.
 */
function closeIfIdle(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

/** The statuses of what Node's parser refuses; everything else is 400. */
const STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** The answer to a request that is not readable HTTP (headers too large, too slow, malformed), for the bare connection. */
function formatUnreadable(status: number): string {
  const body = JSON.stringify(failure(status).body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    `X-Request-Id: ${createRequestId()}`,
    ...Object.entries(HEADERS_OF_UNREADABLE).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
