/**
 * Runs the server: opens everything in order, announces it, and closes in reverse order on SIGTERM or SIGINT. From the
 * signal on `/ready` answers 503; accepted requests are answered, and the process ends within ten seconds. A signal before that
 * ends the start; a migration under way has no effect then.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { STRUCTURE } from '../data/cache/cache-tags.ts';
import { type Epochs, watchEpochs } from '../data/cache/epochs.ts';
import { type Database, openDatabase } from '../data/database/database.ts';
import { DatabaseClock } from '../data/database/database-clock.ts';
import { findPendingMigrations, type MigrateOptions, migrate } from '../data/database/migrations.ts';
import { delayWasmTierUp } from '../data/database/wasm-tiering.ts';
import { adoptPepper } from '../data/keys/api-key-pepper.ts';
import { openApiKeys } from '../data/keys/key-lookup.ts';
import { addServerKey } from '../data/keys/server-key.ts';
import { readCatalogueSizes } from '../data/reads/catalogue-size.ts';
import { type Clock, systemClock } from '../domain/time/clock.ts';
import { LimitCounts } from '../operations/limit-counts.ts';
import { createCursorSigner } from '../operations/search/cursors.ts';
import { removeLeftFiles } from '../rest/manage/temporary-files.ts';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import { enterDemoMode } from './demo/demo-mode.ts';
import { createGuards } from './guards.ts';
import { type Announcement, formatAnnouncement, formatUrl } from './process/announcement.ts';
import { trackConnections } from './process/drain.ts';
import { collectGarbageEarlyWhenLarge, keepNewObjectsYoung } from './process/memory.ts';
import { prepareDatabaseAddress } from './settings/database-address.ts';
import { checkPagesKey } from './settings/pages-key.ts';
import { loadApiKeyPepper } from './settings/pepper.ts';
import { removeServerKey, writeServerKey } from './settings/server-key.ts';
import { createLog, type Logger } from './telemetry/log.ts';
import type { Tracing } from './telemetry/tracing.ts';

export interface RunningServer extends Announcement {
  /** Answers accepted requests, then closes everything. */
  stop(): Promise<void>;
}

/** The server cannot start. The message gives the reason in one line. */
class StartError extends Error {
  override readonly name = 'StartError';
}

/** How long accepted requests may take to finish; the rest of the ten seconds is for closing the database. */
const DRAIN_TIMEOUT_MS = 7_000;
/** When the process ends, whatever is still open: an unreachable database may never close. */
const EXIT_TIMEOUT_MS = 9_000;

/**
 * Opens, migrates and serves the configured database.
 * @param parts `clock`: the machine's; what is decided by time goes by that of a database server. `signal`: ends the start
 * @throws StartError, ConfigError, PepperMismatch or DataFolderInUse, with everything closed again
 */
export async function startServer(
  config: Config,
  {
    clock: machine,
    log,
    tracing = null,
    signal,
  }: { clock: Clock; log: Logger; tracing?: Tracing | null; signal?: AbortSignal },
): Promise<RunningServer> {
  const onRepair = (line: string) => log.warn(line);
  const pepper = loadApiKeyPepper(config, onRepair);
  const { previousApiKeyPepper: previousPepper } = config;
  const opened: (() => Promise<void>)[] = [];
  /** Closes everything in reverse order, even if a part fails. */
  const closeAll = async (): Promise<void> => {
    const close = opened.pop();
    if (!close) return;
    try {
      await close();
    } finally {
      await closeAll();
    }
  };
  try {
    // Loading the code and opening the database are both slow, and overlap well.
    const loading = import('./app.ts');
    loading.catch(() => {});
    if (config.database.kind === 'embedded') delayWasmTierUp();
    const database: Database = await openDatabase(prepareDatabaseAddress(config, { command: 'serve', onRepair }), {
      onReplicaChange: ({ index, away, reason }) => {
        if (away)
          log.warn({ replica: index, reason }, 'a read replica is left alone, the primary answers in its place');
        else log.info({ replica: index }, 'the read replica is used again');
      },
    });
    opened.push(() => database.close());
    const isEmbedded = database.kind === 'embedded';
    if (isEmbedded) {
      removeLeftFiles(config.dataDir);
      removeServerKey(config.dataDir);
    }
    if (await database.hasUndeclaredPooler()) {
      log.warn(
        'DATABASE_URL leads to a pooler; unless it lends connections for whole sessions, add pgbouncer=true to it',
      );
    }
    signal?.throwIfAborted();
    const starting = (await findPendingMigrations(database)).length > 0 ? await answerWhileStarting(config) : null;
    if (starting) {
      opened.push(starting.close);
      const applied = await migrate(database, { signal, onWait: (waiting) => logWaiting(log, waiting) });
      log.info({ applied }, 'migrated');
    }
    const databaseClock = isEmbedded ? null : await DatabaseClock.open(database, { machine });
    const clock = databaseClock ?? machine;
    await adoptPepper(database, { pepper, previousPepper });
    const demo = await enterDemoMode({ config, database, pepper, clock });
    if (demo.key === null && demo.because !== null) {
      log[config.demo ? 'warn' : 'info'](`there is no demo mode: ${demo.because}`);
    }
    const epochs: Epochs = await watchEpochs(database);
    opened.push(() => epochs.close());
    // Before the database, which may never close.
    if (tracing) opened.push(() => tracing.stop());
    const storedKeys = openApiKeys({ database, epochs, pepper, previousPepper, clock });
    const serverKey = isEmbedded ? addServerKey(storedKeys) : null;
    const apiKeys = serverKey?.apiKeys ?? storedKeys;
    await checkPagesKey(config, apiKeys);
    const catalogueSizes = { epoch: epochs.of(STRUCTURE), sizes: await readCatalogueSizes(database) };
    const { createApp } = await loading;
    const app = createApp({
      config,
      database,
      epochs,
      apiKeys,
      cursors: createCursorSigner(pepper),
      clock,
      databaseClock,
      log,
      demoKey: demo.key,
      deskKey: demo.key === null ? null : demo.deskKey,
      tracing,
      catalogueSizes,
    });
    opened.push(() => app.close());
    const drain = trackConnections(app.server);
    if (config.metricsPort !== null) {
      const { server, close } = await serveMetrics(app, { host: config.host, port: config.metricsPort, log });
      opened.push(close);
      log.info({ url: `${formatUrl(server.address() as AddressInfo)}/metrics` }, 'metrics');
    }
    signal?.throwIfAborted();
    await (starting ? starting.handOver(app.server) : listen(app.server, 'PORT', config));
    const url = formatUrl(app.server.address() as AddressInfo);
    if (serverKey) {
      opened.push(async () => removeServerKey(config.dataDir));
      writeServerKey(config.dataDir, { url, key: serverKey.key });
    }
    return {
      url,
      demoKey: demo.key,
      graphiql: config.graphiql,
      async stop() {
        app.drain();
        if (serverKey) removeServerKey(config.dataDir);
        if (!(await drain(DRAIN_TIMEOUT_MS))) log.warn('closed connections whose requests did not finish in time');
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Listens at the port until the application can, which takes its socket over. */
async function answerWhileStarting(
  config: Config,
): Promise<{ handOver(server: Server): Promise<void>; close(): Promise<void> }> {
  const { createStartingServer } = await import('./process/starting-server.ts');
  const starting = createStartingServer(createGuards(config, { limits: new LimitCounts() }));
  await listen(starting, 'PORT', config);
  let isHandedOver = false;
  return {
    async handOver(server) {
      isHandedOver = true;
      const listening = once(server, 'listening');
      server.listen(starting);
      await listening;
    },
    async close() {
      // The server that has the socket closes it.
      if (!isHandedOver) starting.close();
      starting.closeAllConnections();
    },
  };
}

function logWaiting(log: Logger, { behind, ...waiting }: Parameters<NonNullable<MigrateOptions['onWait']>>[0]): void {
  if (behind === 'migrating process') log.info(waiting, 'waiting for another process, which migrates');
  else log.warn(waiting, 'the migration waits for a table that another session has locked; it tries again and again');
}

/** Listens; on failure, names the wrong variable. */
async function listen(
  server: Server,
  variable: 'PORT' | 'METRICS_PORT',
  { host, port }: { host: string; port: number },
): Promise<void> {
  const listening = once(server, 'listening');
  server.listen(port, host);
  try {
    await listening;
  } catch (error) {
    const place = `${variable} ${port} on ${host}`;
    const noAddress = `HOST ${host} is no address of this machine`;
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: `${place} is taken by another program; choose another one (0: any free one)`,
      EACCES: `${place} is not allowed for this user; choose another one`,
      EADDRNOTAVAIL: noAddress,
      EAFNOSUPPORT: `${noAddress}: it has no addresses of that family`,
      EINVAL: `${noAddress}; an address of one link needs its interface, as in fe80::1%eth0`,
      ENOTFOUND: noAddress,
      EAI_AGAIN: `${noAddress}, or its name cannot be looked up now`,
    };
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason === undefined ? error : new StartError(reason);
  }
}

/** Serves metrics on their own port. */
async function serveMetrics(
  { metrics, guards }: App,
  { host, port, log }: { host: string; port: number; log: Logger },
): Promise<{ server: Server; close(): Promise<void> }> {
  const { metricsServer } = await import('./telemetry/metrics-page.ts');
  const report = (error: unknown) => log.error(error, 'the metrics cannot be read');
  const server = metricsServer(metrics, { guards, report });
  await listen(server, 'METRICS_PORT', { host, port });
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

/** Serves until SIGTERM or SIGINT, then exits with 0. Resolves when the server listens. */
export async function serve(config: Config): Promise<void> {
  // The embedded database creates world-readable files; this closes every folder in the data folder too.
  process.umask(0o077);
  keepNewObjectsYoung();
  collectGarbageEarlyWhenLarge();
  const terminal = process.stdout.isTTY === true;
  const onReach = (isReached: boolean) => {
    if (isReached) log.info('traces are sent again');
    else log.warn('traces cannot be sent: they are dropped until the collector is back');
  };
  // The libraries are loaded only if traces are wanted.
  const tracing =
    config.tracesEndpoint === null ? null : (await import('./telemetry/tracing-spans.ts')).startTracing({ onReach });
  const log = await createLog({ level: config.logLevel, terminal, ...(tracing ? { traceId: tracing.traceId } : {}) });
  const start = new AbortController();
  const starting = startServer(config, { clock: systemClock, log, tracing, signal: start.signal });
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    // On a terminal the signal arrives twice: from the terminal, and passed on by npm.
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.warn('ending with something still open');
      process.exit(0);
    }, EXIT_TIMEOUT_MS).unref();
    start.abort();
    const server = await starting.catch(() => null);
    try {
      await server?.stop();
      process.exit(0);
    } catch (error) {
      log.error(error, 'could not close everything');
      process.exit(1);
    }
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.on('uncaughtException', (error) => {
    log.fatal(error, 'an error that nothing handled');
    process.exit(1);
  });
  const server = await starting.catch((error) => {
    if (!stopping) throw error;
  });
  if (server && !stopping) process.stdout.write(formatAnnouncement(server, { terminal }));
}
