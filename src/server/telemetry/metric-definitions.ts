/** The metrics that are read from the parts of the process on demand, as a table. */
import type { CacheStats } from '../../data/cache/epoch-cache.ts';
import type { Epochs } from '../../data/cache/epochs.ts';
import type { MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Database } from '../../data/database/database.ts';
import type { DatabaseClock } from '../../data/database/database-clock.ts';
import type { ReplicaState } from '../../data/replicas/replicas.ts';
import type { ResponseCache } from '../../http/response/response-cache.ts';
import type { Services } from '../../operations/access/request-context.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import type { FailureCounts } from './failures.ts';

export interface MetricDefinition {
  readonly kind: 'counter' | 'gauge';
  /** Prometheus conventions: base units, `_total` for counters. */
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** Rows of a value for each label name, then the figure. Without a row nothing is known, and the metric is missing. */
  read(): MaybePromise<Iterable<readonly [...labels: string[], value: number]>>;
}

export interface MeasuredParts {
  readonly database: Pick<Database, 'pool' | 'replicas'>;
  readonly epochs: Epochs;
  readonly services: Services;
  readonly responseCache: ResponseCache;
  readonly subscriptions: Pick<Subscriptions, 'stats'>;
  readonly failures: FailureCounts;
  readonly databaseClock: DatabaseClock | null;
}

/** What bounds a cache, if it is not the number of its rows. */
const UNITS: Readonly<Record<string, 'bytes'>> = {
  ...{ answers: 'bytes', rate_books: 'bytes', capacity: 'bytes', offers: 'bytes', search_texts: 'bytes' },
};

export function metricDefinitions({
  database,
  epochs,
  services,
  responseCache,
  subscriptions,
  failures,
  databaseClock,
}: MeasuredParts): readonly MetricDefinition[] {
  const caches = () => Object.entries({ answers: responseCache.stats(), ...services.caches() });
  const ofCaches = (name: string, help: string, read: (stats: CacheStats) => number): MetricDefinition => ({
    ...{ kind: 'gauge', name, help, labelNames: ['cache', 'unit'] },
    read: () => caches().map(([cache, stats]) => [cache, UNITS[cache] ?? 'rows', read(stats)]),
  });
  const ofReplicas = (name: string, help: string, holds: (replica: ReplicaState) => boolean): MetricDefinition => ({
    ...{ kind: 'gauge', name, help, labelNames: ['replica'] },
    read: () => database.replicas().map((one) => [String(one.index), holds(one) ? 1 : 0]),
  });
  const sumOfFeeds = (read: (stats: ReturnType<Services['feeds']['stats']>) => number): number =>
    read(services.feeds.stats()) + read(services.eventFeeds.stats());
  return [
    {
      ...{ kind: 'gauge', name: 'gateway_cache_entries', help: 'Entries of a cache.', labelNames: ['cache'] },
      read: () => caches().map(([cache, { entries }]) => [cache, entries]),
    },
    ofCaches(
      'gateway_cache_size',
      'What a cache holds, in the unit that bounds it: only those of one unit can be added up.',
      ({ size }) => size,
    ),
    ofCaches('gateway_cache_limit', 'The most that a cache holds, counted as its size.', ({ limit }) => limit),
    {
      kind: 'counter',
      name: 'gateway_bookings_total',
      help: 'Bookings that were asked for, by what became of them: CREATED, REPLAYED (the same again), FAILED (503 or a defect), or the code of the refusal.',
      labelNames: ['outcome'],
      read: () => services.bookings.entries(),
    },
    {
      kind: 'counter',
      name: 'gateway_rate_limit_refusals_total',
      help: 'Refusals over the limits of a key or an address in a minute, of requests or of cost.',
      read: () => [[services.limits.count('requests') + services.limits.count('cost')]],
    },
    {
      kind: 'counter',
      name: 'gateway_limit_refusals_total',
      help: 'What limits have refused, ended or delayed, by the limit.',
      labelNames: ['limit'],
      read: () => services.limits.entries(),
    },
    {
      kind: 'gauge',
      name: 'gateway_subscriptions_open',
      help: 'Open subscriptions.',
      read: () => [[subscriptions.stats().open]],
    },
    {
      kind: 'gauge',
      name: 'gateway_subscription_feeds',
      help: 'Different things that are followed; equal ones are computed once.',
      read: () => [[sumOfFeeds(({ followed }) => followed)]],
    },
    {
      kind: 'counter',
      name: 'gateway_subscription_computations_total',
      help: 'Computations of what is followed.',
      read: () => [[sumOfFeeds(({ computations }) => computations)]],
    },
    {
      kind: 'counter',
      name: 'gateway_subscription_events_total',
      help: 'Events sent to subscribers, without heartbeats.',
      read: () => [[subscriptions.stats().events]],
    },
    {
      kind: 'counter',
      name: 'gateway_failures_total',
      help: 'Failures that are not the fault of callers: unavailable (the database is away, slow, busy or takes no writes, or a disk is full), defect (an error of the program).',
      labelNames: ['kind'],
      read: () => Object.entries(failures),
    },
    {
      kind: 'counter',
      name: 'gateway_epoch_notifications_total',
      help: 'Notifications of changes that have arrived from the database.',
      read: () => [[epochs.notifications()]],
    },
    {
      kind: 'gauge',
      name: 'gateway_epoch_listener_connected',
      help: '1 while notifications arrive; at 0 each request reads from the database what has changed.',
      read: () => [[epochs.isCurrent() ? 1 : 0]],
    },
    {
      kind: 'gauge',
      name: 'gateway_clock_ahead_seconds',
      help: "By how much the clock of the machine is ahead of the database's (negative: behind); beyond 30 s nothing is written. An embedded database has none.",
      read: () => (databaseClock ? [[databaseClock.aheadMs() / 1_000]] : []),
    },
    {
      kind: 'gauge',
      name: 'gateway_database_connections',
      help: 'Connections of the pool by state; an embedded database has none.',
      labelNames: ['state'],
      read() {
        const pool = database.pool?.();
        return pool
          ? [
              ['idle', pool.idle],
              ['busy', pool.total - pool.idle],
            ]
          : [];
      },
    },
    {
      kind: 'gauge',
      name: 'gateway_database_waiting',
      help: 'Queries and transactions that wait for a connection; an embedded database has none.',
      read: () => (database.pool ? [[database.pool().waiting]] : []),
    },
    {
      kind: 'counter',
      name: 'gateway_replica_reads_total',
      help: 'Statements that a replica answered, or that the primary answered in its place (passed_on).',
      labelNames: ['replica', 'result'],
      read: () =>
        database.replicas().flatMap(({ index, served, fallbacks }) => [
          [String(index), 'answered', served],
          [String(index), 'passed_on', fallbacks],
        ]),
    },
    ofReplicas(
      'gateway_replica_caught_up',
      '1 for a replica that has come to the present catalogue.',
      (one) => one.caughtUp,
    ),
    ofReplicas(
      'gateway_replica_away',
      '1 for a replica that cannot be asked, or is none of this database.',
      (one) => one.away,
    ),
  ];
}
