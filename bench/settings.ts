/** How long and on what the benchmark measures: read from the environment once, with defaults for a quiet machine. */

export interface Settings {
  /** Hotels of the large catalogue; ten visit types each. */
  readonly hotels: number;
  /** Length of one measurement in seconds. */
  readonly seconds: number;
  /** Measurements of each contestant per workload; the median counts. */
  readonly rounds: number;
  /** Connections that ask at the same time. */
  readonly connections: number;
  /** Only workloads whose id begins with one of these; empty: all. */
  readonly only: readonly string[];
  /** Whether PostgreSQL waits for its disk at a commit. Off: harder on the gateway, as its rival does nothing else. */
  readonly fsync: boolean;
}

/** @throws Error when a variable is not a positive number */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const number = (name: string, otherwise: number): number => {
    const value = Number(environment[name] ?? otherwise);
    if (!Number.isFinite(value) || value <= 0) throw new Error(`${name} must be a number above 0`);
    return value;
  };
  return {
    hotels: number('BENCH_HOTELS', 200),
    seconds: number('BENCH_SECONDS', 3),
    rounds: number('BENCH_ROUNDS', 5),
    connections: number('BENCH_CONNECTIONS', 16),
    only: (environment.BENCH_ONLY ?? '').split(',').filter((prefix) => prefix !== ''),
    fsync: environment.BENCH_FSYNC === 'on',
  };
}

/** Whether a workload is to be measured. */
export function isWanted({ only }: Settings, id: string): boolean {
  return only.length === 0 || only.some((prefix) => id.startsWith(prefix));
}
