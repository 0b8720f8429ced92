import { Server as NetServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
/** How long an open connection waits for a request that may be on its way, in milliseconds. */
const GRACE_MS = 1_000;
/** The most that stand in line to be accepted: what Node asks the system for unless told otherwise. */
const LINE = 511;
/** How often connections are looked at after that. */
const SWEEP_MS = 50;
/**
 * Follows the connections of a server from now on, which must not have any yet.
 * @returns a function that stops the server; resolves when every connection has ended, those still busy after `longestMs`
 *   by force, with true when none was
 */
export function drainable(server) {
    const open = new Set();
    const answering = new Map();
    /** Bytes of a connection that belong to requests that were answered. */
    const answeredBytes = new WeakMap();
    let isDraining = false;
    let accepted = 0;
    server.on('connection', (socket) => {
        accepted++;
        open.add(socket);
        socket.once('close', () => open.delete(socket));
    });
    server.prependListener('request', ({ socket }, response) => {
        answering.set(response, socket);
        if (isDraining)
            response.setHeader('Connection', 'close');
        response.once('close', () => {
            answering.delete(response);
            answeredBytes.set(socket, socket.bytesRead);
        });
    });
    function closeIdle() {
        const busy = new Set(answering.values());
        for (const socket of open) {
            const isAsking = socket.bytesRead > (answeredBytes.get(socket) ?? 0);
            if (!busy.has(socket) && !isAsking)
                socket.destroy();
        }
    }
    return async (longestMs) => {
        const endsAt = performance.now() + longestMs;
        isDraining = true;
        for (const response of answering.keys())
            if (!response.headersSent)
                response.setHeader('Connection', 'close');
        await untilAccepted(() => accepted, endsAt - longestMs / 2);
        const ended = new Promise((resolve) => {
            server.once('close', () => resolve(true));
        });
        // The HTTP server's own way to close would destroy connections that only look idle.
        NetServer.prototype.close.call(server);
        let sweep;
        let deadline;
        const grace = setTimeout(() => {
            closeIdle();
            sweep = setInterval(closeIdle, SWEEP_MS);
        }, GRACE_MS);
        const late = new Promise((resolve) => {
            deadline = setTimeout(() => resolve(false), Math.max(0, endsAt - performance.now()));
        });
        const isClean = await Promise.race([ended, late]);
        clearTimeout(grace);
        clearInterval(sweep);
        clearTimeout(deadline);
        if (!isClean) {
            for (const socket of open)
                socket.destroy();
            await ended;
        }
        return isClean;
    };
}
/**
 * Connections that clients have opened before stand in line, and one of them is accepted in each turn of the event loop;
 * closing the server would reset them. Those that come meanwhile stand behind them. They have until `endsAt` on the clock of
 * `performance.now()`: whoever is accepted is to be answered, too.
 */
async function untilAccepted(accepted, endsAt) {
    const most = accepted() + LINE;
    for (let turnsWithout = 0; turnsWithout < 2 && accepted() < most && performance.now() < endsAt;) {
        const before = accepted();
        await turn();
        turnsWithout = accepted() === before ? turnsWithout + 1 : 0;
    }
}
//# sourceMappingURL=drain.js.map