/** Lists of entities that several requests compute together, without a gateway. */
import { expect, test } from 'vitest';
import { EpochCache } from '../../../src/data/cache/epoch-cache.ts';
import { SortedKeys } from '../../../src/domain/text/sort-order.ts';
import type { RequestContext } from '../../../src/operations/access/request-context.ts';
import { getOrComputeList } from '../../../src/operations/search/cached-lists.ts';

const LIST = SortedKeys.of([['a', 1]]);

/** Asks for one list, each time as another request, which has a name where it is charged. */
function asking(charged: [string, number][] = []) {
  const lists = new EpochCache<string, SortedKeys>({ entries: 10 });
  return async (compute: () => Promise<SortedKeys>, name = '', filter: object = {}) => {
    const charge = (points: number) => void charged.push([name, points]);
    const context = { dependencies: { use: () => 1 }, lists, today: 20_000, charge } as unknown as RequestContext;
    return getOrComputeList(context, { named: ['hotels', filter, null], madeOf: ['hotel'], furtherCost: 5 }, compute);
  };
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

test('a list is one whether conditions are null, as REST sends them, or left out, and another one with a condition', async () => {
  const ask = asking();
  const computed: object[] = [];
  const filters = [{}, { stars: null, code: null }, { stars: undefined }, { stars: 0 }, { code: null, stars: 0 }];
  for (const filter of filters) {
    const compute = async () => {
      computed.push(filter);
      return LIST;
    };
    await ask(compute, '', filter);
  }
  expect(computed).toEqual([{}, { stars: 0 }]);
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

test('whoever computes a list is charged for it, and neither who waits for it nor who finds it (A9)', async () => {
  const charged: [string, number][] = [];
  const ask = asking(charged);
  const late = () => Promise.reject(new RangeError('the deadline of this one'));
  const compute = async () => LIST;
  await Promise.allSettled([ask(late, 'first'), ask(compute, 'second'), ask(compute, 'third')]);
  expect(await ask(compute, 'fourth')).toBe(LIST);
  expect(charged).toEqual([
    ['first', 5],
    ['second', 5],
  ]);
});

test('a list is not computed by whom it cannot be charged to, and then by whoever waits for it (A9)', async () => {
  const lists = new EpochCache<string, SortedKeys>({ entries: 10 });
  const computed: string[] = [];
  const ask = async (name: string, charge: () => Promise<void>) => {
    const context = { dependencies: { use: () => 1 }, lists, today: 20_000, charge } as unknown as RequestContext;
    return getOrComputeList(context, { named: ['list'], madeOf: ['hotel'], furtherCost: 5 }, async () => {
      computed.push(name);
      return LIST;
    });
  };
  const outcomes = await Promise.allSettled([
    ask('refused', () => Promise.reject(new RangeError('no points'))),
    ask('charged', async () => {}),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(computed).toEqual(['charged']);
});
