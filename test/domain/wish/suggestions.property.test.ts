/** Proposals of several kinds share the room that there is (F15). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeTurns } from '../../../src/domain/wish/suggestions.ts';

const KINDS = ['a', 'b', 'c'] as const;
const found = fc.array(fc.record({ kind: fc.constantFrom(...KINDS), rank: fc.nat(3), id: fc.nat() }), {
  maxLength: 12,
});

test('as many as there is room for, kind by kind, the best of each, and no kind has two more than one that has more to give', () => {
  fc.assert(
    fc.property(found, fc.integer({ min: 1, max: 10 }), (some, most) => {
      const taken = takeTurns(some, KINDS, most);
      expect(taken.length).toBe(Math.min(most, some.length));
      const places = taken.map(({ kind }) => KINDS.indexOf(kind));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      const takenOf = (kind: (typeof KINDS)[number]) => taken.filter((one) => one.kind === kind);
      const allOf = (kind: (typeof KINDS)[number]) => some.filter((one) => one.kind === kind);
      for (const kind of KINDS) {
        const best = allOf(kind).toSorted((a, b) => a.rank - b.rank || some.indexOf(a) - some.indexOf(b));
        expect(takenOf(kind)).toEqual(best.slice(0, takenOf(kind).length));
        for (const other of KINDS) {
          if (takenOf(other).length < allOf(other).length) {
            expect(takenOf(kind).length - takenOf(other).length).toBeLessThanOrEqual(1);
          }
        }
      }
    }),
    { numRuns: 2_000 },
  );
});
