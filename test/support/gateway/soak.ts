/**
 * The long form of the reliability tests. `npm test` runs each in a short form that still detects a broken guard; `npm
 * run soak` runs the same with the long numbers and prints what it saw, seeds included.
 */

/** Whether this is the long run. */
export const isSoak = process.env.SOAK === '1';

/** A number of this run: rounds, requests, stays, or milliseconds of a timeout. */
export function amount({ short, long }: { short: number; long: number }): number {
  return isSoak ? long : short;
}

/**
 * A test that takes longer, in milliseconds, counts as hanging. Nothing that works comes near it, even where ten times as much runs as there
 * are cores.
 */
export const LIMIT_MS = amount({ short: 600_000, long: 3_600_000 });

/** Prints the results of a long run, on one line. */
export function say(what: string, figures: Readonly<Record<string, unknown>>): void {
  if (isSoak) process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`);
}
