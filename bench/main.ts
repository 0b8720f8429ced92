/**
 * `npm run bench`: starts a PostgreSQL, fills a small and a large catalogue, runs every workload against every contestant
 * in turn, and writes `RESULTS.md`. Answers are compared before anything is measured; a difference ends it with an error.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { raceBookings } from './booking-race.ts';
import { prepareDatabases } from './databases.ts';
import { firstAnswerMs, memoryWhenWarm, twoProcesses } from './extras.ts';
import { type Field, openField } from './field.ts';
import type { SearchFigures } from './first-bookable.ts';
import { machineLines } from './machine.ts';
import { race } from './race.ts';
import { type Measured, type MeasuredWorkload, reportOf, workloadsTable } from './report.ts';
import { programPath, RUN_TYPESCRIPT } from './run-typescript.ts';
import { isWanted, readSettings } from './settings.ts';
import { figure } from './table.ts';

const RESULTS = programPath('RESULTS.md');
const START_ROUNDS = 3;

const settings = readSettings(process.env);
const say = (line: string) => process.stderr.write(`${line}\n`);

// Each contestant listens for the end of this process.
process.setMaxListeners(0);
const databases = await prepareDatabases(settings, say);
try {
  const workloads: MeasuredWorkload[] = [];
  const extras: [string, string][] = [];
  const missing = new Set<string>();
  let bookings: Measured['bookings'] = null;
  for (const database of [databases.small, databases.large]) {
    const field = await openField(database);
    try {
      for (const line of field.missing) missing.add(line);
      workloads.push(...(await raceAll(field)));
      if (isWanted(settings, 'X')) extras.push(...(await measureExtras(field)));
      if (database.name === 'large' && isWanted(settings, 'B1')) {
        bookings = await raceBookings(database, field.gateways[0], settings);
      }
    } finally {
      await field.stop();
    }
    if (isWanted(settings, 'X')) {
      const ms = await firstAnswerMs(database, START_ROUNDS);
      extras.push([`${database.name}: from start to first answer on existing data`, `${(ms / 1_000).toFixed(2)} s`]);
    }
  }
  const report = reportOf({
    machine: machineLines(`${databases.version}, fsync ${settings.fsync ? 'on' : 'off'}`),
    settings,
    databases: [databases.small, databases.large],
    workloads,
    search: isWanted(settings, 'G5') ? await measureSearch() : null,
    bookings,
    extras,
    missing: [...missing],
  });
  await writeFile(RESULTS, report);
  process.stdout.write(report);
} finally {
  await databases.stop();
}

async function raceAll(field: Field): Promise<MeasuredWorkload[]> {
  const measured: MeasuredWorkload[] = [];
  for (const workload of field.workloads) {
    if (!isWanted(settings, workload.id)) continue;
    const one = {
      database: field.database.name,
      workload,
      ...(await race(workload, field.entrantsOf(workload), settings)),
    };
    measured.push(one);
    say(`\n${field.database.name}\n${workloadsTable([one], field.database.name)}`);
  }
  return measured;
}

async function measureExtras(field: Field): Promise<[string, string][]> {
  const { database, workloads } = field;
  const [gateway] = field.gateways;
  const workload = workloads.find(({ id }) => id === 'G1')!;
  const { one, two } = await twoProcesses(database, { gateway, workload, settings });
  const memory = await memoryWhenWarm(database, gateway);
  return [
    [`${database.name}: two processes, G1 without store, times one process`, figure(two / one)],
    [`${database.name}: memory of a process after a walk through the whole catalogue`, `${figure(memory)} MB`],
  ];
}

/** In a process of its own, which has compiled nothing else. */
async function measureSearch(): Promise<SearchFigures[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [...RUN_TYPESCRIPT, programPath('first-bookable.ts')]);
  return JSON.parse(stdout) as SearchFigures[];
}
