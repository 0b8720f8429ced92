/** E1 in the report: its targets and its figures. */

import { figure, markdownTable } from '../report/table.ts';
import type { Target } from '../report/target.ts';
import { CLIENTS, type DeliveryFigures, STEADY_PER_SECOND } from './deliveries.ts';

const MOST_MS = 1_000;

export function* deliveryTargets(figures: readonly DeliveryFigures[]): Generator<Target> {
  for (const { database, steady } of figures) {
    yield {
      headline: `From a booking to its webhook, p99, of ${MOST_MS} ms`,
      says: `E1 ${database}: a booking to its webhook, p99, of ${MOST_MS} ms`,
      bound: { atMost: 1 },
      reached: `${figure(steady.p99Ms)} ms at ${figure(steady.perSecond)} bookings/s`,
      ratio: steady.p99Ms / MOST_MS,
      byCpu: null,
    };
  }
}

export function deliverySection(figures: readonly DeliveryFigures[]): string {
  const header = ['catalogue', `${CLIENTS} clients`, 'bookings', 'bookings/s', 'p50 ms', 'p99 ms'];
  const rows = figures.flatMap(({ database, steady, full }) =>
    [
      { what: `${STEADY_PER_SECOND} bookings/s together`, delivered: steady },
      { what: 'as fast as they can', delivered: full },
    ].map(({ what, delivered: { bookings, perSecond, p50Ms, p99Ms } }, index) => [
      index === 0 ? database : '',
      what,
      String(bookings),
      ...[perSecond, p50Ms, p99Ms].map(figure),
    ]),
  );
  const idle = figures.map(
    ({ database, idle: { transactions, scans, cpuMs } }) =>
      `${database}: ${figure(transactions)} transactions, ${figure(scans)} scans of events and deliveries, ${figure(cpuMs)} ms of processor time`,
  );
  return `## E1: a booking to its webhook\n\n${markdownTable(header, rows)}\n\nTimes are from sending a booking to the arrival of its webhook, so they include the booking. One endpoint takes all of them, four at a time; clients that book as fast as they can are faster than that, and the rest waits. What a process costs in a minute in which nothing happens: ${idle.join('; ')}.`;
}
