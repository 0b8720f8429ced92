/**
 * The only way to a database: a PostgreSQL server by its address, or the same dialect embedded (PGlite) in a folder or in
 * memory. Callers see a Prisma client, transactions in plain SQL and notifications, and cannot tell which database it is.
 */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { firstSuccess } from '../first-success.ts';
import { PrismaClient } from '../generated/prisma/client.ts';
import { CatalogueConnections } from '../replicas/catalogue-connections.ts';
import type { Quorum } from '../replicas/quorum.ts';
import type { OnReplicaChange, ReplicaState } from '../replicas/replicas.ts';
import { statement } from '../sql/statement.ts';
import { type AdvisoryLocks, createProcessLocks, findLockHolder, tryLockOnServer } from './advisory-locks.ts';
import { lockDataFolder } from './embedded-lock.ts';
import { createListen, type Listen } from './notifications.ts';
import { DEFAULT_POOL_SIZE, isPooled, type ServerAddress } from './server-address.ts';
import { CONNECT_TIMEOUT_MS, createPool, createStatementNaming, detectPooler, runAlone } from './server-pool.ts';
import { watchForSilence } from './silent-server.ts';
import { createEmbeddedTransact, createServerTransact, HangingCommits, type Transact } from './sql-transactions.ts';
import { PROBE_TIMEOUTS, WriteAvailability, type WriteProbe } from './write-availability.ts';

/** A new database in memory, or one that runs already. */
interface MemoryAddress {
  kind: 'memory';
  pglite?: PGlite;
}

export type DatabaseAddress = ServerAddress | { kind: 'embedded'; dataDir: string; command: string } | MemoryAddress;

/** What may be read from a replica: plain SQL and the models of the catalogue. The type has no others, so nobody reads them by mistake. */
export type CatalogueReader = Pick<
  PrismaClient,
  | '$queryRawUnsafe'
  | 'accommodationRules'
  | 'amenity'
  | 'amenityCategory'
  | 'amenityOption'
  | 'destination'
  | 'hotel'
  | 'hotelAmenity'
  | 'hotelImage'
  | 'hotelTagline'
  | 'inclusion'
  | 'loyaltyProgram'
  | 'mealService'
  | 'priceList'
  | 'promotion'
  | 'promotionChannel'
  | 'promotionHotel'
  | 'rate'
  | 'roomType'
  | 'roomTypeImage'
  | 'salesTerms'
  | 'tag'
  | 'timeConstraint'
  | 'visitType'
  | 'visitTypeCategory'
  | 'visitTypeCategoryLink'
  | 'visitTypeHotel'
  | 'visitTypeLoyaltyProgram'
  | 'visitTypeTag'
>;

/** The connections of a pool and the callers waiting for one. */
export interface PoolStats {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface Database extends AdvisoryLocks {
  readonly kind: 'postgresql' | 'embedded';
  readonly prisma: PrismaClient;
  /**
   * Reads what an import writes, except capacity, for caches under the catalogue epoch. Uses replicas if there are any, but
   * never a state older than the epoch given to `enableReplicas`. Without replicas it is `prisma`.
   */
  readonly catalogue: CatalogueReader;
  /** Enables replicas until the returned function is called. */
  enableReplicas(knownEpoch: () => number): () => void;
  /**
   * Runs a statement on all servers of a cluster but one, which show together whatever was acknowledged before the call, also while
   * there is no leader. Missing where an acknowledged commit may be on one server alone.
   */
  readonly askAllButOne?: Quorum['ask'];
  /** The state of the replicas, in the order of their addresses. */
  replicas(): readonly ReplicaState[];
  readonly transact: Transact;
  /**
   * Runs a command that refuses a transaction, over a connection of its own, which `signal` ends. Missing on an embedded database, which has
   * one connection.
   */
  readonly runAlone?: (text: string, signal?: AbortSignal) => Promise<void>;
  /** Makes types known that a migration has made: the embedded driver has the types of lists from when it was opened. */
  learnTypes(): Promise<void>;
  /** @throws an error of the kind `readOnly` in a process that must not write now: its clock is off, or its commits hang */
  requireWrites(): void;
  /** @throws the query's error when the database is down */
  checkReads(): Promise<unknown>;
  /**
   * The SQLSTATE with which the database refuses writes, as far as known; null: it accepts them.
   * @param tryWriting writes something that is rolled back; called only after a write was refused
   * @throws the query's error when the database is down
   */
  writeRefusal(tryWriting: WriteProbe): Promise<string | null>;
  /** For Prisma's schema engine, which describes the database. Missing on a server. */
  readonly schemaAdapter?: SqlMigrationAwareDriverAdapterFactory;
  /** Whether there is a pooler that the address does not declare; false if unknown. */
  hasUndeclaredPooler(): Promise<boolean>;
  readonly listen: Listen;
  /** Missing on an embedded database. */
  pool?(): PoolStats;
  close(): Promise<void>;
}

/** The primary takes over from a replica that exceeds it. */
const REPLICA_CONNECT_TIMEOUT_MS = 2_000;
/** How long a transaction waits for its turn on an embedded database. */
const EMBEDDED_QUEUE_TIMEOUT_MS = 30_000;

/**
 * Opens a database.
 * @param onReplicaChange is notified when a replica goes away and when it is back
 * @throws DataFolderInUse when another process holds the folder of an embedded one
 */
export async function openDatabase(
  address: DatabaseAddress,
  { onReplicaChange }: { onReplicaChange?: OnReplicaChange } = {},
): Promise<Database> {
  return address.kind === 'postgresql' ? openServer(address, onReplicaChange) : openEmbedded(address);
}

function openServer(
  { url, directUrl, poolSize = DEFAULT_POOL_SIZE, replicaUrls = [], isSynchronous = false }: ServerAddress,
  onReplicaChange: OnReplicaChange | undefined,
): Database {
  const lasting = directUrl ?? url;
  const pool = createPool({ url, size: poolSize, waitMs: CONNECT_TIMEOUT_MS });
  const stopWatching = watchForSilence(pool, { url, directUrl });
  const clientOf = (connections: pg.Pool, { prepares }: { prepares: boolean }) =>
    new PrismaClient({
      adapter: new PrismaPg(connections, { statementNameGenerator: createStatementNaming({ prepares }) }),
      transactionOptions: { maxWait: 10_000, timeout: 20_000 },
    });
  const prepares = !isPooled(url);
  const prisma = clientOf(pool, { prepares });
  const replicas =
    replicaUrls.length > 0
      ? new CatalogueConnections({
          primary: pool,
          replicas: replicaUrls.map((one) =>
            createPool({ url: one, size: poolSize, waitMs: REPLICA_CONNECT_TIMEOUT_MS }),
          ),
          isSynchronous,
          onChange: onReplicaChange,
        })
      : null;
  const quorum = replicas?.quorum;
  const hanging = new HangingCommits(pool);
  const transact = createServerTransact(pool, { prepares, hanging });
  const writes = new WriteAvailability(transact, hanging);
  const catalogue = replicas ? clientOf(replicas, { prepares: prepares && !replicaUrls.some(isPooled) }) : prisma;
  return {
    kind: 'postgresql',
    prisma,
    catalogue,
    enableReplicas: (knownEpoch) => replicas?.enableReplicas(knownEpoch) ?? (() => {}),
    replicas: () => replicas?.states() ?? [],
    transact: writes.transact,
    runAlone: (text, signal) => runAlone(lasting, text, signal),
    async learnTypes() {},
    requireWrites: writes.require,
    checkReads: () =>
      quorum ? firstSuccess<unknown>(checkReads(transact), quorum.ask(ANYTHING)) : checkReads(transact),
    ...(quorum && { askAllButOne: quorum.ask.bind(quorum) }),
    writeRefusal: (tryWriting) => writes.refusal(tryWriting),
    hasUndeclaredPooler: async () => prepares && (await detectPooler(pool).catch(() => false)),
    listen: createListen(lasting),
    tryLock: (request) => tryLockOnServer(lasting, request),
    lockHolder: (key) => findLockHolder(prisma, key),
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

async function openEmbedded(address: { kind: 'embedded'; dataDir: string; command: string } | MemoryAddress) {
  const unlock = address.kind === 'embedded' ? lockDataFolder(address) : () => {};
  try {
    const pglite = await (address.kind === 'embedded'
      ? openFolder(address.dataDir)
      : (address.pglite ?? PGlite.create('memory://')));
    // The adapter reads and writes timestamps as UTC whatever the session says.
    await pglite.exec(`SET TimeZone = 'UTC'`);
    const adapter = new PrismaPGlite(pglite);
    const prisma = new PrismaClient({
      adapter,
      transactionOptions: { maxWait: EMBEDDED_QUEUE_TIMEOUT_MS, timeout: 600_000 },
    });
    const transact = createEmbeddedTransact(pglite, { waitMs: EMBEDDED_QUEUE_TIMEOUT_MS });
    const writes = new WriteAvailability(transact);
    const database: Database = {
      kind: 'embedded',
      prisma,
      catalogue: prisma,
      enableReplicas: () => () => {},
      replicas: () => [],
      transact: writes.transact,
      learnTypes: () => pglite.refreshArrayTypes(),
      requireWrites() {},
      checkReads: () => checkReads(transact),
      writeRefusal: (tryWriting) => writes.refusal(tryWriting),
      schemaAdapter: adapter as unknown as SqlMigrationAwareDriverAdapterFactory,
      hasUndeclaredPooler: async () => false,
      async listen(channel, listener) {
        const stop = await pglite.listen(channel, (payload) => listener.onPayload(payload));
        listener.onConnected(true);
        return () => stop();
      },
      ...createProcessLocks(),
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

/** Opens the database in a data folder, or creates it: under another name until it is whole, because nothing can go on with a part (U9). */
async function openFolder(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, 'postgres');
  const unfinished = join(dataDir, 'postgres.new');
  await rm(unfinished, { recursive: true, force: true });
  if (!existsSync(folder)) {
    await (await PGlite.create(unfinished)).close();
    await rename(unfinished, folder);
  }
  return PGlite.create(folder);
}

const ANYTHING = statement({ sql: () => 'SELECT 1' });

async function checkReads(transact: Transact): Promise<void> {
  await transact((sql) => sql.query(ANYTHING), PROBE_TIMEOUTS);
}
