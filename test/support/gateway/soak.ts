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

/** Prints the results of a long run, on one line. */
export function say(what: string, figures: Readonly<Record<string, unknown>>): void {
  if (isSoak) process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`);
}
