/**
 * Stopping an HTTP server without cutting anybody off. Connections in the accept backlog are still accepted and none after them,
 * and every answer, those to requests under way included, tells the client that it is the last one of its connection. A
 * connection on which nothing is asked is closed only after a while, because a request may be on its way on it; one with an
 * answer under way not before the client has all of it.
 */
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** How long an open connection waits for a request that may be on its way, in milliseconds. */
const GRACE_MS = 1_000;
/** The longest accept backlog: what Node asks the system for unless told otherwise. */
const ACCEPT_BACKLOG = 511;
/** How often connections are looked at after that. */
const SWEEP_MS = 50;

/**
 * Follows the connections of a server from now on, which must not have any yet.
 * @returns a function that stops the server; resolves when every connection has ended, those still busy after `longestMs`
 *   by force, with true when none was
 */
export function trackConnections(server: Server): (longestMs: number) => Promise<boolean> {
  const open = new Set<Socket>();
  const answering = new Map<ServerResponse, Socket>();
  /** Bytes of a connection that belong to requests that were answered. */
  const answeredBytes = new WeakMap<Socket, number>();
  let isDraining = false;
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted++;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    answering.set(response, socket);
    if (isDraining) response.setHeader('Connection', 'close');
    response.once('close', () => {
      answering.delete(response);
      answeredBytes.set(socket, socket.bytesRead);
    });
  });

  function closeIdle(): void {
    const busy = new Set(answering.values());
    for (const socket of open) {
      const isAsking = socket.bytesRead > (answeredBytes.get(socket) ?? 0);
      if (!busy.has(socket) && !isAsking) socket.destroy();
    }
  }

  return async (longestMs) => {
    const endsAt = performance.now() + longestMs;
    isDraining = true;
    for (const response of answering.keys()) if (!response.headersSent) response.setHeader('Connection', 'close');
    await waitForBacklog(() => accepted, endsAt - longestMs / 2);
    const ended = new Promise<true>((resolve) => {
      server.once('close', () => resolve(true));
    });
    // The HTTP server's own way to close would destroy connections that only look idle.
    NetServer.prototype.close.call(server);
    let sweep: NodeJS.Timeout | undefined;
    let deadline: NodeJS.Timeout | undefined;
    const grace = setTimeout(() => {
      closeIdle();
      sweep = setInterval(closeIdle, SWEEP_MS);
    }, GRACE_MS);
    const late = new Promise<false>((resolve) => {
      deadline = setTimeout(() => resolve(false), Math.max(0, endsAt - performance.now()));
    });
    const isClean = await Promise.race([ended, late]);
    clearTimeout(grace);
    clearInterval(sweep);
    clearTimeout(deadline);
    if (!isClean) {
      for (const socket of open) socket.destroy();
      await ended;
    }
    return isClean;
  };
}

/**
 * Connections that clients have already opened wait in the accept backlog, and one of them is accepted in each turn of the event loop;
 * closing the server would reset them. Those that come meanwhile stand behind them. They have until `endsAt` on the clock of
 * `performance.now()`: whoever is accepted is to be answered, too.
 */
async function waitForBacklog(accepted: () => number, endsAt: number): Promise<void> {
  const most = accepted() + ACCEPT_BACKLOG;
  for (let turnsWithout = 0; turnsWithout < 2 && accepted() < most && performance.now() < endsAt; ) {
    const before = accepted();
    await turn();
    turnsWithout = accepted() === before ? turnsWithout + 1 : 0;
  }
}
