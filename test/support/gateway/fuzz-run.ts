/**
 * How the fuzz tests run: random requests in batches that are answered at the same time, a fixed seed in the short form (so
 * that a run can be repeated) and a new one in the long form, or the one in `FUZZ_SEED`. In the long form it also watches the
 * memory: what the process holds after a collection must not go on growing once it is warm.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { amount, isSoak, say } from './soak.ts';

/** Requests that are answered at the same time: 1 to 20, 10 and a half on average. */
const BATCH = { minLength: 1, maxLength: 20, size: 'max' } as const;
const USUAL_BATCH = 10;
/**
 * Milliseconds after which a run in the short form ends with what it has asked by then: on a machine that is too busy, or
 * in the middle of cutting a failure down, which is then reported as it is.
 */
const SHORT_LIMIT_MS = 100_000;
/** Milliseconds that a test of such a run may take. */
export const FUZZ_TIMEOUT_MS = amount({ short: 180_000, long: 3_600_000 });
/** Parts of a run between two looks at the memory, and how many of them count as warming up. */
const PARTS = 10;
const WARM_UP_PARTS = 3;
/** Bytes a request by which the heap may have grown since it was warm: caches still fill, each within its own bound. */
const GROWTH_MAX_BYTES = 2_048;

/**
 * Asks `count` requests and lets `check` throw over an answer that is not acceptable. Fails with the seed, the batch that
 * broke it cut down to the request that matters, and in the long form when memory grows without end.
 */
export async function fuzz<Request>(options: {
  what: string;
  requests: fc.Arbitrary<Request>;
  count: number;
  /** Added to the seed, so that runs of one file ask different things. */
  salt: number;
  check: (request: Request) => Promise<void>;
}): Promise<void> {
  const { what, requests, count, check, salt } = options;
  const seed = Number(process.env.FUZZ_SEED ?? (isSoak ? Date.now() % 2 ** 30 : 1)) + salt;
  const batch = fc.array(requests, BATCH);
  let answered = 0;
  const property = fc.asyncProperty(batch, async (asked) => {
    answered += asked.length;
    await Promise.all(asked.map(check));
  });
  if (!isSoak) {
    const numRuns = Math.ceil(count / USUAL_BATCH);
    return fc.assert(property, { unbiased: true, seed, numRuns, interruptAfterTimeLimit: SHORT_LIMIT_MS });
  }
  say(what, { seed });
  let warm = { bytes: 0, answered: 0 };
  for (let part = 0; part < PARTS; part++) {
    await fc.assert(property, { unbiased: true, seed: seed + part, numRuns: Math.ceil(count / USUAL_BATCH / PARTS) });
    const bytes = heapAfterCollection();
    if (part === WARM_UP_PARTS - 1) warm = { bytes, answered };
    say(what, { answered, heapMegabytes: Math.round(bytes / 1024 / 1024) });
  }
  const growth = (heapAfterCollection() - warm.bytes) / (answered - warm.answered);
  if (growth > GROWTH_MAX_BYTES)
    throw new Error(`${what}: the heap has grown by ${Math.round(growth)} bytes a request`);
}

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
