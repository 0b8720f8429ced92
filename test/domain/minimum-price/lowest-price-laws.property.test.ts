/**
 * Two laws of the lowest price that need no oracle: a cheaper rate never raises it, and the lowest over several
 * candidates is the lowest of each, never a mixture of rooms, nights or currencies.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBetterOffer, type LowestPrice, lowestPrice } from '../../../src/domain/minimum-price/lowest-price.ts';
import { CURRENCIES } from '../../../src/domain/pricing/money.ts';
import { TINY } from '../../support/catalogue/random/random-catalogue.ts';
import { between, type Draw, oneIn, pick } from '../../support/catalogue/random/random-draw.ts';
import { drawn, drawnScene } from '../../support/catalogue/random/random-scene.ts';
import { amount } from '../../support/gateway/soak.ts';
import { candidatesOf, dayOf } from '../../support/oracle/domain-from-catalogue.ts';
import { combinations, type OracleScene } from '../../support/oracle/oracle-scope.ts';

const SEVERAL = { ...TINY, hotels: 2, hotelsPerVisitType: 2, visitTypes: 2, priceLists: 3, seasonsPerRoom: 2 };

function drawnCase(draw: Draw): { scene: OracleScene } {
  return { scene: drawnScene(draw, oneIn(draw, 2) ? SEVERAL : TINY) };
}

function lowestOf(scene: OracleScene): LowestPrice {
  return lowestPrice(candidatesOf(scene, combinations(scene, {})), { today: dayOf(scene.today) });
}

test('a cheaper rate never raises a lowest price', () => {
  const cheaper = (draw: Draw) => {
    const { scene } = drawnCase(draw);
    const rates = scene.catalogue.visitTypes.flatMap(({ priceLists }) => priceLists.flatMap((list) => list.rates));
    const before = lowestOf(scene);
    if (rates.length > 0) {
      const rate = pick(draw, rates);
      rate.amount = between(draw, 0, Math.round(rate.amount * 100)) / 100;
    }
    return { scene, before };
  };
  fc.assert(
    fc.property(drawn(cheaper, 650), ({ scene, before }) => {
      const after = lowestOf(scene);
      for (const currency of CURRENCIES) {
        expect(after[currency] === null).toBe(before[currency] === null);
        expect(after[currency]?.amountMinor ?? 0).toBeLessThanOrEqual(before[currency]?.amountMinor ?? 0);
      }
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});

test('the lowest price of several candidates is the best of theirs, whole: amount and original from one night', () => {
  fc.assert(
    fc.property(drawn(drawnCase, 650), ({ scene }) => {
      const candidates = candidatesOf(scene, combinations(scene, {}));
      const today = dayOf(scene.today);
      const together = lowestPrice(candidates, { today });
      for (const currency of CURRENCIES) {
        let best: LowestPrice['CZK'] = null;
        for (const candidate of candidates) {
          const offer = lowestPrice([candidate], { today })[currency];
          if (offer !== null && isBetterOffer(offer, best)) best = offer;
        }
        expect(together[currency]).toEqual(best);
      }
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});
