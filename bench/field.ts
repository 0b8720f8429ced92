/** The field: all contestants on one database, started together, and the workloads that each of them enters. */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PreparedDatabase } from './catalogues/databases.ts';
import { type Subject, subjectsOf } from './catalogues/subjects.ts';
import type { Reader } from './living/reading-race.ts';
import { type Contestant, startGateway, startRival } from './races/contestant.ts';
import type { Entrant } from './races/race.ts';
import { floorAsks, recordAnswers } from './races/recorded-answers.ts';
import { type Workload, workloadsOf } from './workloads/workloads.ts';

const SUBJECTS = 8;

export interface Field {
  readonly database: PreparedDatabase;
  /** The gateway without its response cache, and with it. */
  readonly gateways: readonly [Contestant, Contestant];
  readonly workloads: readonly Workload[];
  readonly subjects: readonly Subject[];
  /** Rivals that could not be started, with the reason. */
  readonly missing: readonly string[];
  /** The entrants of a workload, first the gateway without its response cache. */
  entrantsOf(workload: Workload): Entrant[];
  /** The gateways that read while the catalogue changes, first without the response cache, then with it. */
  readonly readers: readonly Reader[];
  stop(): Promise<void>;
}

/** Starts all contestants. A rival that does not start is left out; the gateway must start. */
export async function openField(database: PreparedDatabase): Promise<Field> {
  const running: Contestant[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-floor-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const stop = async () => {
    await Promise.all(running.map((contestant) => contestant.stop()));
    removeFolder();
  };
  const missing: string[] = [];
  const enter = async (starting: Promise<Contestant>): Promise<Contestant> => {
    const contestant = await starting;
    running.push(contestant);
    return contestant;
  };
  const tryToEnter = async (name: 'mercurius' | 'mercurius-stores' | 'postgraphile'): Promise<Contestant | null> => {
    try {
      return await enter(startRival(database, { name }));
    } catch (error) {
      missing.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
  try {
    const withoutStore = await enter(startGateway(database, { name: 'gateway, store off', storeMb: 0 }));
    const withStore = await enter(startGateway(database, { name: 'gateway, store on', storeMb: 64 }));
    const { url } = withoutStore;
    const subjects = await subjectsOf(database, { url, most: SUBJECTS });
    const workloads = await workloadsOf(database, { url, subjects });
    const file = join(folder, 'answers.json');
    await recordAnswers(workloads, { url, file });
    const floor = await enter(startRival(database, { name: 'floor', args: [file] }));
    const rivals = {
      mercurius: await tryToEnter('mercurius'),
      'mercurius-stores': await tryToEnter('mercurius-stores'),
    };
    const postgraphile = await tryToEnter('postgraphile');
    return {
      database,
      gateways: [withoutStore, withStore],
      workloads,
      subjects,
      missing,
      entrantsOf(workload) {
        const { asks, plainRead } = workload;
        const same = { compared: whole, against: whole };
        const entrants: Entrant[] = [
          { contestant: withoutStore, asks, ...same },
          { contestant: withStore, asks, ...same },
          { contestant: floor, asks: floorAsks(workload), ...same },
        ];
        for (const name of workload.rivals) {
          const contestant = rivals[name];
          if (contestant) entrants.push({ contestant, asks, ...same });
        }
        if (plainRead && postgraphile) {
          const { ofGateway: against, ofRows: compared } = plainRead;
          entrants.push({ contestant: postgraphile, asks: plainRead.asks, compared, against });
        }
        return entrants;
      },
      readers: [
        { contestant: withoutStore, reads: 'gateway' },
        { contestant: withStore, reads: 'gateway' },
        ...(rivals.mercurius ? [{ contestant: rivals.mercurius, reads: 'gateway' } as const] : []),
        ...(postgraphile ? [{ contestant: postgraphile, reads: 'rows' } as const] : []),
      ],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function whole(content: unknown): unknown {
  return content;
}
