/**
 * The one way to a database: a PostgreSQL server by its address, or the same dialect embedded (PGlite) in a folder or in
 * memory. Everything above sees a Prisma client, transactions in plain SQL and notifications, and cannot tell which of the
 * two it has.
 */
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { CatalogueConnections } from './catalogue-connections.ts';
import { lockDataFolder } from './embedded-lock.ts';
import { PrismaClient } from './generated/prisma/client.ts';
import { listenOnServer, type NotificationListener } from './notifications.ts';
import type { OnReplicaChange, ReplicaState } from './replicas.ts';
import { DEFAULT_POOL_SIZE, isPooled, type ServerAddress } from './server-address.ts';
import { leadsToPooler, poolOf, statementNaming } from './server-pool.ts';
import { giveUpOnSilence } from './silent-server.ts';
import { type Transact, transactEmbedded, transactOnServer } from './sql-transactions.ts';
import { type TrialWrite, WriteAvailability } from './write-availability.ts';

/** Where the database is. */
export type DatabaseAddress =
  | ServerAddress
  | { kind: 'embedded'; dataDir: string; command: string }
  | { kind: 'memory' };

/** The models that a replica may be asked for; everything else is left out of the type, so that nobody asks by mistake. */
export type CatalogueReader = Omit<
  PrismaClient,
  | 'apiKey'
  | 'apiKeyDestination'
  | 'apiKeyPepper'
  | 'booking'
  | 'bookingContact'
  | 'bookingDiscount'
  | 'bookingGuest'
  | 'bookingPromotion'
  | 'channel'
  | 'epoch'
  | 'idempotencyRecord'
  | 'inventoryNight'
  | 'outboxMessage'
  | 'recentRequest'
  | '$executeRaw'
  | '$executeRawUnsafe'
  | '$transaction'
>;

/** The connections of a pool, and who waits for one. */
export interface PoolFigures {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

/** An open database. */
export interface Database {
  readonly kind: 'postgresql' | 'embedded';
  readonly prisma: PrismaClient;
  /**
   * Reads what an import writes, capacity excepted, for whoever keeps it under the catalogue epoch: from a replica where there
   * is one, and never from a state before the catalogue epoch that `proveReplicas` gives. Without replicas it is `prisma`.
   */
  readonly catalogue: CatalogueReader;
  /** Until this is called, and after the returned function is, no replica is asked. */
  proveReplicas(knownCatalogueEpoch: () => bigint): () => void;
  /** How the replicas fare, in the order of their addresses. */
  replicas(): readonly ReplicaState[];
  /** Transactions in plain SQL. */
  readonly transact: Transact;
  /**
   * The SQLSTATE with which the database refuses writes, as far as can be told; null: it takes them.
   * @param tryWriting writes something, to be rolled back; called only after a write was refused
   * @throws what a query throws when the database is away
   */
  writeRefusal(tryWriting: TrialWrite): Promise<string | null>;
  /**
   * Lends an adapter for migrations. On a server it has a connection of its own that is closed afterwards: the schema engine
   * takes a lock that lasts as long as its connection.
   */
  withMigrationAdapter<T>(use: (adapter: SqlMigrationAwareDriverAdapterFactory) => Promise<T>): Promise<T>;
  /** Whether a pooler stands before the server of which the address says nothing; false while nobody can tell. */
  isSecretlyPooled(): Promise<boolean>;
  /** Listens to `channel`; resolves to a function that stops. */
  listen(channel: string, listener: NotificationListener): Promise<() => Promise<void>>;
  /** The pool of connections; an embedded database has none. */
  pool?(): PoolFigures;
  close(): Promise<void>;
}

/** How long is waited for a connection; a replica that is late is left to the primary. */
const CONNECT_MS = 10_000;
const CONNECT_REPLICA_MS = 2_000;
/** How long a transaction waits for its turn on an embedded database. */
const EMBEDDED_WAIT_MS = 30_000;

/**
 * Opens a database.
 * @param onReplicaChange is told when a replica goes away and when it is back
 * @throws DataFolderInUse when another process holds the folder of an embedded one
 */
export async function openDatabase(
  address: DatabaseAddress,
  { onReplicaChange }: { onReplicaChange?: OnReplicaChange } = {},
): Promise<Database> {
  return address.kind === 'postgresql' ? openServer(address, onReplicaChange) : openEmbedded(address);
}

function openServer(
  { url, directUrl, poolSize = DEFAULT_POOL_SIZE, replicaUrls = [] }: ServerAddress,
  onReplicaChange: OnReplicaChange | undefined,
): Database {
  const lasting = directUrl ?? url;
  const pool = poolOf({ url, size: poolSize, waitMs: CONNECT_MS });
  // A lost idle connection is no event of its own: the next query opens another one or reports the loss.
  pool.on('error', () => {});
  const stopWatching = giveUpOnSilence(pool, { url });
  const clientOf = (connections: pg.Pool, { prepares }: { prepares: boolean }) =>
    new PrismaClient({
      adapter: new PrismaPg(connections, { statementNameGenerator: statementNaming({ prepares }) }),
      transactionOptions: { maxWait: 10_000, timeout: 20_000 },
    });
  const prepares = !isPooled(url);
  const prisma = clientOf(pool, { prepares });
  const replicas =
    replicaUrls.length > 0
      ? new CatalogueConnections({
          primary: pool,
          replicas: replicaUrls.map((one) => poolOf({ url: one, size: poolSize, waitMs: CONNECT_REPLICA_MS })),
          onChange: onReplicaChange,
        })
      : null;
  const writes = new WriteAvailability(transactOnServer(pool, { prepares }));
  const catalogue = replicas ? clientOf(replicas, { prepares: prepares && !replicaUrls.some(isPooled) }) : prisma;
  return {
    kind: 'postgresql',
    prisma,
    catalogue,
    proveReplicas: (known) => replicas?.prove(known) ?? (() => {}),
    replicas: () => replicas?.states() ?? [],
    transact: writes.transact,
    writeRefusal: (tryWriting) => writes.refusal(tryWriting),
    async withMigrationAdapter(use) {
      const own = new pg.Pool({ connectionString: lasting, max: 1, connectionTimeoutMillis: CONNECT_MS });
      try {
        return await use(new PrismaPg(own));
      } finally {
        await own.end();
      }
    },
    isSecretlyPooled: async () => prepares && (await leadsToPooler(pool).catch(() => false)),
    listen: (channel, listener) => listenOnServer({ url: lasting, channel, listener }),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      stopWatching();
      if (catalogue !== prisma) await catalogue.$disconnect();
      await prisma.$disconnect();
      await replicas?.closeReplicas();
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
    const writes = new WriteAvailability(transactEmbedded(pglite, { waitMs: EMBEDDED_WAIT_MS }));
    const database: Database = {
      kind: 'embedded',
      prisma,
      catalogue: prisma,
      proveReplicas: () => () => {},
      replicas: () => [],
      transact: writes.transact,
      writeRefusal: (tryWriting) => writes.refusal(tryWriting),
      withMigrationAdapter: (use) => use(adapter as unknown as SqlMigrationAwareDriverAdapterFactory),
      isSecretlyPooled: async () => false,
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
