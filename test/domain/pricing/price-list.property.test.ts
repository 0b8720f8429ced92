/** Overlapping rates (P3) against a comparison of all pairs; valid generated lists have none. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { overlappingRates, type PlacedRate } from '../../../src/domain/pricing/price-list.ts';
import { type Draw, pick } from '../../support/catalogue/random/random-draw.ts';
import { drawn, drawnScene } from '../../support/catalogue/random/random-scene.ts';
import { priceListOf } from '../../support/oracle/domain-from-catalogue.ts';
import { plusDays } from '../../support/oracle/oracle-dates.ts';
import type { FilePriceList, FileRate } from '../../support/oracle/oracle-file.ts';

function listsOf(draw: Draw): { lists: FilePriceList[]; valid: FilePriceList[] } {
  const scene = drawnScene(draw);
  const valid = scene.catalogue.visitTypes[0]!.priceLists;
  const moved = (rate: FileRate): FileRate => {
    const days = pick(draw, [0, 1, 3, 7, 14, 30]);
    return { ...rate, from: plusDays(rate.from, -days), to: plusDays(rate.to, -days) };
  };
  return { valid, lists: valid.map((list) => ({ ...list, rates: list.rates.flatMap((rate) => [rate, moved(rate)]) })) };
}

/** The places of colliding rates, each pair once. */
function collisions(lists: readonly FilePriceList[]): string[] {
  const placed = lists.flatMap((list, listIndex) =>
    list.rates.map((rate, rateIndex) => ({ list, rate, place: `${listIndex}/${rateIndex}` })),
  );
  return placed.flatMap((a, index) =>
    placed
      .slice(index + 1)
      .filter(
        (b) =>
          a.rate.roomTypeId === b.rate.roomTypeId &&
          a.list.currency === b.list.currency &&
          a.list.kind === b.list.kind &&
          a.list.nights === b.list.nights &&
          a.rate.from <= b.rate.to &&
          b.rate.from <= a.rate.to,
      )
      .map((b) => [a.place, b.place].sort().join(' ')),
  );
}

function placeOf({ listIndex, rateIndex }: PlacedRate): string {
  return `${listIndex}/${rateIndex}`;
}

test('two rates are reported exactly when room type, currency, kind and nights agree and their seasons meet', () => {
  fc.assert(
    fc.property(drawn(listsOf, 600), ({ lists, valid }) => {
      expect(overlappingRates(valid.map(priceListOf))).toEqual([]);
      const found = overlappingRates(lists.map(priceListOf)).map(({ a, b }) =>
        [placeOf(a), placeOf(b)].sort().join(' '),
      );
      const expected = new Set(collisions(lists));
      expect(found.filter((pair) => !expected.has(pair))).toEqual([]);
      expect(new Set(found).size).toBe(found.length);
      expect(found.length > 0).toBe(expected.size > 0);
    }),
    { numRuns: 10_000 },
  );
});
