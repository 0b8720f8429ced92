/**
 * Whether the time that something takes grows with the size of what it is given. It is the processor's time, of which other
 * processes take none, and times are only ever held against each other: those of an input against those of one four times as
 * large, the best of several.
 */

/** Four times the size takes four times as long where the time grows with the size, and sixteen times with its square. */
const TIMES_LARGER = 4;
const MOST_TIMES_AS_LONG = 9;
const RUNS = 7;
/** What the clock can tell apart is no growth. */
const TELLABLE_MS = 0.1;

/** How many times as long it takes with an input four times as large; about 4 for what is linear. */
export async function growthOf(run: (size: number) => unknown, size: number): Promise<number> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let count = 0; count < RUNS; count++) {
    small = Math.min(small, await timeOf(() => run(size)));
    large = Math.min(large, await timeOf(() => run(size * TIMES_LARGER)));
    if (isLinear(ratioOf(small, large))) break;
  }
  return ratioOf(small, large);
}

/** Whether a growth is that of linear time, with room for the machine. */
export function isLinear(growth: number): boolean {
  return growth <= MOST_TIMES_AS_LONG;
}

function ratioOf(small: number, large: number): number {
  return Math.max(large, TELLABLE_MS) / Math.max(small, TELLABLE_MS);
}

async function timeOf(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  return processorMsSince(start);
}

/** The time that the processor has spent on this process since then, in milliseconds. */
export function processorMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
