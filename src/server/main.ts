/**
 * Serving: everything opened in order, announced when it answers, and on SIGTERM or SIGINT closed in the reverse order.
 * What was accepted before the signal is answered, `/ready` says 503 from then on, and the process ends within ten seconds.
 */
import type { AddressInfo } from 'node:net';
import { openApiKeys } from '../data/api-keys.ts';
import { type Database, openDatabase } from '../data/database.ts';
import { type Epochs, watchEpochs } from '../data/epochs.ts';
import { migrate } from '../data/migrations.ts';
import { optimiseWasmLater } from '../data/wasm-tiering.ts';
import { type Clock, systemClock } from '../domain/clock.ts';
import { createCursorSigner } from '../operations/cursors.ts';
import { announcementOf, urlOf } from './announcement.ts';
import type { Config } from './config.ts';
import { addressOf } from './database-address.ts';
import { enterDemoMode } from './demo-mode.ts';
import { drainable } from './drain.ts';
import { createLog, type Logger } from './log.ts';
import { collectGarbageEarlyWhenLarge } from './memory.ts';
import { apiKeyPepperOf } from './pepper.ts';

/** A server that listens. */
export interface RunningServer {
  /** Address without a path. */
  url: string;
  /** The demo key; null outside of demo mode. */
  demoKey: string | null;
  /** Answers what was accepted, then closes everything. */
  stop(): Promise<void>;
}

/** The server cannot start; the message says why in one line. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** What accepted requests get to finish in; the rest of the ten seconds is for closing the database. */
const DRAIN_MS = 7_000;
/** When the process ends whatever is still open: a database that is away may never let go. */
const LAST_MS = 9_000;

/**
 * Opens, migrates and serves the configured database.
 * @throws StartError, ConfigError or DataFolderInUse; nothing is left open then
 */
export async function startServer(
  config: Config,
  { clock, log }: { clock: Clock; log: Logger },
): Promise<RunningServer> {
  const pepper = apiKeyPepperOf(config);
  const opened: (() => Promise<void>)[] = [];
  /** In the reverse order, and to the end even when one of them fails. */
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
    // Loading the code of the application and opening the database each take a while, and little of it the same while.
    const loading = import('./app.ts');
    loading.catch(() => {});
    if (config.database.kind === 'embedded') optimiseWasmLater();
    const database: Database = await openDatabase(addressOf(config, { command: 'serve' }));
    opened.push(() => database.close());
    const applied = await migrate(database);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    const demoKey = await enterDemoMode({ config, database, pepper, clock });
    const epochs: Epochs = await watchEpochs(database);
    opened.push(() => epochs.close());
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
    });
    opened.push(() => app.close());
    const drain = drainable(app.fastify.server);
    await listen(app.fastify, config);
    const address = app.fastify.server.address() as AddressInfo;
    return {
      url: urlOf(address),
      demoKey,
      async stop() {
        app.drain();
        if (!(await drain(DRAIN_MS))) log.warn('closed connections whose requests did not finish in time');
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function listen(
  fastify: { listen(options: { port: number; host: string }): Promise<string> },
  { port, host }: Config,
): Promise<void> {
  try {
    await fastify.listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(`PORT ${port} on ${host} is taken by another program; choose another one (0: any free one)`);
    }
    if (code === 'EACCES')
      throw new StartError(`PORT ${port} on ${host} is not allowed for this user; choose another one`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`HOST ${host} is no address of this machine`);
    }
    throw error;
  }
}

/** Serves until SIGTERM or SIGINT, then ends the process with 0. Resolves when the server listens. */
export async function serve(config: Config): Promise<void> {
  collectGarbageEarlyWhenLarge();
  const terminal = process.stdout.isTTY === true;
  const log = await createLog({ level: config.logLevel, terminal });
  const server = await startServer(config, { clock: systemClock, log });
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    // On a terminal the signal comes twice: from the terminal, and passed on by npm.
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.warn('ending with something still open');
      process.exit(0);
    }, LAST_MS).unref();
    try {
      await server.stop();
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
  process.stdout.write(announcementOf(server, { terminal }));
}
