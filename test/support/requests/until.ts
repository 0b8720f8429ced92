/** Waiting for what must come, with a bound on how long a broken program may keep a test waiting. */
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 10;
const BOUND_MS = 15_000;

/**
 * The first answer that is as wanted; fails with the last one when none has been for `withinMs`, which is no measure of a
 * working program.
 */
export async function until<T>(
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
  { withinMs = BOUND_MS }: { withinMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (performance.now() > deadline)
      throw new Error(`not so within ${withinMs} ms; at last: ${JSON.stringify(answer)}`);
    await pause(PAUSE_MS);
  }
}

/** What comes of a promise; fails, naming what was waited for, when nothing does. */
export async function soon<T>(what: string, promise: Promise<T>): Promise<T> {
  const bound = new AbortController();
  const late = pause(BOUND_MS, undefined, { signal: bound.signal }).then(() => {
    throw new Error(`${what}: not within ${BOUND_MS} ms`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    late.catch(() => {});
    bound.abort();
  }
}
