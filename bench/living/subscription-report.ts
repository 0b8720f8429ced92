/** L3 in the report: its targets and its figures. */
import { figure, markdownTable } from '../report/table.ts';
import type { Target } from '../report/target.ts';
import { IDLE_SECONDS, SUBSCRIBERS, type SubscriptionFigures } from './subscriptions.ts';

const MOST_KILOBYTES = 40;
const MOST_MS = 500;

export function* subscriptionTargets(figures: readonly SubscriptionFigures[]): Generator<Target> {
  for (const { database, kilobytesEach, idleScans, one } of figures) {
    const target = (says: string, reached: string, ratio: number | null): Target => ({
      ...{ says: `L3 ${database}: ${says}`, bound: { atMost: 1 }, reached, ratio, byCpu: null },
    });
    const of = (bound: number, value: number | null) => (value === null ? null : value / bound);
    yield target(
      `memory of a subscriber, of ${MOST_KILOBYTES} kB`,
      `${figure(kilobytesEach)} kB`,
      of(MOST_KILOBYTES, kilobytesEach),
    );
    yield target(
      `a change of one room told to all who follow it, p99, of ${MOST_MS} ms`,
      `${figure(one.p99Ms)} ms`,
      of(MOST_MS, one.p99Ms),
    );
    yield target(
      `queries for subscribers in ${IDLE_SECONDS} idle seconds; every process's polls of counters, bookings, events and deliveries left out`,
      `${idleScans} scans`,
      idleScans === 0 ? 0 : Number.POSITIVE_INFINITY,
    );
  }
}

export function subscriptionSection(figures: readonly SubscriptionFigures[]): string {
  const header = ['catalogue', 'kB each', 'idle scans', 'update of', 'events', 'p50 ms', 'p99 ms'];
  const rows = figures.flatMap(({ database, kilobytesEach, idleScans, one, all }) => [
    [
      database,
      figure(kilobytesEach),
      String(idleScans),
      'one room',
      figure(one.events),
      figure(one.p50Ms),
      figure(one.p99Ms),
    ],
    ['', '', '', 'all rooms', figure(all.events), figure(all.p50Ms), figure(all.p99Ms)],
  ]);
  return `## L3: subscriptions\n\n${markdownTable(header, rows)}\n\n${SUBSCRIBERS} subscribers over bare sockets to 100 different calendars of 62 days and more in one process. Memory is resident and includes garbage. Times are from sending \`updateInventory\`, which closes or opens a night of one room or of all, to the arrival of each event, so they include the update itself. Idle scans are those of all tables but the counters, bookings, events and deliveries: every process polls these, whether it is followed or not (E1 has what that costs).`;
}
