/** Records the gateway's answers, which the floor sends byte for byte. */
import { writeFile } from 'node:fs/promises';
import type { Workload } from '../workloads/workloads.ts';
import { type Ask, send } from './ask.ts';

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly base64: string;
}

/** Headers of the connection, not of the answer. */
const OF_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** The floor's version of a workload's requests: the same size, under a path of its own. */
export function floorAsks({ id, asks }: Workload): Ask[] {
  return asks.map((ask, index) => ({ ...ask, path: `/${id}/${index}` }));
}

/** Sends all requests to the gateway at `url` and writes the answers to `file`, by the floor's paths. */
export async function recordAnswers(
  workloads: readonly Workload[],
  { url, file }: { url: string; file: string },
): Promise<void> {
  const recorded: Record<string, RecordedAnswer> = {};
  for (const workload of workloads) {
    for (const [index, { path }] of floorAsks(workload).entries()) {
      const { status, headers, body } = await send(url, workload.asks[index]!);
      const kept = Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name));
      const length: [string, string][] = status === 304 ? [] : [['content-length', String(body.length)]];
      recorded[path] = {
        status,
        headers: Object.fromEntries([
          ...kept.map(([name, value]): [string, string] => [name, String(value)]),
          ...length,
        ]),
        base64: body.toString('base64'),
      };
    }
  }
  await writeFile(file, JSON.stringify(recorded));
}
