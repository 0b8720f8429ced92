/**
 * The long form of the reliability tests. `npm test` runs each in a short form that is bounded and still tells a broken guard;
 * `npm run soak` runs the same with the long figures and prints what it saw, seeds included.
 */

/** Whether this is the long run. */
export const isSoak = process.env.SOAK === '1';

/** The figure of this run: rounds, requests, stays, or the milliseconds that a test may take. */
export function amount({ short, long }: { short: number; long: number }): number {
  return isSoak ? long : short;
}

/** Prints figures of a long run, on one line. */
export function say(what: string, figures: Readonly<Record<string, unknown>>): void {
  if (isSoak) process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`);
}
