/** Measurements that are not races: memory with warm caches, two processes against one, and the time to a first answer. */

import { setTimeout } from 'node:timers/promises';
import type { PreparedDatabase } from './catalogues/databases.ts';
import { get, send, withHeaders } from './races/ask.ts';
import { type Contestant, startGateway } from './races/contestant.ts';
import { type Measurement, putLoad } from './races/load.ts';
import { median } from './races/medians.ts';
import { type Walk, walkThrough } from './races/walk.ts';
import type { Settings } from './settings.ts';
import type { Workload } from './workloads/workloads.ts';

const START_ROUNDS = 3;
const IDLE_MS = 60_000;
/** The size of the response cache, as `npm start` sets it. */
const DEFAULT_STORE_MB = 64;

/** How much was answered, and the processor time of the gateways for each request; null: not known. */
type Load = Pick<Measurement, 'perSecond' | 'cpuMicros'>;

/** Results of one database beside its workloads. */
export interface Extras {
  readonly database: PreparedDatabase['name'];
  /** Null: not measured on this database. */
  readonly memory: {
    readonly walk: Walk;
    readonly endMb: number | null;
    readonly mostMb: number | null;
    readonly idleMb: number | null;
  } | null;
  /** One process, and two together. */
  readonly processes: { readonly one: Load; readonly two: Load };
  readonly firstAnswerMs: number;
}

/** Memory of a process with default settings that has answered for the whole catalogue: at the end, at most, and after idling. */
export async function memoryWhenWarm(
  database: PreparedDatabase,
  say: (line: string) => void,
): Promise<NonNullable<Extras['memory']>> {
  const gateway = await startGateway(database, { name: 'walked gateway', storeMb: DEFAULT_STORE_MB });
  try {
    const walk = await walkThrough(gateway.url, { key: database.key, say });
    const walked = await gateway.memoryMb();
    await setTimeout(IDLE_MS);
    return { walk, ...walked, idleMb: (await gateway.memoryMb()).endMb };
  } finally {
    await gateway.stop();
  }
}

/** Requests per second of one process, and of two at the same time with half as many connections each. */
export async function twoProcesses(
  database: PreparedDatabase,
  { gateway, workload, settings }: { gateway: Contestant; workload: Workload; settings: Settings },
): Promise<Extras['processes']> {
  const second = await startGateway(database, { name: 'second gateway', storeMb: 0 });
  try {
    const { asks } = workload;
    const half = Math.max(1, Math.round(settings.connections / 2));
    const load = (contestant: Contestant, connections: number) =>
      putLoad(contestant, { asks, seconds: settings.seconds, connections });
    await load(second, half);
    const one: Load[] = [];
    const two: Load[] = [];
    for (let round = 0; round < settings.rounds; round++) {
      one.push(await load(gateway, settings.connections));
      two.push(together(await Promise.all([load(gateway, half), load(second, half)])));
    }
    return { one: medianLoad(one), two: medianLoad(two) };
  } finally {
    await second.stop();
  }
}

/** The load of several processes at the same time. */
function together(loads: readonly Load[]): Load {
  const perSecond = loads.reduce((sum, one) => sum + one.perSecond, 0);
  const cpu = loads.map((one) => (one.cpuMicros === null ? null : one.cpuMicros * one.perSecond));
  return {
    perSecond,
    cpuMicros: cpu.some((one) => one === null) ? null : cpu.reduce<number>((sum, one) => sum + one!, 0) / perSecond,
  };
}

function medianLoad(loads: readonly Load[]): Load {
  const known = loads.flatMap(({ cpuMicros }) => cpuMicros ?? []);
  return {
    perSecond: median(loads.map(({ perSecond }) => perSecond)),
    cpuMicros: known.length === loads.length ? median(known) : null,
  };
}

/** Milliseconds from starting a gateway on existing data to its first answered REST request. */
export async function firstAnswerMs(database: PreparedDatabase): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < START_ROUNDS; round++) {
    const begun = performance.now();
    const gateway = await startGateway(database, { name: 'starting gateway', storeMb: DEFAULT_STORE_MB });
    try {
      const path = '/api/v1/visit-types?max=1';
      const { status } = await send(gateway.url, withHeaders(get(path), { authorization: `Bearer ${database.key}` }));
      if (status !== 200) throw new Error(`the first answer is ${status}`);
      times.push(performance.now() - begun);
    } finally {
      await gateway.stop();
    }
  }
  return median(times);
}
