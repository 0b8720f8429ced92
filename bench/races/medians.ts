/** Medians of repeated measurements. */
import type { Measurement } from './load.ts';

/** The middle value; for an even number the mean of the middle two. Needs at least one value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The median of each figure. */
export function medianMeasurement(measurements: readonly Measurement[]): Measurement {
  const of = (figure: (measurement: Measurement) => number) => median(measurements.map(figure));
  const cpu = measurements.map(({ cpuMicros }) => cpuMicros).filter((micros) => micros !== null);
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    cpuMicros: cpu.length === measurements.length ? median(cpu) : null,
  };
}

/** The value that this share of the values does not exceed. Needs at least one value. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;
}
