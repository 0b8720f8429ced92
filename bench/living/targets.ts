/** The targets of a living catalogue: reads while it changes (L1), and how fast it changes (L2). */
import type { Measurement } from '../races/load.ts';
import { figure } from '../report/table.ts';
import type { Target } from '../report/target.ts';
import type { LivingFigures, LivingResult, Phase } from './reading-race.ts';
import type { UpdateFigures } from './update-race.ts';

interface Disturbance {
  readonly phase: Exclude<Phase, 'quiet'>;
  readonly says: string;
  /** The share of the quiet requests per second that must be left. */
  readonly atLeast: number;
  /** Times the quiet p99. */
  readonly atMost: number;
  /** The bound of the share with the response cache, on the large catalogue. */
  readonly headline?: string;
}

const DISTURBANCES: readonly Disturbance[] = [
  { phase: 'rates1', says: '1 price update a second', atLeast: 0.9, atMost: 2 },
  { phase: 'rates10', says: '10 price updates a second', atLeast: 0.7, atMost: 3 },
  { phase: 'inventory20', says: '20 updates of rooms a second', atLeast: 0.85, atMost: 3 },
  {
    ...{ phase: 'inventory50', says: '50 updates of rooms a second', atLeast: 0.85, atMost: 3 },
    headline: 'Reads while rooms change 50 times a second, of those in quiet',
  },
];
const UPDATES_PER_SECOND = 150;
const MOST_GROWTH = 1.3;
const MOST_TIMES_BARE_SQL = 5;

export function* livingTargets(
  { living, updates }: { living: readonly LivingResult[]; updates: readonly UpdateFigures[] },
  databases: readonly LivingResult['database'][],
): Generator<Target> {
  for (const database of databases) {
    const result = living.find((one) => one.database === database);
    for (const [index, store] of ['store off', 'store on'].entries()) {
      for (const { headline, ...disturbance } of DISTURBANCES) {
        const isHeadline = headline !== undefined && database === 'large' && store === 'store on';
        yield* readTargets(
          `L1 ${database}: ${store}, ${disturbance.says}`,
          { ...disturbance, ...(isHeadline ? { headline } : {}) },
          result?.figures[index],
        );
      }
    }
    yield* updateTargets(
      database,
      updates.find((one) => one.database === database),
    );
  }
  yield growthTarget(updates);
}

function* readTargets(
  named: string,
  { phase, atLeast, atMost, headline }: Disturbance,
  figures: LivingFigures | undefined,
): Generator<Target> {
  const of = (name: Phase) => figures?.phases.find((one) => one.phase === name)?.measurement;
  const [quiet, disturbed] = [of('quiet'), of(phase)];
  const isMeasured = quiet !== undefined && disturbed !== undefined;
  yield {
    says: `${named}: requests, of the quiet ones`,
    ...(headline === undefined ? {} : { headline }),
    bound: { atLeast },
    reached: isMeasured ? `${figure(disturbed.perSecond)} and ${figure(quiet.perSecond)} req/s` : '',
    ratio: isMeasured ? disturbed.perSecond / quiet.perSecond : null,
    byCpu: isMeasured ? timesByCpu(quiet, disturbed) : null,
  };
  yield {
    says: `${named}: p99, times the quiet one`,
    bound: { atMost },
    reached: isMeasured ? `${figure(disturbed.p99Ms)} and ${figure(quiet.p99Ms)} ms` : '',
    ratio: isMeasured ? disturbed.p99Ms / quiet.p99Ms : null,
    byCpu: null,
  };
}

function* updateTargets(database: string, figures: UpdateFigures | undefined): Generator<Target> {
  const rates = figures?.rates;
  yield {
    says: `L2 ${database}: price updates of 30 nights by one client, of ${UPDATES_PER_SECOND} a second`,
    bound: { atLeast: 1 },
    reached: rates ? `${figure(rates.perSecond)} updates/s` : '',
    ratio: rates ? rates.perSecond / UPDATES_PER_SECOND : null,
    byCpu: null,
  };
  const inventory = figures?.inventory;
  yield {
    says: `L2 ${database}: update of 1,000 nights of rooms, time, times a bare UPDATE`,
    bound: { atMost: MOST_TIMES_BARE_SQL },
    reached: inventory
      ? `${figure(msOf(inventory.gateway))} and ${figure(msOf(inventory.bareSql))} ms (${inventory.nights} nights)`
      : '',
    ratio: inventory ? msOf(inventory.gateway) / msOf(inventory.bareSql) : null,
    byCpu: null,
  };
}

function growthTarget(updates: readonly UpdateFigures[]): Target {
  const [small, large] = ['small', 'large'].map((name) => updates.find(({ database }) => database === name)?.rates);
  const isMeasured = small !== undefined && large !== undefined;
  return {
    says: 'L2: price update, time on the large catalogue, times the small',
    bound: { atMost: MOST_GROWTH },
    reached: isMeasured ? `${figure(msOf(large))} and ${figure(msOf(small))} ms` : '',
    ratio: isMeasured ? msOf(large) / msOf(small) : null,
    byCpu: isMeasured ? timesByCpu(large, small) : null,
  };
}

function msOf({ perSecond }: Measurement): number {
  return 1_000 / perSecond;
}

/** The processor time of one, times that of the other. */
function timesByCpu(one: Measurement, other: Measurement): number | null {
  return one.cpuMicros === null || other.cpuMicros === null ? null : one.cpuMicros / other.cpuMicros;
}
