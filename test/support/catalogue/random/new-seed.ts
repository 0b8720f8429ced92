/** Seeds of tests that draw by themselves. Property tests need none: fast-check draws one, and prints it. */
import { randomInt } from 'node:crypto';
import { afterEach } from 'vitest';

/** Another seed in each run, printed when a test of the file or suite fails that asks for it; `TEST_SEED` repeats a run. */
export function newSeed(): number {
  const { TEST_SEED } = process.env;
  const seed = TEST_SEED ? Number(TEST_SEED) : randomInt(2 ** 31);
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`"${task.name}" has drawn with TEST_SEED=${seed}\n`);
  });
  return seed;
}
