/** What changes of capacity state (U1), against a table of nights that takes one change after the other. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type InventoryChange, type StatedNights, stateInventory } from '../../../src/domain/stay/inventory-changes.ts';

const change: fc.Arbitrary<InventoryChange> = fc
  .record({
    roomTypeNumber: fc.integer({ min: 1, max: 3 }),
    from: fc.integer({ min: 0, max: 20 }),
    more: fc.integer({ min: 0, max: 8 }),
    units: fc.option(fc.integer({ min: 0, max: 3 })),
    closed: fc.option(fc.boolean()),
  })
  .map(({ more, ...rest }) => ({ ...rest, to: rest.from + more }));

test('a night has the units and the closing that were stated last, each by itself', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 10 }), (changes) => {
      const table = new Map<string, Omit<StatedNights, 'roomTypeNumber' | 'from' | 'to'>>();
      for (const [index, { roomTypeNumber, from, to, units, closed }] of changes.entries()) {
        for (let night = from; night <= to; night++) {
          const key = `${roomTypeNumber} ${night}`;
          const state = table.get(key) ?? { units: null, closed: null, unitsChange: null, removes: false };
          if (units !== null) Object.assign(state, { units, unitsChange: index });
          if (closed !== null) Object.assign(state, { closed });
          if (units !== null || closed !== null) table.set(key, state);
        }
      }
      const stated = stateInventory(changes);
      const nights = stated.flatMap(({ roomTypeNumber, from, to, ...state }) =>
        Array.from({ length: to - from + 1 }, (_, place) => [`${roomTypeNumber} ${from + place}`, state] as const),
      );
      expect(new Set(nights.map(([key]) => key)).size).toBe(nights.length);
      expect(new Map(nights)).toEqual(table);
      const order = stated.map(({ roomTypeNumber, from }) => roomTypeNumber * 1_000 + from);
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }),
    { numRuns: 5_000 },
  );
});
