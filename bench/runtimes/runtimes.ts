/** V1: the processor time of requests on each version of Node that `.ci/run` tries, beside that of the machine. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import type { PreparedDatabase } from '../catalogues/databases.ts';
import { withHeaders } from '../races/ask.ts';
import { startGateway } from '../races/contestant.ts';
import { mediansInTurn, microsOf } from '../races/processor-time.ts';
import { programPath } from '../run-typescript.ts';
import type { Workload } from '../workloads/workloads.ts';

/** So often each is asked before it counts, and then in each round. */
const WARMING = 1_500;
const REQUESTS = 500;
const ROUNDS = 5;
/** A page, a calendar and a quote computed, and the page from the response cache. */
const MEASURED = [
  { id: 'G1', storeMb: 0 },
  { id: 'G3', storeMb: 0 },
  { id: 'G4', storeMb: 0 },
  { id: 'G1', storeMb: 64 },
] as const;
const FOLDER = programPath('../test/runtimes');

export interface RuntimeFigures {
  readonly workload: string;
  readonly storeMb: number;
  /** Microseconds of processor time of a request, by version of Node. */
  readonly micros: Readonly<Record<string, number>>;
}

export async function measureRuntimes(
  database: PreparedDatabase,
  workloads: readonly Workload[],
): Promise<RuntimeFigures[]> {
  const nodes = await runtimes();
  const figures: RuntimeFigures[] = [];
  for (const { id, storeMb } of MEASURED) {
    const workload = workloads.find((one) => one.id === id)!;
    const gateways = new Map(
      await Promise.all(
        [...nodes].map(
          async ([version, node]) =>
            [version, await startGateway(database, { name: `gateway on ${version}`, storeMb, node })] as const,
        ),
      ),
    );
    try {
      const versions = [...gateways.keys()];
      const ask = withHeaders(workload.asks[0]!, { authorization: `Bearer ${database.key}` });
      const spent = (version: string, requests: number) => microsOf(gateways.get(version)!, ask, requests);
      for (const version of versions) await spent(version, WARMING);
      const micros = await mediansInTurn(versions, ROUNDS, (version) => spent(version, REQUESTS));
      figures.push({ workload: workload.title, storeMb, micros });
    } finally {
      await Promise.all([...gateways.values()].map((gateway) => gateway.stop()));
    }
  }
  return figures;
}

/** Paths of Node by version: the machine's own, and those of the registry, which are installed if they are not there. */
async function runtimes(): Promise<Map<string, string>> {
  const npm = ['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund'];
  const installed = `${FOLDER}/node_modules`;
  if (!existsSync(installed)) await promisify(execFile)('npm', npm);
  const found = new Map([[process.version, process.execPath]]);
  for (const name of readdirSync(installed).filter((one) => one.startsWith('node-'))) {
    const node = `${installed}/${name}/bin/node`;
    const { stdout } = await promisify(execFile)(node, ['--version']);
    found.set(stdout.trim(), node);
  }
  return found;
}
