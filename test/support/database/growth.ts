/**
 * Whether a running time is linear in the size of the input. It is CPU time, which other processes do not affect, and
 * only ratios are compared: of an input and one four times as large, the best of several. Quadratic time is detected
 * only if the larger input then takes several milliseconds on the fastest machine; so inputs are as large as callers
 * may send, and regular expressions are checked by their structure instead.
 */

/** Four times the size takes four times as long if linear, sixteen times if quadratic. */
const TIMES_LARGER = 4;
const MOST_TIMES_AS_LONG = 9;
const RUNS = 30;
/** Differences below the resolution of the clock do not count. */
const TELLABLE_MS = 0.1;

/**
 * The ratio of the times of an input four times as large; about 4 if linear.
 * @param tellableMs less is no difference: more than the least where quadratic time would take seconds, and text is made and collected meanwhile
 */
export async function growthOf(
  run: (size: number) => unknown,
  size: number,
  tellableMs = TELLABLE_MS,
): Promise<number> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ratio = () => Math.max(large, tellableMs) / Math.max(small, tellableMs);
  for (let count = 0; count < RUNS; count++) {
    small = Math.min(small, await timeOf(() => run(size)));
    large = Math.min(large, await timeOf(() => run(size * TIMES_LARGER)));
    if (isLinear(ratio())) break;
  }
  return ratio();
}

/** Whether a ratio is that of linear time, with a margin for the machine. */
export function isLinear(growth: number): boolean {
  return growth <= MOST_TIMES_AS_LONG;
}

async function timeOf(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
