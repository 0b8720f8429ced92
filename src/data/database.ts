/**
 * The one way to a database: a PostgreSQL server by its address, or the same dialect embedded (PGlite) in a folder or in
 * memory. Everything above sees a Prisma client, transactions in plain SQL and notifications, and cannot tell which of the
 * two it has.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { lockDataFolder } from './embedded-lock.ts';
import { PrismaClient } from './generated/prisma/client.ts';
import { listenOnServer } from './notifications.ts';
import { giveUpOnSilence } from './silent-server.ts';
import { type Transact, transactEmbedded, transactOnServer } from './sql-transactions.ts';

/** Where the database is. */
export type DatabaseAddress =
  | { kind: 'postgresql'; url: string; poolSize?: number }
  | { kind: 'embedded'; dataDir: string; command: string }
  | { kind: 'memory' };

/** Receives the payloads of a notification channel, and is told when some may have been missed. */
export interface NotificationListener {
  onPayload(payload: string): void;
  /** `false`: the connection is lost and payloads may be missed until the next `true`. */
  onConnected(connected: boolean): void;
}

/** An open database. */
export interface Database {
  readonly kind: 'postgresql' | 'embedded';
  readonly prisma: PrismaClient;
  /** Transactions in plain SQL. */
  readonly transact: Transact;
  /**
   * Lends an adapter for migrations. On a server it has a connection of its own that is closed afterwards: the schema engine
   * takes a lock that lasts as long as its connection.
   */
  withMigrationAdapter<T>(use: (adapter: SqlMigrationAwareDriverAdapterFactory) => Promise<T>): Promise<T>;
  /** Listens to `channel`; resolves to a function that stops. */
  listen(channel: string, listener: NotificationListener): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** A statement with more values is not prepared. */
const MOST_PREPARED_VALUES = 300;
/** How long a transaction waits for its turn on an embedded database. */
const EMBEDDED_WAIT_MS = 30_000;

/**
 * Opens a database.
 * @throws DataFolderInUse when another process holds the folder of an embedded one
 */
export async function openDatabase(address: DatabaseAddress): Promise<Database> {
  return address.kind === 'postgresql' ? openServer(address) : openEmbedded(address);
}

function openServer({ url, poolSize = 10 }: { url: string; poolSize?: number }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    // A connection sends what it is given at once; most that is asked waits for its answers all the same.
    pipeline: true,
    // The adapter reads and writes timestamps as UTC whatever the session says, so the session says UTC.
    onConnect: async (client) => {
      await client.query(`SET TimeZone = 'UTC'`);
    },
  });
  // A lost idle connection is no event of its own: the next query opens another one or reports the loss.
  pool.on('error', () => {});
  const stopWatching = giveUpOnSilence(pool, { url });
  const adapter = new PrismaPg(pool, {
    // Lists of many values come in ever new lengths: preparing a statement for each would fill the server's memory.
    statementNameGenerator: ({ sql, args }) =>
      args.length <= MOST_PREPARED_VALUES ? createHash('sha1').update(sql).digest('base64url') : '',
  });
  const prisma = new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 20_000 } });
  return {
    kind: 'postgresql',
    prisma,
    transact: transactOnServer(pool),
    async withMigrationAdapter(use) {
      const own = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 });
      try {
        return await use(new PrismaPg(own));
      } finally {
        await own.end();
      }
    },
    listen: (channel, listener) => listenOnServer({ url, channel, listener }),
    async close() {
      stopWatching();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

async function openEmbedded(address: { kind: 'embedded'; dataDir: string; command: string } | { kind: 'memory' }) {
  const unlock = address.kind === 'embedded' ? lockDataFolder(address) : () => {};
  try {
    const pglite = await PGlite.create(address.kind === 'embedded' ? join(address.dataDir, 'postgres') : 'memory://');
    // For the same reason as above.
    await pglite.exec(`SET TimeZone = 'UTC'`);
    const adapter = new PrismaPGlite(pglite);
    const prisma = new PrismaClient({ adapter, transactionOptions: { maxWait: EMBEDDED_WAIT_MS, timeout: 600_000 } });
    const database: Database = {
      kind: 'embedded',
      prisma,
      transact: transactEmbedded(pglite, { waitMs: EMBEDDED_WAIT_MS }),
      withMigrationAdapter: (use) => use(adapter as unknown as SqlMigrationAwareDriverAdapterFactory),
      async listen(channel, listener) {
        const stop = await pglite.listen(channel, (payload) => listener.onPayload(payload));
        listener.onConnected(true);
        return () => stop();
      },
      async close() {
        await prisma.$disconnect();
        await pglite.close();
        unlock();
      },
    };
    return database;
  } catch (error) {
    unlock();
    throw error;
  }
}
