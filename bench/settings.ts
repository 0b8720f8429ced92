/** The settings of a run, read from the environment, with defaults for a quiet machine. */

export interface Settings {
  /** Hotels of the large catalogue; ten visit types each. */
  readonly hotels: number;
  /** Length of one measurement in seconds. */
  readonly seconds: number;
  /** Measurements of each contestant per workload; the median counts. */
  readonly rounds: number;
  /** Concurrent connections. */
  readonly connections: number;
  /** Only workloads whose id begins with one of these; empty: all. */
  readonly only: readonly string[];
  /** Whether PostgreSQL waits for its disk at a commit. Off is harder on the gateway, because its rival does nothing else. */
  readonly fsync: boolean;
  /** Whether to make the large catalogue again although one is cached. */
  readonly fresh: boolean;
  /** Whether to measure what each mechanism buys, and nothing else. */
  readonly isAblation: boolean;
  /** Whether to measure how one process grows with the catalogue, and nothing else. */
  readonly isVast: boolean;
  /** An ablation measures only mechanisms whose name begins with one of these; empty: all. */
  readonly without: readonly string[];
}

const HOTELS = 2_000;
const VAST_HOTELS = 20_000;
const SECONDS = 2;
const ROUNDS = 5;
const CONNECTIONS = 16;

export const HELP = `npm run bench [-- --fresh]

Measures the gateway against a bare HTTP server, mercurius and PostGraphile on a PostgreSQL of its own, with the demo
catalogue and with ${HOTELS} hotels. When all was measured, it writes the report to bench/RESULTS.md and its pictures to
docs/pictures, and prints what a buyer reads of it; else it prints the report.

The first run fills a database with the large catalogue, which takes 5 to 8 minutes; it is kept in bench/.cache until
the month or what it is made by changes. The rest takes about an hour on two cores.

  --fresh            fill that database again
  --ablation         measure what each mechanism of the gateway buys, by switching it off, on the large catalogue; writes
                     bench/ABLATION.md. With BENCH_HOTELS=200 it takes about 15 minutes. BENCH_WITHOUT: only these
                     mechanisms; BENCH_ONLY: only these groups of workloads: hits, computed, living, pages, crowds, replica.
                     The figures of others are those of earlier runs
  --vast             measure how one process grows: searches, text, calendars, memory and the import with ${VAST_HOTELS} hotels, beside
                     a tenth of them; writes bench/VAST.md. Filling both takes an hour and 20 GB of the folder of temporary
                     files (TMPDIR), each run after it 20 minutes
  BENCH_ONLY         only these: G0 to G6, R1 to R6, O1 (offers), L1 to L3 (a catalogue that changes: reads, updates,
                     subscribers), P (pages after updates), B1 and B2 (bookings, and changes beside
                     them), B3 and B4 (lists and figures of a million bookings), E1 (a booking to its webhook), S1 (what
                     strangers can spend), S2 (what is charged), N1 (what a router asks), N2 (tools of agents), W1 (how fast
                     the pages load, in Chromium), V1 (versions of Node), X (memory, start, two processes), as in
                     BENCH_ONLY=G1,B1
  BENCH_HOTELS       of the large catalogue (${HOTELS}), with ten visit types each
  BENCH_SECONDS      of one measurement (${SECONDS})
  BENCH_ROUNDS       how often each is repeated (${ROUNDS}); the median counts
  BENCH_CONNECTIONS  that ask at the same time (${CONNECTIONS})
  BENCH_FSYNC=on     let PostgreSQL wait for its disk
  CHROMIUM_PATH      of the Chromium for W1 (/usr/bin/chromium-headless-shell, else /usr/bin/chromium)
`;

/** @throws Error when a variable is not a positive number, or a command line argument is unknown */
export function readSettings(environment: NodeJS.ProcessEnv, words: readonly string[]): Settings {
  const number = (name: string, otherwise: number): number => {
    const value = Number(environment[name] ?? otherwise);
    if (!Number.isFinite(value) || value <= 0) throw new Error(`${name} must be a number above 0`);
    return value;
  };
  const strange = words.find((word) => !['--fresh', '--ablation', '--vast'].includes(word));
  if (strange !== undefined) throw new Error(`${strange} is not understood; see --help`);
  const isVast = words.includes('--vast');
  return {
    hotels: number('BENCH_HOTELS', isVast ? VAST_HOTELS : HOTELS),
    seconds: number('BENCH_SECONDS', SECONDS),
    rounds: number('BENCH_ROUNDS', ROUNDS),
    connections: number('BENCH_CONNECTIONS', CONNECTIONS),
    only: listed(environment.BENCH_ONLY),
    fsync: environment.BENCH_FSYNC === 'on',
    fresh: words.includes('--fresh'),
    isAblation: words.includes('--ablation'),
    isVast,
    without: listed(environment.BENCH_WITHOUT),
  };
}

function listed(text = ''): string[] {
  return text.split(',').filter((prefix) => prefix !== '');
}

export function isWanted({ only }: Settings, id: string): boolean {
  return only.length === 0 || only.some((prefix) => id.startsWith(prefix));
}

/** Whether a run measures everything, on a large catalogue of meaningful size. */
export function isWhole({ only, hotels }: Settings): boolean {
  return only.length === 0 && hotels >= HOTELS;
}
