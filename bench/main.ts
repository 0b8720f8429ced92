/**
 * `npm run bench`: starts a PostgreSQL, fills a small and a large catalogue, runs every workload against every contestant in
 * turn, and writes `RESULTS.md`: the targets and how far they are reached, the reasons in `REASONS.md`, and all figures.
 * Answers are compared before anything is measured; a part where they differ fails, and no report is written. The first run fills the large
 * catalogue (5 to 8 minutes), which is then cached in `.cache`; the rest takes about an hour on two cores. `--help`
 * explains shorter runs.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { promisify } from 'node:util';
import { ablate } from './ablation/ablate.ts';
import { keptWith } from './ablation/kept.ts';
import { measureReplica } from './ablation/replica.ts';
import { ablationReport } from './ablation/report.ts';
import { measureTools } from './agents/tools.ts';
import { raceBookings } from './bookings/booking-race.ts';
import { type ChangeFigures, raceChanges } from './bookings/change-race.ts';
import { type DeliveryFigures, measureDeliveries } from './bookings/deliveries.ts';
import { isLargeKept, prepareDatabases } from './catalogues/databases.ts';
import { minutesOf } from './estimate.ts';
import { type Extras, firstAnswerMs, memoryWhenWarm, twoProcesses } from './extras.ts';
import { type Field, openField } from './field.ts';
import { raceReaders } from './living/reading-race.ts';
import { readersTable, updatesTable } from './living/report.ts';
import { livingSubjects } from './living/subjects.ts';
import { measureSubscriptions, type SubscriptionFigures } from './living/subscriptions.ts';
import { raceUpdates } from './living/update-race.ts';
import { machineLines } from './machine.ts';
import { measureMany } from './many/many.ts';
import type { Measured, MeasuredWorkload } from './measured.ts';
import { offersTable } from './offers/report.ts';
import { measureOffers, type OfferSearchFigures } from './offers/searches.ts';
import { measurePages } from './pages/pages.ts';
import type { SearchFigures } from './races/first-bookable.ts';
import { race } from './races/race.ts';
import { pagesAfterUpdates, type UpdatedPage } from './races/updated-pages.ts';
import { drawCharts } from './report/charts.ts';
import { reportOf, workloadsTable } from './report/report.ts';
import { screenOf } from './report/summary.ts';
import { svgOf } from './report/svg.ts';
import { targetsOf } from './report/targets.ts';
import { programPath, RUN_TYPESCRIPT } from './run-typescript.ts';
import { measureRuntimes, type RuntimeFigures } from './runtimes/runtimes.ts';
import { HELP, isWanted, isWhole, readSettings } from './settings.ts';
import { type CostFigures, measureCosts } from './strangers/costs.ts';
import { measureStrangers, type StrangersFigures } from './strangers/strangers.ts';
import { measureEntities } from './subgraph/entities.ts';
import { vastReport } from './vast/report.ts';
import { measureVast } from './vast/vast.ts';

const RESULTS = programPath('RESULTS.md');
const PICTURES = programPath('../docs/pictures');
const REASONS = programPath('REASONS.md');
const VAST = programPath('VAST.md');
const ABLATION = programPath('ABLATION.md');
const ABLATION_NOTES = programPath('ablation/NOTES.md');
const COMMENT = /<!--.*?-->/gs;

const words = process.argv.slice(2);
if (words.includes('--help')) {
  process.stdout.write(HELP);
  process.exit();
}
const settings = readSettings(process.env, words);
const begun = performance.now();
const say = (line: string) => {
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  process.stderr.write(`[${minutes.padStart(4)} min] ${line}\n`);
};

/** What has failed. */
const failures: string[] = [];

// Each contestant listens for the end of this process.
process.setMaxListeners(0);
if (settings.isAblation) await measureMechanisms();
else if (settings.isVast) await measureGrowth();
else await measureAll();

/** Writes what each mechanism buys. */
async function measureMechanisms(): Promise<void> {
  const load = loadavg().map((one) => one.toFixed(1));
  const databases = await prepareDatabases(settings, say);
  const { large, version } = databases;
  try {
    await ablate(large, { settings, say, keep: (gains) => keptWith({ gains, replica: null }) });
    const replica = isWanted(settings, 'replica') ? await measureReplica(databases, settings) : null;
    const figures = await keptWith({ gains: {}, replica });
    const report = ablationReport({
      machine: [...machineLines(version), ['load before it began', `${load.join(', ')} (1, 5, 15 minutes)`]],
      catalogue: large.says,
      ...{ settings, figures, notes: await writtenByHand(ABLATION_NOTES) },
    });
    await writeFile(ABLATION, report);
    process.stdout.write(report);
  } finally {
    await databases.stop();
  }
}

/** Writes how one process grows with the catalogue. */
async function measureGrowth(): Promise<void> {
  const { version, sizes } = await measureVast(settings, say);
  const report = vastReport({ machine: machineLines(version), settings, sizes });
  await writeFile(VAST, report);
  process.stdout.write(report);
}

async function measureAll(): Promise<void> {
  say(`this takes about ${Math.ceil(minutesOf(settings, isLargeKept(settings)))} minutes on two quiet cores`);
  const databases = await prepareDatabases(settings, say);
  try {
    const workloads: MeasuredWorkload[] = [];
    const extras: Extras[] = [];
    const updatedPages: UpdatedPage[] = [];
    const offers: OfferSearchFigures[] = [];
    const missing = new Set<string>();
    const subscriptions: SubscriptionFigures[] = [];
    const deliveries: DeliveryFigures[] = [];
    const strangers: StrangersFigures[] = [];
    const costs: CostFigures[] = [];
    const living: Measured['living'][number][] = [];
    const updates: Measured['updates'][number][] = [];
    let bookings: Measured['bookings'] = null;
    let changes: ChangeFigures | null = null;
    let runtimes: readonly RuntimeFigures[] = [];
    for (const database of [databases.small, databases.large]) {
      const field = await openField(database);
      let processes: Extras['processes'] | null = null;
      try {
        for (const line of field.missing) missing.add(line);
        workloads.push(...(await raceAll(field)));
        await attempt('P', async () => {
          updatedPages.push(...(await pagesAfterUpdates(field, settings)));
        });
        await attempt('O1', async () => {
          offers.push(...(await measureOffers(database, { gateway: field.gateways[0], settings, say })));
          say(`${database.name}\n${offersTable(offers.filter((one) => one.database === database.name))}\n`);
        });
        await attempt('L1', async () => {
          const { readers } = field;
          living.push(await raceReaders(database, { readers, subjects: await livingSubjects(database), settings }));
          say(`${database.name}\n${readersTable(living.slice(-1))}\n`);
        });
        await attempt('L2', async () => {
          const [gateway] = field.gateways;
          updates.push(await raceUpdates(database, { gateway, subjects: await livingSubjects(database), settings }));
          say(`${database.name}\n${updatesTable(updates.slice(-1))}\n`);
        });
        processes = await attempt('X', () => {
          const workload = field.workloads.find(({ id }) => id === 'G1')!;
          return twoProcesses(database, { gateway: field.gateways[0], workload, settings });
        });
        if (database.name === 'small') {
          runtimes = (await attempt('V1', () => measureRuntimes(database, field.workloads))) ?? [];
        } else {
          bookings = await attempt('B1', () => raceBookings(database, field.gateways[0], settings));
          changes = await attempt('B2', () => raceChanges(database, field.gateways[0], settings));
        }
      } finally {
        await field.stop();
      }
      await attempt('L3', async () => {
        subscriptions.push(await measureSubscriptions(database));
      });
      if (database.name === 'large') {
        await attempt('E1', async () => {
          deliveries.push(await measureDeliveries(database, settings));
        });
      }
      await attempt('S1', async () => {
        strangers.push(await measureStrangers(database));
      });
      await attempt('S2', async () => {
        costs.push(await measureCosts(database));
      });
      await attempt('X', async () => {
        if (processes === null) return;
        extras.push({
          database: database.name,
          processes,
          firstAnswerMs: await firstAnswerMs(database),
          memory: database.name === 'large' ? await memoryWhenWarm(database, say) : null,
        });
      });
    }
    const many = await attempt(isWanted(settings, 'B3') ? 'B3' : 'B4', () => measureMany(databases.small, say));
    const entities = await attempt('N1', () => measureEntities(databases.large));
    const tools = await attempt('N2', () => measureTools(databases.large));
    const pages = await attempt('W1', async () => {
      const figures = await measurePages(databases.small);
      if (!figures) missing.add('W1: the pages, because there is no Chromium (CHROMIUM_PATH)');
      return figures;
    });
    const search = await attempt('G5', measureSearch);
    const measured: Measured = {
      machine: machineLines(`${databases.version}, fsync ${settings.fsync ? 'on' : 'off'}`),
      settings,
      databases: [databases.small, databases.large],
      workloads,
      search,
      bookings,
      changes,
      many,
      living,
      updates,
      extras,
      subscriptions,
      deliveries,
      strangers,
      costs,
      entities,
      tools,
      runtimes,
      updatedPages,
      offers,
      pages,
      missing: [...missing],
      reasons: await writtenByHand(REASONS),
    };
    if (isWhole(settings) && failures.length === 0) {
      await writeFile(RESULTS, reportOf(measured));
      await drawCharts(measured, { folder: PICTURES, svgOf });
      process.stdout.write(`${screenOf(measured, [...targetsOf(measured)])}\nThe rest is in ${RESULTS}.\n`);
    } else {
      process.stdout.write(reportOf(measured));
    }
    for (const failure of failures) process.stderr.write(`failed: ${failure}\n`);
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    await databases.stop();
  }
}

/**
 * Measures a part of the benchmark if it is wanted; null: it is not, or has failed. An hour is too long to be lost by one part: the others are
 * measured all the same, the end names what has failed, and no report is kept.
 */
async function attempt<Figures>(part: string, measure: () => Promise<Figures>): Promise<Figures | null> {
  if (!isWanted(settings, part)) return null;
  say(part);
  try {
    return await measure();
  } catch (error) {
    const failure = `${part}: ${error instanceof Error ? error.stack : String(error)}`;
    failures.push(failure);
    say(`failed: ${failure}`);
    return null;
  }
}

async function raceAll(field: Field): Promise<MeasuredWorkload[]> {
  const measured: MeasuredWorkload[] = [];
  for (const workload of field.workloads) {
    await attempt(workload.id, async () => {
      const raced = await race(workload, field.entrantsOf(workload), settings);
      const one = { database: field.database.name, workload, ...raced };
      measured.push(one);
      say(`${field.database.name}\n${workloadsTable([one], field.database.name)}\n`);
    });
  }
  return measured;
}

/** In a separate process, where nothing else has been compiled. */
async function measureSearch(): Promise<SearchFigures[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...RUN_TYPESCRIPT,
    programPath('races/first-bookable.ts'),
  ]);
  return JSON.parse(stdout) as SearchFigures[];
}

/** The text of a file without its comments. */
async function writtenByHand(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.replace(COMMENT, '').trim();
}
