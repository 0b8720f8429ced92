/**
 * The lowest price against the oracle, with and without a window, and two things that must hold whatever the oracle
 * thinks: a cheaper rate never raises it, and the lowest over many is the lowest of each, never a mixture of two.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasPricedNight, isBetterOffer, type LowestPrice, lowestPrice } from '../../src/domain/lowest-price.ts';
import { CURRENCIES } from '../../src/domain/money.ts';
import { nightPrice } from '../../src/domain/rate-book.ts';
import { bookOf, candidatesOf, dayOf, decimalsOf } from '../support/domain-from-catalogue.ts';
import { datesFromTo } from '../support/oracle-dates.ts';
import { isNightPriced, lowestPriceOver, nightPrice as oracleNightPrice } from '../support/oracle-night.ts';
import { combinations, isSoldToday, type OracleScene } from '../support/oracle-scope.ts';
import { TINY } from '../support/random-catalogue.ts';
import { between, type Draw, oneIn, pick } from '../support/random-draw.ts';
import { drawn, drawnDate, drawnScene } from '../support/random-scene.ts';

const SEVERAL = { ...TINY, hotels: 2, hotelsPerVisitType: 2, visitTypes: 2, priceLists: 3, seasonsPerRoom: 2 };

interface Window {
  dateFrom: string | null;
  dateTo: string | null;
}

function drawnCase(draw: Draw): { scene: OracleScene; window: Window; night: string } {
  const scene = drawnScene(draw, oneIn(draw, 2) ? SEVERAL : TINY);
  const bound = () => (oneIn(draw, 2) ? drawnDate(draw, scene) : null);
  const window = { dateFrom: bound(), dateTo: bound() };
  return { scene, window, night: drawnDate(draw, scene) };
}

function lowestOf(scene: OracleScene, { dateFrom, dateTo }: Window = { dateFrom: null, dateTo: null }): LowestPrice {
  return lowestPrice(candidatesOf(scene, combinations(scene, {})), {
    today: dayOf(scene.today),
    window: { from: dateFrom === null ? null : dayOf(dateFrom), to: dateTo === null ? null : dayOf(dateTo) },
  });
}

test('the lowest price and its original are those of the rules, for every window of nights', () => {
  fc.assert(
    fc.property(drawn(drawnCase, 500), ({ scene, window }) => {
      expect(decimalsOf(lowestOf(scene, window))).toEqual(lowestPriceOver(scene, combinations(scene, {}), window));
    }),
    { seed: 1, numRuns: 10_000 },
  );
});

test('the price of one night is the exact fraction that the rules give', () => {
  fc.assert(
    fc.property(drawn(drawnCase, 500), ({ scene, night }) => {
      const visitType = scene.catalogue.visitTypes[0]!;
      const book = bookOf(scene, visitType);
      for (const { roomType } of combinations(scene, { visitTypeId: visitType.id })) {
        for (const currency of CURRENCIES) {
          const price = nightPrice(book, roomType.id, currency, dayOf(night));
          const expected = oracleNightPrice(scene, { visitType, roomType }, { currency, night });
          expect(price === null).toBe(expected === null);
          if (price === null || expected === null) continue;
          expect(BigInt(price.amountMinor) * expected.denominator).toBe(expected.numerator * BigInt(price.divisor));
        }
      }
    }),
    { seed: 2, numRuns: 10_000 },
  );
});

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
    fc.property(drawn(cheaper, 500), ({ scene, before }) => {
      const after = lowestOf(scene);
      for (const currency of CURRENCIES) {
        expect(after[currency] === null).toBe(before[currency] === null);
        expect(after[currency]?.amountMinor ?? 0).toBeLessThanOrEqual(before[currency]?.amountMinor ?? 0);
      }
    }),
    { seed: 3, numRuns: 10_000 },
  );
});

test('the lowest price of several candidates is the best of theirs, whole: amount and original from one night', () => {
  fc.assert(
    fc.property(drawn(drawnCase, 500), ({ scene }) => {
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
    { seed: 4, numRuns: 10_000 },
  );
});

test('dates hold a priced night exactly when some night among them is priced and the visit type is on sale', () => {
  fc.assert(
    fc.property(drawn(drawnCase), ({ scene, window: { dateFrom, dateTo } }) => {
      const places = combinations(scene, {});
      const nights = datesFromTo({ from: scene.today, to: scene.lastNight }).filter(
        (night) => (dateFrom === null || night >= dateFrom) && (dateTo === null || night <= dateTo),
      );
      const expected = places.some(
        (one) => isSoldToday(scene, one.visitType) && nights.some((night) => isNightPriced(scene, one, night)),
      );
      const found = hasPricedNight(candidatesOf(scene, places), {
        today: dayOf(scene.today),
        from: dateFrom === null ? null : dayOf(dateFrom),
        to: dateTo === null ? null : dayOf(dateTo),
      });
      expect(found).toBe(expected);
    }),
    { seed: 5, numRuns: 2_000 },
  );
});
