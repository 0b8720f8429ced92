/**
 * The lowest price against the oracle, over every night of two years or a window of them.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LowestPrice, lowestPrice } from '../../../src/domain/minimum-price/lowest-price.ts';
import { TINY } from '../../support/catalogue/random/random-catalogue.ts';
import { type Draw, oneIn } from '../../support/catalogue/random/random-draw.ts';
import { drawn, drawnDate, drawnScene } from '../../support/catalogue/random/random-scene.ts';
import { amount } from '../../support/gateway/soak.ts';
import { candidatesOf, dayOf, decimalsOf } from '../../support/oracle/domain-from-catalogue.ts';
import { lowestPriceOver } from '../../support/oracle/oracle-night.ts';
import { combinations, type OracleScene } from '../../support/oracle/oracle-scope.ts';

const SEVERAL = { ...TINY, hotels: 2, hotelsPerVisitType: 2, visitTypes: 2, priceLists: 3, seasonsPerRoom: 2 };

interface Window {
  dateFrom: string | null;
  dateTo: string | null;
}

function drawnCase(draw: Draw): { scene: OracleScene; window: Window } {
  const scene = drawnScene(draw, oneIn(draw, 2) ? SEVERAL : TINY);
  const bound = () => (oneIn(draw, 2) ? drawnDate(draw, scene) : null);
  return { scene, window: { dateFrom: bound(), dateTo: bound() } };
}

function lowestOf(scene: OracleScene, { dateFrom, dateTo }: Window): LowestPrice {
  return lowestPrice(candidatesOf(scene, combinations(scene, {})), {
    today: dayOf(scene.today),
    window: { from: dateFrom === null ? null : dayOf(dateFrom), to: dateTo === null ? null : dayOf(dateTo) },
  });
}

test('the lowest price and its original are those of the rules, for every window of nights', () => {
  fc.assert(
    fc.property(drawn(drawnCase, 650), ({ scene, window }) => {
      expect(decimalsOf(lowestOf(scene, window))).toEqual(lowestPriceOver(scene, combinations(scene, {}), window));
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});
