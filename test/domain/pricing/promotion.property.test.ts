/**
 * The winning promotion of a night, and the listed ones, against the oracle. Promotions crowd: equal percentages, equal
 * first nights, unsorted ids, several channels and hotels.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applicablePromotions,
  findWinners,
  isListed,
  winningPromotion,
} from '../../../src/domain/pricing/promotion.ts';
import { TINY } from '../../support/catalogue/random/random-catalogue.ts';
import { type Draw, pick } from '../../support/catalogue/random/random-draw.ts';
import { drawn, drawnDate, drawnScene } from '../../support/catalogue/random/random-scene.ts';
import { amount } from '../../support/gateway/soak.ts';
import { dayOf, promotionOf } from '../../support/oracle/domain-from-catalogue.ts';
import { datesFromTo, plusDays } from '../../support/oracle/oracle-dates.ts';
import { listedPromotionIds, promotionsOf, winnerOfNight } from '../../support/oracle/oracle-scope.ts';

const CROWDED = { ...TINY, hotels: 3, roomTypesPerHotel: 1, hotelsPerVisitType: 3, priceLists: 1, promotions: 6 };

function drawnCase(draw: Draw) {
  const scene = drawnScene(draw, CROWDED);
  const visitType = scene.catalogue.visitTypes[0]!;
  return { scene, visitType, hotelId: pick(draw, visitType.hotelIds), night: drawnDate(draw, scene) };
}

test('the winning promotion of a night is the highest percentage, then the earlier start, then the lower number', () => {
  fc.assert(
    fc.property(drawn(drawnCase), ({ scene, visitType, hotelId, night }) => {
      const promotions = applicablePromotions({
        promotions: visitType.promotions.map(promotionOf),
        channel: scene.channel,
        hotelNumber: hotelId,
      });
      const applying = promotionsOf(scene, visitType, hotelId);
      expect(promotions.map(({ number }) => number)).toEqual(applying.map(({ id }) => id));
      expect(winningPromotion(promotions, dayOf(night))?.number).toBe(winnerOfNight(applying, night)?.id);
      const from = dayOf(scene.today) - 20;
      const won = findWinners(promotions, { from, to: from + 60 });
      const found = won.flatMap((stretch) =>
        new Array<number | null>(stretch.to - stretch.from + 1).fill(stretch.promotion?.number ?? null),
      );
      const nights = datesFromTo({ from: plusDays(scene.today, -20), to: plusDays(scene.today, 40) });
      expect(found).toEqual(nights.map((one) => winnerOfNight(applying, one)?.id ?? null));
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});

test('a promotion is listed while it runs or lies ahead of the UTC date, never afterwards', () => {
  fc.assert(
    fc.property(drawn(drawnCase), ({ scene, visitType, hotelId }) => {
      const promotions = visitType.promotions.map(promotionOf);
      const listed = applicablePromotions({ promotions, channel: scene.channel, hotelNumber: hotelId })
        .filter((promotion) => isListed(promotion, dayOf(scene.todayUtc)))
        .map(({ number }) => number);
      expect(listed.sort((a, b) => a - b)).toEqual(listedPromotionIds(scene, visitType, [hotelId]));
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});
