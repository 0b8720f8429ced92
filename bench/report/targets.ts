/**
 * The gateway's targets, each a ratio of two figures of the same run. Ratios by processor time are shown beside those by
 * requests per second, because they do not depend on the speed of the load generator.
 */
import { availableParallelism } from 'node:os';
import { toolsTargets } from '../agents/report.ts';
import { deliveryTargets } from '../bookings/deliveries-report.ts';
import { subscriptionTargets } from '../living/subscription-report.ts';
import { livingTargets } from '../living/targets.ts';
import { manyTargets } from '../many/report.ts';
import type { Measured, MeasuredWorkload } from '../measured.ts';
import { offersTargets } from '../offers/report.ts';
import { pagesTargets } from '../pages/report.ts';
import type { Measurement } from '../races/load.ts';
import { costsTargets } from '../strangers/costs-report.ts';
import { strangersTargets } from '../strangers/report.ts';
import { entitiesTargets } from '../subgraph/report.ts';
import { generalTargets } from './general-targets.ts';
import { figure } from './table.ts';
import type { Target } from './target.ts';

/** The target of one workload: the gateway's requests per second relative to another contestant's. */
interface Race {
  readonly says: string;
  /** The headlines of some of them, by id. */
  readonly headlines?: Readonly<Record<string, string>>;
  readonly ids: readonly string[];
  readonly gateway: 'gateway, store off' | 'gateway, store on';
  /** The fastest of them counts. */
  readonly others: readonly string[];
  readonly atLeast: number;
  /** Whether the bound is one of processor time, in place of requests per second. */
  readonly judgedBy?: 'cpu';
}

/** The floor's processor time as a share of ours; 0.65 is the wish. */
const HOT_BY_CPU = { atLeast: 0.55, judgedBy: 'cpu' } as const;

const RACES: readonly Race[] = [
  {
    says: 'unchanged answer to a POST, store on, of the floor',
    headlines: { G1: 'An unchanged page of stays, of the speed of a bare HTTP server' },
    ids: ['G1', 'G2', 'G3', 'G4', 'G5'],
    gateway: 'gateway, store on',
    others: ['floor'],
    ...HOT_BY_CPU,
  },
  {
    says: 'unchanged answer to a GET, store on, of the floor',
    ids: ['R1', 'R2', 'R3', 'R4'],
    gateway: 'gateway, store on',
    others: ['floor'],
    ...HOT_BY_CPU,
  },
  {
    says: '304, store on, of the floor',
    ids: ['R5', 'R6'],
    gateway: 'gateway, store on',
    others: ['floor'],
    ...HOT_BY_CPU,
  },
  {
    says: 'store off, times mercurius over Prisma',
    headlines: { G4: 'The price of a stay, computed, times mercurius over Prisma' },
    ids: ['G1', 'G3', 'G4'],
    gateway: 'gateway, store off',
    others: ['mercurius'],
    atLeast: 8,
  },
  {
    says: 'store off, times PostGraphile',
    headlines: { G1: 'A page of stays, computed, times PostGraphile' },
    ids: ['G1', 'G3', 'G4'],
    gateway: 'gateway, store off',
    others: ['postgraphile'],
    atLeast: 8,
  },
  {
    says: 'a field from memory, times mercurius with jit (the faster of two)',
    ids: ['G0'],
    gateway: 'gateway, store off',
    others: ['mercurius', 'mercurius-stores'],
    atLeast: 0.9,
  },
  {
    says: 'store off, times mercurius with jit over the same stores',
    ids: ['G1'],
    gateway: 'gateway, store off',
    others: ['mercurius-stores'],
    atLeast: 1.2,
  },
];

const GROWTH = { ids: ['G1', 'G3', 'G4'], atMost: 1.3 };

/** All targets, those of the small catalogue first. */
export function* targetsOf(measured: Measured): Generator<Target> {
  const { workloads, databases } = measured;
  for (const { name } of databases) {
    const found = (id: string) => workloads.find((one) => one.database === name && one.workload.id === id);
    for (const race of RACES) {
      for (const id of race.ids) yield raceTarget(race, { id, database: name, workload: found(id) });
    }
    yield perItem(name, { r1: found('R1'), g1: found('G1') });
    yield staysTarget(name, { g3: found('G3'), g6: found('G6') });
  }
  for (const id of GROWTH.ids) yield growthTarget(id, workloads);
  yield* offersTargets(measured.offers);
  yield* subscriptionTargets(measured.subscriptions);
  yield* manyTargets(measured.many);
  yield* deliveryTargets(measured.deliveries);
  yield* strangersTargets(measured.strangers);
  yield* costsTargets(measured.costs);
  yield* entitiesTargets(measured.entities);
  yield* toolsTargets(measured.tools);
  yield* livingTargets(
    measured,
    databases.map(({ name }) => name),
  );
  yield* pagesTargets(measured.pages);
  yield* generalTargets(measured, availableParallelism());
}

function raceTarget(
  { says, headlines, gateway, others, atLeast, judgedBy }: Race,
  { id, database, workload }: { id: string; database: string; workload: MeasuredWorkload | undefined },
): Target {
  const own = workload && measurementOf(workload, gateway);
  const rivals = others.flatMap((name) => (workload && measurementOf(workload, name)) ?? []);
  const other = rivals.sort((a, b) => b.perSecond - a.perSecond)[0];
  const headline = database === 'large' ? headlines?.[id] : undefined;
  const named = {
    ...{ says: `${id} ${database}: ${says}`, bound: { atLeast } },
    ...(headline ? { headline } : {}),
    ...(judgedBy ? { judgedBy } : {}),
  };
  if (!own || !other) return { ...named, reached: '', ratio: null, byCpu: null };
  return {
    ...named,
    reached: `${figure(own.perSecond)} and ${figure(other.perSecond)} req/s`,
    ratio: own.perSecond / other.perSecond,
    byCpu: cpuRatio(other, own),
  };
}

/** R1 against G1, per visit type in the answers. */
function perItem(
  database: string,
  { r1, g1 }: { r1: MeasuredWorkload | undefined; g1: MeasuredWorkload | undefined },
): Target {
  const named = {
    says: `R1 ${database}: store off, visit types per second, times those of G1`,
    bound: { atLeast: 0.5 },
  };
  if (!r1?.items || !g1?.items) return { ...named, reached: '', ratio: null, byCpu: null };
  const [rest, graphql] = [r1.results[0]!.measurement, g1.results[0]!.measurement];
  const perSecond = { rest: rest.perSecond * r1.items, graphql: graphql.perSecond * g1.items };
  const byCpu = cpuRatio(graphql, rest);
  return {
    ...named,
    reached: `${figure(perSecond.rest)} and ${figure(perSecond.graphql)} (${r1.items} and ${g1.items} in an answer of ${kilobytes(r1)} and ${kilobytes(g1)} kB)`,
    ratio: perSecond.rest / perSecond.graphql,
    byCpu: byCpu === null ? null : (byCpu * r1.items) / g1.items,
  };
}

/** What all stays of two months cost beside the calendar alone (F1). */
function staysTarget(
  database: string,
  { g3, g6 }: { g3: MeasuredWorkload | undefined; g6: MeasuredWorkload | undefined },
): Target {
  const named = {
    says: `G6 ${database}: store off, processor time of a calendar with stays, times that without (G3)`,
    bound: { atMost: 3 },
    judgedBy: 'cpu',
  } as const;
  const [without, withStays] = [g3, g6].map((one) => one && measurementOf(one, 'gateway, store off'));
  if (!g3 || !g6 || !without || !withStays) return { ...named, reached: '', ratio: null, byCpu: null };
  return {
    ...named,
    reached: `${figure(withStays.perSecond)} and ${figure(without.perSecond)} req/s (answers of ${kilobytes(g6)} and ${kilobytes(g3)} kB)`,
    ratio: without.perSecond / withStays.perSecond,
    byCpu: cpuRatio(withStays, without),
  };
}

function kilobytes({ bytes }: MeasuredWorkload): number {
  return Math.ceil(bytes / 1_000);
}

/** Growth from the small to the large catalogue: the ratio of times per request, without the response cache. */
function growthTarget(id: string, workloads: readonly MeasuredWorkload[]): Target {
  const named = {
    says: `${id}: store off, time on the large catalogue, times the small`,
    bound: { atMost: GROWTH.atMost },
  };
  const [small, large] = ['small', 'large'].map((name) =>
    workloads.find((one) => one.database === name && one.workload.id === id),
  );
  if (!small || !large) return { ...named, reached: '', ratio: null, byCpu: null };
  const [before, after] = [small.results[0]!.measurement, large.results[0]!.measurement];
  return {
    ...named,
    reached: `${figure(after.perSecond)} and ${figure(before.perSecond)} req/s (answers of ${kilobytes(large)} and ${kilobytes(small)} kB)`,
    ratio: before.perSecond / after.perSecond,
    byCpu: cpuRatio(after, before),
  };
}

function measurementOf({ results }: MeasuredWorkload, contestant: string): Measurement | undefined {
  return results.find((one) => one.contestant === contestant)?.measurement;
}

function cpuRatio(one: Measurement, other: Measurement): number | null {
  return one.cpuMicros === null || other.cpuMicros === null ? null : one.cpuMicros / other.cpuMicros;
}
