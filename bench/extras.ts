/** What is not a race: memory with everything warm, two processes against one, and the time to a first answer. */
import { get, send, withHeaders } from './ask.ts';
import { type Contestant, startGateway } from './contestant.ts';
import type { PreparedDatabase } from './databases.ts';
import { putLoad } from './load.ts';
import { median } from './medians.ts';
import type { Settings } from './settings.ts';
import type { Workload } from './workloads.ts';

const PAGE = 100;

/** Walks the whole catalogue (every visit type and hotel with its prices) and gives the process's memory in megabytes. */
export async function memoryWhenWarm({ key }: PreparedDatabase, gateway: Contestant): Promise<number | null> {
  const ask = (path: string) => send(gateway.url, withHeaders(get(path), { authorization: `Bearer ${key}` }));
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const { status, headers } = await ask(`/api/v1/visit-types?max=${PAGE}&offset=${offset}`);
    if (status !== 200) throw new Error(`the page at ${offset} is answered with ${status}`);
    total = Number(headers['x-total-count']);
  }
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await ask(`/api/v2/hotels?limit=${PAGE}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    cursor = (JSON.parse(page.body.toString()) as { nextCursor: string | null }).nextCursor;
  }
  return gateway.residentMb();
}

/** Requests per second of one process, and of two that are asked at the same time by half as many connections each. */
export async function twoProcesses(
  database: PreparedDatabase,
  { gateway, workload, settings }: { gateway: Contestant; workload: Workload; settings: Settings },
): Promise<{ one: number; two: number }> {
  const second = await startGateway(database, { name: 'second gateway', storeMb: 0 });
  try {
    const { asks } = workload;
    const half = Math.max(1, Math.round(settings.connections / 2));
    const load = (contestant: Contestant, connections: number, { seconds } = settings) =>
      putLoad(contestant, { asks, seconds, connections });
    await load(second, half, { ...settings, seconds: 1 });
    const one: number[] = [];
    const two: number[] = [];
    for (let round = 0; round < settings.rounds; round++) {
      one.push((await load(gateway, settings.connections)).perSecond);
      const both = await Promise.all([load(gateway, half), load(second, half)]);
      two.push(both[0].perSecond + both[1].perSecond);
    }
    return { one: median(one), two: median(two) };
  } finally {
    await second.stop();
  }
}

/** Milliseconds from starting a gateway on existing data to its first answered REST request. */
export async function firstAnswerMs(database: PreparedDatabase, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    const gateway = await startGateway(database, { name: 'starting gateway', storeMb: 64 });
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
