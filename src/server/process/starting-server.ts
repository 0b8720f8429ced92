/**
 * Answers at the port while the database is being migrated (U9), so that nobody restarts a process that waits and nobody sends it
 * requests. The application takes the listening socket over, so no connection is refused in between.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { requestIdOf } from '../../http/exchange.ts';
import { HEADERS_OF_UNREADABLE } from '../../http/response/base-headers.ts';
import { failure } from '../../rest/rest-response.ts';
import { createHttpServer } from '../http-server.ts';

const REFUSAL = failure(503);

/** A server that is not yet listening. */
export function createStartingServer(): Server {
  return createHttpServer(answer, { delaysContinue: () => true, onUnreadable() {} });
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const [path = ''] = (request.url ?? '').split('?', 1);
  const [status, body] = stateAt(path);
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...HEADERS_OF_UNREADABLE,
    ...(status === 503 && REFUSAL.headers),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'X-Request-Id': requestIdOf(request.headers),
    // The next one goes to the application.
    Connection: 'close',
  });
  // A connection that is closed with something unread loses the answer.
  request.resume().once('end', () => response.end(text));
}

function stateAt(path: string): [status: number, body: unknown] {
  if (path === '/health') return [200, { status: 'alive' }];
  if (path === '/ready' || path.startsWith('/ready/')) return [503, { ready: false, reason: 'migrating' }];
  return [503, REFUSAL.body];
}
