/**
 * How the fuzz tests run: random requests in concurrent batches. The seed is new each time, or given in `FUZZ_SEED`, and a failure
 * names it. The long form also watches the memory: the heap after a collection must not keep growing after the warm-up.
 */
import fc from 'fast-check';
import { vi } from 'vitest';
import { TODAY } from '../catalogue/small-catalogue.ts';
import { V2_CATALOGUE } from '../catalogue/v2-catalogue.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { startGateway, type TestGateway } from './gateway.ts';
import { isSoak, say } from './soak.ts';

/**
 * The deadline of an operation, after which it is answered with a 503. It is six times as long as usual: a busy machine passes no deadline,
 * a request that computes too long does.
 */
const OPERATION_TIMEOUT_MS = 60_000;
/** Concurrent requests: 1 to 20, 10.5 on average. */
const BATCH = { minLength: 1, maxLength: 20, size: 'max' } as const;
const USUAL_BATCH = 10;
/**
 * Milliseconds after which a short run begins no further batch: on a busy machine, or while shrinking a failure, which
 * is then reported as it is.
 */
const SHORT_LIMIT_MS = 100_000;
/** Parts of a run between memory checks, and how many of them are the warm-up. */
const PARTS = 10;
const WARM_UP_PARTS = 3;
/** Bytes per request by which the heap may grow after the warm-up: caches still fill up to their bounds. */
const GROWTH_MAX_BYTES = 2_048;

/** The gateway that is asked, and the keys that ask: one for everything, one that reads a destination. */
export async function startFuzzed(environment: string): Promise<{ gateway: TestGateway; keys: [string, string] }> {
  vi.stubEnv('NODE_ENV', environment);
  const gateway = await startGateway({
    ...{ catalogue: V2_CATALOGUE, today: TODAY, config: { responseStoreMb: 8 } },
    operationTimeoutMs: OPERATION_TIMEOUT_MS,
  });
  const partner = { scopes: ['read' as const], destinations: [2], channel: 'partner' };
  return { gateway, keys: [await gateway.key(), await gateway.key(partner)] };
}

/**
 * Sends `count` requests; `check` throws for an unacceptable answer. Fails with the seed and the batch shrunk to the
 * request that matters, and in the long form if memory keeps growing.
 * @returns whether all were sent, and not only those for which a busy machine had time
 */
export async function fuzz<Request>(options: {
  what: string;
  requests: fc.Arbitrary<Request>;
  count: number;
  /** Added to the seed, so that runs of one file differ. */
  salt: number;
  check: (request: Request) => Promise<void>;
}): Promise<boolean> {
  const { what, requests, count, check, salt } = options;
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 30) + salt;
  const batch = fc.array(requests, BATCH);
  let answered = 0;
  let areAllSent = true;
  const endsAt = isSoak ? Number.POSITIVE_INFINITY : performance.now() + SHORT_LIMIT_MS;
  const property = fc.asyncProperty(batch, async (asked) => {
    if (performance.now() > endsAt) {
      areAllSent = false;
      return;
    }
    answered += asked.length;
    await Promise.all(asked.map(check));
  });
  if (!isSoak) {
    await fc.assert(property, { unbiased: true, seed, numRuns: Math.ceil(count / USUAL_BATCH) });
    return areAllSent;
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
  return areAllSent;
}

function heapAfterCollection(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
