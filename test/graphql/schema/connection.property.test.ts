/**
 * Pages of lists in memory (V2, V3): in every order and with every page size, a walk meets every permanent row exactly
 * once and in order, with any number of equal rows, and while others come and go.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SortKey, SortOrder } from '../../../src/domain/text/sort-order.ts';
import { loadPage } from '../../../src/graphql/schema/connection.ts';
import { createCursorSigner } from '../../../src/operations/search/cursors.ts';
import { HOTEL_ORDERS } from '../../../src/operations/search/list-hotels.ts';
import { ROOM_TYPE_ORDERS } from '../../../src/operations/search/list-room-types.ts';
import { expectSteadyWalk, inOrder, toggled, type WalkedRow, walk } from '../../support/requests/walked-pages.ts';
import { sortedKeys } from '../../support/sorted-keys.ts';

const RUNS = { numRuns: 10_000 };
const CURSORS = createCursorSigner('a secret of this installation');
const ORDERS: readonly SortOrder[] = [...Object.values(HOTEL_ORDERS), ...Object.values(ROOM_TYPE_ORDERS)];
const SIZES = [1, 2, 3, 4, 5, 6, 7, 100];

/** Rows with few values, so that many are equal. */
function rowsIn({ mode, valueType }: SortOrder): fc.Arbitrary<WalkedRow[]> {
  const values = valueType === 'string' ? fc.constantFrom('A', 'AB', 'B') : fc.constantFrom(1, 2, 10);
  return fc
    .uniqueArray(fc.nat(60), { maxLength: 16 })
    .chain((numbers) =>
      fc.tuple(...numbers.map((number) => values.map((value) => ({ number, value: mode === 'id' ? number : value })))),
    );
}

/** A page of the present rows, built as the schema's lists build it. */
function pageIn(order: SortOrder, first: number) {
  return async (present: readonly WalkedRow[], after: string | null) => {
    const keys = sortedKeys(
      present.map(({ value, number }): SortKey => [value, number]),
      order,
    );
    const { nodes, cursorAt, hasNextPage } = await loadPage(
      { first, after },
      {
        ...{ order, cursors: CURSORS, problems: [], keys: async () => keys },
        rowsOf: async (numbers) => [...numbers],
        numberOf: async () => null,
      },
    );
    return { numbers: nodes, endCursor: cursorAt(-1), hasNextPage };
  };
}

const lists = fc
  .tuple(fc.constantFrom(...ORDERS), fc.constantFrom(...SIZES))
  .chain(([order, first]) => fc.record({ order: fc.constant(order), first: fc.constant(first), rows: rowsIn(order) }));

describe('a walk', () => {
  test('of a list that stays as it is meets every row exactly once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async ({ order, first, rows }) => {
        const page = pageIn(order, first);
        const met = await walk((after) => page(rows, after));
        expect(met).toEqual(inOrder(rows, order.isDescending === true).map(({ number }) => number));
      }),
      { ...RUNS },
    );
  });

  test('while rows come and go meets those that stay exactly once and none twice, even when the last one met has gone', async () => {
    const changing = lists.chain((list) => {
      const numbers = list.rows.map(({ number }) => number);
      const change = fc.record({
        toggle: fc.subarray(numbers, { maxLength: Math.min(4, numbers.length) }),
        removesLastMet: fc.boolean(),
      });
      return fc.record({
        list: fc.constant(list),
        initial: fc.subarray(numbers),
        changes: fc.array(change, { maxLength: 6 }),
      });
    });
    await fc.assert(
      fc.asyncProperty(changing, async ({ list: { order, first, rows }, initial, changes }) => {
        const page = pageIn(order, first);
        const left = [...changes];
        const states = [new Set(initial)];
        const present = () => rows.filter(({ number }) => states.at(-1)!.has(number));
        const met = await walk((after) => page(present(), after), {
          async between(lastMet) {
            const { toggle, removesLastMet } = left.shift() ?? { toggle: [], removesLastMet: false };
            const next = toggled(states.at(-1)!, toggle);
            if (removesLastMet) next.delete(lastMet);
            states.push(next);
          },
        });
        expectSteadyWalk(met, { rows, isDescending: order.isDescending === true, states });
      }),
      { ...RUNS },
    );
  });
});
