/** The from-prices of every hotel of a random catalogue against the oracle, which enumerates every stay. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CategorisedCandidate,
  type FromPrice,
  type FromPrices,
  type PriceFrom,
  priceFrom,
} from '../../../src/domain/minimum-price/price-from.ts';
import { CURRENCIES } from '../../../src/domain/pricing/money.ts';
import { TINY } from '../../support/catalogue/random/random-catalogue.ts';
import { type Draw, oneIn } from '../../support/catalogue/random/random-draw.ts';
import { drawn, drawnScene } from '../../support/catalogue/random/random-scene.ts';
import { amount } from '../../support/gateway/soak.ts';
import { candidatesOf, dayOf } from '../../support/oracle/domain-from-catalogue.ts';
import type { FileHotel } from '../../support/oracle/oracle-file.ts';
import {
  type OracleFromPrice,
  type OracleFromPrices,
  type OraclePriceFrom,
  priceFromOf,
} from '../../support/oracle/oracle-price-from.ts';
import { combinations, type OracleScene } from '../../support/oracle/oracle-scope.ts';

const SEVERAL = { ...TINY, hotels: 2, hotelsPerVisitType: 2, visitTypes: 3, priceLists: 3, seasonsPerRoom: 2 };

function drawnCase(draw: Draw): { scene: OracleScene } {
  return { scene: drawnScene(draw, oneIn(draw, 2) ? SEVERAL : TINY) };
}

/** All that a hotel sells, with the promotions of the public channel, whatever the scene's own is. */
function candidatesAt(scene: OracleScene, hotel: FileHotel): CategorisedCandidate[] {
  const places = combinations(scene, { hotelId: hotel.id });
  const candidates = candidatesOf({ ...scene, channel: 'public' }, places);
  return candidates.map((one, index) => ({ ...one, stayCategory: places[index]!.visitType.stayCategory }));
}

function shownMinimum({ amountMinor, originalMinor, visitTypeNumber, ...rest }: FromPrice): OracleFromPrice {
  return { amount: amountMinor / 100, original: originalMinor / 100, ...rest, visitTypeId: visitTypeNumber };
}

function shownMinima({ perPersonPerNight, perStay }: FromPrices): OracleFromPrices {
  return { perPersonPerNight: shownMinimum(perPersonPerNight), perStay: shownMinimum(perStay) };
}

/** From-prices in the oracle's terms; missing ones stay missing. */
function shown(prices: PriceFrom | null): OraclePriceFrom | null {
  if (prices === null) return null;
  const answer: OraclePriceFrom = {};
  for (const currency of CURRENCIES) {
    const byCategory = prices[currency];
    if (!byCategory) continue;
    const { all, health, wellness } = byCategory;
    answer[currency] = {
      all: shownMinima(all),
      ...(health && { health: shownMinima(health) }),
      ...(wellness && { wellness: shownMinima(wellness) }),
    };
  }
  return answer;
}

test('the from-prices of a hotel are those of the rules, whatever the order of its candidates', () => {
  fc.assert(
    fc.property(drawn(drawnCase, 900), ({ scene }) => {
      for (const hotel of scene.catalogue.hotels) {
        const candidates = candidatesAt(scene, hotel);
        const expected = priceFromOf(scene, hotel);
        expect(shown(priceFrom(candidates, dayOf(scene.today)))).toStrictEqual(expected);
        expect(shown(priceFrom(candidates.toReversed(), dayOf(scene.today)))).toStrictEqual(expected);
      }
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});
