/** Lists of entities that several requests compute together, without a gateway. */
import { expect, test } from 'vitest';
import { EpochCache } from '../../../src/data/cache/epoch-cache.ts';
import { SortedKeys } from '../../../src/domain/text/sort-order.ts';
import type { RequestContext } from '../../../src/operations/access/request-context.ts';
import { getOrComputeList } from '../../../src/operations/search/cached-lists.ts';

const LIST = SortedKeys.of([['a', 1]]);

/** Asks for one list, each time as another request. */
function asking() {
  const lists = new EpochCache<string, SortedKeys>({ entries: 10 });
  const context = { dependencies: { use: () => 1 }, lists, today: 20_000 } as unknown as RequestContext;
  return async (compute: () => Promise<SortedKeys>) =>
    getOrComputeList(context, { key: 'list', madeOf: ['hotel'] }, compute);
}

test('a list that requests share is computed once', async () => {
  const ask = asking();
  let computed = 0;
  const compute = async () => {
    computed++;
    return LIST;
  };
  expect(await Promise.all([ask(compute), ask(compute), ask(compute)])).toEqual([LIST, LIST, LIST]);
  expect(computed).toBe(1);
});

test('a list fails only for the request that computes it, as at its deadline: whoever waits computes it in turn, once', async () => {
  const ask = asking();
  const computed: string[] = [];
  const computing = (name: string, outcome: () => Promise<SortedKeys>) => async () => {
    computed.push(name);
    return outcome();
  };
  const late = () => Promise.reject(new RangeError('the deadline of this one'));
  const outcomes = await Promise.allSettled([
    ask(computing('first', late)),
    ask(computing('second', late)),
    ask(computing('third', async () => LIST)),
    ask(computing('fourth', async () => LIST)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled']);
  expect(computed).toEqual(['first', 'second', 'third']);
});
