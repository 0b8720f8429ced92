/**
 * The one way to a database: a PostgreSQL server by its address, or the same dialect embedded (PGlite) in a folder or in
 * memory. Everything above sees a Prisma client, transactions in plain SQL and notifications, and cannot tell which of the
 * two it has.
 */
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { CatalogueConnections } from './catalogue-connections.js';
import { lockDataFolder } from './embedded-lock.js';
import { PrismaClient } from './generated/prisma/client.js';
import { listenOnServer } from './notifications.js';
import { DEFAULT_POOL_SIZE, isPooled } from './server-address.js';
import { leadsToPooler, poolOf, statementNaming } from './server-pool.js';
import { giveUpOnSilence } from './silent-server.js';
import { transactEmbedded, transactOnServer } from './sql-transactions.js';
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
export async function openDatabase(address, { onReplicaChange } = {}) {
    return address.kind === 'postgresql' ? openServer(address, onReplicaChange) : openEmbedded(address);
}
function openServer({ url, directUrl, poolSize = DEFAULT_POOL_SIZE, replicaUrls = [] }, onReplicaChange) {
    const lasting = directUrl ?? url;
    const pool = poolOf({ url, size: poolSize, waitMs: CONNECT_MS });
    // A lost idle connection is no event of its own: the next query opens another one or reports the loss.
    pool.on('error', () => { });
    const stopWatching = giveUpOnSilence(pool, { url });
    const clientOf = (connections, { prepares }) => new PrismaClient({
        adapter: new PrismaPg(connections, { statementNameGenerator: statementNaming({ prepares }) }),
        transactionOptions: { maxWait: 10_000, timeout: 20_000 },
    });
    const prepares = !isPooled(url);
    const prisma = clientOf(pool, { prepares });
    const replicas = replicaUrls.length > 0
        ? new CatalogueConnections({
            primary: pool,
            replicas: replicaUrls.map((one) => poolOf({ url: one, size: poolSize, waitMs: CONNECT_REPLICA_MS })),
            onChange: onReplicaChange,
        })
        : null;
    const catalogue = replicas ? clientOf(replicas, { prepares: prepares && !replicaUrls.some(isPooled) }) : prisma;
    return {
        kind: 'postgresql',
        prisma,
        catalogue,
        proveReplicas: (known) => replicas?.prove(known) ?? (() => { }),
        replicas: () => replicas?.states() ?? [],
        transact: transactOnServer(pool, { prepares }),
        async withMigrationAdapter(use) {
            const own = new pg.Pool({ connectionString: lasting, max: 1, connectionTimeoutMillis: CONNECT_MS });
            try {
                return await use(new PrismaPg(own));
            }
            finally {
                await own.end();
            }
        },
        isSecretlyPooled: async () => prepares && (await leadsToPooler(pool).catch(() => false)),
        listen: (channel, listener) => listenOnServer({ url: lasting, channel, listener }),
        pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
        async close() {
            stopWatching();
            if (catalogue !== prisma)
                await catalogue.$disconnect();
            await prisma.$disconnect();
            await replicas?.closeReplicas();
            await pool.end();
        },
    };
}
async function openEmbedded(address) {
    const unlock = address.kind === 'embedded' ? lockDataFolder(address) : () => { };
    try {
        const pglite = await PGlite.create(address.kind === 'embedded' ? join(address.dataDir, 'postgres') : 'memory://');
        // For the same reason as above.
        await pglite.exec(`SET TimeZone = 'UTC'`);
        const adapter = new PrismaPGlite(pglite);
        const prisma = new PrismaClient({ adapter, transactionOptions: { maxWait: EMBEDDED_WAIT_MS, timeout: 600_000 } });
        const database = {
            kind: 'embedded',
            prisma,
            catalogue: prisma,
            proveReplicas: () => () => { },
            replicas: () => [],
            transact: transactEmbedded(pglite, { waitMs: EMBEDDED_WAIT_MS }),
            withMigrationAdapter: (use) => use(adapter),
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
    }
    catch (error) {
        unlock();
        throw error;
    }
}
//# sourceMappingURL=database.js.map