/**
 * The HTTP server: Node's, with our timeouts, and with an answer of ours wherever Node itself would answer or hang up
 * because it cannot read a request. So every answer has our error body and the id of a request (F11).
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
import { isReceiving } from '../http/request/receive-file.ts';
import { createRequestId } from '../http/request/request-id.ts';
import { HEADERS_OF_UNREADABLE } from '../http/response/base-headers.ts';
import { failure } from '../rest/rest-response.ts';
import { type ConnectionLimits, limitConnections, requestTimeouts } from './connections.ts';

/** How long an idle connection stays open, in milliseconds. */
const KEEP_ALIVE_MS = 72_000;

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
  const server = createServer({ ...requestTimeouts(requestTimeoutMs), keepAliveTimeout: KEEP_ALIVE_MS }, listener);
  limitConnections(server, connections);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!delaysContinue(request)) response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isReceiving(socket)) return;
    const status = answerUnreadableRequest(error, socket);
    // A message that breaks off belongs to a request that was counted already.
    if (status && error.code !== 'HPE_INVALID_EOF_STATE') onUnreadable(status);
  });
  return server;
}

/**
 * Answers a request that is not readable HTTP (headers too large, too slow, malformed) on the bare connection. Returns
 * the status, or null when the client is gone.
 */
function answerUnreadableRequest(error: Error & { code?: string }, socket: Socket): number | null {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return null;
  const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
  const status = statuses[error.code ?? ''] ?? 400;
  const body = JSON.stringify(failure(status).body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    `X-Request-Id: ${createRequestId()}`,
    ...Object.entries(HEADERS_OF_UNREADABLE).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  return status;
}
