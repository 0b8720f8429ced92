/**
 * Answers at the port while the database is being migrated (U9), so that nobody restarts a process that waits and nobody sends it
 * requests. The application takes the listening socket over, so no connection is refused in between.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { discardUnread } from '../../http/response/write.ts';
import { failure, type RestResponse, toHttpResponse } from '../../rest/rest-response.ts';
import type { Guards } from '../guards.ts';
import { createSmallServer } from '../small-server.ts';

/** A server that is not yet listening. */
export function createStartingServer(guards: Guards): Server {
  return createSmallServer(
    async (exchange, path) => {
      // The next one goes to the application.
      exchange.closesConnection = true;
      // A connection that is closed with something unread loses the answer. Who waits for `100 Continue` has sent nothing.
      if (exchange.headers.expect === undefined) {
        discardUnread(exchange);
        await once(exchange.request.resume(), 'end');
      }
      return toHttpResponse(stateAt(path));
    },
    { guards, delaysContinue: true },
  );
}

function stateAt(path: string): RestResponse {
  const refusal = failure(503);
  if (path === '/health') return { status: 200, headers: {}, body: { status: 'alive' } };
  if (path !== '/ready' && !path.startsWith('/ready/')) return refusal;
  return { ...refusal, body: { ready: false, reason: 'migrating' } };
}
