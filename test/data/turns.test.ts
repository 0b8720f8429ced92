/** Turns of long computations (A9): counted in turns of the event loop, never in time. */
import { expect, test } from 'vitest';
import { nextTurn, Portion } from '../../src/data/turns.ts';
import { countTurns } from '../support/requests/count-turns.ts';

test('of all computations that wait, one runs a portion in each turn of the event loop, in their order', async () => {
  const order: string[] = [];
  const compute = async (name: string) => {
    for (let portion = 0; portion < 3; portion++) {
      await nextTurn();
      order.push(name);
    }
  };
  const { turns } = await countTurns(() => Promise.all(['a', 'b', 'c', 'd'].map(compute)));
  expect(order.join('')).toBe('abcdabcdabcd');
  expect(turns).toBeGreaterThanOrEqual(12);
});

test('a portion that fails does not hold up the others', async () => {
  const failing = nextTurn().then(() => {
    throw new Error('failed');
  });
  const other = nextTurn();
  await expect(failing).rejects.toThrow('failed');
  await other;
  await nextTurn();
});

test('a portion is full when so much work was counted, and the next one begins empty', () => {
  const portion = new Portion(10);
  expect([4, 5, 1, 9, 0, 30, 9].map((work) => portion.add(work))).toEqual([
    ...[false, false, true, false, false, true, false],
  ]);
});
