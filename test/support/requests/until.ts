/** Waiting for expected events, with a bound on how long a broken program may keep a test waiting. */
import { setTimeout as pause } from 'node:timers/promises';

const LEAST_PAUSE_MS = 10;
const MOST_PAUSE_MS = 100;
/** The part of the time waited so far after which it asks again: whoever waits for seconds would keep a core busy with questions otherwise. */
const PAUSE_PART = 1 / 50;
const BOUND_MS = 240_000;

/** The first value that is as expected; after the bound fails with the last one. A working program never gets near it. */
export async function until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  const begun = performance.now();
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    const waited = performance.now() - begun;
    if (waited > BOUND_MS) throw new Error(`not so within ${BOUND_MS} ms; at last: ${JSON.stringify(answer)}`);
    await pause(Math.min(Math.max(LEAST_PAUSE_MS, waited * PAUSE_PART), MOST_PAUSE_MS));
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
