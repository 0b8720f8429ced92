/**
 * Stops an HTTP server without cutting off any client. Connections in the accept backlog are still accepted, later ones
 * are not. The last response that a connection owes, which may be in flight, tells the client that nothing comes after it. An idle
 * connection is closed only after a while, since a request may be on its way; a busy one only when the client has the
 * whole response. Closing a socket that has unread bytes resets it, so the loop reads all sockets just before: a timer of a loop that was busy
 * fires before they are read.
 */
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { askedOn } from '../connections.ts';

/** How long an open connection waits for a request in transit, in milliseconds. */
const GRACE_MS = 1_000;
/** The longest accept backlog: Node's default for `listen`. */
const ACCEPT_BACKLOG = 511;
/** How often connections are checked after that, in milliseconds. */
const SWEEP_MS = 50;
/** A turn of the event loop, in milliseconds. What arrives during a turn may be unread at its end. */
const SHORT_TURN_MS = 20;

/** A server has the option of `net.createServer` as a property: whether it reads no connection before that is resumed. */
type PausingServer = Server & { pauseOnConnect?: boolean };

/**
 * Tracks the connections of a server, which limits pipelining and must not have any yet.
 * @returns a function that stops the server. It resolves when all connections have ended; those still busy after
 * `longestMs` are ended by force. True: none was.
 */
export function trackConnections(server: PausingServer): (longestMs: number) => Promise<boolean> {
  const open = new Set<Socket>();
  /** Connections that are not read yet. */
  const paused = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted++;
    open.add(socket);
    if (socket.isPaused()) paused.add(socket);
    socket.once('close', () => open.delete(socket));
  });

  function closeIdle(): void {
    for (const socket of open) {
      const { unanswered, answeredBytes } = askedOn(socket);
      if (unanswered.size === 0 && socket.bytesRead <= answeredBytes) socket.destroy();
    }
  }

  const announcing = new WeakMap<Socket, ServerResponse>();
  /** Node closes a connection after the response that says so, whatever else was asked on it: so only the last one does. */
  function announceEnd(socket: Socket, response: ServerResponse): void {
    const before = announcing.get(socket);
    if (before && !before.headersSent) before.removeHeader('Connection');
    response.setHeader('Connection', 'close');
    announcing.set(socket, response);
  }

  return async (longestMs) => {
    const endsAt = performance.now() + longestMs;
    server.prependListener('request', ({ socket }, response) => announceEnd(socket, response));
    for (const socket of open) {
      const last = [...askedOn(socket).unanswered].at(-1);
      if (last && !last.headersSent) announceEnd(socket, last);
    }
    // Requests that are read meanwhile would hold up the others that wait to be accepted.
    server.pauseOnConnect = true;
    for (const socket of open) if (askedOn(socket).unanswered.size === 0) paused.add(socket.pause());
    await waitForBacklog(() => accepted, endsAt - longestMs / 2);
    const ended = new Promise<true>((resolve) => {
      server.once('close', () => resolve(true));
    });
    // `close` of the HTTP server would destroy connections that only look idle.
    NetServer.prototype.close.call(server);
    for (const socket of paused) socket.resume();
    const over = new AbortController();
    const { signal } = over;
    const late = delay(Math.max(0, endsAt - performance.now()), false, { signal }).catch(() => false);
    const sweep = async () => {
      await delay(GRACE_MS, null, { signal });
      while (!signal.aborted) {
        if (await shortTurn()) closeIdle();
        await delay(SWEEP_MS, null, { signal });
      }
    };
    sweep().catch(() => {});
    const isClean = await Promise.race([ended, late]);
    over.abort();
    if (!isClean) {
      for (const socket of open) socket.destroy();
      await ended;
    }
    return isClean;
  };
}

/**
 * A turn of the event loop, in which it accepts a connection and reads all sockets. Whether it was short, so that nearly everything that
 * has arrived is read.
 */
async function shortTurn(): Promise<boolean> {
  const begun = performance.now();
  await turn();
  return performance.now() - begun < SHORT_TURN_MS;
}

/**
 * Each turn of the event loop accepts one connection of the backlog. Closing the server would reset the rest, and
 * newcomers queue behind them. Gives up at `endsAt` on the clock of `performance.now()`, to leave time for responses.
 */
async function waitForBacklog(accepted: () => number, endsAt: number): Promise<void> {
  const most = accepted() + ACCEPT_BACKLOG;
  for (let turnsWithout = 0; turnsWithout < 2 && accepted() < most && performance.now() < endsAt; ) {
    const before = accepted();
    const isShort = await shortTurn();
    turnsWithout = isShort && accepted() === before ? turnsWithout + 1 : 0;
  }
}
