/**
 * A primary and a streaming standby, both real servers with a migrated database. Replay can be paused, so that the test
 * controls the lag.
 */
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { until } from '../requests/until.ts';
import { madeOnce } from './made-once.ts';
import { createTemplate, type PostgresServer, startPostgres, TEMPLATE_DATABASE } from './postgres-server.ts';

/** A server with a standby. `freshDatabase` makes further databases on the primary. */
export interface ReplicatedPostgres {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** The address of the migrated database. */
  readonly url: string;
  readonly standbyUrl: string;
  /** Another standby of the same primary; it ends with the others. */
  addStandby(): Promise<Standby>;
  /** Pauses replay: from now on the standby shows its present state. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Resolves when the standby has replayed everything committed by now. */
  untilReplayed(): Promise<void>;
  /** Makes the standby a primary, once nothing of the former one is left. */
  promoteStandby(): Promise<void>;
  /** The statements that a server has run since the last call, background included. */
  statementsOf(server: 'primary' | 'standby'): Promise<string[]>;
  close(): Promise<void>;
}

/** A standby whose replay can be paused. */
export interface Standby {
  readonly server: PostgresServer;
  readonly url: string;
  /** The test's own connection. */
  readonly inspection: Database;
}

const DATABASE = 'replicated';
const SETTINGS = { shared_preload_libraries: 'pg_stat_statements', shared_buffers: '32MB' };

/**
 * Starts both; on failure, closes everything again.
 * @param options `isSynchronous`: whether a commit waits until the standby shows it
 */
export async function startReplicatedPostgres({
  isSynchronous = false,
}: {
  isSynchronous?: boolean;
} = {}): Promise<ReplicatedPostgres> {
  const opened: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const one of opened.splice(0).reverse()) await one();
  };
  try {
    const kept = await madeOnce('replicated', keepData);
    const primary = await startPostgres({ keptData: join(kept, 'primary'), settings: SETTINGS });
    opened.push(() => primary.stop());
    const url = `${primary.address}${DATABASE}`;
    const addStandby = async (): Promise<Standby> => {
      const { hostname, port } = new URL(primary.address);
      const server = await startPostgres({
        keptData: join(kept, 'standby'),
        settings: { ...SETTINGS, primary_conninfo: `host=${hostname} port=${port} user=gateway` },
      });
      opened.push(() => server.stop());
      const standbyUrl = `${server.address}${DATABASE}`;
      const inspection = await openDatabase({ kind: 'postgresql', url: standbyUrl, poolSize: 1 });
      opened.push(() => inspection.close());
      return { server, url: standbyUrl, inspection };
    };
    const { server: standby, url: standbyUrl, inspection } = await addStandby();
    const inspectionOf = {
      primary: await openDatabase({ kind: 'postgresql', url, poolSize: 1 }),
      standby: inspection,
    };
    opened.push(() => inspectionOf.primary.close());
    if (isSynchronous) await waitForStandbys(inspectionOf.primary);
    return {
      primary,
      standby,
      url,
      standbyUrl,
      addStandby,
      pauseReplay: () => pauseReplay(inspection),
      resumeReplay: () => resumeReplay(inspection),
      untilReplayed: () => untilReplayed({ primary: inspectionOf.primary, standby: inspection }),
      async promoteStandby() {
        await inspection.prisma.$queryRaw`SELECT pg_promote()`;
      },
      statementsOf: (server) => takeStatements(inspectionOf[server]),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Data that a primary starts from, and the same for its standbys. */
async function keepData(folder: string): Promise<void> {
  const server = await startPostgres({ settings: SETTINGS });
  try {
    await prepare(server.address, `${server.address}${DATABASE}`);
    await server.stopAndKeep(join(folder, 'primary'));
  } finally {
    await server.stop();
  }
  await cp(join(folder, 'primary'), join(folder, 'standby'), { recursive: true });
  await writeFile(join(folder, 'standby', 'standby.signal'), '');
}

async function prepare(address: string, url: string): Promise<void> {
  await createTemplate(address);
  const admin = await openDatabase({ kind: 'postgresql', url: `${address}postgres`, poolSize: 1 });
  await admin.prisma.$executeRawUnsafe(`CREATE DATABASE ${DATABASE} TEMPLATE ${TEMPLATE_DATABASE}`);
  await admin.close();
  const database = await openDatabase({ kind: 'postgresql', url, poolSize: 1 });
  await database.prisma.$executeRawUnsafe('CREATE EXTENSION pg_stat_statements');
  await database.close();
}

/** From now on a commit waits until a standby shows it; resolves when there is one. */
async function waitForStandbys({ prisma }: Database): Promise<void> {
  await prisma.$executeRaw`ALTER SYSTEM SET synchronous_commit = 'remote_apply'`;
  await prisma.$executeRaw`ALTER SYSTEM SET synchronous_standby_names = '*'`;
  await prisma.$queryRaw`SELECT pg_reload_conf()`;
  await until(
    () => prisma.$queryRaw<unknown[]>`SELECT pid FROM pg_stat_replication WHERE sync_state = 'sync'`,
    (standbys) => standbys.length > 0,
  );
}

/** Pauses replay of a standby; resolves when it has stopped. */
export async function pauseReplay({ prisma }: Database): Promise<void> {
  await prisma.$executeRaw`SELECT pg_wal_replay_pause()`;
  await until(
    () => prisma.$queryRaw<{ state: string }[]>`SELECT pg_get_wal_replay_pause_state() AS state`,
    ([row]) => row!.state === 'paused',
  );
}

/** Resumes replay of a standby. */
async function resumeReplay({ prisma }: Database): Promise<void> {
  await prisma.$executeRaw`SELECT pg_wal_replay_resume()`;
}

/** Resolves when a standby has replayed everything that its primary has committed by now. */
async function untilReplayed({ primary, standby }: { primary: Database; standby: Database }): Promise<void> {
  const [now] = await primary.prisma.$queryRaw<{ lsn: string }[]>`SELECT pg_current_wal_lsn()::text AS lsn`;
  await until(
    () => standby.prisma.$queryRaw<{ there: boolean }[]>`
      SELECT pg_last_wal_replay_lsn() >= ${now!.lsn}::pg_lsn AS there`,
    ([row]) => row!.there,
  );
}

async function takeStatements({ prisma }: Database): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ query: string }[]>`
    SELECT query FROM pg_stat_statements AS s JOIN pg_database AS d ON d.oid = s.dbid
    WHERE d.datname = current_database() AND query NOT LIKE '%pg_stat_statements%'`;
  await prisma.$queryRaw`SELECT pg_stat_statements_reset()::text`;
  return rows.map(({ query }) => query);
}
