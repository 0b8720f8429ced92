import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
/** How long a connection is in use before there is cause to ask, and how often is looked. */
const LOOK_MS = 2_000;
/** How long an answer may take: so many short waits, so that a busy process gets to read what has long arrived. */
const WAITS = 20;
const WAIT_MS = 250;
/** Watches the connections of a pool until the returned function is called. */
export function giveUpOnSilence(pool, { url }) {
    /** Since when connections are in use, on the clock of `performance.now()`. */
    const inUse = new Map();
    let isAsking = false;
    pool.on('acquire', (client) => inUse.set(client, performance.now()));
    pool.on('release', (_error, client) => inUse.delete(client));
    const timer = setInterval(async () => {
        const longAgo = performance.now() - LOOK_MS;
        const suspects = [...inUse].filter(([, since]) => since < longAgo);
        if (isAsking || suspects.length === 0)
            return;
        isAsking = true;
        const isSilent = !(await answers(url));
        isAsking = false;
        if (isSilent)
            for (const [client, since] of suspects)
                if (inUse.get(client) === since)
                    cutConnection(client);
    }, LOOK_MS);
    timer.unref();
    return () => clearInterval(timer);
}
/** Whether the server says anything in time; a refusal is an answer, too. */
async function answers(url) {
    const client = new pg.Client({ connectionString: url });
    let isDone = false;
    const done = () => {
        isDone = true;
    };
    client.on('error', done);
    client
        .connect()
        .then(() => client.query('SELECT 1'))
        .then(done, done);
    for (let wait = 0; wait < WAITS && !isDone; wait++)
        await pause(WAIT_MS, undefined, { ref: false });
    cutConnection(client);
    return isDone;
}
/**
 * Cuts a connection, whatever is going on over it fails as lost. Saying goodbye would mean to wait: for a server that is silent,
 * or for the statement under way.
 */
export function cutConnection(client) {
    streamOf(client).destroy();
}
/** What a connection is made over. The driver has it, and does not say so in its types. */
export function streamOf(client) {
    return client.connection.stream;
}
//# sourceMappingURL=silent-server.js.map