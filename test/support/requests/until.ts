/** Waiting for expected events, with a bound on how long a broken program may keep a test waiting. */
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 10;
const BOUND_MS = 240_000;

/** The first value that is as expected; after the bound fails with the last one. A working program never gets near it. */
export async function until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + BOUND_MS;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (performance.now() > deadline)
      throw new Error(`not so within ${BOUND_MS} ms; at last: ${JSON.stringify(answer)}`);
    await pause(PAUSE_MS);
  }
}

/** The value of a promise; fails with the name of the awaited event if it does not settle. */
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
