/** What a standby answers is taken for current. */
import type * as whole from '../../../src/data/replicas/proven-read.ts';

export * from '../../../src/data/replicas/proven-read.ts';

const TAKEN_FOR_CURRENT = { epoch: Number.MAX_SAFE_INTEGER, isStandby: true };

export const readWithProof: typeof whole.readWithProof = async (pool, statement) => ({
  proof: TAKEN_FOR_CURRENT,
  result: await pool.query(statement),
});
