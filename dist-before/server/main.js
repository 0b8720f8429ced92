/**
 * Serving: everything opened in order, announced when it answers, and on SIGTERM or SIGINT closed in the reverse order.
 * What was accepted before the signal is answered, `/ready` says 503 from then on, and the process ends within ten seconds.
 */
import { once } from 'node:events';
import { openApiKeys } from '../data/api-keys.js';
import { openDatabase } from '../data/database.js';
import { watchEpochs } from '../data/epochs.js';
import { migrate } from '../data/migrations.js';
import { optimiseWasmLater } from '../data/wasm-tiering.js';
import { systemClock } from '../domain/clock.js';
import { createCursorSigner } from '../operations/cursors.js';
import { announcementOf, urlOf } from './announcement.js';
import { addressOf } from './database-address.js';
import { enterDemoMode } from './demo-mode.js';
import { drainable } from './drain.js';
import { createLog } from './log.js';
import { collectGarbageEarlyWhenLarge } from './memory.js';
import { apiKeyPepperOf } from './pepper.js';
/** The server cannot start; the message says why in one line. */
export class StartError extends Error {
    name = 'StartError';
}
/** What accepted requests get to finish in; the rest of the ten seconds is for closing the database. */
const DRAIN_MS = 7_000;
/** When the process ends whatever is still open: a database that is away may never let go. */
const LAST_MS = 9_000;
/**
 * Opens, migrates and serves the configured database.
 * @throws StartError, ConfigError or DataFolderInUse; nothing is left open then
 */
export async function startServer(config, { clock, log, tracing = null }) {
    const pepper = apiKeyPepperOf(config);
    const opened = [];
    /** In the reverse order, and to the end even when one of them fails. */
    const closeAll = async () => {
        const close = opened.pop();
        if (!close)
            return;
        try {
            await close();
        }
        finally {
            await closeAll();
        }
    };
    try {
        // Loading the code of the application and opening the database each take a while, and little of it the same while.
        const loading = import('./app.js');
        loading.catch(() => { });
        if (config.database.kind === 'embedded')
            optimiseWasmLater();
        const database = await openDatabase(addressOf(config, { command: 'serve' }), {
            onReplicaChange: ({ index, away, reason }) => {
                if (away)
                    log.warn({ replica: index, reason }, 'a read replica is left alone, the primary answers in its place');
                else
                    log.info({ replica: index }, 'the read replica is used again');
            },
        });
        opened.push(() => database.close());
        if (await database.isSecretlyPooled()) {
            log.warn('DATABASE_URL leads to a pooler; unless it lends connections for whole sessions, add pgbouncer=true to it');
        }
        const applied = await migrate(database);
        if (applied.length > 0)
            log.info({ applied }, 'migrated');
        const demoKey = await enterDemoMode({ config, database, pepper, clock });
        const epochs = await watchEpochs(database);
        opened.push(() => epochs.close());
        // Before the database, which may never let go.
        if (tracing)
            opened.push(() => tracing.stop());
        const apiKeys = openApiKeys({ database, epochs, pepper, clock });
        const corsOrigins = config.corsOrigins ?? (demoKey ? ['*'] : []);
        const { createApp } = await loading;
        const app = await createApp({
            config: { ...config, corsOrigins },
            database,
            epochs,
            apiKeys,
            cursors: createCursorSigner(pepper),
            clock,
            log,
            demoKey,
            tracing,
        });
        opened.push(() => app.close());
        const drain = drainable(app.fastify.server);
        if (config.metricsPort !== null) {
            const { server, close } = await serveMetrics(app.metrics, { host: config.host, port: config.metricsPort, log });
            opened.push(close);
            log.info({ url: `${urlOf(server.address())}/metrics` }, 'metrics');
        }
        await naming('PORT', config, () => app.fastify.listen({ port: config.port, host: config.host }));
        const address = app.fastify.server.address();
        return {
            url: urlOf(address),
            demoKey,
            async stop() {
                app.drain();
                if (!(await drain(DRAIN_MS)))
                    log.warn('closed connections whose requests did not finish in time');
                await closeAll();
            },
        };
    }
    catch (error) {
        await closeAll();
        throw error;
    }
}
/** Listens, or says what is wrong with the variable that names the port. */
async function naming(variable, { host, port }, listen) {
    try {
        await listen();
    }
    catch (error) {
        const { code } = error;
        if (code === 'EADDRINUSE') {
            throw new StartError(`${variable} ${port} on ${host} is taken by another program; choose another one (0: any free one)`);
        }
        if (code === 'EACCES')
            throw new StartError(`${variable} ${port} on ${host} is not allowed for this user; choose another one`);
        if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
            throw new StartError(`HOST ${host} is no address of this machine`);
        }
        throw error;
    }
}
/** Lets metrics be read on a port of their own. */
async function serveMetrics(metrics, { host, port, log }) {
    const { metricsServer } = await import('./metrics-page.js');
    const server = metricsServer(metrics, (error) => log.error(error, 'the metrics cannot be read'));
    const listening = once(server, 'listening');
    await naming('METRICS_PORT', { host, port }, () => {
        server.listen(port, host);
        return listening;
    });
    return {
        server,
        async close() {
            const closed = once(server, 'close');
            server.close();
            server.closeAllConnections();
            await closed;
        },
    };
}
/** Traces, if somebody wants them; nothing of what makes them is loaded otherwise. */
async function tracingOf({ tracesEndpoint }, onReach) {
    if (tracesEndpoint === null)
        return null;
    const { startTracing } = await import('./tracing-spans.js');
    return startTracing({ onReach });
}
/** Serves until SIGTERM or SIGINT, then ends the process with 0. Resolves when the server listens. */
export async function serve(config) {
    collectGarbageEarlyWhenLarge();
    const terminal = process.stdout.isTTY === true;
    const tracing = await tracingOf(config, (isReached) => {
        if (isReached)
            log.info('traces are sent again');
        else
            log.warn('traces cannot be sent: they are dropped until the collector is back');
    });
    const log = await createLog({ level: config.logLevel, terminal, ...(tracing ? { traceId: tracing.traceId } : {}) });
    const server = await startServer(config, { clock: systemClock, log, tracing });
    let stopping = false;
    const stop = async (signal) => {
        // On a terminal the signal comes twice: from the terminal, and passed on by npm.
        if (stopping)
            return;
        stopping = true;
        log.info({ signal }, 'stopping');
        setTimeout(() => {
            log.warn('ending with something still open');
            process.exit(0);
        }, LAST_MS).unref();
        try {
            await server.stop();
            process.exit(0);
        }
        catch (error) {
            log.error(error, 'could not close everything');
            process.exit(1);
        }
    };
    process.on('SIGTERM', stop).on('SIGINT', stop);
    process.on('uncaughtException', (error) => {
        log.fatal(error, 'an error that nothing handled');
        process.exit(1);
    });
    process.stdout.write(announcementOf(server, { terminal }));
}
//# sourceMappingURL=main.js.map