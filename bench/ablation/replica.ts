/**
 * What the proofs of a replica cost, and what reading from it spares the primary: a process that has just started answers many
 * different reads, each once.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '../../test/support/database/postgres-server.ts';
import { type Databases, withDatabase } from '../catalogues/databases.ts';
import { livingReads } from '../living/reads.ts';
import { livingSubjects } from '../living/subjects.ts';
import { contentOf, send } from '../races/ask.ts';
import type { Contestant } from '../races/contestant.ts';
import { median } from '../races/medians.ts';
import type { Settings } from '../settings.ts';
import { startAblated } from './start.ts';

/** The server writes its statistics once a second. */
const STATISTICS_MS = 1_500;
/** For a replica to be recognised, which begins with the first read. */
const RECOGNITION_MS = 1_000;
const UNPROVEN = { id: "replicas' proofs", ablated: { 'data/replicas/proven-read.ts': 'proven-read.ts' } };

/** The times of all reads together, in milliseconds. */
export interface ReplicaFigures {
  readonly says: string;
  /** Processor time of the gateway; null: not known. */
  readonly gatewayMs: number | null;
  /** Time that the primary worked on statements. */
  readonly primaryMs: number;
}

export interface ReplicaResult {
  readonly reads: number;
  readonly figures: readonly ReplicaFigures[];
}

export async function measureReplica({ large, keptData }: Databases, settings: Settings): Promise<ReplicaResult> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-standby-'));
  const data = join(folder, 'data');
  await cp(keptData, data, { recursive: true });
  await writeFile(join(data, 'standby.signal'), '');
  const { hostname, port, pathname } = new URL(large.url);
  const standby = await startPostgres({
    keptData: data,
    settings: { shared_buffers: '512MB', primary_conninfo: `host=${hostname} port=${port} user=gateway` },
  });
  try {
    const replica = { DATABASE_REPLICA_URLS: `${standby.address}${pathname.slice(1)}` };
    const ways = [
      { says: 'without replicas', start: () => startAblated(large, null, { storeMb: 0 }) },
      { says: 'with a replica', start: () => startAblated(large, null, { storeMb: 0, environment: replica }) },
      {
        says: 'with a replica, without proofs',
        start: () => startAblated(large, UNPROVEN, { storeMb: 0, environment: replica }),
      },
    ];
    const reads = livingReads(large, await livingSubjects(large));
    const answers = new Map<number, string>();
    const measured = ways.map((): Omit<ReplicaFigures, 'says'>[] => []);
    for (let round = 0; round < settings.rounds; round++) {
      for (const [index, { start }] of ways.entries()) {
        measured[index]!.push(await readOnce(await start()));
      }
    }
    return {
      reads: reads.length,
      figures: ways.map(({ says }, index) => {
        const gatewayMs = measured[index]!.flatMap((one) => one.gatewayMs ?? []);
        return {
          says,
          gatewayMs: gatewayMs.length === 0 ? null : median(gatewayMs),
          primaryMs: median(measured[index]!.map(({ primaryMs }) => primaryMs)),
        };
      }),
    };

    /** Asks a gateway for everything, once, and stops it. @throws Error when it answers differently */
    async function readOnce(gateway: Contestant): Promise<Omit<ReplicaFigures, 'says'>> {
      const [first] = reads;
      await send(gateway.url, first!.ask);
      await wait(RECOGNITION_MS + STATISTICS_MS);
      const [cpuBefore, primaryBefore] = [await gateway.cpuMicros(), await primaryMs(large.url)];
      for (const [index, { ask }] of reads.entries()) {
        const content = JSON.stringify(contentOf(ask, await send(gateway.url, ask)));
        if (content !== (answers.get(index) ?? content)) throw new Error(`${gateway.name} answers differently`);
        answers.set(index, content);
      }
      const cpuAfter = await gateway.cpuMicros();
      await wait(STATISTICS_MS);
      const primaryAfter = await primaryMs(large.url);
      await gateway.stop();
      return {
        gatewayMs: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / 1_000,
        primaryMs: primaryAfter - primaryBefore,
      };
    }
  } finally {
    await standby.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** How long the server has worked on statements in this database so far, as far as it has written that down. */
function primaryMs(url: string): Promise<number> {
  return withDatabase(url, async ({ prisma }) => {
    const [row] = await prisma.$queryRaw<{ ms: number }[]>`
      SELECT active_time AS ms FROM pg_stat_database WHERE datname = current_database()`;
    return row!.ms;
  });
}
