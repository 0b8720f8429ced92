/** The metrics of deliveries (S18). What waits is asked of the database when it is scraped; while that is away, nothing is said of it. */
import type { Clock } from '../../domain/time/clock.ts';
import { deadlineIn, withDeadline } from '../../operations/deadline.ts';
import type { Deliveries } from '../deliveries.ts';
import { sharedWhilePending } from '../process/service-state.ts';
import type { MetricDefinition } from './metric-definitions.ts';

const WAITING_TIMEOUT_MS = 2_000;
const MS_PER_SECOND = 1_000;

export interface MeasuredDeliveries {
  readonly deliveries: Pick<Deliveries, 'workers' | 'waiting'>;
  readonly clock: Clock;
}

export function deliveryDefinitions({ deliveries, clock }: MeasuredDeliveries): readonly MetricDefinition[] {
  const findWaiting = sharedWhilePending(() => deliveries.waiting());
  const waiting = () => withDeadline(deadlineIn(WAITING_TIMEOUT_MS), findWaiting()).catch(() => []);
  return [
    {
      kind: 'gauge',
      name: 'gateway_deliveries_waiting',
      help: 'Deliveries that wait for their first try or the next one, of all processes.',
      labelNames: ['kind'],
      read: async () => (await waiting()).map((one) => [one.kind, one.waiting]),
    },
    {
      kind: 'gauge',
      name: 'gateway_deliveries_oldest_seconds',
      help: 'Age of the oldest delivery that waits, of all processes.',
      labelNames: ['kind'],
      read: async () =>
        (await waiting()).map((one) => [one.kind, Math.max(0, clock.now() - one.oldest.getTime()) / MS_PER_SECOND]),
    },
    {
      kind: 'counter',
      name: 'gateway_deliveries_total',
      help: 'Tries of deliveries by what came of them: done, retry (it is tried again), failed (it was given up).',
      labelNames: ['kind', 'outcome'],
      read: () =>
        deliveries.workers.flatMap((worker) =>
          Object.entries(worker.counts()).map(([outcome, count]) => [worker.kind, outcome, count] as const),
        ),
    },
  ];
}
